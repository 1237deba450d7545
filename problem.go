package blindsight

import "math/rand/v2"

// Problem is a world by its rules. S is a complete state, hidden part included,
// A an action and O what the player sees after one. Implementations must be safe
// for concurrent use on different states: searches share one Problem.
type Problem[S any, A, O comparable] interface {
	// Start draws a complete state. What only the first action fixes (the mines of
	// Minesweeper) is left open and drawn by the first Step.
	Start(rng *rand.Rand, s *S)
	// Step plays a legal action in the state, in place.
	Step(rng *rand.Rand, s *S, a A) Step[O]
}

// Step is what one action brings.
type Step[O comparable] struct {
	Seen   O       // what the player sees
	Reward float64 // what he gains
	Done   bool    // whether the play is over
}

// View is what the player knows: a summary of his actions and of what he saw
// that suffices to decide. A view is used by one goroutine at a time.
type View[A, O comparable] interface {
	// Legal appends the legal actions to buf, in an order that depends on the view
	// alone. Two states that a player cannot tell apart have the same legal actions.
	Legal(buf []A) []A
	// Observe adds that a was played and o seen. An error says that this cannot
	// have happened; the view is then unchanged. It is not called after the step
	// that ended the play.
	Observe(a A, o O) error
	// Key tells views apart: equal views have equal keys, different views have
	// different ones but for chance (2^-128 a pair). Nothing that is called proven
	// may rest on it.
	Key() Key
}

// Key is a 128-bit fingerprint of a view.
type Key struct{ Hi, Lo uint64 }

// Less orders keys.
func (k Key) Less(l Key) bool { return k.Hi < l.Hi || k.Hi == l.Hi && k.Lo < l.Lo }

// Copier is a view that can be copied, which every tree search needs: V is the
// view's own type.
type Copier[V any] interface {
	Clone() V   // a new, independent copy
	CopyFrom(V) // makes this view equal to that one, without allocating once it has grown
}

// Picker is a view that picks a legal action uniformly at random faster than by
// listing all of them. It is asked only where there is one.
type Picker[A comparable] interface {
	Pick(rng *rand.Rand) A
}

// Forcing is a view in which the rules may leave no choice. Searches and
// episodes play a forced action at once and do not count it as a decision.
type Forcing[A comparable] interface {
	Forced() (a A, forced bool)
}

// Ranged is a view that can bound what is still to be gained from it on.
type Ranged interface {
	Range() (lo, hi float64)
}

// Symmetric is a view that knows its mirror images. One of them is its canonical
// image, and everything said about that holds for the view after translation. It
// is asked only of views in which nothing is forced.
type Symmetric[A comparable] interface {
	// Canonical returns the key that all images of the view share, and the number of
	// the transformation that leads to the canonical image.
	Canonical() (k Key, transformation int)
	// CanonicalLegal appends legal actions in terms of the canonical image, one of
	// each class that the image's own symmetries make equivalent.
	CanonicalLegal(transformation int, buf []A) []A
	// FromCanonical translates an action on the canonical image back.
	FromCanonical(transformation int, a A) A
}

// Prior is a problem that can propose states for rejection and tell how likely
// each makes what was seen (paper A, Alg. 1).
type Prior[S, V any] interface {
	// Propose draws a state from the prior. It may leave out states that the view
	// excludes at a glance, as long as the others keep their proportions.
	//
	// A problem that can draw from the posterior itself, the belief that the view leaves,
	// may do just that, with a Likelihood of 1 always: rejection then accepts every draw.
	// A chain of [Mutable] also asks about states that Propose would not draw, and those
	// need a likelihood that is true.
	Propose(rng *rand.Rand, v V, s *S)
	// Likelihood returns the probability of what was seen in this state, or a fixed
	// multiple of it, in [0, 1].
	Likelihood(v V, s *S) float64
}

// Mutable is a problem whose states can be changed a little at random, for a
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

// Sum says that exactly Value of the unknowns in Cells are 1.
type Sum struct {
	Cells []int32
	Value int
}

// Sums describes what a view leaves hidden as 0/1 unknowns, numbered from 0, of
// which exactly Total are 1, under sum constraints.
type Sums struct {
	Unknowns int
	Names    []int32 // of the unknowns: the same from view to view of one problem, so that work can be kept
	Total    int
	Sums     []Sum
}

// SumConstrained is a problem whose views can be written as [Sums]: Minesweeper
// and its variants, Battleship, nonograms.
type SumConstrained[S, V any] interface {
	// Constraints describes the view, reusing the memory of c. It returns false where
	// there is nothing to solve (a board before its first cell is open) and any state
	// that Propose draws will do.
	Constraints(v V, c *Sums) bool
	// Assign sets the state in which exactly the given unknowns are 1.
	Assign(v V, ones []int32, s *S)
}

// Lister is a problem that can list every state consistent with a view, each
// once, all equally likely. The state is valid until the next one is asked for.
// It is the oracle that estimators are tested against; its cost may be exponential.
type Lister[S, V any] interface {
	States(v V) func(yield func(*S) bool)
}

// Fingerprinter is a problem that can tell states apart by a 64-bit hash, which
// lets estimators report how many distinct states they found.
type Fingerprinter[S any] interface {
	Fingerprint(s *S) uint64
}

// Loss stands in [Answers] for an action that loses the play.
const Loss uint8 = 255

// Answers tabulates a static problem, one whose hidden state never changes and in
// which what an action shows is a function of that state: Minesweeper once its
// first cell is open, Battleship, Mastermind. Every state is equally likely. The
// play is won when all actions that do not lose have been taken, of which every
// state has the same number.
type Answers struct {
	States  int
	Actions int
	Shown   []uint8 // Shown[action*States+state], from 0 to 14, or Loss
}

// Static is a problem that can be tabulated from a view on. The actions are those
// that Legal lists where nothing is forced, in that order.
type Static[V any] interface {
	// Answers returns the table, or ErrTooMany where it would have more states than max.
	Answers(v V, max int) (*Answers, error)
}
