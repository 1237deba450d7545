// A position that is being set up: the men that are known, those that are not, and what
// FEN says besides. Every change is a new one, so that it can be undone.

import { men, placement, type Men } from "../chess/fen";
import type { Colour } from "../lib/types";

/** A man of the opponent that is one of some kinds and stands on one of some squares. */
export type Uncertain = { kinds: string; squares: string[] };

export type Setup = {
  board: Men;
  side: Colour;
  /** Letters of FEN, "" for none. */
  castling: string;
  /** The square behind a pawn that has just made two steps, "" for none. */
  passant: string;
  uncertain: Uncertain[];
};

export type Preset = { name: string; fen: string; men: string };

export const presets: Preset[] = [
  { name: "Two rooks against a king on one of three squares", fen: "8/8/8/8/8/8/8/RR2K3 w - -", men: "k:f8.g8.h8" },
  { name: "Queen against a king in the corner", fen: "8/8/5K2/8/8/8/8/4Q3 w - -", men: "k:g8.h8.h7" },
  { name: "A rook, a knight or nothing beside the king", fen: "6k1/6P1/5K2/8/8/8/8/7R w - -", men: "rn-:f8.h8" },
  { name: "Anderson's problem 3", fen: "8/B7/1r3r2/2Q2p2/7n/3R3B/1p2p3/4k1NK w - -", men: "" },
  { name: "The start of a game", fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", men: "" },
  { name: "An empty board", fen: "8/8/8/8/8/8/8/8 w - -", men: "" },
];

/** Reads uncertain men as addresses have them: "k:f8.g8,bn-:a1". */
export function readUncertain(text: string): Uncertain[] {
  return text
    .split(",")
    .filter(Boolean)
    .map((one) => {
      const [kinds, squares = ""] = one.split(":");
      return { kinds, squares: squares.split(".").filter(Boolean) };
    });
}

export function writeUncertain(list: Uncertain[]): string {
  return list.map((man) => `${man.kinds}:${man.squares.join(".")}`).join(",");
}

/** Reads a FEN as a whole position, or says what is wrong with it. */
export function readFen(text: string): Setup | string {
  const [board = "", side = "w", castling = "-", passant = "-"] = text.trim().split(/\s+/);
  const ranks = board.split("/");
  if (ranks.length !== 8) return `A FEN has eight ranks with / between them: this has ${ranks.length}.`;
  for (const [down, rank] of ranks.entries()) {
    const odd = /[^kqrbnpKQRBNP1-8]/.exec(rank);
    if (odd) return `“${odd[0]}” on rank ${8 - down} is no man and no number of empty squares.`;
    const squares = [...rank].reduce((sum, letter) => sum + (Number(letter) || 1), 0);
    if (squares !== 8) return `Rank ${8 - down} (${rank}) has ${squares} squares, not 8.`;
  }
  if (side !== "w" && side !== "b") return `“${side}” is not a side: after the board comes w or b.`;
  if (!/^(-|K?Q?k?q?)$/.test(castling)) return `“${castling}” says nothing about castling: want letters of KQkq, or -.`;
  if (!/^(-|[a-h][36])$/.test(passant)) return `“${passant}” is no square for en passant: want one on rank 3 or 6, or -.`;
  return {
    board: men(board),
    side: side === "w" ? "white" : "black",
    castling: castling.replace("-", ""),
    passant: passant.replace("-", ""),
    uncertain: [],
  };
}

export function writeFen(setup: Setup): string {
  return `${placement(setup.board)} ${setup.side[0]} ${setup.castling || "-"} ${setup.passant || "-"}`;
}

/** Where king and rook must stand for each right to castle. */
export const castlingHomes: [right: string, words: string, king: string, rook: string][] = [
  ["K", "White short", "e1", "h1"],
  ["Q", "White long", "e1", "a1"],
  ["k", "Black short", "e8", "h8"],
  ["q", "Black long", "e8", "a8"],
];

/** Whether the men that are known allow a right to castle. */
export function mayCastle(board: Men, right: string): boolean {
  const [, , king, rook] = castlingHomes.find(([letter]) => letter === right)!;
  const white = right === right.toUpperCase();
  return board[king] === (white ? "K" : "k") && board[rook] === (white ? "R" : "r");
}

/** Leaves out rights that the men on the board do not allow any more. */
function consistent(setup: Setup): Setup {
  const castling = [..."KQkq"].filter((right) => setup.castling.includes(right) && mayCastle(setup.board, right)).join("");
  const [file, rank] = setup.passant;
  const [toMove, behind, before, pawn] = rank === "6" ? ["white", "7", "5", "p"] : ["black", "2", "4", "P"];
  const stepped = setup.passant && toMove === setup.side && !setup.board[setup.passant] && !setup.board[file + behind] && setup.board[file + before] === pawn;
  return { ...setup, castling, passant: stepped ? setup.passant : "" };
}

/** A setup with what was before it and what was undone. */
export class Editor {
  #all = $state.raw<Setup[]>([]);
  #at = $state(0);

  constructor(first: Setup) {
    this.#all = [consistent(first)];
  }

  get now(): Setup {
    return this.#all[this.#at];
  }
  get canUndo(): boolean {
    return this.#at > 0;
  }
  get canRedo(): boolean {
    return this.#at < this.#all.length - 1;
  }

  /** Makes a change, after which nothing can be redone. */
  change(part: Partial<Setup>) {
    this.#all = [...this.#all.slice(0, this.#at + 1), consistent({ ...this.now, ...part })];
    this.#at = this.#all.length - 1;
  }

  undo() {
    if (this.canUndo) this.#at--;
  }

  redo() {
    if (this.canRedo) this.#at++;
  }
}
