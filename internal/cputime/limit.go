//go:build !js

package cputime

import (
	"context"
	"runtime"
	"time"
)

// Limit returns a context that ends when the thread of the calling goroutine has used so much processor time, and wires the goroutine to that
// thread until stop is called, which must be done by the same goroutine. Work that it hands to other goroutines does not
// count. Where the system does not tell the time of a thread (all but Linux) the clock on the wall counts instead.
//
// Err of the context looks at the clock, so who asks it often is told at once; Done is closed within some milliseconds, or later on a busy machine.
func Limit(ctx context.Context, limit time.Duration) (limited context.Context, stop func()) {
	runtime.LockOSThread()
	inner, cancel := context.WithCancelCause(ctx)
	used, ok := threadClock()
	if !ok {
		used = func() time.Duration { return time.Since(start) }
	}
	l := &thread{Context: inner, whole: ctx, cancel: cancel, used: used, until: used() + limit}
	go l.watch()
	return l, func() {
		cancel(context.Canceled)
		runtime.UnlockOSThread()
	}
}

// thread is a context that ends with a thread's processor time.
type thread struct {
	context.Context
	whole  context.Context // that it was made of
	cancel context.CancelCauseFunc
	used   func() time.Duration
	until  time.Duration
}

// Value answers for [Whole].
func (t *thread) Value(key any) any {
	if key == (wholeKey{}) {
		return t.whole
	}
	return t.Context.Value(key)
}

// Err tells whether the time is over.
func (t *thread) Err() error {
	if err := t.Context.Err(); err != nil {
		return err
	}
	if t.used() < t.until {
		return nil
	}
	t.cancel(context.DeadlineExceeded)
	return t.Context.Err()
}

// watch ends the context for those who wait for that.
func (t *thread) watch() {
	const shortest = time.Millisecond
	timer := time.NewTimer(shortest)
	defer timer.Stop()
	for t.Err() == nil {
		timer.Reset(max(t.until-t.used(), shortest)) // it cannot be over sooner
		select {
		case <-t.Done():
		case <-timer.C:
		}
	}
}
