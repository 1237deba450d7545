// What the board draws of attempts. The question "Any?" is one, and is no move.

import type { Told } from "../lib/types";

/** Where a move begins and where it leads; nothing for what is no move. */
export function squaresOf(attempt = ""): string[] {
  return /^([a-h][1-8]){2}/.test(attempt) ? [attempt.slice(0, 2), attempt.slice(2, 4)] : [];
}

/** Where moves that were refused led, by where they began. */
export function refusedMoves(tries: Pick<Told, "attempt">[]): Record<string, string[]> {
  const list: Record<string, string[]> = {};
  for (const { attempt } of tries) {
    const [from, to] = squaresOf(attempt);
    if (from) (list[from] ??= []).push(to);
  }
  return list;
}
