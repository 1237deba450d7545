package kriegspielers

// frozen is the evaluation as it was set by hand before there was a command that makes one. It never changes: belief-1 and the other players of
// the ladder play by it, others are measured by these, and the games that problems and models were made of are theirs. 'kriegspiel
// tune' begins from it.
var frozen = Evaluation{
	Knight: 3, Bishop: 3.2, Rook: 5, Queen: 9,
	PawnPrey: 0.25, Prey: 0.1, Reach: 0.015,
	Pawns: 0.5, FewPawns: 1, HisPawns: 0.5, HisFewPawns: 0.5,
	Ring: 0.1, Out: 0.15, Middle: 0.03, KingHome: 0.2, KingWing: 0.3, KingOut: 0.2,
	Room: 0.8, Edge: 0.15, Near: 0.2, InCheck: 0.05,
}
