package kriegspielers

// Screened are weights that stay at what they are here, whatever fits the results of games better, as [ParseWeights] reads them. What goes with winning need not win: the king of who wins
// walks about, and a fit makes him walk. They were chosen by playing, against belief-1 with 30,000 simulations a decision, which is about what that
// has in 100 ms:
//
//   - of the king, with whom 67.5% were scored instead of 60.5% in the same 100 games;
//   - of the others, each at what was once set by hand (evaluation_frozen.go): with these at least as much was scored as with the fitted ones, in
//     1,200 games in which each was changed half of the time.
//
// These are the commands, at commits d5995be and 2acd99d; LOG.md of the study kriegspiel-strength has all that came of them:
//
//	blindsight match kriegspiel foresight,weights=KingHome:0/KingWing:0.4/KingOut:0 belief-1 --lines setups --games 100 --sims 30000 --seed 860
//	blindsight screen kriegspiel foresight,weights=KingHome:0/KingWing:0.4/KingOut:0 belief-1 --lines setups --games 1200 --sims 30000 --seed 900 --try weights=Pair:0 …
const Screened = "KingHome:0/KingWing:0.4/KingOut:0/Pair:0/QueenOut:0/Middle:0.03/Knight:3/Bishop:3.2/Rook:5/Queen:9/PawnPrey:0.25/Prey:0.1/Reach:0.015/Ahead:0/RookFile:0"
