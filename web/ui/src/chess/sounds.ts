// What a board sounds like.

import { play } from "../lib/sound";

export const sounds = {
  move: () => play([{ pitch: 220, length: 0.06, kind: "triangle" }]),
  capture: () => play([{ pitch: 260, length: 0.05, kind: "triangle" }, { pitch: 160, at: 0.05, length: 0.09, loud: 0.2, kind: "triangle" }]),
  check: () => play([{ pitch: 520 }, { pitch: 660, at: 0.09, length: 0.14 }]),
  refused: () => play([150, 120].map((pitch, i) => ({ pitch, at: 0.12 * i, length: 0.12, kind: "square", loud: 0.08 }) as const)),
  end: () => play([392, 494, 587].map((pitch, i) => ({ pitch, at: 0.12 * i, length: 0.3 }))),
};

/** The sound of what was heard, in the words of files: "capture:e4 check:long". */
export function sounding(heard: string) {
  if (heard === "illegal" || heard === "nonsense") sounds.refused();
  else if (/checkmate|stalemate/.test(heard)) sounds.end();
  else if (heard.includes("check:")) sounds.check();
  else if (heard.includes("capture:")) sounds.capture();
  else sounds.move();
}
