package andor

import (
	"context"
	"errors"
	"fmt"
	"time"

	"blindsight/internal/pace"
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

// Check tells what is wrong with the options: an unknown algorithm, prefixes that do not go with one, or a negative limit.
func (o Options) Check() error {
	if _, err := ParseAlgorithm(o.Algorithm); err != nil {
		return err
	}
	switch {
	case o.Time < 0:
		return fmt.Errorf("time %s: must not be negative", o.Time)
	case o.States < 0:
		return fmt.Errorf("states %d: must not be negative", o.States)
	case o.Memory < 0:
		return fmt.Errorf("memory %d: must not be negative", o.Memory)
	case o.Workers < 0:
		return fmt.Errorf("workers %d: must not be negative", o.Workers)
	}
	return nil
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
	case pace.Err(w.ctx) != nil:
		w.err = pace.Err(w.ctx)
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
