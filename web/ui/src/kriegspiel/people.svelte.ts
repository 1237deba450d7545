// A seat in a game between two people: what the server says of it, and the connection to it.

import { aborted, ApiError, message, post, stream } from "../lib/api";
import type { Colour, Told, Turn } from "../lib/types";

export type ClockSetting = { seconds: number; increment: number };
export type Clock = ClockSetting & { white: number; black: number; running: Colour | "none" };

export type PeopleGame = {
  seat: string;
  version: number;
  said: number;
  status: "waiting" | "playing" | "over";
  invitation?: string;
  record: string;
  rules: string;
  doc: string;
  question: boolean;
  color: Colour;
  start: string;
  opponent: "absent" | "here" | "away";
  clock?: Clock;
  draw: "none" | "offered" | "received" | "declined";
  may_offer: boolean;
  result: string;
  score: string;
  your_turn: boolean;
  fen: string;
  legal: string[];
  may_ask: boolean;
  due: boolean;
  tries: Told[];
  answer?: Told;
  overheard?: { refused: number; nonsense?: number; any?: string };
  transcript: Turn[];
  captured: number;
  taken: number;
};

export type Invitation = { rules: string; doc: string; color: Colour; start: string; clock?: ClockSetting; taken: boolean };
export type PeopleRecord = { rules: string; doc: string; start: string; clock?: Clock; result: string; score: string; plies: number };

export const people = "/api/kriegspiel/people";

/** The longest pause between two attempts to reach the server again, in milliseconds. */
const longestPause = 8000;

/** Waits, but no longer than until the network is back or the signal comes. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    window.addEventListener("online", end);
    signal.addEventListener("abort", end, { once: true });
  });
}

export class Seat {
  game = $state.raw<PeopleGame | null>(null);
  /** How the stream of the seat fares. */
  link = $state<"opening" | "live" | "lost" | "ended" | "elsewhere">("opening");
  error = $state("");
  /** The server knows no such seat. */
  gone = $state("");
  busy = $state(false);
  /** What the umpire said to something that had no effect. */
  nonsense = $state("");
  /** When the times of the clock were true, by this machine. */
  #read = 0;

  constructor(readonly key: string) {}

  /** Takes what the server says, unless something later is known; the first word of a stream counts always, since a server that was restarted counts anew. */
  #take(next: PeopleGame, first = false) {
    if (this.game && next.version < this.game.version && !first) return;
    if (next.version !== this.game?.version) this.nonsense = "";
    this.#read = performance.now();
    this.game = next;
  }

  /** Follows the game until it is over, the server forgets it, or the signal comes; a lost connection is taken up again. */
  async follow(signal: AbortSignal) {
    let wait = 500;
    this.link = "opening";
    while (!signal.aborted) {
      let first = true;
      try {
        for await (const event of stream(`${people}/seats/${this.key}/events`, undefined, signal)) {
          if (event.name === "done") {
            this.link = event.data.reason === "replaced" ? "elsewhere" : "ended";
            return;
          }
          this.link = "live";
          wait = 500;
          this.#take(event.data, first);
          first = false;
        }
      } catch (problem) {
        if (aborted(problem)) return;
        if (problem instanceof ApiError && problem.status === 404) {
          this.gone = problem.message;
          return;
        }
      }
      if (signal.aborted) return;
      this.link = "lost";
      await pause(wait, signal);
      wait = Math.min(2 * wait, longestPause);
    }
  }

  /** Says something to the umpire; what was said twice by mistake is done once. */
  async say(what: string, attempt = "") {
    if (this.busy || !this.game) return;
    this.busy = true;
    const at = this.game.said;
    try {
      const next = await post<PeopleGame>(`${people}/seats/${this.key}/actions`, { do: what, attempt, at });
      this.#take(next);
      if (next.said === at) this.nonsense = next.answer?.words ?? "";
      this.error = "";
    } catch (problem) {
      this.error = message(problem);
    }
    this.busy = false;
  }

  /** The time that a side has left now, in milliseconds. */
  left(side: Colour): number {
    const clock = this.game?.clock;
    if (!clock) return 0;
    return Math.max(0, clock[side] - (clock.running === side ? performance.now() - this.#read : 0));
  }
}

/** A claim on an invitation, kept so that the same browser finds its seat again. */
type Claim = { claim: string; seat?: string };
const claims = "people-claims";

function kept(): Record<string, Claim> {
  try {
    return JSON.parse(localStorage.getItem(claims) ?? "{}");
  } catch {
    return {};
  }
}

function keep(invitation: string, claim: Claim) {
  // The last few are enough: an invitation lives for a day.
  const others = Object.entries(kept()).filter(([key]) => key !== invitation).slice(-9);
  try {
    localStorage.setItem(claims, JSON.stringify(Object.fromEntries([...others, [invitation, claim]])));
  } catch {
    // Nothing to do: the seat is in the address, too.
  }
}

/** The seat that this browser has taken by an invitation, if any. */
export function seatOf(invitation: string): string | undefined {
  return kept()[invitation]?.seat;
}

/** Takes the seat of an invitation. An answer that was lost on the way does not lose the seat. */
export async function join(invitation: string): Promise<string> {
  const random = crypto.getRandomValues(new Uint8Array(24));
  const claim = kept()[invitation]?.claim ?? [...random].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keep(invitation, { claim });
  const game = await post<PeopleGame>(`${people}/invitations/${invitation}`, { claim });
  keep(invitation, { claim, seat: game.seat });
  return game.seat;
}

/** A clock in words. */
export function clockWords(clock: ClockSetting | undefined): string {
  if (!clock) return "no clock";
  const minutes = clock.seconds / 60;
  const time = Number.isInteger(minutes) ? `${minutes} minute${minutes === 1 ? "" : "s"}` : `${clock.seconds} seconds`;
  return clock.increment ? `${time} a side, and ${clock.increment} seconds for each move` : `${time} a side`;
}
