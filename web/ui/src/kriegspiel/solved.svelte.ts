// Which problems were solved in this browser, and whether with help. They are kept by
// their names, which stay when a set grows.

export type Solved = "alone" | "helped";

const key = "solved-problems";

function read(): Record<string, Solved> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, Solved>;
  } catch {
    return {};
  }
}

let marks = $state.raw(read());

/** How a problem was solved, if it was. */
export function solved(set: string, id: string): Solved | undefined {
  return marks[`${set}/${id}`];
}

/** Keeps that a problem was solved; one that was solved alone stays so. */
export function markSolved(set: string, id: string, how: Solved) {
  if (solved(set, id) === "alone" || solved(set, id) === how) return;
  marks = { ...read(), [`${set}/${id}`]: how };
  try {
    localStorage.setItem(key, JSON.stringify(marks));
  } catch {
    // A full or forbidden storage only means that nothing is kept.
  }
}

/** The mark in words. */
export function solvedWords(how: Solved): string {
  return how === "alone" ? "solved" : "solved with help";
}
