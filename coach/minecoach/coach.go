// Package minecoach is what a person is told of a position or a game of Minesweeper: how risky each cell is and why
// ([Analyst], [Reason]), what to open ([Coach], with a [Forecast] where the chance to win is out of exact reach),
// what was luck and what was not ([Reviewer]), and boards that need no guess ([Deducer]). It says things in sentences, and as the
// JSON of the program and its page. It knows views, never hidden boards; whom it asks is the player strong.
package minecoach

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/internal/randstream"
)

// Coach says what to open, how risky that is, how likely it wins, and why. It is what
// 'mines advise', the hints of 'mines human' and the page's coach have to say. It knows
// the view and nothing else: there is no way from here to the hidden board. It is for one
// goroutine.
//
// The chance to win is exact where at most [ExactPlacements] are left, and up to
// [TriedPlacements] where that is found in time, or by strong within its budget; else it is that
// of strong playing on after the cell, without a budget, as a [Forecast] estimates it from
// [LeastPlays] on. A [Counsel] says which. On a board that was chosen so that no guess is
// needed it is that of opening what is certain, which wins.
type Coach struct {
	Analyst *Analyst // with ExactPlacements as its limit
	// Budget is for the decision. The zero Budget gives strong DefaultSims simulations and
	// any player half of Time.
	Budget blindsight.Budget
	// Time is for the whole answer, about; Plays is how many placements an estimate plays
	// at most, 0 for as many as the time allows. One of them must be set.
	Time  time.Duration
	Plays int
	Seed  uint64 // of the decision and the estimate, which depend on the position too
	// NoGuess says that the board was chosen so that deduction alone solves it from the
	// first cell on.
	NoGuess bool
	// Before, unless nil, is what a coach of the same seed said of the same position. The
	// estimate goes on from there; the counsel is not to be used any more.
	Before *Counsel
	// Heard, unless nil, is told again and again while an estimate becomes surer. What it
	// is told is its own.
	Heard func(*Counsel)
}

// New returns a coach with so many simulations for a decision, whose answers are the
// same every time; or, if these are 0, with so much time; or, if both are, with DefaultSims
// and DefaultTime. The analyst's limit should be [ExactPlacements].
func New(a *Analyst, sims int, t time.Duration) *Coach {
	n := &Coach{Analyst: a, Time: DefaultTime, Seed: DefaultSeed}
	switch {
	case sims > 0:
		n.Budget.Simulations, n.Plays, n.Time = sims, LeastPlays, 0
	case t > 0:
		n.Budget.Time, n.Time = t/2, t
	}
	return n
}

const (
	// ExactPlacements is the number of placements from which down a coach's win chances
	// are exact.
	ExactPlacements = 8000
	// TriedPlacements is the number of placements from which down exact win chances are tried
	// for a while.
	TriedPlacements = 20_000
	// DefaultTime is what an answer may take where nobody asks for more.
	DefaultTime = 500 * time.Millisecond
	// DefaultSims is how many simulations strong has for a decision where nobody asks for
	// more: a fixed number, so that equal questions get equal answers.
	DefaultSims = 500
	// LeastPlays is how many placements an estimate plays before it is told to anybody, and
	// no more where simulations are asked for.
	LeastPlays = 200
	// DefaultSeed is the seed where nobody asks for another.
	DefaultSeed = 1
)

// What exact win chances may take: up to ExactPlacements, and up to TriedPlacements.
const (
	exactPatience = 10 * time.Second
	reachPatience = 2 * time.Second
)

// Advise asks a player, strong if it is nil, and says what is to be said of its move. An
// error is that of [Analyst.Analyse], of the player, or of the context; the last comes with
// the counsel as far as it went, for Before, once there is an estimate.
func (n *Coach) Advise(ctx context.Context, v *minesweeper.View, name string, p minesweeper.Planner) (*Counsel, error) {
	begin, asked := time.Now(), v
	v = autoOpened(v)
	c, err := n.Before, error(nil)
	if c == nil || !c.GoesOn() {
		if c, err = n.look(ctx, v); err != nil || c.None {
			return c, err
		}
	}
	if err := n.solve(ctx, v, c); err != nil {
		return c, err
	}
	if !c.GoesOn() || c.Analysis.Win != nil {
		c.forecast, c.Estimates, c.Plays, c.Resumed = nil, nil, 0, 0
		if p == nil {
			err = n.decide(ctx, v, c, n.budget(true))
		} else {
			c.Player = name
			err = n.ask(ctx, asked, c, p)
		}
		if err != nil {
			return nil, err
		}
		c.value(v)
	}
	if !c.Known && !c.NoGuess || c.GoesOn() {
		err := n.estimate(ctx, v, c, begin)
		if c.forecast != nil {
			c.forecast.rest()
		}
		if err != nil {
			return c, err
		}
	}
	n.words(v, c)
	return c, nil
}

// Glance says what can be said at once: the risks, proofs, and what strong opens without a
// budget. The chance to win is known only where it is exact, or was measured.
func (n *Coach) Glance(ctx context.Context, v *minesweeper.View) (*Counsel, error) {
	v = autoOpened(v)
	c, err := n.look(ctx, v)
	if err != nil || c.None {
		return c, err
	}
	if err := n.solve(ctx, v, c); err != nil {
		return nil, err
	}
	if err := n.decide(ctx, v, c, blindsight.Budget{}); err != nil {
		return nil, err
	}
	c.value(v)
	n.words(v, c)
	return c, nil
}

// look counts, and proves what is certain.
func (n *Coach) look(ctx context.Context, v *minesweeper.View) (*Counsel, error) {
	c := &Counsel{Player: "strong", NoGuess: n.NoGuess}
	var err error
	if c.Analysis, err = n.Analyst.Risks(ctx, v); err != nil {
		return nil, err
	}
	if len(c.Analysis.Best) == 0 {
		c.None, c.Reasons = true, []string{"Nothing is left to open: the game is won."}
		return c, nil
	}
	c.Proofs = n.Analyst.Reasons(v, c.Analysis, maxReasons, longReasons)
	if n.NoGuess {
		return c, c.Analysis.needsNoGuess(v)
	}
	return c, nil
}

// solve finds exact win chances where few enough placements are left. Those of some more
// are tried only where the answer may depend on the time.
func (n *Coach) solve(ctx context.Context, v *minesweeper.View, c *Counsel) error {
	switch {
	case n.NoGuess || n.Analyst.Limit == 0:
	case Affordable(v, c.Analysis, n.Analyst.Limit):
		patient, cancel := context.WithTimeout(ctx, exactPatience)
		defer cancel()
		if a, err := n.Analyst.Analyse(patient, v); err == nil {
			c.Analysis = a
		}
	case v.Started() && n.Budget.Simulations == 0 && n.Plays == 0 && Affordable(v, c.Analysis, TriedPlacements):
		patient, cancel := context.WithTimeout(ctx, min(max(reachPatience, n.Time/4), n.Time))
		defer cancel()
		more := *c.Analysis // what was said before stays as it is
		more.Cells, more.Best = slices.Clone(more.Cells), slices.Clone(more.Best)
		n.Analyst.best(patient, v, &more)
		c.Analysis = &more
	}
	return pace.Err(ctx)
}

// budget returns what a decision may take.
func (n *Coach) budget(strong bool) blindsight.Budget {
	b := n.Budget
	if b == (blindsight.Budget{}) {
		b.Time = n.Time / 2
		if strong || b.Time == 0 {
			b.Simulations = DefaultSims
		}
	}
	return b
}

// random returns the random numbers for a position: equal questions get equal answers.
func (n *Coach) random(v *minesweeper.View, what string) *rand.Rand {
	return randstream.New(n.Seed, "mines coach "+what+" "+(&minesweeper.Position{View: v}).String())
}

// ask asks any player.
func (n *Coach) ask(ctx context.Context, v *minesweeper.View, c *Counsel, p minesweeper.Planner) error {
	d, err := p.Choose(ctx, n.random(v, "decision"), v, n.budget(false))
	c.Cell, c.Table = d.Action, d.Actions
	return err
}

// decide asks strong. Where exact chances are known it opens a best cell, of these the
// least risky, and where a cell is safe the one that is proved most easily.
func (n *Coach) decide(ctx context.Context, v *minesweeper.View, c *Counsel, b blindsight.Budget) error {
	a := c.Analysis
	switch {
	case len(c.Proofs) > 0 && !c.Proofs[0].Mine: // some safe cell is always one of the best
		c.Cell = c.Proofs[0].Cells[0]
		return nil
	case a.Win != nil && (v.Started() || !n.NoGuess) || v.Started() && a.cell(a.Best[0]).Mine == 0:
		c.Cell = slices.MinFunc(a.Best, func(x, y minesweeper.Cell) int { return cmp.Compare(a.cell(x).Mine, a.cell(y).Mine) })
		return nil
	}
	if !v.Started() {
		b = blindsight.Budget{} // known first cells, not those that a few plays make seem best
	}
	d, err := n.Analyst.strong(b).Choose(ctx, n.random(v, "decision"), v, b)
	if err != nil {
		return err
	}
	c.Cell, c.Table = d.Action, d.Actions
	if d.Measure == blindsight.ExactReturn {
		c.Win, c.Low, c.High, c.Known, c.Exact, c.Of = d.Value, d.Value, d.Value, true, true, BestPlay
	}
	return nil
}
