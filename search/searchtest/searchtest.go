// Package searchtest tells whether a planner keeps its word.
//
// It holds small problems whose optimal values are known ([Problems]), each with an
// exact estimator, and checks of what [blindsight.Planner] asks of every planner:
// that it chooses legal actions and, within a stated budget, optimal ones; that it
// keeps its budget of time and of simulations and stops when the context ends; that
// one seed gives one decision; that it leaves the view as it was; and that the table
// of a decision adds up.
//
// # How to
//
// Say how to make your planner for one of the kit's problems, and run:
//
//	func TestPlanner(t *testing.T) {
//		searchtest.Run(t, func(p *searchtest.Problem) blindsight.Planner[*searchtest.View, searchtest.Action] {
//			return mysearch.New(p, p.NewSampler)
//		}, searchtest.Options{})
//	}
//
// A planner for two sides is run by [RunSides] on [Duels]: games in which the other side
// plays by a policy that is given, so that the best response has a known value. Attempts
// are refused there, steps are silent, and a plan that rests on what its side will not
// know is found out.
//
// A [Problem] is a [blindsight.Game], its [View] all that was done and seen, and
// p.NewSampler makes samplers for it. What is hidden changes during the play in some. A planner that wants to know the range of the
// returns finds it in p.Low and p.High. What a planner promises beyond the interface
// is said by [Options] and then checked too. The whole kit takes about a second for a
// planner that simulates a hundred thousand plays in one.
package searchtest

import (
	"testing"
	"time"

	"blindsight"
)

// Factory makes a planner for a problem. It is called several times for each: two
// planners that it made must give the same decision for the same seed.
type Factory func(p *Problem) blindsight.Planner[*View, Action]

// SidesFactory makes a planner for the side of a duel that the duel names, against the
// policy that it gives the other one. It is called as a Factory is.
type SidesFactory func(d *Duel) blindsight.Planner[*View, Action]

// Options say what a planner promises beyond [blindsight.Planner], and how patient
// the kit is.
type Options struct {
	// AllSimulations promises that a decision rests on exactly as many simulations as
	// its budget allows, where no time is set and there is a choice.
	AllSimulations bool
	// Values promises that Decision.Value comes near the optimal return: within the
	// problem's Tolerance at its budget of Simulations.
	Values bool
	// Patience multiplies the problems' budgets of simulations; 0 means 1.
	Patience float64
	// Margin is how long a planner may take beyond its time; 0 means a second, which is
	// generous, since the machine may be busy with other tests.
	Margin time.Duration
}

// Run runs every check on every problem of one side as a subtest.
func Run(t *testing.T, newPlanner Factory, o Options) {
	for _, p := range Problems() {
		p.trial(newPlanner).run(t, o)
	}
}

// RunSides runs every check on every problem of two sides as a subtest.
func RunSides(t *testing.T, newPlanner SidesFactory, o Options) {
	for _, d := range Duels() {
		d.trial(newPlanner).run(t, o)
	}
}

func (p *trial) run(t *testing.T, o Options) {
	if o.Patience == 0 {
		o.Patience = 1
	}
	if o.Margin == 0 {
		o.Margin = time.Second
	}
	t.Run(p.name, func(t *testing.T) {
		for _, c := range checks {
			t.Run(c.name, func(t *testing.T) {
				if err := c.run(p, o); err != nil {
					t.Error(err)
				}
			})
		}
	})
}
