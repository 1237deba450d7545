// The coach of a game: asked again at each turn while it is switched on.

import { aborted, ApiError, message, post } from "../lib/api";
import type { KriegspielAdvice } from "../lib/types";

export class Coach {
  advice = $state.raw<KriegspielAdvice | null>(null);
  /** Which map is on the board. */
  shown = $state<"king" | "men" | "none">("king");
  /** How much is told of the suggested try: nothing, the try, the try and why. */
  told = $state<0 | 1 | 2>(0);
  asking = $state(false);
  error = $state("");
  #abort: AbortController | undefined;

  async ask(id: string) {
    this.forget();
    const abort = (this.#abort = new AbortController());
    this.asking = true;
    try {
      const advice = await post<KriegspielAdvice>(`/api/kriegspiel/games/${id}/coach`, {}, abort.signal);
      if (abort === this.#abort) this.advice = advice;
    } catch (problem) {
      // A server that was started anew does not know the game until the next attempt.
      const gone = problem instanceof ApiError && problem.status === 404;
      if (!aborted(problem) && abort === this.#abort) this.error = gone ? "The program was started anew. The coach is back after your next try." : message(problem);
    }
    if (abort === this.#abort) this.asking = false;
  }

  /** What was said is of another turn. */
  forget() {
    this.#abort?.abort();
    this.#abort = undefined;
    this.advice = null;
    this.asking = false;
    this.error = "";
    this.told = 0;
  }

  readonly heat = $derived(this.shown === "none" || !this.advice ? undefined : this.advice[this.shown]);
}
