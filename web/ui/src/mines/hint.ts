// One hint: a cell, and why.

import type { Analysis, Cell, Estimates, Reason } from "../lib/types";
import { bestCells } from "./marks";

export type Hint = { cell: Cell; certain: boolean; reason: Reason | null; words: string };

/** What the coach would tell first: the shortest proof of a safe cell, else the best cell. */
export function hintOf(analysis: Analysis | null, estimates: Estimates | null): Hint | null {
  if (!analysis) return null;
  const proofs = (analysis.why.reasons ?? []).filter((reason) => !reason.mine && reason.cells.length);
  const reason = proofs.sort((a, b) => a.numbers.length - b.numbers.length)[0] ?? null;
  const words = estimates?.cells.length ? estimates.text : analysis.why.text;
  if (reason) return { cell: reason.cells[0], certain: true, reason, words: reason.text };
  const cell = bestCells(analysis, estimates)[0];
  if (!cell) return null;
  const certain = analysis.certain.safe.some(([row, col]) => row === cell[0] && col === cell[1]);
  return { cell, certain, reason: null, words };
}
