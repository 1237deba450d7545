// Best times and statistics, kept in this browser by board and rule. Only games that were
// played alone on an unknown board count among the best; the others are marked.

import { Kept } from "../lib/kept.svelte";
import { boardNames, neighbourNames, ruleNames, type Setting } from "./setting";

/** What helped: the coach or a player of the program, moves taken back, a board known before. */
export type Help = "coach" | "taken back" | "known board";

export type Played = {
  /** When it ended, in milliseconds of the calendar. */
  at: number;
  won: boolean;
  time: number;
  threeBV: number;
  done: number;
  clicks: number;
  help: Help[];
};

export type Book = {
  played: number;
  won: number;
  streak: number;
  bestStreak: number;
  /** Games with help, and how many of those were won. */
  helped: number;
  helpedWon: number;
  /** The fastest, best first. */
  best: Played[];
  /** The last games of all kinds, latest first. */
  last: Played[];
};

const empty: Book = { played: 0, won: 0, streak: 0, bestStreak: 0, helped: 0, helpedWon: 0, best: [], last: [] };
const mostBest = 5;
const mostLast = 20;

const books = new Kept<Record<string, Book>>("mines-records", {});

/** What is counted together. */
export function kindOf(s: Setting): string {
  return [s.board, s.rule, ...(s.neighbours === "8" ? [] : [s.neighbours]), ...(s.noGuess ? ["no-guess"] : [])].join(" ");
}

/** A kind of game in words. */
export function kindWords(kind: string): string {
  const [board, ...rest] = kind.split(" ");
  const words = [boardNames[board] ?? board.replace("x", "×").replace("/", " · ")];
  for (const part of rest) words.push(part === "no-guess" ? "no guessing" : (ruleNames[part]?.toLowerCase() ?? neighbourNames[part] ?? part));
  return words.join(", ");
}

export const records = {
  get kinds(): string[] {
    return Object.keys(books.value);
  },
  of(kind: string): Book {
    return books.value[kind] ?? empty;
  },
  /** Counts a game, and says its place among the best, from 1; 0 where it is not among them. */
  add(kind: string, game: Played): number {
    const book = structuredClone(books.value[kind] ?? empty);
    let place = 0;
    book.last = [game, ...book.last].slice(0, mostLast);
    if (game.help.length) {
      book.helped++;
      if (game.won) book.helpedWon++;
    } else {
      book.played++;
      book.streak = game.won ? book.streak + 1 : 0;
      book.bestStreak = Math.max(book.bestStreak, book.streak);
      if (game.won) {
        book.won++;
        book.best = [...book.best, game].sort((a, b) => a.time - b.time).slice(0, mostBest);
        place = book.best.indexOf(game) + 1;
      }
    }
    books.value = { ...books.value, [kind]: book };
    return place;
  },
  clear() {
    books.value = {};
  },
};
