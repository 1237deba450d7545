package kriegspielers

import (
	"context"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// mater searches for guaranteed mates and follows the plans found: it is told what is
// tried and heard.
type mater struct {
	walker andor.Walker[kriegspiel.Attempt, kriegspiel.Percept]
	solver *Solver
	budget blindsight.Budget
}

// Limits of a mate search: a share of the time, or positions for each simulation.
const (
	mateShare  = 3
	mateStates = 10
	mateMemory = 64 << 20
)

// due returns the next attempt of the plan, if there is one.
func (m *mater) due() (kriegspiel.Attempt, bool) {
	plan := m.walker.Plan()
	if plan == nil {
		return 0, false
	}
	return plan.Attempt, true
}

// did goes on in the plan after an own attempt. Nonsense has no effect.
func (m *mater) did(a kriegspiel.Attempt, heard kriegspiel.Percept) {
	if heard != kriegspiel.Nonsense {
		m.walker.Did(a, heard)
	}
}

// heard goes on in the plan after a move of the opponent. Attempts of his that are refused,
// and his question, change nothing.
func (m *mater) heard(h kriegspiel.Percept) {
	if h.Move() {
		m.walker.Heard(h)
	}
}

// search looks for a mate that is guaranteed in all positions, and returns its first
// attempt. Where a question was asked in this turn it does not look: the search would ask
// again.
func (m *mater) search(ctx context.Context, v *kriegspiel.View, belief []chess.Position, depth int, budget blindsight.Budget) (kriegspiel.Attempt, bool) {
	if v.Asked() != kriegspiel.Silent || !hopeful(v) {
		return 0, false
	}
	if m.solver == nil || m.budget != budget {
		options := andor.Options{Time: budget.Time / mateShare, States: int64(mateStates * budget.Simulations), Memory: mateMemory}
		if options.Check() != nil { // a budget below nothing leaves no search
			return 0, false
		}
		m.solver, m.budget = NewSolver(v.Rules(), options), budget
	}
	plan, _ := m.solver.Plan(ctx, belief, depth)
	if plan == nil {
		return 0, false
	}
	m.walker.Follow(plan)
	return plan.Attempt, true
}

// hopeful reports whether the own men could mate a king at all.
func hopeful(v *kriegspiel.View) bool {
	own := v.Own()
	men := own.Men(v.Side())
	return men&(own.Kinds(chess.Queen)|own.Kinds(chess.Rook)|own.Kinds(chess.Pawn)) != 0 ||
		(men&(own.Kinds(chess.Knight)|own.Kinds(chess.Bishop))).Count() > 1
}
