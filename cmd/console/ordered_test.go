package console_test

import (
	"errors"
	"runtime"
	"testing"

	"blindsight/cmd/console"
)

// Results are taken in the order of the jobs, up to the first that is refused.
func TestOrdered(t *testing.T) {
	var taken []int
	stop := errors.New("stop")
	o := console.NewOrdered(3, func(n int) error {
		if n == 50 {
			return stop
		}
		taken = append(taken, n)
		return nil
	})
	added := 0
	for i := range 200 {
		if o.Add(func() int { runtime.Gosched(); return i }) != nil {
			break
		}
		added++
	}
	if err := o.Wait(); !errors.Is(err, stop) {
		t.Errorf("%v, want %v", err, stop)
	}
	for i, n := range taken {
		if i != n {
			t.Fatalf("taken %v", taken)
		}
	}
	if len(taken) != 50 || added > 60 {
		t.Errorf("%d taken of %d added, want 50 of few more", len(taken), added)
	}
}
