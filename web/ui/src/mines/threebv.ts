// 3BV: the fewest clicks that open a board without flags. Known once the game is over,
// since then every mine is shown.

import type { MinesGame } from "../lib/types";
import { around } from "./position";

/** The 3BV of a board that is over, and how much of it was opened. */
export function threeBV(game: Pick<MinesGame, "height" | "width" | "neighbours" | "rows" | "status">): { all: number; done: number } {
  const { height, width, rows } = game;
  const won = game.status === "won";
  const value = (index: number) => rows[Math.floor(index / width)][index % width];
  const mine = (index: number) => /[F*X]/.test(value(index)) || (won && value(index) === ".");
  const opened = (index: number) => /[0-8]/.test(value(index));
  const near = (index: number) => around(game, Math.floor(index / width), index % width).map(([row, col]) => row * width + col);
  const empty = (index: number) => !mine(index) && !near(index).some(mine);

  const seen = new Set<number>();
  const result = { all: 0, done: 0 };
  const count = (index: number) => {
    result.all++;
    if (opened(index)) result.done++;
  };
  // An opening, with the numbers at its edge, is one click.
  for (let index = 0; index < height * width; index++) {
    if (seen.has(index) || !empty(index)) continue;
    count(index);
    const todo = [index];
    seen.add(index);
    while (todo.length) {
      for (const next of near(todo.pop()!)) {
        if (seen.has(next)) continue;
        seen.add(next);
        if (empty(next)) todo.push(next);
      }
    }
  }
  for (let index = 0; index < height * width; index++) if (!seen.has(index) && !mine(index)) count(index);
  return result;
}

/** 3BV in a second; a game of one click takes no time, and has no speed. */
export function speedOf(done: number, milliseconds: number): string {
  return milliseconds > 0 ? (done / (milliseconds / 1000)).toFixed(2) : "–";
}
