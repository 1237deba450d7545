// The coach: asks the program about what is seen, and nothing else, and keeps the answers
// as they come in.

import { ApiError, aborted, message, stream } from "../lib/api";
import type { Analysis, Cell, Estimates } from "../lib/types";

export class Coach {
  analysis = $state.raw<Analysis | null>(null);
  estimates = $state.raw<Estimates | null>(null);
  searching = $state(false);
  /** Place in the queue; -1 when not waiting. */
  place = $state(-1);
  error = $state("");
  contradiction = $state.raw<Cell[]>([]);
  /** The position of which the answers speak. */
  position = $state("");

  #abort: AbortController | null = null;
  #asked = "";

  /** Forgets what it said and stops the work on the server. */
  stop() {
    this.#abort?.abort();
    this.#abort = null;
    this.analysis = null;
    this.estimates = null;
    this.searching = false;
    this.place = -1;
    this.error = "";
    this.contradiction = [];
    this.position = "";
  }

  /** Stops the work and keeps what it has found. */
  halt() {
    this.#abort?.abort();
    this.#abort = null;
    this.searching = false;
    this.place = -1;
  }

  /** Asks about a position, unless it is being asked already. */
  async ask(position: string, seconds: number) {
    if (this.#abort && this.#asked === position) return;
    this.#abort?.abort();
    this.#asked = position;
    const abort = (this.#abort = new AbortController());
    this.searching = true;
    this.place = -1;
    let fresh = false;
    try {
      for await (const event of stream("/api/mines/analyze/stream", { position, seconds }, abort.signal)) {
        if (abort.signal.aborted) return;
        if (event.name === "queued") this.place = event.data.place;
        else this.place = -1;
        if (event.name === "analysis") {
          fresh = true;
          this.analysis = event.data;
          this.estimates = null;
          this.error = "";
          this.contradiction = [];
          this.position = position;
        } else if ((event.name === "estimates" || event.name === "done") && event.data.cells && "simulations" in event.data) {
          this.estimates = event.data;
        }
      }
    } catch (problem) {
      if (aborted(problem) || abort.signal.aborted) return;
      if (!fresh) {
        this.analysis = null;
        this.estimates = null;
        this.position = position;
      }
      this.error = message(problem);
      this.contradiction = problem instanceof ApiError ? problem.cells : [];
    }
    if (this.#abort === abort) {
      this.searching = false;
      this.place = -1;
      this.#abort = null;
    }
  }
}
