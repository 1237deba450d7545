// What the coach writes on a cell.

import { percent, short } from "../lib/format";
import type { Analysis, Cell, Estimates } from "../lib/types";

export type Mark = {
  /** Shade, from 0 (certainly safe) to 10 (certainly a mine). */
  level: number;
  certain: "safe" | "mine" | "";
  label: string;
  best: boolean;
  /** For screen readers. */
  words: string;
};

export type Shown = "risk" | "win" | "shade";

/** Marks by cell number (row * width + column). */
export function marks(analysis: Analysis, estimates: Estimates | null, width: number, shown: Shown): Map<number, Mark> {
  const wins = new Map<number, { win: number; exact: boolean }>();
  for (const cell of analysis.cells) {
    if (cell.win !== undefined) wins.set(cell.row * width + cell.col, { win: cell.win, exact: true });
  }
  for (const cell of estimates?.cells ?? []) {
    const at = cell.row * width + cell.col;
    if (!wins.has(at)) wins.set(at, { win: cell.win, exact: cell.exact });
  }
  const best = new Set(bestCells(analysis, estimates).map(([row, col]) => row * width + col));
  const result = new Map<number, Mark>();
  for (const cell of analysis.cells) {
    const at = cell.row * width + cell.col;
    const win = wins.get(at);
    const certain = cell.mine === 0 ? "safe" : cell.mine === 1 ? "mine" : "";
    let label = "";
    if (shown === "win" && win) label = short(win.win);
    else if (shown === "risk" && !certain) label = short(cell.mine);
    const words = [`risk ${percent(cell.mine)}`];
    if (certain) words[0] = certain === "safe" ? "certainly safe" : "certainly a mine";
    if (win) words.push(`wins ${win.exact ? "" : "about "}${percent(win.win)}`);
    if (best.has(at)) words.push("best");
    result.set(at, {
      level: certain === "safe" ? 0 : certain === "mine" ? 10 : Math.min(9, Math.max(1, Math.round(cell.mine * 10))),
      certain,
      label,
      best: best.has(at),
      words: words.join(", "),
    });
  }
  return result;
}

/** Whether a cell is proved to be safe: then there is no choice to think about. */
export function safeProved(analysis: Analysis): boolean {
  return analysis.why.reasons?.some((reason) => !reason.mine) ?? false;
}

/** The advised cells: what is exact or proved first, else what the coach would open. */
export function bestCells(analysis: Analysis, estimates: Estimates | null): Cell[] {
  if (analysis.win !== undefined || safeProved(analysis)) return analysis.best;
  const advised = estimates?.cells[0];
  if (advised) return [[advised.row, advised.col]];
  return analysis.why.cell ? [analysis.why.cell] : analysis.best;
}
