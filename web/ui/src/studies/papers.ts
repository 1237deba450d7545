// The papers that the studies are about, by the letters that the studies give them.

export const papers: Record<string, string> = {
  A: "Couëtoux, Milone, Teytaud: Consistent Belief State Estimation, with Application to Mines, 2011",
  B: "Sebag, Teytaud: Combining Myopic Optimization and Tree Search: Application to MineSweeper, 2012",
  C: "Russell, Wolfe: Efficient belief-state AND-OR search, with application to Kriegspiel, 2005",
};
