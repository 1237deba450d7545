package cputime_test

import (
	"runtime"
	"testing"
	"time"

	"blindsight/internal/cputime"
)

// The time of a thread grows with its own work, and not with that of others.
func TestThreadCountsItsOwnWork(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system does not tell")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	other := make(chan float64)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		begin := cputime.Thread()
		time.Sleep(20 * time.Millisecond)
		other <- cputime.Thread() - begin
	}()
	begin := cputime.Thread()
	for deadline := time.Now().Add(30 * time.Second); cputime.Thread()-begin < 0.05; {
		for i := range uint64(100_000) {
			sink = sink*6364136223846793005 + i
		}
		if time.Now().After(deadline) {
			t.Fatal("no time has passed for this thread in 30 s")
		}
	}
	if slept := <-other; slept > 0.02 {
		t.Errorf("a thread that slept has used %v s", slept)
	}
}
