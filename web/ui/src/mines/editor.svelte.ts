// A position that is being edited, on the board and as text. A text that cannot be read
// leaves the last good board as it is, and says where the fault is.

import type { Cell } from "../lib/types";
import { around, formatPosition, readPosition, type Fault, type Position } from "./position";

const mostSteps = 500;

export class Editor {
  position = $state.raw<Position>() as Position;
  text = $state("");
  fault = $state.raw<Fault | null>(null);
  #past = $state.raw<Position[]>([]);
  #future = $state.raw<Position[]>([]);

  constructor(text: string, otherwise: string) {
    const read = readPosition(text);
    this.position = "rows" in read ? read : (readPosition(otherwise) as Position);
    this.text = text;
    this.fault = "rows" in read ? null : read;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** The cells at fault, by number. */
  get wrong(): Set<number> {
    const cell = this.fault?.cell;
    if (!cell || cell[0] >= this.position.height || cell[1] >= this.position.width) return new Set();
    return new Set([cell[0] * this.position.width + cell[1]]);
  }

  setText(text: string) {
    const read = readPosition(text);
    if ("rows" in read) {
      this.set(read);
      this.text = text;
    } else {
      this.text = text;
      this.fault = read;
    }
  }

  set(next: Position) {
    if (formatPosition(next) !== formatPosition(this.position)) {
      this.#past = [...this.#past, this.position].slice(-mostSteps);
      this.#future = [];
    }
    this.#show(next);
  }

  undo() {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [this.position, ...this.#future];
    this.#show(before);
  }

  redo() {
    const [next, ...rest] = this.#future;
    if (!next) return;
    this.#past = [...this.#past, this.position];
    this.#future = rest;
    this.#show(next);
  }

  put(row: number, col: number, value: string) {
    const rows = [...this.position.rows];
    if (rows[row][col] === value) return;
    rows[row] = rows[row].slice(0, col) + value + rows[row].slice(col + 1);
    this.set({ ...this.position, rows });
  }

  /** Closed, 0, 1, and so on up to what the cell may show, then closed again. */
  turn(up: boolean, row: number, col: number) {
    const most = Math.min(8, around(this.position, row, col).length);
    const order = [".", ...Array.from({ length: most + 1 }, (_, number) => String(number))];
    const now = Math.max(0, order.indexOf(this.position.rows[row][col]));
    this.put(row, col, order[(now + (up ? 1 : order.length - 1)) % order.length]);
  }

  toggleFlag(row: number, col: number) {
    this.put(row, col, this.position.rows[row][col] === "F" ? "." : "F");
  }

  /** Another size keeps the cells that both have. */
  resize(height: number, width: number, most: number) {
    if (!(height >= 1) || !(width >= 1) || height > most || width > most) return;
    const { rows: old, mines } = this.position;
    const rows = Array.from({ length: height }, (_, row) => (old[row] ?? "").slice(0, width).padEnd(width, "."));
    this.set({ ...this.position, height, width, mines: Math.min(mines, height * width), rows });
  }

  clear() {
    this.set({ ...this.position, rows: this.position.rows.map((row) => ".".repeat(row.length)) });
  }

  #show(position: Position) {
    this.position = position;
    this.text = formatPosition(position);
    this.fault = null;
  }
}

/** Positions to begin with. */
export const examples: { name: string; text: string }[] = [
  { name: "Beginner, untouched", text: empty(9, 9, 10) },
  { name: "Intermediate, untouched", text: empty(16, 16, 40) },
  { name: "Expert, untouched", text: empty(16, 30, 99) },
  { name: "A 1-2-1 at the edge", text: "4x5/2 windows\n.....\n11211\n00000\n00000\n" },
  { name: "An even guess", text: "2x3/1 windows\n01.\n01.\n" },
  { name: "Two numbers", text: "5x5/5 windows\n.....\n..2..\n.3...\n.....\n.....\n" },
];

function empty(height: number, width: number, mines: number): string {
  return `${height}x${width}/${mines} windows\n` + (".".repeat(width) + "\n").repeat(height);
}

export function indices(cells: Cell[], width: number): Set<number> {
  return new Set(cells.map(([row, col]) => row * width + col));
}
