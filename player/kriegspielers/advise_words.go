package kriegspielers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/plural"
	"blindsight/search/andor"
)

// pliesOf returns the moves of both sides that a plan needs at most.
func pliesOf(p *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept]) int {
	most := 1
	for _, next := range p.Stay {
		most = max(most, pliesOf(next.Plan))
	}
	for _, h := range p.Moved {
		for _, next := range h.Replies {
			most = max(most, 2+pliesOf(next.Plan))
		}
	}
	return most
}

// explainMate says that the attempt begins a plan which mates in all positions of the belief.
func (a *Advice) explainMate(plies int) {
	moves := plural.Count((plies+1)/2, "move")
	if a.Belief.Exact {
		a.Reasons = append(a.Reasons, fmt.Sprintf("It begins a plan that mates within %s (%s) wherever the hidden men stand: the mate is guaranteed.", moves, plural.Count(plies, "ply")))
		return
	}
	a.Reasons = append(a.Reasons, fmt.Sprintf("It begins a plan that mates within %s in all positions of the belief; that is no guarantee, since these need not be all.", moves))
}

// mayHaveDrawn reports whether a game may have come to a draw by repetition or fifty moves in a position that agrees with all else.
func mayHaveDrawn(v *kriegspiel.View) bool {
	const (
		leastRepeated = 8 // moves of both sides until a position is there for the third time
		fiftyEach     = 100
	)
	r := v.Record()
	return r.Rules.Draws && (len(r.Turns) >= leastRepeated || r.Clock+len(r.Turns) >= fiftyEach)
}

// explainBelief says what the belief is, and where the enemy king is likely to stand.
func (a *Advice) explainBelief() {
	name, n := kriegspiel.SideName(a.Side), plural.Count(a.Belief.Size, "position")
	say := func(format string, args ...any) { a.Reasons = append(a.Reasons, fmt.Sprintf(format, args...)) }
	verb := "agree"
	if a.Belief.Size == 1 {
		verb = "agrees"
	}
	switch {
	case a.Belief.Size == 0:
		say("No position was found that agrees with what %s heard: the try is one without a belief.", name)
		return
	case a.Belief.Exact && mayHaveDrawn(a.View):
		say("%s %s with all that %s tried and heard: the belief is exact, but that the game might have been drawn by repetition or fifty moves in some of them, which it does not use.", n, verb, name)
	case a.Belief.Exact:
		say("%s %s with all that %s tried and heard, no more and no less: the belief is exact.", n, verb, name)
	case a.Belief.Guessed:
		say("%s %s with the last turns: none was found that agrees with the whole game, so the belief is guessed.", n, verb)
	default:
		say("%s that %s with all that %s tried and heard are known; there may be more: the belief is a sample.", n, verb, name)
	}
	if !a.Belief.Used {
		say("The player decides without a belief: the maps are not behind its try.")
	}
	squares := make([]chess.Square, 0, 64)
	for s := chess.A1; s < chess.NoSquare; s++ {
		if a.King[s] > 0 {
			squares = append(squares, s)
		}
	}
	slices.SortStableFunc(squares, func(x, y chess.Square) int { return cmp.Compare(a.King[y], a.King[x]) })
	king := "The enemy king" // where all positions are known, else it may stand elsewhere too
	if !a.Belief.Exact {
		king = fmt.Sprintf("In %s the enemy king", these(a.Belief.Size))
	}
	if len(squares) == 1 {
		say("%s stands on %s.", king, squares[0])
		return
	}
	var likely []string
	for _, s := range squares[:min(len(squares), 3)] {
		likely = append(likely, fmt.Sprintf("%s (%s)", s, perCent(a.King[s])))
	}
	say("%s stands on one of %d squares, most likely on %s.", king, len(squares), strings.Join(likely, ", "))
}

// explainTry says what the attempt does in the positions of the belief, and how it
// compares with the others.
func (a *Advice) explainTry(belief []chess.Position) {
	say := func(format string, args ...any) { a.Reasons = append(a.Reasons, fmt.Sprintf(format, args...)) }
	if tries := a.View.Tries(); len(tries) > 0 {
		var done []string
		for _, t := range tries {
			done = append(done, fmt.Sprintf("%s (%s)", a.SAN(t.Attempt), t.Heard))
		}
		say("Tried in this turn: %s; positions that disagree are left out.", strings.Join(done, ", "))
	}
	legal, captures, checks, mates, yes := 0, 0, 0, 0, 0
	var to chess.Position
	for i := range belief {
		h, moved := a.View.Rules().Try(&belief[i], a.Try, &to)
		switch {
		case h == kriegspiel.Yes:
			yes++
		case moved:
			legal++
			captures += count(h.Captured() != chess.NoSquare)
			checks += count(h.Check() != 0)
			mates += count(h.Checkmate())
		}
	}
	n := len(belief)
	switch {
	case n == 0:
	case a.Try == kriegspiel.Any:
		say("Asking costs no move: the answer is yes in %s of the positions.", perCent(share(yes, n)))
	case legal == n:
		say("%s is legal%s%s.", a.SAN(a.Try), a.inAll(), does(captures, checks, mates, n))
	default:
		say("%s is legal in %s of them%s; a refusal costs no move and rules these out.", a.SAN(a.Try), perCent(share(legal, n)), does(captures, checks, mates, n))
	}
	a.explainRank(say)
}

// explainRank says how the attempt compares with the others that the player valued.
func (a *Advice) explainRank(say func(format string, args ...any)) {
	i := slices.IndexFunc(a.Candidates, func(c Candidate) bool { return c.Try == a.Try })
	if i < 0 || len(a.Candidates) < 2 {
		return
	}
	chosen, best := a.Candidates[i], a.Candidates[0]
	equals := 0
	for _, c := range a.Candidates {
		equals += count(c.Value == best.Value)
	}
	switch {
	case chosen.Value < best.Value:
		say("It is worth %+.2f to the player; %s, worth %+.2f, may give away what is won, by stalemate.", chosen.Value, a.SAN(best.Try), best.Value)
	case equals > 1:
		say("It is one of %d tries that are worth most to the player: %+.2f.", equals, best.Value)
	default:
		next := a.Candidates[1]
		say("It is worth most to the player: %+.2f; the next, %s, %+.2f.", best.Value, a.SAN(next.Try), next.Value)
	}
}

// SAN returns an attempt as its player would write it, by the board of his own men.
func (a *Advice) SAN(t kriegspiel.Attempt) string {
	if t == kriegspiel.Any {
		return "Any?"
	}
	own := a.View.Own()
	return kriegspiel.Try{Attempt: t}.SAN(&own)
}

// inAll says that something holds in all positions of the belief, if there are several.
func (a *Advice) inAll() string {
	switch {
	case a.Belief.Size > 1:
		return " in all of them"
	case !a.Belief.Exact:
		return " in it"
	}
	return ""
}

// these names the positions of a belief that was told of before.
func these(n int) string {
	if n == 1 {
		return "this position"
	}
	return "these positions"
}

// does says what an attempt does where it is legal.
func does(captures, checks, mates, n int) string {
	var words []string
	for _, w := range []struct {
		text string
		n    int
	}{{"captures", captures}, {"gives check", checks}, {"mates", mates}} {
		if w.n > 0 {
			words = append(words, fmt.Sprintf("%s in %s", w.text, perCent(share(w.n, n))))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return ", " + strings.Join(words, ", ")
}

// perCent writes a share; only what holds in all positions or in none is written as such.
func perCent(x float64) string {
	switch {
	case x > 0 && x < 0.01:
		return "less than 1%"
	case x < 1 && x > 0.99:
		return "more than 99%"
	}
	return fmt.Sprintf("%.0f%%", 100*x)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}
