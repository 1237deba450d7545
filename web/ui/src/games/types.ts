// The answers of the API about games on a board; see web/openapi.json. No game is named here: all that is shown of
// one comes from its description.

export type Tone = "unknown" | "empty" | "side0" | "side1" | "found" | "closed" | "missed";

export type Board = {
  shape: "squares" | "hexagons";
  rows: number;
  cols: number;
  cells: { text: string; tone: Tone; says: string }[];
  edges?: { rows: Tone; cols: Tone };
  facts: string[];
};

export type Preset = { name: string; title: string; doc: string; settings: string };

export type ListedGame = {
  name: string;
  doc: string;
  sides: string[];
  settings: { name: string; default: string; doc: string; choices?: string[] }[];
  presets: Preset[];
  /** The weakest first. */
  levels: { name: string; doc: string }[];
  belief: boolean;
};

export type Action = { text: string; cell: number };
/** What a side did and saw, or heard: then its cell is -1. */
export type Told = { own: boolean; action?: string; cell: number; text: string };
export type Known = { board: Board; told: Told[] };
export type Taken = { side: number; action: string; cell: number; text: string };
export type Choice = { side: number; action: string; value: number; simulations: number; compared: (Action & { mean: number; simulations: number })[] };

export type BoardGame = {
  id: string;
  game: string;
  settings: string;
  seed: string;
  seats: string[];
  rival?: string;
  /** Of the person, -1 where only levels play. */
  side: number;
  /** -1 when the game is over. */
  turn: number;
  over: boolean;
  result?: string;
  rival_result?: string;
  legal: Action[];
  sides: (Known | null)[];
  truth?: Board;
  taken?: Taken[];
  actions: string[];
  choice?: Choice;
};

export type Belief = { of: string; assumes: string; kind: "exact" | "sampled" | "guessed"; states: number; chances: number[] };

/** All that makes a game but what was done in it. */
export type Setting = { game: string; settings: string; seats: string[]; rival: string; seed: string };

export const person = "person";
