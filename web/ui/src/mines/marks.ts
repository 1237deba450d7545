// What the coach writes on a cell.

import { percent, short } from "../lib/format";
import type { Analysis, Cell, Estimates } from "../lib/types";

export type Mark = {
  /** Shade, from 0 (certainly safe) to 10 (certainly a mine); -1 for none. */
  level: number;
  certain: "safe" | "mine" | "";
  label: string;
  best: boolean;
  /** For screen readers. */
  words: string;
};

export type Shown = "risk" | "win" | "shade";

/** Marks by cell number (row * width + column); without advice no cell is called the best. */
export function marks(analysis: Analysis, estimates: Estimates | null, width: number, { shown = "risk" as Shown, advise = true } = {}): Map<number, Mark> {
  const index = ([row, col]: Cell) => row * width + col;
  const wins = new Map<number, { win: number; exact: boolean }>();
  for (const cell of analysis.cells) {
    if (cell.win !== undefined) wins.set(index([cell.row, cell.col]), { win: cell.win, exact: true });
  }
  for (const cell of estimates?.cells ?? []) {
    const at = index([cell.row, cell.col]);
    if (!wins.has(at)) wins.set(at, { win: cell.win, exact: cell.exact });
  }
  const best = new Set(advise ? bestCells(analysis, estimates).map(index) : []);
  const safe = new Set(analysis.certain.safe.map(index));
  const mines = new Set(analysis.certain.mines.map(index));
  const result = new Map<number, Mark>();
  for (const cell of analysis.cells) {
    const at = index([cell.row, cell.col]);
    const win = wins.get(at);
    const certain = safe.has(at) ? "safe" : mines.has(at) ? "mine" : "";
    // Before the first cell a risk of 0 is a promise of the rules, and true of one cell only.
    const promised = !analysis.started && cell.mine === 0;
    let label = "";
    if (shown === "win" && win) label = short(win.win);
    else if (shown === "risk" && !certain && !promised) label = short(cell.mine);
    const words = [`risk ${percent(cell.mine)}`];
    if (certain) words[0] = certain === "safe" ? "certainly safe" : "certainly a mine";
    else if (promised) words[0] = "safe as the first cell";
    if (win) words.push(`wins ${win.exact ? "" : "about "}${percent(win.win)}`);
    if (best.has(at)) words.push("best");
    result.set(at, {
      level: promised ? -1 : certain === "safe" ? 0 : certain === "mine" ? 10 : Math.min(9, Math.max(1, Math.round(cell.mine * 10))),
      certain,
      label,
      best: best.has(at),
      words: words.join(", "),
    });
  }
  return result;
}

/** One hint: the advised cell, and nothing else. */
export function hintMark(cell: Cell, width: number): Map<number, Mark> {
  return new Map([[cell[0] * width + cell[1], { level: -1, certain: "", label: "", best: true, words: "the hint" }]]);
}

/** The advised cells: what is exact or proved first, else what the coach would open. */
export function bestCells(analysis: Analysis, estimates: Estimates | null): Cell[] {
  if (analysis.win !== undefined || analysis.certain.safe.length || !analysis.started) return analysis.best;
  const advised = estimates?.cells[0];
  if (advised) return [[advised.row, advised.col]];
  return analysis.why.cell ? [analysis.why.cell] : analysis.best;
}

/** What is known exactly of one cell: its share of all placements, where they can be counted out. */
export function exactRisk(analysis: Analysis, row: number, col: number): string {
  const cell = analysis.cells.find((one) => one.row === row && one.col === col);
  if (!cell) return "";
  if (analysis.certain.safe.some(([r, c]) => r === row && c === col)) return "certainly safe";
  if (analysis.certain.mines.some(([r, c]) => r === row && c === col)) return "certainly a mine";
  if (!analysis.started && cell.mine === 0) return "safe as the first cell";
  const all = Number(analysis.placements);
  const share = all <= 1e9 ? `, a mine in ${Math.round(cell.mine * all)} of ${all} layouts` : "";
  const win = cell.win === undefined ? "" : `; wins ${(100 * cell.win).toFixed(2)}%`;
  return `risk ${(100 * cell.mine).toFixed(2)}%${share}${win}`;
}
