package kriegspielers

import (
	"context"
	"slices"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// First returns the winning first attempts from a belief, as the solver's own First does, and
// the question, last, if asking first keeps the win, where the answer binds: the solver does not know that one.
func First(ctx context.Context, s *Solver, r *kriegspiel.Rules, belief []chess.Position, depth, limit int) ([]kriegspiel.Attempt, andor.Result) {
	first, result := s.First(ctx, belief, depth, limit)
	if !r.AnswerBinds || result.Verdict != andor.Win || limit > 0 && len(first) >= limit {
		return first, result
	}
	switch askFirst(ctx, s, r, belief, depth) {
	case andor.Win:
		first = append(first, kriegspiel.Any)
	case andor.Unknown:
		result.Verdict, result.Err = andor.Unknown, errNotDecided
	}
	return first, result
}

// FirstPart is First for one of several parts of the attempts, numbered from 0: those that win, where nothing else is known of the belief.
// What all parts return is what First returns without a limit, since each attempt is decided alone. It returns false
// if the context or a limit ended it.
func FirstPart(ctx context.Context, s *Solver, r *kriegspiel.Rules, belief []chess.Position, depth, part, parts int) (first []kriegspiel.Attempt, decided bool) {
	for i, a := range append(kriegspiel.Attempts(&belief[0], nil), kriegspiel.Any) {
		if i%parts != part {
			continue
		}
		verdict := andor.None
		switch {
		case a != kriegspiel.Any && !legalSomewhere(belief, a):
		case a == kriegspiel.Any && r.AnswerBinds:
			verdict = askFirst(ctx, s, r, belief, depth)
		default:
			verdict = s.Wins(ctx, belief, depth, a).Verdict
		}
		switch verdict {
		case andor.Win:
			first = append(first, a)
		case andor.Unknown:
			return first, false
		}
	}
	return first, true
}

// askFirst decides whether asking first keeps the win, where the answer binds.
func askFirst(ctx context.Context, s *Solver, r *kriegspiel.Rules, belief []chess.Position, depth int) andor.Verdict {
	yes, no := parted(belief, func(p *chess.Position) bool { return r.Any(p) == kriegspiel.Yes })
	verdict := andor.Win
	if len(no) > 0 {
		verdict = s.Solve(ctx, no, depth).Verdict
	}
	if verdict == andor.Win && len(yes) > 0 {
		verdict, _ = bound(ctx, s, yes, depth, func(kriegspiel.Attempt) bool { return false })
	}
	return verdict
}

// obliged decides a belief in which "Any?" was answered by yes, so that a pawn capture must
// be tried next, one that was not tried in this turn before. The depth it returns is that of the
// belief, not the least one.
func obliged(ctx context.Context, s *Solver, r *kriegspiel.Rules, belief []chess.Position, depth int, tried func(kriegspiel.Attempt) bool) (andor.Verdict, int) {
	if r.AnswerBinds {
		return bound(ctx, s, belief, depth, tried)
	}
	return freed(ctx, s, belief, depth, tried)
}

// freed decides a belief in which one pawn capture must be tried. Once it is refused the turn is
// free; to ask again would tell nothing. One that is legal nowhere costs nothing, and frees
// the turn as well.
func freed(ctx context.Context, s *Solver, belief []chess.Position, depth int, tried func(kriegspiel.Attempt) bool) (andor.Verdict, int) {
	verdict, freed := andor.None, false
	for _, a := range pawnCaptures(belief, tried) {
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

// bound decides a belief in which only pawn captures are taken until one is legal. One that
// wins wherever it is legal may go first: in what is left the others win as they did before. So
// no order of them need be tried twice.
func bound(ctx context.Context, s *Solver, belief []chess.Position, depth int, tried func(kriegspiel.Attempt) bool) (andor.Verdict, int) {
	captures := pawnCaptures(belief, tried)
	for len(belief) > 0 {
		verdict := andor.None
		for _, a := range captures {
			legal, rest := parted(belief, func(p *chess.Position) bool { return p.Legal(a.Move()) })
			if len(legal) == 0 {
				continue
			}
			r := s.Wins(ctx, legal, depth, a)
			if r.Verdict == andor.Win {
				belief, verdict = rest, andor.Win
				break
			}
			if r.Verdict == andor.Unknown {
				verdict = andor.Unknown
			}
		}
		if verdict != andor.Win {
			return verdict, 0
		}
	}
	return andor.Win, depth
}

// pawnCaptures returns the pawn captures that may be tried in a belief.
func pawnCaptures(belief []chess.Position, tried func(kriegspiel.Attempt) bool) []kriegspiel.Attempt {
	return slices.DeleteFunc(kriegspiel.Attempts(&belief[0], nil), func(a kriegspiel.Attempt) bool {
		return !(askable{}).Pays(&belief[0], a) || tried(a)
	})
}

// parted returns the positions of a belief for which something holds, and the others.
func parted(belief []chess.Position, holds func(*chess.Position) bool) (yes, no []chess.Position) {
	for i := range belief {
		if holds(&belief[i]) {
			yes = append(yes, belief[i])
		} else {
			no = append(no, belief[i])
		}
	}
	return yes, no
}

func legalSomewhere(belief []chess.Position, a kriegspiel.Attempt) bool {
	return slices.ContainsFunc(belief, func(p chess.Position) bool { return p.Legal(a.Move()) })
}
