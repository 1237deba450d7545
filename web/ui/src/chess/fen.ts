// Chess positions as the page needs them: who stands where. What is legal is the
// referee's business.

import type { Colour } from "../lib/types";

export type Men = Record<string, string>;

export const files = "abcdefgh";
export const kindNames: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

/** The men of a FEN by square; letters as in FEN, capitals are White's. */
export function men(fen: string): Men {
  const result: Men = {};
  const ranks = fen.trim().split(/\s+/)[0].split("/");
  ranks.forEach((line, down) => {
    let file = 0;
    for (const letter of line) {
      if (/\d/.test(letter)) file += Number(letter);
      else result[files[file++] + (8 - down)] = letter;
    }
  });
  return result;
}

/** The first field of a FEN. */
export function placement(men: Men): string {
  const ranks: string[] = [];
  for (let rank = 8; rank >= 1; rank--) {
    let line = "";
    let empty = 0;
    for (const file of files) {
      const man = men[file + rank];
      if (!man) empty++;
      else {
        line += (empty || "") + man;
        empty = 0;
      }
    }
    ranks.push(line + (empty || ""));
  }
  return ranks.join("/");
}

export function colourOf(man: string): Colour {
  return man === man.toUpperCase() ? "white" : "black";
}

export function nameOf(man: string): string {
  return `${colourOf(man)} ${kindNames[man.toLowerCase()]}`;
}

/** Squares from the top left of a board seen from a side. */
export function squaresFrom(side: Colour): string[] {
  const list: string[] = [];
  for (let rank = 8; rank >= 1; rank--) for (const file of files) list.push(file + rank);
  return side === "white" ? list : list.reverse();
}

export function isDark(square: string): boolean {
  return (files.indexOf(square[0]) + Number(square[1])) % 2 === 1;
}

/** A position in words, for screen readers. */
export function describe(fen: string): string {
  const all = men(fen);
  const side = (colour: Colour) =>
    Object.entries(all)
      .filter(([, man]) => colourOf(man) === colour)
      .map(([square, man]) => `${kindNames[man.toLowerCase()]} ${square}`)
      .join(", ");
  const parts: string[] = [];
  const white = side("white");
  const black = side("black");
  if (white) parts.push(`White: ${white}`);
  if (black) parts.push(`Black: ${black}`);
  return parts.join(". ") || "empty board";
}
