// The pages that the head of the page leads to.

import { alone } from "./site";

export type Page = { path: string; group: string; name: string; title: string };

const all: Page[] = [
  { path: "/mines/play", group: "Minesweeper", name: "Play", title: "Play Minesweeper" },
  { path: "/mines/analyse", group: "Minesweeper", name: "Analyse", title: "Analyse Minesweeper" },
  { path: "/kriegspiel/play", group: "Kriegspiel", name: "Play", title: "Play Kriegspiel" },
  { path: "/kriegspiel/people", group: "Kriegspiel", name: "With a friend", title: "Kriegspiel with a friend" },
  { path: "/kriegspiel/watch", group: "Kriegspiel", name: "Watch", title: "Watch Kriegspiel" },
  { path: "/kriegspiel/problems", group: "Kriegspiel", name: "Problems", title: "Kriegspiel problems" },
  { path: "/kriegspiel/mate", group: "Kriegspiel", name: "Find a mate", title: "Find a Kriegspiel mate" },
  { path: "/kriegspiel/replay", group: "Kriegspiel", name: "Replay", title: "Replay Kriegspiel games" },
  // In no group: the pages of the game lead to it.
  { path: "/kriegspiel/rules", group: "unlisted", name: "How to play", title: "How to play Kriegspiel" },
  { path: "/games", group: "", name: "Games", title: "More games" },
  { path: "/studies", group: "", name: "Studies", title: "Studies" },
  { path: "/docs", group: "", name: "Docs", title: "Documentation" },
];

/** Two people who play one another need a server between them. */
export const pages = all.filter((page) => !(alone && page.path === "/kriegspiel/people"));

export const groups = ["Minesweeper", "Kriegspiel", ""];

/** The page that an address belongs to. */
export function pageAt(path: string): Page | undefined {
  return pages.find((page) => path === page.path || path.startsWith(page.path + "/"));
}
