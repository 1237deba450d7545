// A player of the program on the board: it says what it would open and what it compared,
// and does so on demand or by itself.

import { aborted, message, post } from "../lib/api";
import type { Decision } from "../lib/types";
import { short, percent } from "../lib/format";
import { withoutFlags } from "./coach.svelte";
import type { Table } from "./game.svelte";
import type { Mark } from "./marks";

/** Fewer plays than these tell no percentage. */
const leastPlays = 200;

type Candidate = Decision["table"][number];

/** The chance to win as far as it can be told: exact, or of enough plays of the player's own search. */
export function toldWin({ win, value, sims = 0 }: Candidate): number | undefined {
  return win ?? (sims >= leastPlays ? value : undefined);
}

export class Watch {
  player = $state("strong");
  running = $state(false);
  /** Milliseconds for which a decision is shown before it is done. */
  pause = $state(900);
  thinking = $state(false);
  decision = $state.raw<Decision | null>(null);
  error = $state("");

  #of = "";
  #abort: AbortController | null = null;
  #timer = 0;

  constructor(readonly table: Table) {}

  /** Asks what the player would do now, unless that is known. */
  async consider() {
    const { game, playing } = this.table;
    const wanted = game && playing ? `${this.player}\n${withoutFlags(game.position)}` : "";
    if (wanted === this.#of) return;
    this.#abort?.abort();
    clearTimeout(this.#timer);
    this.#of = wanted;
    this.decision = null;
    this.error = "";
    this.thinking = false;
    if (!game || !wanted) return;
    const abort = (this.#abort = new AbortController());
    this.thinking = true;
    try {
      const body = { position: withoutFlags(game.position), player: this.player, seed: "1" };
      const decision = await post<Decision>("/api/mines/decide", body, abort.signal);
      if (abort.signal.aborted) return;
      this.decision = decision;
      this.#goOn();
    } catch (problem) {
      if (aborted(problem) || abort.signal.aborted) return;
      this.error = message(problem);
      this.running = false;
    }
    this.thinking = false;
  }

  /** Does what the player decided. */
  async step() {
    const decided = this.decision;
    if (!decided) return;
    clearTimeout(this.#timer);
    this.decision = null;
    this.table.help();
    const [row, col] = decided.action;
    const { game } = this.table;
    // A flag of the player's own must not hold the program up.
    if (game?.rows[row][col] === "F") await this.table.act(() => ({ do: "flag", row, col }));
    await this.table.act(() => (this.table.playing ? { do: "open", row, col } : null));
    if (this.table.over) this.running = false;
  }

  run(on: boolean) {
    this.running = on;
    clearTimeout(this.#timer);
    if (on) this.#goOn();
  }

  stop() {
    this.running = false;
    this.#abort?.abort();
    clearTimeout(this.#timer);
    this.#of = "";
    this.decision = null;
    this.thinking = false;
    this.error = "";
  }

  #goOn() {
    if (this.running && this.decision) this.#timer = setTimeout(() => void this.step(), this.pause);
  }

  /** What the player compared, on the cells. */
  marks(width: number): Map<number, Mark> {
    const all = new Map<number, Mark>();
    for (const line of this.decision?.table ?? []) {
      const { row, col, mine } = line;
      const win = toldWin(line);
      const words = [`risk ${percent(mine)}`, ...(win === undefined ? [] : [`${this.decision!.player} expects ${percent(win)}`])];
      // Before the first cell a risk of 0 is a promise of the rules, and no proof.
      const safe = mine === 0 && this.table.game?.status === "playing";
      const label = win !== undefined ? short(win) : safe || mine === 0 ? "" : short(mine);
      const level = mine === 0 ? (safe ? 0 : -1) : Math.min(9, Math.max(1, Math.round(10 * mine)));
      all.set(row * width + col, { level, certain: safe ? "safe" : "", label, best: false, words: words.join(", ") });
    }
    if (this.decision) {
      const [row, col] = this.decision.action;
      const at = row * width + col;
      const known = all.get(at) ?? { level: -1, certain: "" as const, label: "", words: "" };
      all.set(at, { ...known, best: true, words: known.words + ", what it opens" });
    }
    return all;
  }
}
