// A game on a board: what the page knows of it, and what it says to the server. A game that the server has forgotten is
// taken up again by its settings and actions.

import { tick } from "svelte";
import { aborted, ApiError, get, message, post } from "../lib/api";
import { recall, remember } from "../lib/memory";
import type { Belief, BoardGame, Choice, Setting } from "./types";

type Remembered = { setting: Setting; id: string; actions: string[]; over: boolean };
const memory = (game: string) => `board-game ${game}`;

export class Play {
  game = $state.raw<BoardGame | null>(null);
  /** What the level that acted last has compared. */
  choice = $state.raw<Choice | null>(null);
  belief = $state.raw<Belief | null>(null);
  /** Of what the belief is: of something that was known before while another one is asked for. */
  beliefOf = $state("");
  /** Why there is no belief. */
  doubt = $state("");
  busy = $state(false);
  running = $state(false);
  error = $state("");
  /** Milliseconds between two steps of a game that is watched. */
  pause = $state(700);
  /** Told of the setting of a game that was begun or found. */
  onsetting: (setting: Setting) => void = () => {};
  #run = 0; // each run has a number: an old one ends
  #asking: AbortController | null = null;
  #believing: Promise<void> = Promise.resolve();

  static remembered(game: string): Remembered | null {
    return recall<Remembered>(memory(game));
  }

  async #working(work: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.#asking?.abort(); // it would be answered for what is known afterwards
    try {
      await work();
      this.error = "";
    } catch (problem) {
      this.error = message(problem);
      this.stop();
    }
    this.busy = false;
    return !this.error;
  }

  #post(setting: Setting, actions: string[] = []): Promise<BoardGame> {
    return post<BoardGame>("/api/games", { ...setting, seed: setting.seed || undefined, rival: setting.rival || undefined, actions });
  }

  #take(next: BoardGame) {
    this.game = next;
    this.choice = next.choice ?? null;
    const { game, settings, seats, rival = "", seed } = next;
    const setting = { game, settings, seats, rival, seed };
    remember(memory(game), { setting, id: next.id, actions: next.actions, over: next.over } satisfies Remembered);
    this.onsetting(setting);
  }

  begin(setting: Setting): Promise<boolean> {
    this.stop();
    return this.#working(async () => this.#take(await this.#post(setting)));
  }

  resume(old: Remembered): Promise<boolean> {
    this.stop();
    return this.#working(async () => this.#take(await this.#again(`/api/games/${old.id}`, get, old)));
  }

  /** Asks about a game; where the server has it no more, after it was taken up again. */
  async #again(path: string, ask: (path: string) => Promise<BoardGame>, old: Remembered): Promise<BoardGame> {
    try {
      return await ask(path);
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.status !== 404) throw problem;
      const found = await this.#post(old.setting, old.actions);
      return path === `/api/games/${old.id}` ? found : await ask(path.replace(old.id, found.id));
    }
  }

  #old(): Remembered {
    const { id, game, settings, seats, rival = "", seed, actions, over } = this.game!;
    return { setting: { game, settings, seats, rival, seed }, id, actions, over };
  }

  /** Acts for the person. */
  act(action: string): Promise<boolean> {
    return this.#working(async () => {
      const old = this.#old();
      this.#take(await this.#again(`/api/games/${old.id}/actions`, (path) => post(path, { action }), old));
    });
  }

  /** Lets the side to act do something. */
  async next(): Promise<boolean> {
    if (!this.game || this.game.over || this.game.side >= 0) return false;
    return this.#working(async () => {
      const old = this.#old();
      this.#take(await this.#again(`/api/games/${old.id}/step`, (path) => post(path, {}), old));
    });
  }

  async run() {
    const run = ++this.#run;
    this.running = true;
    while (run === this.#run && (await this.next())) {
      await tick(); // until what is believed of it is asked for
      await this.#believing;
      await new Promise((done) => setTimeout(done, this.pause));
    }
    if (run === this.#run) this.running = false;
  }

  stop() {
    this.#run++;
    this.running = false;
  }

  /** Asks what a side believes, once for each thing that it may know, which has a name. What was asked before is forgotten. */
  believe(side: number, of: string) {
    this.#believing = this.#believe(side, of);
  }

  async #believe(side: number, of: string) {
    this.#asking?.abort();
    this.doubt = "";
    const asking = (this.#asking = new AbortController());
    try {
      const belief = await post<Belief>(`/api/games/${this.game!.id}/belief`, { side }, asking.signal);
      if (asking.signal.aborted) return;
      this.belief = belief;
      this.beliefOf = of;
    } catch (problem) {
      if (aborted(problem)) return;
      this.belief = null;
      this.doubt = message(problem);
    }
  }

  /** Nobody wants to know what is believed. */
  forget() {
    this.#asking?.abort();
    this.belief = null;
    this.beliefOf = this.doubt = "";
  }
}
