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

/** Why a text is not a position, and where: line and column from 1, 0 for nowhere. */
export type Fault = { words: string; line: number; column: number; cell: Cell | null };

/** Reads a position, or says what is wrong with the text. */
export function readPosition(text: string): Position | Fault {
  const lines = text.split("\n").map((line, i) => ({ number: i + 1, text: line.trim() })).filter((line) => line.text !== "");
  const first = lines[0];
  if (!first) return fault("There is no text.", 0);
  const head = /^(\d+)x(\d+)\/(\d+)\s+(\w+)(?:\s+(\w+))?$/.exec(first.text);
  if (!head) return fault("The first line must read like 9x9/10 windows: rows, columns, mines, rule of the first cell.", first.number);
  const [height, width, mines] = head.slice(1, 4).map(Number);
  const rows: string[] = [];
  for (const [row, line] of lines.slice(1).entries()) {
    const cells = line.text.replace(/\s+/g, "");
    if (row >= height) return fault(`There are more than ${height} rows.`, line.number);
    const bad = /[^.F0-8]/.exec(cells);
    if (bad) return fault(`“${bad[0]}” is no cell: use . for closed, F for a flag, 0 to 8 for open.`, line.number, bad.index + 1, [row, bad.index]);
    if (cells.length !== width) {
      const last = Math.min(cells.length, width - 1);
      return fault(`Row ${row} has ${cells.length} cells, not ${width}.`, line.number, last + 1, [row, last]);
    }
    rows.push(cells);
  }
  if (rows.length < height) return fault(`There are ${rows.length} rows, not ${height}.`, 0, 0, [rows.length, 0]);
  return { height, width, mines, rule: head[4], neighbours: head[5] ?? "8", rows };
}

function fault(words: string, line: number, column = 0, cell: Cell | null = null): Fault {
  return { words: line ? `Line ${line}: ${words}` : words, line, column, cell };
}

/** Reads a position that is known to be good; null where it is not. */
export function parsePosition(text: string): Position | null {
  const read = readPosition(text);
  return "rows" in read ? read : null;
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

/** As much of a board as tells which cells are around which. */
export type Shape = { height: number; width: number; neighbours: string };

/** The cells around a cell, as the program counts them (game/minesweeper/neighbours.go). */
export function around(shape: Shape, row: number, col: number): Cell[] {
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
export function canChord(shape: Shape & { rows: string[] }, row: number, col: number): boolean {
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
