// Two fingers on a board that pans: the cells grow and shrink with the distance between
// them, and what is between the fingers stays there.

import type { Attachment } from "svelte/attachments";

export type Pinch = {
  /** The size of a cell now. */
  size: () => number;
  /** Told the size that is wanted. */
  resize: (size: number) => void;
  /** Told when a second finger comes: then it is no tap. */
  begin: () => void;
};

/** The largest cell that a pinch makes. */
const most = 96;

export function pinch({ size, resize, begin }: Pinch, least: number): Attachment<HTMLElement> {
  return (frame) => {
    let apart = 0;
    let before = 0;

    const distance = (touches: TouchList) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);

    function start(event: TouchEvent) {
      if (event.touches.length !== 2) return;
      apart = distance(event.touches);
      before = size();
      begin();
    }

    function move(event: TouchEvent) {
      if (event.touches.length !== 2 || !apart) return;
      event.preventDefault(); // else the browser pans
      const old = size();
      const next = Math.round(Math.max(least, Math.min(most, (before * distance(event.touches)) / apart)));
      if (next === old) return;
      const box = frame.getBoundingClientRect();
      const x = (event.touches[0].clientX + event.touches[1].clientX) / 2 - box.left;
      const y = (event.touches[0].clientY + event.touches[1].clientY) / 2 - box.top;
      const left = ((frame.scrollLeft + x) * next) / old - x;
      const top = ((frame.scrollTop + y) * next) / old - y;
      resize(next);
      // Once the cells have their new size.
      requestAnimationFrame(() => frame.scrollTo(left, top));
    }

    function end(event: TouchEvent) {
      if (event.touches.length < 2) apart = 0;
    }

    frame.addEventListener("touchstart", start, { passive: true });
    frame.addEventListener("touchmove", move, { passive: false });
    frame.addEventListener("touchend", end);
    frame.addEventListener("touchcancel", end);
    return () => {
      frame.removeEventListener("touchstart", start);
      frame.removeEventListener("touchmove", move);
      frame.removeEventListener("touchend", end);
      frame.removeEventListener("touchcancel", end);
    };
  };
}
