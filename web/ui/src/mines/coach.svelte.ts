// The coach: asks the program about what is seen, and nothing else, and keeps the answers
// as they come in.

import { ApiError, aborted, message, stream } from "../lib/api";
import type { Analysis, Cell, Estimates } from "../lib/types";

/** A position as the coach sees it: flags are the player's own notes, and change nothing. */
export function withoutFlags(position: string): string {
  const end = position.indexOf("\n");
  return position.slice(0, end) + position.slice(end).replaceAll("F", ".");
}

/** An error as a sentence; where it is in the text is marked on the board. */
function inWords(error: string): string {
  const words = error.replace(/^position:\d+:\d+: /, "");
  return words.charAt(0).toUpperCase() + words.slice(1) + (words.endsWith(".") ? "" : ".");
}

/** Milliseconds for which the last answer may stay, so that quick ones do not flicker. */
const patience = 300;

export class Coach {
  analysis = $state.raw<Analysis | null>(null);
  estimates = $state.raw<Estimates | null>(null);
  searching = $state(false);
  /** Place in the queue; -1 when not waiting. */
  place = $state(-1);
  error = $state("");
  contradiction = $state.raw<Cell[]>([]);
  /** Where a text cannot be read: line and column, from 1; 0 for nowhere. */
  fault = $state.raw({ line: 0, column: 0 });
  /** The position of which the answers speak. */
  position = $state("");

  #abort: AbortController | null = null;
  #asked = "";
  /** What is asked again when the tab is seen again. */
  #paused: (() => void) | null = null;

  constructor() {
    // A tab that nobody sees holds no other one up: its search waits until it is seen.
    $effect(() => {
      document.addEventListener("visibilitychange", this.#seen);
      return () => document.removeEventListener("visibilitychange", this.#seen);
    });
  }

  #seen = () => {
    if (document.visibilityState === "hidden" && this.searching) {
      const again = this.#again;
      this.halt();
      this.#paused = again;
    } else if (document.visibilityState === "visible") {
      this.#paused?.();
      this.#paused = null;
    }
  };

  #again: (() => void) | null = null;

  /** Forgets what it said and stops the work on the server. */
  stop() {
    this.halt();
    this.#paused = null;
    this.#forget();
    this.position = "";
  }

  /** Stops the work and keeps what it has found. */
  halt() {
    this.#abort?.abort();
    this.#abort = null;
    this.searching = false;
    this.place = -1;
  }

  /** What was said of another position is not left standing while the answer takes its time. */
  #forgetLate(asked: AbortController) {
    setTimeout(() => {
      if (this.#abort !== asked || this.position === this.#asked) return;
      this.#forget();
      this.position = "";
    }, patience);
  }

  /** Asks about a position, unless it is being asked already. A search goes on where it was. */
  async ask(position: string, seconds: number, { noGuess = false, knownMines = false } = {}) {
    if (this.#abort && this.#asked === position) return;
    this.#abort?.abort();
    this.#asked = position;
    this.#paused = null;
    this.#again = () => void this.ask(position, seconds, { noGuess, knownMines });
    const abort = (this.#abort = new AbortController());
    this.searching = true;
    this.place = -1;
    this.#forgetLate(abort);
    let fresh = false;
    try {
      const body = { position, seconds, ...(noGuess ? { no_guess: true } : {}), ...(knownMines ? { known_mines: true } : {}) };
      for await (const event of stream("/api/mines/analyze/stream", body, abort.signal)) {
        if (abort.signal.aborted) return;
        if (event.name === "queued") this.place = event.data.place;
        else this.place = -1;
        if (event.name === "analysis") {
          fresh = true;
          this.analysis = event.data;
          if (this.position !== position) this.estimates = null;
          this.error = "";
          this.contradiction = [];
          this.fault = { line: 0, column: 0 };
          this.position = position;
        } else if ((event.name === "estimates" || event.name === "done") && event.data.cells && "simulations" in event.data) {
          this.estimates = event.data;
        }
      }
    } catch (problem) {
      if (aborted(problem) || abort.signal.aborted) return;
      if (!fresh) {
        this.#forget();
        this.position = position;
      }
      this.error = inWords(message(problem));
      if (problem instanceof ApiError) {
        this.contradiction = problem.cells;
        this.fault = { line: problem.line, column: problem.column };
      }
    }
    if (this.#abort === abort) this.halt();
  }

  #forget() {
    this.analysis = null;
    this.estimates = null;
    this.error = "";
    this.contradiction = [];
    this.fault = { line: 0, column: 0 };
  }
}
