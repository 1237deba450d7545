// What makes a game of Minesweeper, and the address that says it.

import { href } from "../lib/route.svelte";

export type Setting = {
  board: string;
  rule: string;
  neighbours: string;
  noGuess: boolean;
  seed: string;
  /** A given board, as a file in base64url; then there is no seed. */
  given: string;
};

export function settingOf(query: URLSearchParams): Setting {
  return {
    board: query.get("board") ?? "9x9/10",
    rule: query.get("rule") ?? "windows",
    neighbours: query.get("neighbours") ?? "8",
    noGuess: query.get("noguess") === "1",
    seed: query.get("seed") ?? "",
    given: query.get("given") ?? "",
  };
}

export function addressOf(s: Setting): string {
  return href("/mines/play", {
    board: s.given ? "" : s.board,
    rule: s.given ? "" : s.rule,
    neighbours: s.neighbours === "8" ? "" : s.neighbours,
    noguess: s.noGuess ? "1" : "",
    seed: s.given ? "" : s.seed,
    given: s.given,
  });
}

/** Whether two settings make the same kind of game, whatever the seeds. */
export function sameKind(a: Setting, b: Setting): boolean {
  return addressOf({ ...a, seed: "" }) === addressOf({ ...b, seed: "" });
}

/** The address of a position on the page that analyses. */
export function analyseAddress(position: string): string {
  return href("/mines/analyse", { p: position.trim().replaceAll("\n", "_").replaceAll(" ", "-") });
}

export const boardNames: Record<string, string> = { "9x9/10": "Beginner", "16x16/40": "Intermediate", "16x30/99": "Expert", "4x4/6": "Tiny" };

export const ruleNames: Record<string, string> = { windows: "Safe start", gnomine: "Opening", none: "Anything" };

export const ruleWords: Record<string, string> = {
  windows: "the first cell is never a mine",
  gnomine: "the first cell is never a mine, nor is a cell beside it",
  none: "the first cell may be a mine",
};

export const neighbourNames: Record<string, string> = {
  "8": "8 around",
  "4": "4 beside",
  hex: "6, hexagons",
  torus: "8, edges joined",
  knight: "a knight's move away",
};

/** A board in words: 9×9, 10 mines. */
export function boardWords(board: string): string {
  return board.replace("x", "×").replace("/", ", ") + " mines";
}
