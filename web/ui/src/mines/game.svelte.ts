// A game of Minesweeper on the page: asks the program for every move, in the order of the
// clicks, keeps what a reload needs, and measures the time.

import { ApiError, get, message, post } from "../lib/api";
import { alone } from "../lib/site";
import { forget, recall, remember } from "../lib/memory";
import { restate } from "../lib/route.svelte";
import type { MinesAction, MinesGame } from "../lib/types";
import { mbfFromAddress } from "./files";
import { canChord } from "./position";
import { addressOf, sameKind, type Setting } from "./setting";

/** All that brings a game back, even where the program was started anew. */
export type Kept = {
  setting: Setting;
  id: string;
  seed?: string;
  actions: MinesAction[];
  elapsed: number;
  /** Somebody helped: the coach, or a player of the program. */
  helped: boolean;
  /** The board was chosen by its seed or its file, so that it may be known. */
  known: boolean;
  /** It is in the statistics already. */
  counted: boolean;
  questions: number[];
};

const memory = "mines-game";
const asideMemory = "mines-aside";

export class Table {
  game = $state.raw<MinesGame | null>(null);
  setting = $state.raw<Setting>() as Setting;
  error = $state("");
  /** What the program says of an action without effect. */
  note = $state("");
  elapsed = $state(0);
  /** An answer takes longer than usual. */
  slow = $state(false);
  helped = $state(false);
  known = false;
  counted = false;
  /** Cells with a question mark. */
  questions = $state.raw(new Set<number>());
  /** A running game that made room for this one. */
  aside = $state.raw<Kept | null>(recall<Kept>(asideMemory));

  /** The rows of an untouched board, while the engine is on its way: clicks wait for it. */
  blank = $state.raw<string[]>([]);

  /** Told after every answer, with what was there before. */
  onchange: (game: MinesGame, before: MinesGame | null, action: MinesAction | null) => void = () => {};

  #line: Promise<unknown> = Promise.resolve();
  #running = 0;

  constructor(setting: Setting) {
    this.setting = setting;
  }

  get playing(): boolean {
    return this.game?.status === "new" || this.game?.status === "playing";
  }

  get over(): boolean {
    return this.game?.status === "won" || this.game?.status === "lost";
  }

  /** As many moves as were not taken back yet. */
  get depth(): number {
    let depth = 0;
    for (const action of this.game?.actions ?? []) {
      if (action.do === "undo") depth--;
      else if (action.do !== "flag") depth++;
    }
    return depth;
  }

  /** Takes up the game of this tab when the address means it, else begins a new one. */
  enter(wanted: Setting, anyGame: boolean): Promise<void> {
    const old = recall<Kept>(memory);
    if (!old || !(anyGame || (sameKind(old.setting, wanted) && (!wanted.seed || wanted.seed === old.seed)))) return this.begin(wanted);
    return this.#restore(old);
  }

  /** Begins a game. One that is running is set aside, and can be taken up again. */
  begin(s: Setting): Promise<void> {
    const size = /^(\d+)x(\d+)\//.exec(s.board);
    if (alone && !this.game && !s.given && size) {
      this.blank = Array.from({ length: Math.min(Number(size[1]), 100) }, () => ".".repeat(Math.min(Number(size[2]), 100)));
    }
    return this.#inTurn(async () => {
      const before = this.game ? this.#kept() : recall<Kept>(memory);
      const running = this.game ? this.game.status === "playing" : before !== null && this.#unfinished(before);
      const next = await newGame(s);
      if (running && before) this.#setAside(before);
      this.setting = s;
      this.elapsed = 0;
      this.helped = this.counted = false;
      this.known = s.seed !== "" || s.given !== "";
      this.questions = new Set();
      this.#take(next, null);
    });
  }

  /** Goes back to the game that was set aside. */
  resume(): Promise<void> {
    const old = this.aside;
    if (!old) return Promise.resolve();
    const running = this.game?.status === "playing" ? this.#kept() : null;
    return this.#restore(old).then(() => this.#setAside(running));
  }

  dismissAside() {
    this.#setAside(null);
  }

  /**
   * Does what is decided when its turn comes: clicks may be faster than answers. The time
   * of the game ends with the click that ended it, not with the answer.
   */
  act(decide: (game: MinesGame) => MinesAction | null): Promise<void> {
    const clicked = this.elapsedNow();
    return this.#inTurn(async () => {
      const action = this.game && decide(this.game);
      if (!this.game || !action) return;
      let next: MinesGame;
      try {
        next = await post<MinesGame>(`/api/mines/games/${this.game.id}/actions`, action);
      } catch (problem) {
        if (!(problem instanceof ApiError) || problem.status !== 404) throw problem;
        // The program was started anew: the game goes on there.
        const again = await newGame({ ...this.setting, seed: this.game.seed ?? "" }, this.game.actions);
        next = await post<MinesGame>(`/api/mines/games/${again.id}/actions`, action);
      }
      const ended = next.status === "won" || next.status === "lost";
      if (ended && this.game.status === "playing") this.elapsed = clicked;
      if (!next.note && action.do === "certain") this.helped = true;
      this.#take(next, next.note ? null : action);
    });
  }

  open(row: number, col: number): Promise<void> {
    return this.act((game) => {
      if (!this.playing) return null;
      if (game.rows[row][col] === ".") return { do: "open", row, col };
      return canChord(game, row, col) ? { do: "chord", row, col } : null;
    });
  }

  /** Sets a flag, takes it away, or makes it a question mark where those are used. */
  flag(row: number, col: number, withQuestions: boolean): Promise<void> {
    return this.act((game) => {
      if (!this.playing) return null;
      const value = game.rows[row][col];
      if (value !== "." && value !== "F") return canChord(game, row, col) ? { do: "chord", row, col } : null;
      const index = row * game.width + col;
      if (this.questions.has(index)) {
        this.#question(index, false);
        return null;
      }
      if (withQuestions && value === "F") this.#question(index, true);
      return { do: "flag", row, col };
    });
  }

  undo(): Promise<void> {
    return this.act(() => (this.depth > 0 ? { do: "undo" } : null));
  }

  /** Opens every cell that is certainly safe. */
  certain(): Promise<void> {
    return this.act(() => (this.playing ? { do: "certain" } : null));
  }

  /** Whoever looks at the coach is helped. */
  help() {
    if (this.helped || !this.playing) return;
    this.helped = true;
    this.keep();
  }

  /** Lets the clock run while a game is being played; call it often. */
  tick() {
    if (this.game?.status === "playing") this.elapsed = this.elapsedNow();
  }

  keep() {
    if (this.game) remember(memory, this.#kept());
  }

  elapsedNow(): number {
    return this.game?.status === "playing" ? performance.now() - this.#running : this.elapsed;
  }

  #kept(): Kept {
    const { setting, helped, known, counted } = this;
    const game = this.game!;
    return { setting, id: game.id, seed: game.seed, actions: game.actions, elapsed: this.elapsedNow(), helped, known, counted, questions: [...this.questions] };
  }

  #unfinished(kept: Kept): boolean {
    return kept.actions.some((action) => action.do === "open") && !kept.counted;
  }

  #setAside(kept: Kept | null) {
    this.aside = kept;
    if (kept) remember(asideMemory, kept);
    else forget(asideMemory);
  }

  #restore(old: Kept): Promise<void> {
    return this.#inTurn(async () => {
      let found: MinesGame;
      try {
        found = await get<MinesGame>(`/api/mines/games/${old.id}`);
      } catch (problem) {
        if (!(problem instanceof ApiError) || problem.status !== 404) throw problem;
        found = await newGame({ ...old.setting, seed: old.seed ?? "" }, old.actions);
      }
      this.setting = old.setting;
      this.elapsed = old.elapsed;
      this.helped = old.helped ?? false;
      this.known = old.known ?? true;
      this.counted = old.counted ?? true;
      this.questions = new Set(old.questions ?? []);
      this.game = null; // so that the clock starts again where it stood
      this.#take(found, null);
    });
  }

  #take(next: MinesGame, action: MinesAction | null) {
    const before = this.game;
    if (next.status === "playing" && before?.status !== "playing") this.#running = performance.now() - this.elapsed;
    this.game = next;
    this.blank = [];
    this.error = "";
    this.note = next.note ?? "";
    // A question is answered once its cell is open.
    const asked = [...this.questions].filter((index) => next.rows[Math.floor(index / next.width)]?.[index % next.width] === ".");
    if (asked.length !== this.questions.size) this.questions = new Set(asked);
    this.setting = { ...this.setting, board: next.board, rule: next.rule, seed: next.seed ?? "" };
    restate(addressOf(this.setting));
    this.onchange(next, before, action);
    this.keep();
  }

  #question(index: number, on: boolean) {
    const next = new Set(this.questions);
    if (on) next.add(index);
    else next.delete(index);
    this.questions = next;
    this.keep();
  }

  // Requests go out one after the other.
  #inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#line.then(async () => {
      const timer = setTimeout(() => (this.slow = true), 400);
      try {
        await work();
      } catch (problem) {
        this.error = message(problem);
      } finally {
        clearTimeout(timer);
        this.slow = false;
      }
    });
    this.#line = next;
    return next;
  }
}

function newGame(s: Setting, actions: MinesAction[] = []): Promise<MinesGame> {
  const given = s.given ? mbfFromAddress(s.given) : null;
  const body = given
    ? { board: given.board, mines: given.mines, neighbours: s.neighbours, actions }
    : { board: s.board, rule: s.rule, neighbours: s.neighbours, no_guess: s.noGuess, seed: s.seed || undefined, actions };
  return post<MinesGame>("/api/mines/games", body);
}
