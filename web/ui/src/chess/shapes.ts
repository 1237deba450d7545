// Arrows and circles on a board: what a reader draws for himself, and what the page
// points at. An arrow from a square to itself is a circle.

import type { Colour } from "../lib/types";
import { files } from "./fen";

export type Shape = {
  from: string;
  to: string;
  /** What it means: a reader's own two pens, a hint of the coach, what was refused or is set ahead. */
  kind: "pen" | "second" | "hint" | "refused" | "ahead";
};

/** The middle of a square on a board of 8 by 8 units, seen from a side. */
export function middle(square: string, orientation: Colour): { x: number; y: number } {
  const x = files.indexOf(square[0]) + 0.5;
  const y = 8.5 - Number(square[1]);
  return orientation === "white" ? { x, y } : { x: 8 - x, y: 8 - y };
}

/** The drawings with one more; one that is there already is taken away, as a second stroke does. */
export function toggled(shapes: Shape[], shape: Shape): Shape[] {
  const rest = shapes.filter((one) => one.from !== shape.from || one.to !== shape.to);
  const again = shapes.some((one) => one.from === shape.from && one.to === shape.to && one.kind === shape.kind);
  return again ? rest : [...rest, shape];
}

/** The outline of an arrow: a shaft and a head that ends in the middle of its square. */
export function arrow(from: { x: number; y: number }, to: { x: number; y: number }, width: number): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const head = 2.6 * width;
  const point = (forward: number, aside: number) =>
    `${(from.x + along.x * forward - along.y * aside).toFixed(3)} ${(from.y + along.y * forward + along.x * aside).toFixed(3)}`;
  const half = width / 2;
  return `M${point(0.3, half)}L${point(length - head, half)}L${point(length - head, head / 2)}L${point(length, 0)}L${point(length - head, -head / 2)}L${point(length - head, -half)}L${point(0.3, -half)}Z`;
}
