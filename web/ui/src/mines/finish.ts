// What the end of a game means for the statistics.

import type { Table } from "./game.svelte";
import { records, type Help } from "./records.svelte";
import { threeBV } from "./threebv";

/** Counts a game that has just ended, once, and says what is worth saying of its time. */
export function finish(table: Table, kind: string): string {
  const game = table.game!;
  const help: Help[] = [];
  if (table.helped || game.assisted > 0) help.push("coach");
  if (game.what_if > 0) help.push("taken back");
  if (table.known) help.push("known board");
  if (table.counted) return help.length ? unranked(help) : "";
  table.counted = true;
  const { all, done } = threeBV(game);
  const won = game.status === "won";
  const before = records.of(kind).best[0];
  const place = records.add(kind, { at: Date.now(), won, time: Math.round(table.elapsed), threeBV: all, done, clicks: game.clicks, help });
  if (help.length) return won ? unranked(help) : "";
  if (place === 1) return before ? "A new best time!" : "Your first time for this board.";
  return place ? `Place ${place} of your best times.` : "";
}

const reasons: Record<Help, string> = {
  coach: "with help",
  "taken back": "with moves taken back",
  "known board": "on a board chosen beforehand",
};

function unranked(help: Help[]): string {
  return `Played ${help.map((one) => reasons[one]).join(", ")}: not among the best times.`;
}
