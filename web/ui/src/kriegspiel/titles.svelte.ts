// The names of rule sets as people read them.

import { options } from "../lib/options";

let titles = $state.raw<Record<string, string>>({});

/** The title of a rule set; until it is known, the name that the program uses. */
export function ruleTitle(name: string): string {
  return titles[name] ?? name;
}

options()
  .then(({ kriegspiel }) => (titles = Object.fromEntries(kriegspiel.rules.map((rule) => [rule.name, rule.title]))))
  .catch(() => {}); // the names do as well
