package kriegspielers

import (
	"context"
	"slices"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// obliged decides a belief in which "Any?" was answered by yes, so that a pawn capture must
// be tried next, one that was not tried in this turn before. Once it is refused the turn is
// free; to ask again would tell nothing. One that is legal nowhere costs nothing, and frees
// the turn as well. The depth it returns is that of the belief, not the least one.
func obliged(ctx context.Context, s *Solver, belief []chess.Position, depth int, tried func(kriegspiel.Attempt) bool) (andor.Verdict, int) {
	verdict, freed := andor.None, false
	for _, a := range kriegspiel.Attempts(&belief[0], nil) {
		if !(askable{}).Pays(&belief[0], a) || tried(a) {
			continue
		}
		r := andor.Result{Verdict: andor.None}
		switch {
		case legalSomewhere(belief, a):
			r = s.Wins(ctx, belief, depth, a)
		case !freed:
			freed = true
			r = s.Solve(ctx, belief, depth)
		}
		switch r.Verdict {
		case andor.Win:
			return andor.Win, depth
		case andor.Unknown:
			verdict = andor.Unknown
		}
	}
	return verdict, 0
}

func legalSomewhere(belief []chess.Position, a kriegspiel.Attempt) bool {
	return slices.ContainsFunc(belief, func(p chess.Position) bool { return p.Legal(a.Move()) })
}
