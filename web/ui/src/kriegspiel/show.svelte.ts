// A game of two players of the catalogue that people watch, one attempt after the other.

import { ApiError, message, post } from "../lib/api";
import { recall, remember } from "../lib/memory";
import type { KriegspielAdvice, Show, ShowStep, ShownStep, Turn } from "../lib/types";

export type Cast = { white: string; black: string; rules: string; seed: string };
const memory = "kriegspiel-show";

export class Watching {
  show = $state.raw<Show | null>(null);
  /** What was behind each step, by its number; steps of before a reload have none. */
  advice = $state.raw<Record<number, KriegspielAdvice>>({});
  /** Steps that the board shows. */
  at = $state(0);
  running = $state(false);
  busy = $state(false);
  error = $state("");
  /** Milliseconds between two steps. */
  pause = $state(700);
  oncast: (cast: Cast) => void = () => {};
  #run = 0; // each run has a number: an old one ends

  readonly steps = $derived<ShowStep[]>(this.show?.steps ?? []);
  /** The step that the board shows, and why it was taken. */
  readonly step = $derived<ShowStep | undefined>(this.steps[this.at - 1]);
  readonly reason = $derived<KriegspielAdvice | undefined>(this.advice[this.at]);

  static remembered(): { cast: Cast; attempts: string[] } | null {
    return recall(memory);
  }

  async begin(cast: Cast, attempts: string[] = []) {
    this.stop();
    this.busy = true;
    try {
      this.show = await post<Show>("/api/kriegspiel/watch", { ...cast, seed: cast.seed || undefined, attempts });
      this.advice = {};
      this.at = this.show.steps.length;
      this.error = "";
      this.#keep();
    } catch (problem) {
      this.error = message(problem);
    }
    this.busy = false;
  }

  #keep() {
    const { white, black, rules, seed, steps } = this.show!;
    const cast = { white, black, rules, seed };
    remember(memory, { cast, attempts: steps.map((one) => one.attempt) });
    this.oncast(cast);
  }

  /** Lets the side to move try something. Whoever looks back comes to the last step first. */
  async next(): Promise<boolean> {
    if (!this.show || this.busy || this.show.over) return false;
    this.busy = true;
    try {
      const shown = await this.#ask(this.show);
      const { step, advice, ...state } = shown;
      const steps = [...this.show.steps, step];
      this.advice = { ...this.advice, [steps.length]: advice };
      this.show = { ...this.show, ...state, fen: step.fen, steps };
      this.at = steps.length;
      this.error = "";
      this.#keep();
    } catch (problem) {
      this.error = message(problem);
      this.stop();
    }
    this.busy = false;
    return !this.error;
  }

  async #ask(show: Show): Promise<ShownStep> {
    try {
      return await post<ShownStep>(`/api/kriegspiel/watch/${show.id}/step`, {});
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.status !== 404) throw problem;
      const { white, black, rules, seed } = show;
      const again = await post<Show>("/api/kriegspiel/watch", { white, black, rules, seed, attempts: show.steps.map((one) => one.attempt) });
      this.show = { ...show, id: again.id };
      return await post<ShownStep>(`/api/kriegspiel/watch/${again.id}/step`, {});
    }
  }

  async run() {
    const run = ++this.#run;
    this.running = true;
    while (run === this.#run && (await this.next())) await new Promise((done) => setTimeout(done, this.pause));
    if (run === this.#run) this.running = false;
  }

  stop() {
    this.#run++;
    this.running = false;
  }
}

/** The turns of a show as a list of moves has them: refused tries stand before the move. */
export function turnsOf(steps: ShowStep[]): { turns: Turn[]; open: ShowStep[]; ends: number[] } {
  const turns: Turn[] = [];
  const ends: number[] = []; // steps up to the end of each turn
  let tries: ShowStep[] = [];
  steps.forEach((step, i) => {
    if (!step.moved) {
      tries.push(step);
      return;
    }
    turns.push({ ply: turns.length + 1, number: step.number, color: step.color, own: true, tries, move: step, fen: step.fen });
    ends.push(i + 1);
    tries = [];
  });
  return { turns, open: tries, ends };
}
