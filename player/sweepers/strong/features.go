package strong

import (
	"context"
	"math"

	"blindsight"
	"blindsight/game/minesweeper"
)

// Features says of positions what each weight of a guess is multiplied by, for fitting them. It holds scratch memory and
// is for one goroutine.
type Features struct {
	list
	guess *asked
}

// Candidate is a cell that a guess may open.
type Candidate struct {
	Cell minesweeper.Cell
	Safe float64 // the chance to survive it
	// Features are in the order of the fields of [Weights]: a candidate's score is their sum, each times its weight.
	Features []float64
}

// NewFeatures returns the features of candidates that options allow. It panics if these do not pass their Check.
func NewFeatures(o Options) *Features {
	if err := o.Check(); err != nil {
		panic("strong: " + err.Error())
	}
	f := &Features{guess: &asked{weighed: newWeighed(o)}}
	f.list = newList(o, append(known(o, newSolver()), f.guess)...)
	return f
}

// Of returns the candidates of a view in which a cell is open. There are none where the player without a budget would not weigh them:
// where something is certain, or an exact search decides.
func (f *Features) Of(ctx context.Context, v *minesweeper.View) ([]Candidate, error) {
	f.guess.found = nil
	c := f.decide(ctx, nil, v, blindsight.Budget{})
	return f.guess.found, c.err
}

// asked is the stage of guesses that notes the features of all candidates.
type asked struct {
	*weighed
	found []Candidate
}

func (a *asked) decide(ctx context.Context, p *position, b *budget) (choice, bool) {
	c, ok := a.weighed.decide(ctx, p, b)
	for i := range a.list {
		l := &a.list[i]
		found := Candidate{Cell: p.cell(l.unknown), Safe: l.safe}
		for k := range WeightNames() {
			var unit Weights
			*unit.field(k) = 1
			found.Features = append(found.Features, a.score(p, l, &unit, math.Inf(-1)))
		}
		a.found = append(a.found, found)
	}
	return c, ok
}
