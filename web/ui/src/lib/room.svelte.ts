// How much room is left for a board: as wide as the element that holds it, and as high as
// the screen allows when the page is not scrolled, so that a board and the buttons around
// it can be seen at once.

import type { Attachment } from "svelte/attachments";

/** What a sheet at the bottom of the screen covers, in pixels; see Sheet.svelte. */
let covered = $state(0);

export const bottom = {
  get covered() {
    return covered;
  },
  set covered(pixels: number) {
    covered = pixels;
  },
};

/** Free space below the card, so that it does not stand on the edge of the screen. */
const margin = 12;

/**
 * Room measures the element that it is attached to (`{@attach room.measure}`): a block that
 * is as wide as its parent and holds nothing but the board. The height of the block may
 * depend on the board. The height of everything else inside the closest ancestor with
 * `data-fit` may not: that ancestor is what is to be visible as a whole.
 */
export class Room {
  /** Pixels from side to side; 0 until it was measured. */
  width = $state(0);
  /** Pixels from the top of the block down to where a board may reach. */
  height = $state(0);

  readonly measure: Attachment<HTMLElement> = (frame) => {
    const fit = frame.closest<HTMLElement>("[data-fit]") ?? frame;
    const look = () => {
      const around = fit.getBoundingClientRect();
      const inside = frame.getBoundingClientRect();
      const others = around.height - inside.height;
      // From the top of the page, wherever it is scrolled to now.
      const top = around.top + window.scrollY;
      this.width = frame.clientWidth;
      this.height = Math.floor(document.documentElement.clientHeight - top - others - margin - covered);
    };
    look();
    // What stands above moves the board without changing it: the whole page is watched.
    const observer = new ResizeObserver(look);
    for (const watched of [frame, fit, document.body]) observer.observe(watched);
    window.addEventListener("resize", look);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", look);
    };
  };

  /** The side of the largest square of whole pixels for each of n columns and n rows. */
  square(n: number, least = 0): number {
    return Math.max(least, Math.floor(Math.min(this.width, this.height) / n));
  }
}
