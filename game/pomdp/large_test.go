package pomdp

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// largeFile returns a file of so many states, two actions and ten observations with about so many entries in all.
func largeFile(states, entries int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "discount: 0.95\nvalues: reward\nstates: %d\nactions: 2\nobservations: 10\nstart: uniform\n", states)
	wide := entries / (2 * states) * 8 / 10 // of the entries of a row, what goes to T; the rest is one line of R and some of O
	for a := range 2 {
		for s := range states {
			for i := range wide {
				fmt.Fprintf(&b, "T: %d : %d : %d %v\n", a, s, (s*7+i*31+a)%states, 1/float64(wide))
			}
			fmt.Fprintf(&b, "O: %d : %d : %d 0.5\nO: %d : %d : %d 0.5\n", a, s, s%10, a, s, (s+1)%10)
			fmt.Fprintf(&b, "R: %d : %d : * : * %d\n", a, s, s%17)
		}
	}
	return b.String()
}

// A tenth of the size that is promised: 2,000 states and 100,000 entries, within a tenth of the gibibyte.
func TestLargeFile(t *testing.T) {
	text := largeFile(2000, 100_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	m, _, err := Read(strings.NewReader(text), Options{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	entries := 0
	for a := range m.Actions {
		entries += len(m.Moves[a].Value) + len(m.Signals[a].Value) + len(m.Rewards[a].Value)
	}
	taken := after.TotalAlloc - before.TotalAlloc // all that was ever taken: more than was held at once
	t.Logf("%d entries of %d bytes: %d MiB taken", entries, len(text), taken>>20)
	if entries < 90_000 || taken > 100<<20 {
		t.Errorf("%d entries, %d bytes taken", entries, taken)
	}
}

// What is promised: 20,000 states and 1,000,000 entries in less than 5 s and 1 GiB.
func BenchmarkRead(b *testing.B) {
	text := largeFile(20_000, 1_000_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Read(strings.NewReader(text), Options{Strict: true}); err != nil {
			b.Fatal(err)
		}
	}
}
