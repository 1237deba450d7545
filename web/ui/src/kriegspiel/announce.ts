// What the referee said, in the few words that fit into a list of moves.

import type { Colour } from "../lib/types";

const directions: Record<string, string> = { knight: "knight", rank: "rank", file: "file", long: "long diagonal", short: "short diagonal" };

/**
 * "capture:e4:pawn check:long" as "takes a pawn on e4", "check (long diagonal)". That the
 * pawns of the other side can take nothing is what is usual, and left out.
 */
export function announced(heard = "", mover: Colour = "white"): string[] {
  const other = mover === "white" ? "Black" : "White";
  const said: string[] = [];
  for (const word of heard.split(" ")) {
    const [what, ...rest] = word.split(":");
    if (what === "capture") said.push(`takes ${rest[1] ? `a ${rest[1]} ` : ""}on ${rest[0]}`);
    else if (what === "check") said.push(`check (${rest[0].split(",").map((one) => directions[one] ?? one).join(", ")})`);
    else if (what === "tries") said.push(...pawns(rest[0], other));
    else if (what && what !== "silent") said.push(what);
  }
  return said;
}

function pawns(tries: string, side: string): string[] {
  if (tries === "0" || tries === "no" || tries === "none") return [];
  if (tries === "yes") return [`${side} has pawn captures`];
  if (/^\d+$/.test(tries)) return [`${side} has ${tries === "1" ? "1 pawn capture" : `${tries} pawn captures`}`];
  return [`${side} has pawn captures on ${tries.replaceAll(",", ", ")}`];
}
