import { get } from "../lib/api";
import type { ListedGame, Preset } from "./types";

let asked: Promise<ListedGame[]> | undefined;

/** The games that have a board; asked once. */
export function listed(): Promise<ListedGame[]> {
  asked ??= get<{ games: ListedGame[] }>("/api/games")
    .then((answer) => answer.games)
    .catch((problem) => {
      asked = undefined;
      throw problem;
    });
  return asked;
}

/** A sentence from a line of documentation. */
export function sentence(text: string): string {
  return text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : "";
}

/** All settings of a game by name, from those that are written. */
export function readSettings(game: ListedGame, text: string): Record<string, string> {
  const all = Object.fromEntries(game.settings.map((one) => [one.name, one.default]));
  for (const part of text.split(",").filter(Boolean)) {
    const cut = part.indexOf("=");
    all[part.slice(0, cut)] = part.slice(cut + 1);
  }
  return all;
}

/** The preset with these settings, if there is one. */
export function presetOf(game: ListedGame, settings: Record<string, string>): Preset | undefined {
  return game.presets.find((preset) => Object.entries(readSettings(game, preset.settings)).every(([name, value]) => settings[name] === value));
}
