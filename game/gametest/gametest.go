package gametest

import (
	"errors"
	"fmt"
	"runtime/debug"
	"testing"

	"blindsight"
)

// View is what the kit asks of a view, as every tree search does: V is the view's
// own type. [blindsight.History] is one.
type View[V any, A, O comparable] interface {
	blindsight.View[A, O]
	blindsight.Copier[V]
}

// Case is what there is to check. Game and NewView must be set, and Sides where there are
// two; the zero value of all else will do.
type Case[S any, V View[V, A, O], A, O comparable] struct {
	Game blindsight.Game[S, A, O]
	// NewView returns what a side knows before the first action. Views of a game of two
	// sides must also be blindsight.Hearing. See [Alone].
	NewView func(side blindsight.Side) V

	// Name heads the playthrough.
	Name string
	// Sides is how many sides there are, 1 or 2; 0 means 1.
	Sides int
	// Plays is how many random plays each check looks at; 0 means 40.
	Plays int
	// MaxMoves is when a play counts as one that never ends, which is an error unless
	// there is a Horizon; 0 means 10,000.
	MaxMoves int
	// Horizon is for games whose plays need not end: it cuts every play after so many
	// moves, and that is no error. A few dozen will do; the time that the checks take
	// grows with it. Of a play that was cut nobody knows what it would have gained, so
	// the range of its views must only be one. 0 means that plays must end by themselves.
	Horizon int
	// Exhaustive says that the states of every view are few enough (some ten
	// thousands) to be listed again and again: the checks of blindsight.Lister and
	// those by brute force are left out without it.
	Exhaustive bool
	// Copy makes two states equal. Without it the method Copy of the game is used
	// if it has one (see blindsight.Mutable). With neither, checks that play several
	// actions in one state are left out.
	Copy func(dst, src *S)

	// How to print what a side knows, an action, what is seen or heard of one, and the
	// hidden state. Without them actions and what is seen are printed by fmt.Sprint,
	// views and states not at all. Views that ShowView prints differently must have
	// different keys.
	ShowView   func(v V) string
	ShowAction func(a A) string
	ShowSeen   func(o O) string
	ShowState  func(s *S) string
}

// Alone makes a NewView of a function that knows no sides: that of a game for one.
func Alone[V any](newView func() V) func(blindsight.Side) V {
	return func(blindsight.Side) V { return newView() }
}

// Run checks the game, with a subtest for each promise that applies to it.
func Run[S any, V View[V, A, O], A, O comparable](t *testing.T, g Case[S, V, A, O]) {
	t.Helper()
	runAll(t, newKit(g).checks())
}

// runAll runs checks, each as a subtest.
func runAll(t *testing.T, checks []check) {
	t.Helper()
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			if err := c.protected(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Check checks the game as Run does and returns all that it found, or nil.
func Check[S any, V View[V, A, O], A, O comparable](g Case[S, V, A, O]) error {
	return checkAll(newKit(g).checks())
}

// checkAll runs checks and joins what they found.
func checkAll(checks []check) error {
	var errs []error
	for _, c := range checks {
		if err := c.protected(); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", c.name, err))
		}
	}
	return errors.Join(errs...)
}

// check is one promise and how it is put to the test.
type check struct {
	name string
	run  func() error
}

// protected runs the check and reports a panic as an error.
func (c check) protected() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return c.run()
}

// kit is a game with its abilities at hand; those it lacks are nil.
type kit[S any, V View[V, A, O], A, O comparable] struct {
	Case[S, V, A, O]
	fingerprint func(*S) uint64
	witness     blindsight.Witness[S, V]
	listed      blindsight.Outcomes[S, A, O]
	prior       blindsight.Prior[S, V]
	mutable     blindsight.Mutable[S, V]
	sums        constrained[S, V]
	lister      blindsight.Lister[S, V] // nil as well where lists would be too long
}

func newKit[S any, V View[V, A, O], A, O comparable](g Case[S, V, A, O]) *kit[S, V, A, O] {
	k := &kit[S, V, A, O]{Case: g}
	k.Sides = max(k.Sides, 1)
	if k.Plays == 0 {
		k.Plays = 40
	}
	if k.MaxMoves == 0 {
		k.MaxMoves = 10_000
	}
	game := any(g.Game)
	if c, ok := game.(interface{ Copy(dst, src *S) }); ok && k.Copy == nil {
		k.Copy = c.Copy
	}
	if f, ok := game.(blindsight.Fingerprinter[S]); ok {
		k.fingerprint = f.Fingerprint
	}
	k.witness, _ = game.(blindsight.Witness[S, V])
	k.listed, _ = game.(blindsight.Outcomes[S, A, O])
	k.prior, _ = game.(blindsight.Prior[S, V])
	k.mutable, _ = game.(blindsight.Mutable[S, V])
	k.sums, _ = game.(constrained[S, V])
	if g.Exhaustive {
		k.lister, _ = game.(blindsight.Lister[S, V])
	}
	if k.ShowAction == nil {
		k.ShowAction = func(a A) string { return fmt.Sprint(a) }
	}
	if k.ShowSeen == nil {
		k.ShowSeen = func(o O) string { return fmt.Sprint(o) }
	}
	return k
}

// checks lists the promises that apply.
func (k *kit[S, V, A, O]) checks() []check {
	list := []check{
		{"replay", k.checkReplay},
		{"concurrent", k.checkConcurrent},
		{"rules", k.checkRules},
		{"leak", k.checkLeak},
		{"copies", k.checkCopies},
		{"keys", k.checkKeys},
		{"refusals", k.checkRefusals},
	}
	add := func(name string, applies bool, run func() error) {
		if applies {
			list = append(list, check{name, run})
		}
	}
	view := any(k.NewView(0))
	_, recalls := view.(blindsight.Recalling[A, O])
	_, picks := view.(blindsight.Picker[A])
	_, forces := view.(blindsight.Forcing[A])
	_, timed := any(k.Game).(blindsight.Timed)
	_, ranged := view.(blindsight.Ranged)
	_, symmetric := view.(blindsight.Symmetric[A])
	add("terms", timed, k.checkTerms)
	add("past", recalls, k.checkPast)
	add("copied states", k.Copy != nil, k.checkCopiedStates)
	add("witness", k.witness != nil, k.checkWitness)
	add("outcomes", k.listed != nil && k.Copy != nil, k.checkOutcomes)
	add("pick", picks, k.checkPick)
	add("forced", forces, k.checkForced)
	add("range", ranged, k.checkRange)
	add("symmetry", symmetric, k.checkSymmetry)
	add("prior", k.prior != nil, k.checkPrior)
	add("mutate", k.mutable != nil, k.checkMutate)
	add("constraints", k.sums != nil, k.checkConstraints)
	add("states", k.lister != nil, k.checkStates)
	return list
}
