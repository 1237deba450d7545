// Where the men of one side could go on a board that holds nothing else. Moves that are
// set ahead of the turn are chosen from it; whether one may be tried is for the referee.

import type { Colour } from "../lib/types";
import { colourOf, files, type Men } from "./fen";

const lines = {
  straight: [[1, 0], [-1, 0], [0, 1], [0, -1]],
  diagonal: [[1, 1], [1, -1], [-1, 1], [-1, -1]],
  knight: [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]],
};

function step(square: string, [right, up]: number[], times = 1): string {
  const file = files.indexOf(square[0]) + right * times;
  const rank = Number(square[1]) + up * times;
  return file >= 0 && file < 8 && rank >= 1 && rank <= 8 ? files[file] + rank : "";
}

/** Moves in UCI of one side's men, as these alone allow; castling where king and rook stand at home. */
export function reach(men: Men, side: Colour): string[] {
  const moves: string[] = [];
  const own = (square: string) => men[square] !== undefined && colourOf(men[square]) === side;
  const forward = side === "white" ? 1 : -1;
  const home = side === "white" ? "1" : "8";

  function leap(from: string, directions: number[][], far: number) {
    for (const direction of directions) {
      for (let times = 1; times <= far; times++) {
        const to = step(from, direction, times);
        if (!to || own(to)) break;
        moves.push(from + to);
      }
    }
  }
  function pawn(from: string) {
    const first = side === "white" ? "2" : "7";
    const targets: string[] = [];
    const one = step(from, [0, forward]);
    if (one && !own(one)) {
      targets.push(one);
      const two = step(from, [0, 2 * forward]);
      if (from[1] === first && !own(two)) targets.push(two);
    }
    for (const aside of [-1, 1]) {
      const to = step(from, [aside, forward]);
      if (to && !own(to)) targets.push(to);
    }
    for (const to of targets) {
      if (to[1] === "1" || to[1] === "8") moves.push(...[..."qrbn"].map((kind) => from + to + kind));
      else moves.push(from + to);
    }
  }
  function castle() {
    const at = (file: string, kind: string) => own(file + home) && men[file + home].toLowerCase() === kind;
    if (!at("e", "k")) return;
    if (at("h", "r") && ["f", "g"].every((file) => !own(file + home))) moves.push(`e${home}g${home}`);
    if (at("a", "r") && ["b", "c", "d"].every((file) => !own(file + home))) moves.push(`e${home}c${home}`);
  }

  for (const from of Object.keys(men).filter(own)) {
    const kind = men[from].toLowerCase();
    if (kind === "p") pawn(from);
    if (kind === "n") leap(from, lines.knight, 1);
    if (kind === "k") leap(from, [...lines.straight, ...lines.diagonal], 1);
    if (kind === "b" || kind === "q") leap(from, lines.diagonal, 7);
    if (kind === "r" || kind === "q") leap(from, lines.straight, 7);
  }
  castle();
  return moves;
}

/** The men after a move, castling rook and promotion included, as if it were legal. */
export function moved(men: Men, uci: string): Men {
  const from = uci.slice(0, 2);
  const to = uci.slice(2, 4);
  const man = men[from];
  if (!man) return men;
  const next = { ...men };
  delete next[from];
  const promoted = uci.slice(4);
  next[to] = promoted ? (colourOf(man) === "white" ? promoted.toUpperCase() : promoted) : man;
  if (man.toLowerCase() === "k" && from[0] === "e" && (to[0] === "g" || to[0] === "c")) {
    const [rook, beside] = to[0] === "g" ? ["h", "f"] : ["a", "d"];
    if (next[rook + from[1]]) {
      next[beside + from[1]] = next[rook + from[1]];
      delete next[rook + from[1]];
    }
  }
  return next;
}
