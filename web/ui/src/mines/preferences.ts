// How the game is shown and heard, as the player chose.

import { Kept } from "../lib/kept.svelte";

export const preferences = {
  /** Pixels of a cell; 0 fits the board to the screen. */
  size: new Kept("mines-size", 0),
  questions: new Kept("mines-questions", false),
  sounds: new Kept("mines-sounds", false),
  coach: new Kept("mines-coach", false),
  shown: new Kept<"risk" | "win" | "shade">("mines-shown", "risk"),
};
