// Positions as the program writes them: a header HEIGHTxWIDTH/MINES RULE [NEIGHBOURS],
// then a line of characters for every row.

import type { Cell } from "../lib/types";

export type Position = {
  height: number;
  width: number;
  mines: number;
  rule: string;
  neighbours: string;
  rows: string[];
};

/** Reads a position; null where the text is not one (the server says what is wrong). */
export function parsePosition(text: string): Position | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const head = /^(\d+)x(\d+)\/(\d+)\s+(\w+)(?:\s+(\w+))?$/.exec(lines[0] ?? "");
  if (!head) return null;
  const [height, width, mines] = head.slice(1, 4).map(Number);
  const rows = lines.slice(1).map((line) => line.replace(/\s+/g, ""));
  if (rows.length !== height || rows.some((row) => row.length !== width || /[^.F0-8]/.test(row))) return null;
  return { height, width, mines, rule: head[4], neighbours: head[5] ?? "8", rows };
}

export function formatPosition(p: Position): string {
  const head = `${p.height}x${p.width}/${p.mines} ${p.rule}${p.neighbours === "8" ? "" : " " + p.neighbours}`;
  return [head, ...p.rows].join("\n") + "\n";
}

export function parseBoard(board: string): { height: number; width: number; mines: number } | null {
  const found = /^(\d+)x(\d+)\/(\d+)$/.exec(board.trim());
  if (!found) return null;
  const [height, width, mines] = found.slice(1).map(Number);
  return { height, width, mines };
}

const offsets: Record<string, Cell[]> = {
  "8": [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]],
  "4": [[-1, 0], [0, -1], [0, 1], [1, 0]],
  knight: [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]],
};
offsets.torus = offsets["8"];
const hexEven: Cell[] = [[-1, -1], [-1, 0], [0, -1], [0, 1], [1, -1], [1, 0]];
const hexOdd: Cell[] = [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, 0], [1, 1]];

/** The cells around a cell, as the program counts them (game/minesweeper/neighbours.go). */
export function around(shape: { height: number; width: number; neighbours: string }, row: number, col: number): Cell[] {
  const { height, width, neighbours } = shape;
  const list = neighbours === "hex" ? (row % 2 ? hexOdd : hexEven) : offsets[neighbours];
  const seen = new Set<number>();
  const cells: Cell[] = [];
  for (const [down, right] of list) {
    let r = row + down;
    let c = col + right;
    if (neighbours === "torus") {
      r = (r + height) % height;
      c = (c + width) % width;
    }
    const inside = r >= 0 && r < height && c >= 0 && c < width;
    if (!inside || (r === row && c === col) || seen.has(r * width + c)) continue;
    seen.add(r * width + c);
    cells.push([r, c]);
  }
  return cells;
}

/** Whether a click on an open number opens its other neighbours. */
export function canChord(shape: { height: number; width: number; neighbours: string; rows: string[] }, row: number, col: number): boolean {
  const number = Number(shape.rows[row][col]);
  if (!(number > 0)) return false;
  let flags = 0;
  let closed = 0;
  for (const [r, c] of around(shape, row, col)) {
    if (shape.rows[r][c] === "F") flags++;
    else if (shape.rows[r][c] === ".") closed++;
  }
  return closed > 0 && flags === number;
}
