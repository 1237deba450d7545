// What the referee said, in the few words that fit into a list of moves.

const directions: Record<string, string> = { knight: "knight", rank: "rank", file: "file", long: "long diagonal", short: "short diagonal" };

/** "capture:e4:pawn check:long" as "takes a pawn on e4", "check (long diagonal)". */
export function announced(heard = ""): string[] {
  const said: string[] = [];
  for (const word of heard.split(" ")) {
    const [what, ...rest] = word.split(":");
    if (what === "capture") said.push(`takes ${rest[1] ? `a ${rest[1]} ` : ""}on ${rest[0]}`);
    else if (what === "check") said.push(`check (${rest[0].split(",").map((one) => directions[one] ?? one).join(", ")})`);
    else if (what === "tries") said.push(pawns(rest[0]));
    else if (what && what !== "silent") said.push(what);
  }
  return said;
}

function pawns(tries: string): string {
  if (tries === "0" || tries === "no" || tries === "none") return "no pawn captures";
  if (tries === "yes") return "pawn captures";
  if (/^\d+$/.test(tries)) return tries === "1" ? "1 pawn capture" : `${tries} pawn captures`;
  return `pawn captures on ${tries.replaceAll(",", ", ")}`;
}
