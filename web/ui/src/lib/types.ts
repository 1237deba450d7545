// The answers of the API, as far as the page uses them; see web/openapi.json.

export type Cell = [row: number, col: number];
export type Colour = "white" | "black";

export type Options = {
  version: string;
  mines: {
    presets: string[];
    rules: string[];
    neighbours: string[];
    max_side: number;
    no_guess_presets: string[];
    players: { name: string; doc: string; instant: boolean }[];
  };
  kriegspiel: {
    rules: { name: string; title: string; doc: string; any: boolean; pawns: string }[];
    /** The weakest first. */
    opponents: { name: string; title: string; strength: string; doc: string }[];
    max_belief: number;
    max_moves: number;
  };
  max_seconds: number;
};

export type MinesAction = { do: "open" | "flag" | "chord" | "undo" | "certain"; row?: number; col?: number };

export type MinesGame = {
  id: string;
  board: string;
  height: number;
  width: number;
  mines: number;
  rule: string;
  neighbours: string;
  seed?: string;
  no_guess?: boolean;
  given?: Cell[];
  status: "new" | "playing" | "won" | "lost";
  rows: string[];
  position: string;
  opened: number;
  left: number;
  flags: number;
  clicks: number;
  what_if: number;
  /** How often the certain cells were opened for the player. */
  assisted: number;
  actions: MinesAction[];
  /** Why the last action had no effect. */
  note?: string;
};

export type CellAnalysis = { row: number; col: number; mine: number; win?: number };

export type Reason = { cells: Cell[]; mine: boolean; numbers: Cell[]; count: boolean; text: string };

export type Analysis = {
  board: string;
  rule: string;
  neighbours: string;
  placements: string;
  cells: CellAnalysis[];
  best: Cell[];
  win?: number;
  win_fraction?: string;
  /** Whose chance `win` is. */
  win_of?: string;
  method: "exact" | "counting";
  /** False before the first cell: then nothing is certain, whatever the risks say. */
  started: boolean;
  certain: { safe: Cell[]; mines: Cell[] };
  no_guess?: boolean;
  /** What the risks are counted over, where that must be said. */
  risk_of?: string;
  why: { text: string; cell?: Cell; reasons?: Reason[] };
};

export type Estimate = {
  row: number;
  col: number;
  mine?: number;
  win: number;
  low: number;
  high: number;
  exact: boolean;
  simulations?: number;
};

export type Estimates = {
  cells: Estimate[];
  simulations: number;
  seconds: number;
  text: string;
  player: string;
  /** Whose chances to win these are. */
  win_of: string;
  /** How many plays a percentage needs, and how many an earlier search had done. */
  needed: number;
  resumed: number;
};

/** What a player of the catalogue would do, and what it compared. */
export type Decision = {
  player: string;
  action: Cell;
  mine: number;
  safe: boolean;
  table: { row: number; col: number; mine: number; win?: number; value?: number; sims?: number }[];
  table_of: string;
  text: string;
  placements: string;
};

export type ReviewMove = {
  move: number;
  action: MinesAction;
  risk: number;
  least_risk: number;
  before: number;
  chosen: number;
  after: number;
  loss: number;
  luck: number;
  low: number;
  high: number;
  exact: boolean;
  /** Whose chances these are, and from how many plays; 0 where exact. */
  of: string;
  plays: number;
  /** The first click of the game. */
  first: boolean;
  best?: Cell;
  safe_existed: boolean;
  position: string;
  text?: string;
};

export type ReviewSummary = {
  result: number;
  three_bv: number;
  three_bv_done: number;
  clicks: number;
  efficiency: number;
  start: number;
  luck: number;
  loss: number;
  worst: number;
  exact: boolean;
  text: string;
};

export type Told = { attempt?: string; san?: string; heard?: string; words?: string };

export type Turn = {
  ply: number;
  number: number;
  color: Colour;
  own: boolean;
  tries?: Told[];
  refused?: number;
  any?: string;
  move?: Told;
  /** The own men after it. */
  fen?: string;
};

export type KriegspielGame = {
  id: string;
  rules: string;
  color: Colour;
  opponent: string;
  seed: string;
  start?: string;
  over: boolean;
  result?: string;
  score?: string;
  your_turn: boolean;
  fen: string;
  legal: string[];
  may_ask?: boolean;
  due?: boolean;
  tries: Told[];
  answer?: Told;
  transcript: Turn[];
  captured?: number;
  taken?: number;
  attempts: string[];
  /** The coach was asked. */
  assisted: boolean;
};

export type KriegspielAdvice = {
  player: string;
  try: string;
  san: string;
  belief: { size: number; exact: boolean; kind: "exact" | "sampled" | "guessed" };
  king: Record<string, number>;
  men: Record<string, number>;
  mate?: { plies: number };
  candidates: { try: string; san: string; value: number; legal: number }[];
  reasons: string[];
};

export type ShowStep = {
  number: number;
  color: Colour;
  attempt: string;
  san: string;
  moved: boolean;
  heard: string;
  words: string;
  fen: string;
};

export type Show = {
  id: string;
  rules: string;
  white: string;
  black: string;
  seed: string;
  over: boolean;
  result?: string;
  score?: string;
  to_move: Colour;
  fen: string;
  steps: ShowStep[];
};

export type ShownStep = Pick<Show, "over" | "result" | "score" | "to_move"> & { step: ShowStep; advice: KriegspielAdvice };

export type RuleSetPage = {
  name: string;
  title: string;
  doc: string;
  lessons: {
    key: string;
    title: string;
    text: string;
    examples: {
      caption: string;
      fen: string;
      tries: { color: Colour; attempt: string; san: string; heard: string; mover: string; other: string; fen: string }[];
    }[];
  }[];
};

export type ReplayPly = {
  ply: number;
  turn?: Turn;
  move?: string;
  san?: string;
  refused?: string[];
  /** The true position; missing where only one side's part of the game is known. */
  fen?: string;
  own: string;
  belief?: { size: number; king: Record<string, number>; men: Record<string, number> };
};

export type ReplayGame = {
  number: number;
  side: Colour;
  filtered: boolean;
  id: string;
  rules: string;
  date?: string;
  white?: string;
  black?: string;
  score: string;
  termination?: string;
  plies: number;
  games: { id: string; white?: string; black?: string; score: string }[];
};

export type ProblemSet = { name: string; title: string; source: string; count: number; rules: string[] };

export type ListedProblem = {
  set: string;
  number: number;
  id: string;
  side: Colour;
  moves: number;
  /** Rule sets under which it is a mate, the one to open it with first. */
  rules: string[];
  /** Rule sets under which it is none. */
  no_mate: string[];
  size: number;
  fen: string;
  known?: boolean;
  before?: number;
  next?: number;
  belief?: string[];
  key?: string;
  answers?: Record<string, string[]>;
};

export type Pattern = { own: string; men: { kinds: string; squares: string[] }[] };

export type Problem = {
  set?: string;
  number?: number;
  rules?: string;
  moves?: number;
  belief?: string[];
  pattern?: Pattern;
};

export type TryState = {
  problem?: ListedProblem;
  rules: string;
  status: "open" | "mated" | "failed";
  fen: string;
  /** The men that stand the same in all possible positions, and those that may stand on a square. */
  certain: string;
  ghosts: Record<string, string>;
  positions: string[];
  size: number;
  moves_left: number;
  won_at_start?: boolean;
  won?: boolean;
  /** Which attempt gave the mate away. */
  wrong?: number;
  legal: string[];
  may_ask?: boolean;
  due?: boolean;
  tries: Told[];
  answer?: Told;
  transcript: Turn[];
  attempts: string[];
  text?: string;
};

export type WhyTry = {
  try: string;
  name: string;
  result: "wins" | "idle" | "refuted" | "unknown";
  size: number;
  lines: { from: string; reply?: string; san?: string; to: string }[];
  text: string;
};

export type MateProgress = { depth: number; states: number; nodes: number; seconds: number };

export type PlanNode = {
  try?: string;
  san?: string;
  own?: string;
  size?: number;
  positions?: string[];
  illegal?: PlanNode;
  legal?: PlanBranch[];
  cut?: boolean;
};

export type PlanBranch = {
  heard: string;
  words: string;
  mate?: boolean;
  size?: number;
  positions?: string[];
  answer?: PlanNode;
  replies?: { heard: string; words: string; node: PlanNode }[];
};

export type MateResult = {
  result: "mate" | "none" | "unknown";
  depth: number;
  plies?: number;
  first?: string[];
  nodes: number;
  states: number;
  seconds: number;
  text?: string;
  size?: number;
  problem_file?: string;
  plan_file?: string;
  tree?: PlanNode;
};

export type Block = {
  kind: "heading" | "paragraph" | "list" | "numbered" | "table" | "code" | "image";
  level?: number;
  text?: string;
  items?: string[];
  rows?: string[][];
  right?: boolean[];
  src?: string;
};

export type StudyInfo = { name: string; doc: string; pages: string[] };

export type DocInfo = { name: string; title: string };
