package cputime_test

import (
	"runtime"
	"testing"
	"time"

	"blindsight/internal/cputime"
)

// sink keeps the compiler from dropping the work that burns time.
var sink uint64

func TestSecondsGrowsWithWork(t *testing.T) {
	const enough = 0.05 // three ticks of the slowest clock
	begin := cputime.Seconds()
	if begin < 0 {
		t.Fatalf("Seconds() = %v", begin)
	}
	last := begin
	for deadline := time.Now().Add(30 * time.Second); last-begin < enough; {
		for i := range uint64(100_000) {
			sink = sink*6364136223846793005 + i
		}
		now := cputime.Seconds()
		if now < last {
			t.Fatalf("went back from %v to %v", last, now)
		}
		last = now
		if time.Now().After(deadline) {
			t.Fatalf("grew by only %v s in 30 s of work", last-begin)
		}
	}
}

func TestSecondsDoesNotCountSleep(t *testing.T) {
	switch runtime.GOOS {
	case "js", "wasip1", "plan9":
		t.Skip("this system tells wall time only")
	}
	const sleep = 200 * time.Millisecond
	begin := cputime.Seconds()
	time.Sleep(sleep)
	if used := cputime.Seconds() - begin; used > sleep.Seconds()/2 {
		t.Errorf("a sleep of %v counted as %v s of work", sleep, used)
	}
}
