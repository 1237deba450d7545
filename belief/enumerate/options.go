package enumerate

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"blindsight"
	"blindsight/internal/pace"
)

// Options bounds the work. The zero Options has no bounds.
type Options struct {
	// States is how many distinct states there may be after any one turn; 0 is no bound.
	// Depth and Random count those that they hand out.
	States int
	// Memory is about how many bytes states and tables may take; 0 is no bound. Depth
	// and Random need no more than what they have handed out: beyond that they forget, and
	// do work twice.
	Memory int64
	// Time is the wall time for one call; 0 is no bound.
	Time time.Duration
	// Workers is how many goroutines go breadth-first; 0 is one a core. The result, its
	// order included, does not depend on it.
	Workers int
}

// Check tells what is wrong with the options: a negative bound. [New], [Depth] and [Random] panic with it.
func (o Options) Check() error {
	switch {
	case o.States < 0:
		return fmt.Errorf("states %d: must not be negative", o.States)
	case o.Memory < 0:
		return fmt.Errorf("memory %d: must not be negative", o.Memory)
	case o.Time < 0:
		return fmt.Errorf("time %s: must not be negative", o.Time)
	case o.Workers < 0:
		return fmt.Errorf("workers %d: must not be negative", o.Workers)
	}
	return nil
}

// must panics with what is wrong with the options: a mistake of the programmer.
func (o Options) must() {
	if err := o.Check(); err != nil {
		panic("enumerate: " + err.Error())
	}
}

// LimitError says that a bound was hit.
type LimitError struct {
	Limit string // "states", "memory" or "time"
	Turn  int    // the turn under work, from 0
	Count int    // distinct states found after this turn by then; there may be more
}

// Error says which bound was hit, where, and after how many states.
func (e *LimitError) Error() string {
	return fmt.Sprintf("the limit of %s was hit in turn %d, after %d states", e.Limit, e.Turn+1, e.Count)
}

// Is makes the error a [blindsight.ErrTooMany].
func (e *LimitError) Is(target error) bool { return target == blindsight.ErrTooMany }

// EmptyError says that no state agrees with what was heard up to a turn.
type EmptyError struct {
	Turn int // from 0; some state agrees with all turns before it
}

// Error names the turn.
func (e *EmptyError) Error() string {
	return fmt.Sprintf("no state agrees with what was heard up to turn %d", e.Turn+1)
}

// Is makes the error a [blindsight.ErrInconsistent].
func (e *EmptyError) Is(target error) bool { return target == blindsight.ErrInconsistent }

var errTime = errors.New("the time is over")

// begin returns a context that ends with the time allowed.
func (o *Options) begin(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Time <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, o.Time, errTime)
}

// stopped returns the error of a context that has ended, in a turn and after so many
// states; nil if it has not.
func stopped(ctx context.Context, turn, count int) error {
	if pace.Err(ctx) == nil {
		return nil
	}
	if errors.Is(context.Cause(ctx), errTime) {
		return &LimitError{"time", turn, count}
	}
	return pace.Err(ctx)
}

func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}
