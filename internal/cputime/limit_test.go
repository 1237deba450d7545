package cputime_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"blindsight/internal/cputime"
)

// A limit is of work: it ends after about so much of it, whether one asks or waits, and a sleep does not count.
func TestLimit(t *testing.T) {
	const limit = 30 * time.Millisecond
	ctx, stop := cputime.Limit(context.Background(), limit)
	defer stop()
	threads := runtime.GOOS == "linux"
	if threads {
		time.Sleep(3 * limit)
	}
	if ctx.Err() != nil {
		t.Fatalf("a sleep counts: %v", ctx.Err())
	}
	child, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	begin := cputime.Seconds()
	for ctx.Err() == nil {
		for i := range uint64(10_000) {
			sink = sink*6364136223846793005 + i
		}
	}
	if used := cputime.Seconds() - begin; threads && used < limit.Seconds()/2 {
		t.Errorf("over after %v s of work, want %v", used, limit)
	}
	if !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		t.Errorf("the cause is %v", context.Cause(ctx))
	}
	select {
	case <-child.Done():
	case <-time.After(10 * time.Second):
		t.Error("a child is not told")
	}
}

// Who waits is told without asking, and a limit that was not reached ends with stop, or with what it was made of.
func TestLimitIsTold(t *testing.T) {
	ctx, stop := cputime.Limit(context.Background(), 5*time.Millisecond)
	told := false
	for begin := time.Now(); !told && time.Since(begin) < 10*time.Second; {
		for i := range uint64(10_000) {
			sink = sink*6364136223846793005 + i
		}
		select {
		case <-ctx.Done():
			told = true
		default:
		}
	}
	stop()
	if !told {
		t.Error("nobody was told")
	}
	parent, cancel := context.WithCancel(context.Background())
	ctx, stop = cputime.Limit(parent, time.Hour)
	defer stop()
	if ctx.Err() != nil {
		t.Error(ctx.Err())
	}
	cancel()
	if !errors.Is(ctx.Err(), context.Canceled) {
		t.Error(ctx.Err())
	}
}

// What a limit was made of is found through contexts made of it, and does not end with the limit.
func TestWhole(t *testing.T) {
	outer, cancel := context.WithCancel(context.Background())
	defer cancel()
	if cputime.Whole(outer) != outer {
		t.Error("a context without a limit is not its own whole")
	}
	limited, stop := cputime.Limit(outer, 0)
	defer stop()
	child, cancelChild := context.WithCancel(limited)
	defer cancelChild()
	if child.Err() == nil && limited.Err() == nil {
		t.Error("a limit of nothing is not over")
	}
	if whole := cputime.Whole(child); whole != outer || whole.Err() != nil {
		t.Errorf("%v is not what the limit was made of", whole)
	}
}
