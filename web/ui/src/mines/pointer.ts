// What mouse and fingers do on the cells of a board: a click or tap presses, a right click
// or a long press is the other deed, and what would open looks pressed meanwhile.

import { around, type Shape } from "./position";

export type Deeds = {
  rows: () => string[];
  shape: () => Shape;
  /** Whether dragging the mouse presses every cell on its way, as a painter does. */
  painting: () => boolean;
  press: (row: number, col: number) => void;
  alternate: (row: number, col: number) => void;
};

const longPress = 420;
/** A finger that moves farther than this pans. */
const still = 12;

export class Pointing {
  /** The cells that look pressed; marked by hand, since a large board has many to ask. */
  #pressed: HTMLElement[] = [];
  #timer = 0;
  #handled = false;
  #from = { x: 0, y: 0 };
  #last = -1;

  constructor(readonly deeds: Deeds) {}

  /** The cell of an event. */
  at(event: Event): [row: number, col: number] | null {
    const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-cell]");
    if (!cell) return null;
    const index = Number(cell.dataset.cell);
    const { width } = this.deeds.shape();
    return [Math.floor(index / width), index % width];
  }

  /** Takes a press back that became something else. */
  cancel = () => {
    clearTimeout(this.#timer);
    this.#handled = true;
    this.#release();
  };

  down = (event: PointerEvent) => {
    const cell = this.at(event);
    clearTimeout(this.#timer);
    this.#handled = false;
    if (!cell || !event.isPrimary) return this.cancel();
    this.#last = this.#index(cell);
    if (event.button === 2 && event.pointerType === "mouse") return this.deeds.alternate(...cell);
    if (this.deeds.painting()) {
      if (event.pointerType === "mouse" && event.button === 0) {
        this.#handled = true;
        this.deeds.press(...cell);
      }
      if (event.pointerType === "mouse") return;
    } else this.#look(event, cell);
    if (event.pointerType === "mouse") return;
    this.#from = { x: event.clientX, y: event.clientY };
    this.#timer = setTimeout(() => {
      this.cancel();
      navigator.vibrate?.(20);
      this.deeds.alternate(...cell);
    }, longPress);
  };

  move = (event: PointerEvent) => {
    if (event.pointerType !== "mouse") {
      if (Math.hypot(event.clientX - this.#from.x, event.clientY - this.#from.y) > still) {
        clearTimeout(this.#timer);
        this.#release();
      }
      return;
    }
    if (!(event.buttons & 1)) return this.#release();
    const cell = this.at(event);
    if (!cell || this.#index(cell) === this.#last) return;
    this.#last = this.#index(cell);
    if (this.deeds.painting()) this.deeds.press(...cell);
    else this.#look(event, cell);
  };

  up = () => {
    clearTimeout(this.#timer);
    this.#release();
  };

  click = (event: MouseEvent) => {
    const handled = this.#handled;
    this.#handled = false;
    const cell = this.at(event);
    if (cell && !handled) this.deeds.press(...cell);
  };

  middle = (event: MouseEvent) => {
    const cell = this.at(event);
    if (cell && event.button === 1) this.deeds.press(...cell);
  };

  #index(cell: [number, number]): number {
    return cell[0] * this.deeds.shape().width + cell[1];
  }

  #look(event: Event, cell: [number, number]) {
    this.#release();
    const grid = (event.target as HTMLElement).closest<HTMLElement>("[role=grid]");
    const rows = this.deeds.rows();
    const shape = this.deeds.shape();
    const value = rows[cell[0]][cell[1]];
    const pressable = (r: number, c: number) => rows[r][c] === "." || rows[r][c] === "?";
    const cells = /[1-8]/.test(value) ? around(shape, ...cell) : [cell];
    for (const [r, c] of cells) {
      const found = pressable(r, c) && grid?.querySelector<HTMLElement>(`[data-cell="${r * shape.width + c}"]`);
      if (found) this.#pressed.push(found);
    }
    for (const one of this.#pressed) one.classList.add("pressed");
  }

  #release() {
    for (const one of this.#pressed) one.classList.remove("pressed");
    this.#pressed = [];
  }
}
