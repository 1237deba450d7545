package enumerate_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"
	"time"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/internal/randstream"
)

// jumps is a trail of another kind: a frog on a line of squares that jumps once a turn,
// one or two squares either way, and of whom one hears the colour of his square.
type jumps struct {
	starts  []int
	colours []int // heard after each jump: of the square, 0 to 2
}

func (j *jumps) Starts(visit func(*int) bool) {
	for i := range j.starts {
		if !visit(&j.starts[i]) {
			return
		}
	}
}
func (j *jumps) Turns() int { return len(j.colours) }
func (j *jumps) Successors(turn int, s, to *int, visit func() bool) bool {
	for _, d := range []int{-2, -1, 1, 2} {
		if *to = *s + d; *to >= 0 && *to < 1000 && *to%3 == j.colours[turn] && !visit() {
			return false
		}
	}
	return true
}

// Hash is as bad as can be: collisions must cost time, not truth.
func (j *jumps) Hash(s *int) uint64 { return uint64(*s&3) << 60 }

// brute follows all jumps without removing anything.
func (j *jumps) brute() []int {
	now := slices.Clone(j.starts)
	for turn := range j.colours {
		var next []int
		var to int
		for _, s := range now {
			j.Successors(turn, &s, &to, func() bool { next = append(next, to); return true })
		}
		slices.Sort(next)
		now = slices.Compact(next)
	}
	return now
}

func TestAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	for number := range uint64(300) {
		rng := randstream.New(1, "enumerate/frog", number)
		j := &jumps{starts: []int{rng.IntN(1000)}}
		for range rng.IntN(5) {
			j.starts = append(j.starts, rng.IntN(1000))
		}
		for range rng.IntN(9) {
			j.colours = append(j.colours, rng.IntN(3))
		}
		slices.Sort(j.starts)
		j.starts = slices.Compact(j.starts)
		want := j.brute()
		b := enumerate.New[int](enumerate.Options{})
		errs := []error{b.Advance(ctx, j, nil)}
		lists := [][]int{collect(b.All())}
		tight := enumerate.Options{Memory: 1 << 20}
		for _, s := range []*enumerate.Stream[int]{
			enumerate.Depth(j, enumerate.Options{}), enumerate.Depth(j, tight),
			enumerate.Random(j, rng, enumerate.Options{}), enumerate.Random(j, rng, tight),
		} {
			lists = append(lists, collect(s.All(ctx)))
			errs = append(errs, s.Err())
		}
		for i, list := range lists {
			var empty *enumerate.EmptyError
			if isEmpty := errors.As(errs[i], &empty); isEmpty != (len(want) == 0) || !isEmpty && errs[i] != nil {
				t.Fatalf("trail %d, way %d: %v, want %d states", number, i, errs[i], len(want))
			}
			if len(want) == 0 {
				short := &jumps{j.starts, j.colours[:empty.Turn]}
				long := &jumps{j.starts, j.colours[:empty.Turn+1]}
				if len(short.brute()) == 0 || len(long.brute()) != 0 {
					t.Fatalf("trail %d, way %d: empty from turn %d on: %v", number, i, empty.Turn, j)
				}
			} else if slices.Sort(list); !slices.Equal(list, want) {
				t.Fatalf("trail %d, way %d: %v, want %v", number, i, list, want)
			}
		}
	}
}

func collect(states func(func(*int) bool)) []int {
	var list []int
	for s := range states {
		list = append(list, *s)
	}
	return list
}

// Without memory for inner turns the streams do work twice and stay right.
func TestForgetfulStreams(t *testing.T) {
	ctx := context.Background()
	trail := silentTrail(t, "e2e4 d2d4 g1f3")
	o := enumerate.Options{Memory: 420_000} // what the 2741 states at the end take, and little more
	for name, s := range map[string]*enumerate.Stream[chess.Position]{
		"depth":  enumerate.Depth[chess.Position](trail, o),
		"random": enumerate.Random[chess.Position](trail, randstream.New(1, "enumerate/forget"), o),
	} {
		n := 0
		for range s.All(ctx) {
			n++
		}
		if n != 2741 || s.Err() != nil {
			t.Errorf("%s: %d states, %v", name, n, s.Err())
		}
	}
}

// Every bound gives a LimitError that says where and how far, and leaves the belief as
// it was before the turn.
func TestLimits(t *testing.T) {
	ctx := context.Background()
	trail := silentTrail(t, "e2e4 d2d4 g1f3 b1c3")
	for _, c := range []struct {
		o     enumerate.Options
		limit string
		turn  int
		len   int // states of the last turn that was finished
	}{
		{enumerate.Options{States: 2740}, "states", 5, -1},
		{enumerate.Options{States: 19}, "states", 1, 1},
		{enumerate.Options{Memory: 300_000}, "memory", 6, 2741},
		{enumerate.Options{Time: time.Nanosecond}, "time", 0, 1},
	} {
		b := enumerate.New[chess.Position](c.o)
		err := b.Advance(ctx, trail, nil)
		var limit *enumerate.LimitError
		if !errors.As(err, &limit) || limit.Limit != c.limit || limit.Turn != c.turn || !errors.Is(err, blindsight.ErrTooMany) ||
			b.Turns() != c.turn || c.len >= 0 && b.Len() != c.len || c.o.States > 0 && limit.Count <= c.o.States {
			t.Errorf("%+v: %v (%d turns, %d states)", c.o, err, b.Turns(), b.Len())
		}
	}
	for name, s := range map[string]*enumerate.Stream[chess.Position]{
		"depth":  enumerate.Depth[chess.Position](trail, enumerate.Options{States: 100}),
		"random": enumerate.Random[chess.Position](trail, randstream.New(1, "enumerate/limit"), enumerate.Options{States: 100}),
	} {
		n := 0
		for range s.All(ctx) {
			n++
		}
		var limit *enumerate.LimitError
		if !errors.As(s.Err(), &limit) || n != 100 || limit.Count != 100 || s.Count() != 100 || s.Complete() {
			t.Errorf("%s: %d states, %v", name, n, s.Err())
		}
	}
	for name, s := range map[string]*enumerate.Stream[chess.Position]{
		"depth":  enumerate.Depth[chess.Position](trail, enumerate.Options{Memory: 100_000}),
		"random": enumerate.Random[chess.Position](trail, randstream.New(1, "enumerate/limit"), enumerate.Options{Memory: 100_000}),
	} {
		for range s.All(ctx) {
		}
		var limit *enumerate.LimitError
		if !errors.As(s.Err(), &limit) || limit.Limit != "memory" || limit.Count < 500 {
			t.Errorf("%s: %v", name, s.Err())
		}
	}
}

// Ctrl-C is the context's error, not a limit.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	trail := silentTrail(t, "e2e4 d2d4 g1f3 b1c3")
	b := enumerate.New[chess.Position](enumerate.Options{})
	if err := b.Advance(ctx, trail, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("breadth-first: %v", err)
	}
	s := enumerate.Depth[chess.Position](trail, enumerate.Options{})
	for range s.All(ctx) {
	}
	if !errors.Is(s.Err(), context.Canceled) {
		t.Errorf("depth-first: %v", s.Err())
	}
}

// A large belief takes at most 300 bytes a state, all that the program holds counted.
func TestMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	b := enumerate.New[chess.Position](enumerate.Options{})
	peak := uint64(0)
	err := b.Advance(context.Background(), silentTrail(t, "e2e4 d2d4 g1f3 b1c3 f1d3"), func(int, int) {
		runtime.ReadMemStats(&after)
		peak = max(peak, after.HeapInuse-min(before.HeapInuse, after.HeapInuse))
	})
	if err != nil {
		t.Fatal(err)
	}
	each := float64(peak) / float64(b.Len())
	t.Logf("%d states, %.0f bytes each at the peak, %.0f by its own count", b.Len(), each, float64(b.Bytes())/float64(b.Len()))
	if b.Len() < 100_000 || each > 300 {
		t.Errorf("%d states take %.0f bytes each", b.Len(), each)
	}
}
