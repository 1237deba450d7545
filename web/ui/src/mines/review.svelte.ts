// The review of a game that is over: its moves as they are judged, and the position before
// the one that is looked at, with its risks.

import { aborted, message, post, stream } from "../lib/api";
import type { Analysis, ReviewMove, ReviewSummary } from "../lib/types";
import { marks, type Mark } from "./marks";
import { parsePosition } from "./position";

/** How long a tab may be out of sight before its review makes room, in milliseconds. */
const patience = 2000;

export type Looked = { rows: string[]; marks: Map<number, Mark> | undefined; chosen: Set<number> };

export class Review {
  moves = $state.raw<ReviewMove[]>([]);
  summary = $state.raw<ReviewSummary | null>(null);
  error = $state("");
  /** Place in the queue; -1 when not waiting. */
  place = $state(-1);
  /** The move that is looked at; 0 is the end of the game. */
  chosen = $state(0);
  #analyses = $state.raw(new Map<number, Analysis>());
  #noGuess = false;

  /**
   * Follows the review of a game until the returned function is called. While nobody sees
   * the tab it makes room for others, and begins again when it is seen.
   */
  follow(id: string, cells: number, noGuess: boolean): () => void {
    const seconds = cells > 300 ? 30 : 10; // a large board has many moves
    let abort = new AbortController();
    let timer = 0;
    this.chosen = 0;
    this.#analyses = new Map();
    this.#noGuess = noGuess;
    const seen = () => {
      clearTimeout(timer);
      if (this.summary) return;
      if (document.visibilityState === "hidden") timer = setTimeout(() => abort.abort(), patience);
      else if (abort.signal.aborted) void this.#read(id, seconds, (abort = new AbortController()));
    };
    void this.#read(id, seconds, abort);
    document.addEventListener("visibilitychange", seen);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      clearTimeout(timer);
      abort.abort();
    };
  }

  async #read(id: string, seconds: number, abort: AbortController) {
    this.moves = [];
    this.summary = null;
    this.error = "";
    try {
      for await (const event of stream(`/api/mines/games/${id}/review?seconds=${seconds}`, undefined, abort.signal)) {
        this.place = event.name === "queued" ? event.data.place : -1;
        if (event.name === "move") this.moves = [...this.moves, event.data];
        else if (event.name === "done") this.summary = event.data;
      }
    } catch (problem) {
      if (!aborted(problem)) this.error = message(problem);
    }
  }

  get move(): ReviewMove | undefined {
    return this.moves.find((move) => move.move === this.chosen);
  }

  /** Goes a move back or on; from the end of the game back to its last move. */
  step(by: number) {
    const last = this.moves.length;
    if (!last) return;
    if (this.chosen === 0) this.choose(by < 0 ? last : 0);
    else this.choose(this.chosen + by > last ? 0 : Math.max(1, this.chosen + by));
  }

  choose(move: number) {
    this.chosen = move;
    const found = this.move;
    if (found && !this.#analyses.has(move)) void this.#risks(move, found.position);
  }

  /** The risks are counted when somebody looks at them. */
  async #risks(move: number, position: string) {
    try {
      const body = { position, quick: true, ...(this.#noGuess ? { no_guess: true } : {}) };
      const analysis = await post<Analysis>("/api/mines/analyze", body);
      this.#analyses = new Map(this.#analyses).set(move, analysis);
    } catch (problem) {
      this.error = message(problem);
    }
  }

  /** What the board shows; null for the end of the game. */
  get looked(): Looked | null {
    const move = this.move;
    const position = move && parsePosition(move.position);
    if (!move || !position) return null;
    const { width } = position;
    const analysis = this.#analyses.get(move.move);
    const all = analysis ? marks(analysis, null, width, { advise: false }) : new Map<number, Mark>();
    if (move.best) {
      const at = move.best[0] * width + move.best[1];
      const known = all.get(at);
      all.set(at, known ? { ...known, best: true, words: known.words + ", best" } : { level: -1, certain: "", label: "", best: true, words: "best" });
    }
    const { row, col } = move.action;
    return { rows: position.rows, marks: all, chosen: new Set(row === undefined || col === undefined ? [] : [row * width + col]) };
  }
}

/** Whether the chances of a move can be told: fewer plays than these tell no percentage. */
export function told(move: ReviewMove): boolean {
  return move.exact || move.plays >= leastPlays;
}

const leastPlays = 200;

/** A move in words: the cell, or what was done. */
export function moveWords(move: ReviewMove): string {
  const { do: deed, row, col } = move.action;
  if (deed === "certain") return "all certain cells";
  return `${deed === "chord" ? "around " : ""}${row},${col}`;
}
