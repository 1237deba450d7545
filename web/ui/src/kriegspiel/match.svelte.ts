// A game against the program: what the page knows of it, and what it says to the server.
// A game that the server has forgotten is taken up again by its settings and attempts.

import { men, placement, type Men } from "../chess/fen";
import { moved } from "../chess/reach";
import type { Shape } from "../chess/shapes";
import { ApiError, get, message, post } from "../lib/api";
import { recall, remember } from "../lib/memory";
import type { Colour, KriegspielGame } from "../lib/types";

export type Setting = { rules: string; color: Colour; opponent: string; seed: string; fen?: string };

type Remembered = { setting: Setting; id: string; attempts: string[]; assisted: boolean; ghosts: Men; shapes: Shape[]; coached: boolean };
const memory = "kriegspiel-game";

export class Match {
  game = $state.raw<KriegspielGame | null>(null);
  /** Men that the player supposes on a square, and what he has drawn. */
  ghosts = $state.raw<Men>({});
  shapes = $state.raw<Shape[]>([]);
  /** The attempt that the referee is asked about. */
  pending = $state("");
  /** A move that is tried as soon as it is the player's turn. */
  premove = $state("");
  /** The square of the man that was refused last. */
  shaken = $state("");
  /** The coach is switched on in this game. */
  coached = $state(false);
  busy = $state(false);
  error = $state("");
  setting: Setting | null = null;
  /** Told what was heard, own attempts first. */
  onheard: (heard: string) => void = () => {};
  /** Told of the setting of a game that was begun or found. */
  onsetting: (setting: Setting) => void = () => {};

  /** The own men, as they stand if the referee agrees with what he is asked. */
  readonly fen = $derived.by(() => {
    if (!this.game) return "";
    return this.pending.length >= 4 ? placement(moved(men(this.game.fen), this.pending)) : this.game.fen;
  });

  async #working(work: () => Promise<void>) {
    if (this.busy) return;
    this.busy = true;
    try {
      await work();
      this.error = "";
    } catch (problem) {
      this.error = message(problem);
      this.premove = "";
    }
    this.busy = false;
  }

  #post(setting: Setting, attempts: string[] = [], assisted = false) {
    return post<KriegspielGame>("/api/kriegspiel/games", { ...setting, seed: setting.seed || undefined, attempts, assisted });
  }

  begin(setting: Setting): Promise<void> {
    return this.#working(async () => {
      const game = await this.#post(setting);
      this.ghosts = {};
      this.shapes = [];
      this.premove = this.shaken = "";
      this.coached = false;
      this.#take(game, setting.fen);
    });
  }

  /** The game that this tab played last, if a setting does not ask for another one. */
  static remembered(): Remembered | null {
    return recall<Remembered>(memory);
  }

  resume(old: Remembered): Promise<void> {
    return this.#working(async () => {
      let found: KriegspielGame;
      try {
        found = await get<KriegspielGame>(`/api/kriegspiel/games/${old.id}`);
      } catch (problem) {
        if (!(problem instanceof ApiError) || problem.status !== 404) throw problem;
        found = await this.#post(old.setting, old.attempts, old.assisted);
      }
      this.ghosts = old.ghosts ?? {};
      this.shapes = old.shapes ?? [];
      this.coached = old.coached ?? false;
      this.#take(found, old.setting.fen);
    });
  }

  keep() {
    const { game, setting, ghosts, shapes, coached } = this;
    if (game && setting) remember(memory, { setting, id: game.id, attempts: game.attempts, assisted: game.assisted, ghosts, shapes, coached } satisfies Remembered);
  }

  #take(next: KriegspielGame, fen?: string) {
    const own = men(next.fen);
    // A note cannot stand where an own man stands.
    this.ghosts = Object.fromEntries(Object.entries(this.ghosts).filter(([square]) => !own[square]));
    this.game = next;
    this.setting = { rules: next.rules, color: next.color, opponent: next.opponent, seed: next.seed, fen };
    this.onsetting(this.setting);
    this.keep();
  }

  /** Says something to the referee: a move, "any?" or "resign". */
  async attempt(what: string): Promise<void> {
    await this.#working(async () => {
      if (!this.game || !this.setting) return;
      this.pending = what;
      this.shaken = "";
      const before = this.game.transcript.length;
      try {
        const next = await this.#say(what);
        this.#take(next, this.setting.fen);
        this.#hear(next, before);
      } finally {
        this.pending = "";
      }
    });
    const next = this.premove;
    this.premove = "";
    if (next && this.game?.your_turn && this.game.legal.includes(next)) await this.attempt(next);
  }

  async #say(what: string): Promise<KriegspielGame> {
    const { game, setting } = this;
    try {
      return await post<KriegspielGame>(`/api/kriegspiel/games/${game!.id}/attempts`, { attempt: what });
    } catch (problem) {
      if (!(problem instanceof ApiError) || problem.status !== 404) throw problem;
      const again = await this.#post(setting!, game!.attempts, game!.assisted);
      return await post<KriegspielGame>(`/api/kriegspiel/games/${again.id}/attempts`, { attempt: what });
    }
  }

  /** Lets the page sound, and drops a move set ahead that follows from one that was refused. */
  #hear(next: KriegspielGame, before: number) {
    const heard = next.answer?.heard ?? "";
    if (heard === "illegal" || heard === "nonsense") {
      this.shaken = (next.answer?.attempt ?? "").slice(0, 2);
      this.premove = "";
    }
    if (heard) this.onheard(heard);
    for (const turn of next.transcript.slice(before).filter((turn) => !turn.own)) this.onheard(turn.move?.heard ?? "");
  }
}
