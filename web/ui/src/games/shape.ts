// How the cells of a board lie, in units of the width of one.

import type { Board } from "./types";

/** The height of a hexagon that stands on a corner, and how far apart its rows are. */
const hexHeight = 2 / Math.sqrt(3);
const hexPitch = Math.sqrt(3) / 2;
/** Room around the cells for edges that are owned. */
export const rim = 0.24;

export function extent(board: Board): { across: number; down: number } {
  const { rows, cols } = board;
  if (board.shape === "squares") return { across: cols, down: rows };
  return { across: cols + (rows - 1) / 2 + 2 * rim, down: (rows - 1) * hexPitch + hexHeight + 2 * rim };
}

type Point = [x: number, y: number];

/** The edges of a board of hexagons as lines, and the outline of all its cells. */
export function edges(rows: number, cols: number): { lines: { of: "rows" | "cols"; points: string }[]; outline: string } {
  const corner = (row: number, col: number, x: number, y: number): Point => [rim + col + row / 2 + 0.5 + x, rim + row * hexPitch + hexHeight / 2 + y];
  const half = hexHeight / 2;
  const quarter = hexHeight / 4;
  const top: Point[] = [];
  const bottom: Point[] = [];
  const left: Point[] = [];
  const right: Point[] = [];
  for (let col = 0; col < cols; col++) {
    top.push(corner(0, col, -0.5, -quarter), corner(0, col, 0, -half));
    bottom.push(corner(rows - 1, col, 0, half), corner(rows - 1, col, 0.5, quarter));
  }
  for (let row = 0; row < rows; row++) {
    left.push(corner(row, 0, -0.5, -quarter), corner(row, 0, -0.5, quarter), corner(row, 0, 0, half));
    right.push(corner(row, cols - 1, 0, -half), corner(row, cols - 1, 0.5, -quarter), corner(row, cols - 1, 0.5, quarter));
  }
  const text = (line: Point[]) => line.map((point) => point.map((x) => x.toFixed(4)).join(",")).join(" ");
  return {
    lines: [
      { of: "rows", points: text(top) },
      { of: "rows", points: text(bottom) },
      { of: "cols", points: text(left) },
      { of: "cols", points: text(right) },
    ],
    outline: text([...top, ...right, ...bottom.toReversed(), ...left.toReversed()]),
  };
}
