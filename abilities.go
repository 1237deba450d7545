package blindsight

import "math/rand/v2"

// Prior is a game that can propose states for rejection and tell how likely
// each makes what was seen (paper A, Alg. 1).
type Prior[S, V any] interface {
	// Propose draws a state from the prior. It may leave out states that the view
	// excludes at a glance, as long as the others keep their proportions.
	//
	// A game that can draw from the posterior itself, the belief that the view leaves,
	// may do just that, with a Likelihood of 1 always: rejection then accepts every draw.
	// A chain of [Mutable] also asks about states that Propose would not draw, and those
	// need a likelihood that is true.
	Propose(rng *rand.Rand, v V, s *S)
	// Likelihood returns the probability of what was seen in this state, or a fixed
	// multiple of it, in [0, 1].
	Likelihood(v V, s *S) float64
}

// Mutable is a game whose states can be changed a little at random, for a
// Metropolis chain (paper A, Alg. 3 and 4). The states that Propose can draw are
// all equally likely.
type Mutable[S, V any] interface {
	Prior[S, V]
	// Mutate sets to to a random neighbour of from. Between states that Propose can
	// draw it is symmetric: as likely from x to y as from y to x. From any other
	// state, repeated mutation leads to one that Propose can draw. It returns false
	// where the view leaves just one state, which to then is.
	Mutate(rng *rand.Rand, v V, from, to *S) bool
	// Copy makes dst equal to src.
	Copy(dst, src *S)
}

// Lister is a game that can list every state consistent with a view, each
// once, all equally likely. The state is valid until the next one is asked for.
// It is the oracle that estimators are tested against; its cost may be exponential.
type Lister[S, V any] interface {
	States(v V) func(yield func(*S) bool)
}

// Fingerprinter is a game that can tell states apart by a 64-bit hash, which
// lets estimators report how many distinct states they found.
type Fingerprinter[S any] interface {
	Fingerprint(s *S) uint64
}

// Witness is a game of two sides whose states hold what each side has done and observed,
// so that a search can go on from a drawn state with the views of both.
type Witness[S, V any] interface {
	// ViewOf makes v the view of a side in a state.
	ViewOf(s *S, side Side, v V)
}

// Outcomes is a game that lists all that chance can bring, with probabilities, so that its
// tree can be walked to the end: in the field's words, an explicit extensive-form game with
// its chance nodes. Where chance has no part there is one outcome, of probability 1. Both methods
// visit in a fixed order, leave out what cannot happen, stop and return false as soon as visit does, and
// must be safe for concurrent use on different states. Visit may change the state that was written.
type Outcomes[S any, A, O comparable] interface {
	// AllStarts writes each state that Start can draw to s and calls visit with its
	// probability and the side to act.
	AllStarts(s *S, visit func(p float64, turn Side) bool) bool
	// AllSteps writes each state to which Step can lead from s by a legal action to to, which
	// is not s, and calls visit with its probability and what the step brings. It leaves s as it was.
	AllSteps(s *S, a A, to *S, visit func(p float64, step Step[O]) bool) bool
}

// Sides is a game of two sides that can be played on from a drawn state, each side by its
// own view: V is the view of either.
type Sides[S, V any, A, O comparable] interface {
	Game[S, A, O]
	Witness[S, V]
}

// MostSilent is how many steps in a row may be silent: more than any play has, so that a
// policy that goes in circles does not hang whoever waits for something to be heard.
const MostSilent = 10_000
