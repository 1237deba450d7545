// What the umpire of a game between two people says, as one line.

import type { Colour } from "../lib/types";
import type { PeopleGame } from "./people.svelte";

/** How a game ended for one side. */
export function outcome({ score = "", color, result = "" }: { score?: string; color: Colour; result?: string }): string {
  const words = score === "1/2-1/2" ? "Nobody wins" : (score === "1-0") === (color === "white") ? "You win" : "You lose";
  return `${words}: ${result} (${score}).`;
}

const times = (n: number) => (n === 1 ? "once" : n === 2 ? "twice" : `${n} times`);

/** How the game stands for one side: what was heard last, and whose turn it is. */
export function status(game: PeopleGame): string {
  if (game.status === "over") return outcome(game);
  if (game.status === "waiting") return "Waiting for the other player to sit down.";
  const parts: string[] = [];
  const last = game.transcript.at(-1);
  const pending = game.tries.at(-1);
  if (pending?.words) parts.push(pending.words + ".");
  else if (last && !last.own && last.move?.words) parts.push(last.move.words + ".");
  else if (last?.own && last.move?.words) parts.push(last.move.words + ".");
  if (game.due) parts.push("A pawn capture must be tried now.");
  else if (game.your_turn) parts.push("Your turn.");
  else parts.push(`${game.color === "white" ? "Black" : "White"} is on turn${overheard(game)}.`);
  if (game.draw === "offered") parts.push("You have offered a draw.");
  if (game.draw === "received") parts.push("A draw is offered to you.");
  if (game.draw === "declined") parts.push("Your offer of a draw was declined.");
  return parts.join(" ");
}

/** What is heard of the other side's turn. */
function overheard(game: PeopleGame): string {
  const { refused = 0, nonsense = 0, any } = game.overheard ?? {};
  const parts: string[] = [];
  if (any) parts.push(`asked “Any?”: ${any}`);
  if (refused > 0) parts.push(`was refused ${times(refused)}`);
  if (nonsense > 0) parts.push(`tried nonsense ${times(nonsense)}`);
  return parts.length ? ", " + parts.join(", ") : "";
}
