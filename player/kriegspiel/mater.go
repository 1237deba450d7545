package kriegspiel

import (
	"context"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// mater searches for guaranteed mates and follows the plans found, from turn to turn.
type mater struct {
	plan   *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept]
	turns  int // of the view when the plan's attempt is due
	tries  int // likewise, of the turn under way
	solver *Solver
	budget blindsight.Budget
}

// Limits of a mate search: a share of the time, or positions for each simulation.
const (
	mateShare  = 3
	mateStates = 10
	mateMemory = 64 << 20
)

// follow returns the next attempt of the plan, if there is one and what was heard is in it.
func (m *mater) follow(v *kriegspiel.View) (kriegspiel.Attempt, bool) {
	if m.plan == nil {
		return 0, false
	}
	turns, tries := v.Turns(), v.Tries()
	switch {
	case turns == m.turns && len(tries) == m.tries:
	case turns == m.turns && len(tries) == m.tries+1:
		m.plan = next(m.plan.Stay, tries[len(tries)-1].Heard)
	case turns == m.turns+2 && len(tries) == 0:
		m.plan = m.moved(v)
	default:
		m.plan = nil
	}
	m.turns, m.tries = turns, len(tries)
	if m.plan == nil {
		return 0, false
	}
	return m.plan.Attempt, true
}

// moved returns the plan after the own move and the reply that were heard.
func (m *mater) moved(v *kriegspiel.View) *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept] {
	turns := v.Record().Turns
	own, reply := &turns[len(turns)-2], &turns[len(turns)-1]
	if n := len(own.Tries); n == 0 || own.Tries[n-1].Attempt != m.plan.Attempt {
		return nil
	}
	for _, h := range m.plan.Moved {
		if h.Heard == own.LastHeard() {
			return next(h.Replies, reply.LastHeard())
		}
	}
	return nil
}

func next(list []andor.Next[kriegspiel.Attempt, kriegspiel.Percept], heard kriegspiel.Percept) *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept] {
	for _, n := range list {
		if n.Heard == heard {
			return n.Plan
		}
	}
	return nil
}

// search looks for a mate that is guaranteed in all positions, and returns its first
// attempt. Where a question was asked in this turn it does not look: the search would ask
// again.
func (m *mater) search(ctx context.Context, v *kriegspiel.View, belief []chess.Position, depth int, budget blindsight.Budget) (kriegspiel.Attempt, bool) {
	if v.Asked() != kriegspiel.Silent || !hopeful(v) {
		return 0, false
	}
	if m.solver == nil || m.budget != budget {
		s, err := NewSolver(v.Rules(), andor.Options{
			Time: budget.Time / mateShare, States: int64(mateStates * budget.Simulations), Memory: mateMemory,
		})
		if err != nil {
			return 0, false
		}
		m.solver, m.budget = s, budget
	}
	plan, _ := m.solver.Plan(ctx, belief, depth)
	if plan == nil {
		return 0, false
	}
	m.plan, m.turns, m.tries = plan, v.Turns(), len(v.Tries())
	return plan.Attempt, true
}

// hopeful reports whether the own men could mate a king at all.
func hopeful(v *kriegspiel.View) bool {
	own := v.Own()
	men := own.Men(v.Side())
	return men&(own.Kinds(chess.Queen)|own.Kinds(chess.Rook)|own.Kinds(chess.Pawn)) != 0 ||
		(men&(own.Kinds(chess.Knight)|own.Kinds(chess.Bishop))).Count() > 1
}
