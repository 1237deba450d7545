package uct

import (
	"math/rand/v2"

	"blindsight"
)

// Guide is domain knowledge that steers a search: which actions are worth a look,
// how a rollout goes on, and where the value is known already. Each tree has one of
// its own, so a guide may keep scratch memory.
type Guide[V any, A comparable] interface {
	// Candidates returns those of the legal actions that a node shall consider, in
	// their order: all of them, or only some where the others cannot be better. Alike
	// says that they are all equally good, so that one will do. Of actions that the
	// view's own symmetries make equivalent it should keep all or none.
	Candidates(v V, legal []A) (worth []A, alike bool)
	// Rollout returns the next action of a rollout, a legal one.
	Rollout(rng *rand.Rand, v V) A
	// Value returns the return of the best play from the view on, where it is known.
	Value(v V) (value float64, known bool)
}

// Forecaster is a guide that knows some chances exactly. Config.Weighted makes use of
// them.
type Forecaster[V any, A, O comparable] interface {
	Guide[V, A]
	// Odds returns the chance that an action does not lose the play at once. It is asked
	// for actions of the view that Candidates or Rollout was last asked for.
	Odds(v V, a A) float64
	// Lost tells whether a step that ended the play lost it, which is what Odds are the
	// chance to escape. What is lost is drawn again and counts as nothing, so it must bring
	// no reward; an end without reward need not be lost.
	Lost(end blindsight.Step[O]) bool
	// Likelihood returns the chance that the actions of the view show what it has
	// seen, up to a factor that is the same for all views that one action can lead
	// to. It is asked for the view that Candidates was last asked for. 0 means that it
	// is not known.
	Likelihood(v V) float64
	// Twins returns how many different views, all with the same canonical image and so
	// one node, the last action could have led to: that of so many steps, of which the
	// rules forced all but the first. It is asked only where mirrored views are one.
	Twins(v V, steps int) int
}

// Guided makes the search ask a guide: rollouts then follow it, and begin at a new
// node without an edge being charged for their first action. NewGuide is called once
// for each tree. It returns the planner. Guided panics where there are two sides: what a
// guide knows of values is not of play against a side that learns.
func (p *Planner[S, V, A, O]) Guided(newGuide func() Guide[V, A]) *Planner[S, V, A, O] {
	if p.sides != nil {
		panic("uct: a guide is for games of one side")
	}
	p.newGuide = newGuide
	return p
}
