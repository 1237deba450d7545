// A search for a guaranteed mate that runs on the server: its progress, its result.

import { aborted, message, stream } from "../lib/api";
import type { MateProgress, MateResult, Problem } from "../lib/types";

export class MateRun {
  running = $state(false);
  place = $state(-1);
  progress = $state.raw<MateProgress | null>(null);
  result = $state.raw<MateResult | null>(null);
  problem = $state.raw<Problem | null>(null);
  error = $state("");

  #abort: AbortController | null = null;

  async begin(problem: Problem, seconds: number) {
    this.cancel();
    const abort = (this.#abort = new AbortController());
    this.running = true;
    this.progress = null;
    this.result = null;
    this.error = "";
    this.problem = problem;
    try {
      for await (const event of stream("/api/kriegspiel/mate", { problem, seconds }, abort.signal)) {
        this.place = event.name === "queued" ? event.data.place : -1;
        if (event.name === "progress") this.progress = event.data;
        else if (event.name === "done") this.result = event.data;
      }
    } catch (failure) {
      if (!aborted(failure)) this.error = message(failure);
    }
    if (this.#abort === abort) {
      this.running = false;
      this.place = -1;
      this.#abort = null;
    }
  }

  /** Whether what it found, or looks for, is about this problem. */
  about(problem: Problem): boolean {
    return this.problem !== null && JSON.stringify(this.problem) === JSON.stringify(problem);
  }

  /** Ends the search, on the server too. */
  cancel() {
    this.#abort?.abort();
    this.#abort = null;
    this.running = false;
    this.place = -1;
  }
}
