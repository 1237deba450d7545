package andor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"blindsight/internal/nearest"
)

// Options choose an algorithm and limit its work. The zero Options are "best" without
// limits.
type Options struct {
	Algorithm string        // a name of Algorithms, "" for best
	Time      time.Duration // wall time for each call, 0 for no limit
	States    int64         // physical states constructed in each call, 0 for no limit
	Memory    int64         // bytes held at one time, 0 for no limit; best forgets rather than give up
	Best      Parts         // parts of best to leave out
	Workers   int           // goroutines of best, 0 for one; the results do not depend on it
}

// Parts are the parts of best beyond the paper that can be switched off, to measure
// their worth. The verdict does not depend on them.
type Parts struct {
	NoTable     bool // no table of beliefs
	NoSubsume   bool // the table finds equal beliefs only, no supersets and subsets
	NoOpen      bool // the open game is not asked for a bound
	NoOrder     bool // attempts in the order of the game
	NoDeepening bool // the full depth at once
	NoPrefix    bool // large beliefs are not tried in part first
}

// memoryOf returns how much memory an algorithm that forgets may fill: what its limit says,
// or this much.
func memoryOf(limit int64) int64 {
	if limit > 0 {
		return limit
	}
	return 1 << 30
}

// ErrLimit is wrapped by the errors of searches that stopped at a limit.
var ErrLimit = errors.New("limit reached")

// Algorithm is an algorithm by name.
type Algorithm struct {
	Name string
	Doc  string // one line
	base string
	prefixes
}

// prefixes are the letters before the name of a base algorithm.
type prefixes struct {
	legalFirst   bool // l: children in which the attempt was legal come first
	early        bool // e: a belief is no further built after its first failing state
	greedy       bool // g: a disproved refused child disproves its grandparent (Theorem 2)
	refusedFirst bool // x: the child in which the attempt was refused comes first
}

// Algorithms returns all algorithms, best first, then those of the paper.
func Algorithms() []Algorithm {
	l, e := prefixes{legalFirst: true}, prefixes{early: true}
	le := prefixes{legalFirst: true, early: true}
	return []Algorithm{
		{"best", "greedy, with a table of beliefs, subsumption, the open game as a bound, ordering", "best", prefixes{}},
		{"dfs", "depth-first search", "dfs", prefixes{}},
		{"l-dfs", "depth-first search, legal children first", "dfs", l},
		{"e-dfs", "depth-first search with early termination, the same as udb", "dfs", e},
		{"le-dfs", "depth-first search with early termination, legal children first, the same as l-udb", "dfs", le},
		{"g-dfs", "greedy depth-first search", "dfs", prefixes{greedy: true}},
		{"gl-dfs", "greedy depth-first search, legal children first", "dfs", prefixes{greedy: true, legalFirst: true}},
		{"gx-dfs", "greedy depth-first search, refused children first", "dfs", prefixes{greedy: true, refusedFirst: true}},
		{"pns", "proof-number search", "pns", prefixes{}},
		{"l-pns", "proof-number search, legal children first among equals", "pns", l},
		{"udb", "uncertainty, then depth, then breadth", "dfs", e},
		{"l-udb", "uncertainty, then depth, then breadth, legal children first", "dfs", le},
		{"dub", "depth, then uncertainty, then breadth", "dub", prefixes{}},
		{"l-dub", "depth, then uncertainty, then breadth, legal children first", "dub", l},
		{"dbu", "depth, then breadth, then uncertainty", "dbu", prefixes{}},
		{"l-dbu", "depth, then breadth, then uncertainty, legal children first", "dbu", l},
		{"gl-dbu", "depth, then breadth, then uncertainty, greedy, legal children first", "dbu", prefixes{greedy: true, legalFirst: true}},
		{"ipns", "proof-number search over single states", "ipns", prefixes{}},
		{"d-ipns", "proof-number search over single states, aware of the depth limit", "d-ipns", prefixes{}},
		{"df-ipns", "the same as d-ipns, depth-first, forgetting rather than exceeding its memory", "df-ipns", prefixes{}},
	}
}

// Names returns the names of all algorithms, in the order of [Algorithms].
func Names() []string {
	var names []string
	for _, a := range Algorithms() {
		names = append(names, a.Name)
	}
	return names
}

// ParseAlgorithm returns the algorithm of a name, best for "".
func ParseAlgorithm(name string) (Algorithm, error) {
	if name == "" {
		name = "best"
	}
	for _, a := range Algorithms() {
		if a.Name == name {
			return a, nil
		}
	}
	return Algorithm{}, fmt.Errorf("unknown algorithm %q%s: use one of %s", name, nearest.Hint(name, Names()), strings.Join(Names(), ", "))
}

// work is what a search has done and may still do. Once err is set, a search returns as
// soon as it can, and what it returns means nothing.
type work struct {
	Stats
	ctx      context.Context
	deadline time.Time
	states   int64 // limit
	memory   int64 // limit
	held     int64 // bytes
	err      error
}

func (w *work) start(ctx context.Context, o *Options) {
	*w = work{ctx: ctx, states: o.States, memory: o.Memory, held: w.held}
	w.Bytes = w.held
	if o.Time > 0 {
		w.deadline = time.Now().Add(o.Time)
	}
	w.look()
}

// checkEvery is how many states are constructed between two looks at the clock.
const checkEvery = 1 << 10

// state counts a physical state that was constructed.
func (w *work) state() {
	w.States++
	if w.States%checkEvery == 0 || w.States == w.states {
		w.look()
	}
}

// node counts a belief node.
func (w *work) node() {
	w.Nodes++
	if w.Nodes%checkEvery == 0 {
		w.look()
	}
}

// look looks at clock, context and the number of states.
func (w *work) look() {
	switch {
	case w.err != nil:
	case w.ctx.Err() != nil:
		w.err = w.ctx.Err()
	case !w.deadline.IsZero() && time.Now().After(w.deadline):
		w.err = fmt.Errorf("%w: time", ErrLimit)
	case w.states > 0 && w.States >= w.states:
		w.err = fmt.Errorf("%w: %d states", ErrLimit, w.states)
	}
}

// hold counts memory taken, or given back if n is negative.
func (w *work) hold(n int) {
	w.held += int64(n)
	if w.held > w.Bytes {
		w.Bytes = w.held
		if w.memory > 0 && w.held > w.memory && w.err == nil {
			w.err = fmt.Errorf("%w: %d bytes of memory", ErrLimit, w.memory)
		}
	}
}

// stopped reports whether the search must end without a verdict.
func (w *work) stopped() bool { return w.err != nil }
