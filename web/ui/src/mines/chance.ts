// The chance to win as it is shown: always with whose it is and how sure.

import { grouped, percent } from "../lib/format";
import type { Analysis, Estimates } from "../lib/types";
import type { Coach } from "./coach.svelte";

export type Chance = { text: string; exact: boolean; whose: string };

export function chanceOf(analysis: Analysis | null, estimates: Estimates | null): Chance | null {
  if (analysis?.win !== undefined) {
    const fraction = analysis.win_fraction && !/^1(\/1)?$/.test(analysis.win_fraction) ? `, ${analysis.win_fraction}` : "";
    return { text: percent(analysis.win), exact: true, whose: `of ${analysis.win_of ?? "the best play"}${fraction}` };
  }
  const first = estimates?.cells[0];
  if (!first) return null;
  const interval = first.exact ? "" : `, 95%: ${percent(first.low)} to ${percent(first.high)}`;
  return { text: percent(first.win), exact: first.exact, whose: `of ${estimates.win_of}${interval}` };
}

/** What the coach is doing, in words. */
export function progressOf(coach: Coach): string {
  const { estimates } = coach;
  if (coach.place >= 0) return coach.place === 0 ? "waiting: next in line" : `waiting: ${coach.place + 1} in line`;
  const few = estimates && !estimates.cells.length;
  const plays = estimates ? (few ? `${estimates.simulations} of ${estimates.needed} plays` : `${grouped(estimates.simulations)} plays`) : "";
  if (coach.searching && coach.analysis) return plays ? `searching: ${plays}` : "searching";
  return plays;
}
