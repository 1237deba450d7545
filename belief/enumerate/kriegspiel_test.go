package enumerate_test

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/cputime"
	"blindsight/internal/randstream"
)

var thorough = flag.Bool("thorough", false, "let all histories of TestThreeWaysAgree grow to 20,000 states, not one in eight")

type belief = enumerate.Belief[chess.Position]

// silentTrail is White's knowledge after moves of his, with nothing but silence.
func silentTrail(t testing.TB, moves string) *kriegspiel.Trail {
	t.Helper()
	r := &kriegspiel.Record{Rules: kriegspiel.MustRules("berkeley"), Scope: kriegspiel.ForWhite, Start: chess.Start()}
	for _, text := range strings.Fields(moves) {
		a, err := kriegspiel.ParseAttempt(text)
		if err != nil {
			t.Fatal(err)
		}
		r.Turns = append(r.Turns, kriegspiel.Turn{Tries: []kriegspiel.Try{{Attempt: a}}}, kriegspiel.Turn{Hidden: true})
	}
	trail, err := r.Trail(chess.White)
	if err != nil {
		t.Fatal(err)
	}
	return trail
}

// Known sizes: White plays e2e4, d2d4, g1f3 and hears nothing.
func TestSilentSizes(t *testing.T) {
	trail := silentTrail(t, "e2e4 d2d4 g1f3")
	var sizes []int
	b := enumerate.New[chess.Position](enumerate.Options{})
	if err := b.Advance(context.Background(), trail, func(_, n int) { sizes = append(sizes, n) }); err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 20, 20, 260, 258, 2741}; sizes[1] != 20 || sizes[3] != 260 || sizes[5] != 2741 { // Russell, Wolfe 2005 conventions
		t.Errorf("sizes %v, want %v", sizes, want)
	}
}

// compare orders positions.
func compare(a, b chess.Position) int {
	if c := cmp.Compare(a.Hash(), b.Hash()); c != 0 || a == b {
		return c
	}
	return strings.Compare(a.FEN(), b.FEN())
}

// sorted returns the states of a belief or a stream, sorted.
func sorted(states func(yield func(*chess.Position) bool)) []chess.Position {
	var list []chess.Position
	for s := range states {
		list = append(list, *s)
	}
	slices.SortFunc(list, compare)
	return list
}

// selfPlay plays at random and returns the record.
func selfPlay(t testing.TB, rules *kriegspiel.Rules, rng *rand.Rand, plies int) *kriegspiel.Referee {
	t.Helper()
	start := chess.Start()
	g := kriegspiel.NewReferee(rules, &start, 0)
	for moves := 0; moves < plies && g.Result() == kriegspiel.Unfinished; {
		legal := g.View(g.Side()).Legal(nil)
		heard, err := g.Try(legal[rng.IntN(len(legal))])
		if err != nil {
			t.Fatal(err)
		}
		if heard.Move() {
			moves++
		}
	}
	return g
}

// cut returns the trail of the turns before the belief passes the limit, and that belief.
func cut(t testing.TB, rec *kriegspiel.Record, side chess.Color, limit int) (*kriegspiel.Trail, *belief) {
	t.Helper()
	trail, err := rec.Trail(side)
	if err != nil {
		t.Fatal(err)
	}
	b := enumerate.New[chess.Position](enumerate.Options{States: limit})
	err = b.Advance(context.Background(), trail, nil)
	var over *enumerate.LimitError
	if errors.As(err, &over) {
		filtered, _ := rec.Filter(side)
		filtered.Turns = filtered.Turns[:over.Turn]
		trail, err = filtered.Trail(side)
	}
	if err != nil {
		t.Fatalf("%s: %v\n%s", rec.Rules, err, rec.AppendJSON(nil))
	}
	return trail, b
}

// Breadth-first, depth-first and the limit of the random sample agree, on self-play
// histories of all rule sets and both sides, cut where the belief passes 20,000 states.
func TestThreeWaysAgree(t *testing.T) {
	histories := uint64(40) // of each of the five rule sets
	if raceDetector {
		histories = 4
	}
	for i, rules := range kriegspiel.All() {
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			states, largest := 0, 0
			for number := range histories {
				rng := randstream.New(1, "enumerate/agree", uint64(i), number)
				rec := selfPlay(t, rules, rng, 40).Record()
				limit := 20_000
				if !*thorough && number%10 != 9 {
					limit = 1_000
				}
				for side := chess.White; side <= chess.Black; side++ {
					n := agree(t, rec, side, limit, rng)
					states += n
					largest = max(largest, n)
				}
			}
			t.Logf("%d histories, both sides: %d states in all, %d at most", histories, states, largest)
		})
	}
}

// agree compares the three ways on one history and returns the number of states.
func agree(t *testing.T, rec *kriegspiel.Record, side chess.Color, limit int, rng *rand.Rand) int {
	t.Helper()
	ctx := context.Background()
	trail, b := cut(t, rec, side, limit)
	want := sorted(b.All())
	for name, s := range map[string]*enumerate.Stream[chess.Position]{
		"depth-first": enumerate.Depth[chess.Position](trail, enumerate.Options{}),
		"at random":   enumerate.Random[chess.Position](trail, rng, enumerate.Options{}),
	} {
		if got := sorted(s.All(ctx)); !slices.Equal(got, want) || s.Err() != nil || !s.Complete() {
			t.Fatalf("%d states %s, %d breadth-first, %v\n%s", len(got), name, len(want), s.Err(), rec.AppendJSON(nil))
		}
	}
	return len(want)
}

// The true position is always in the belief, whatever was tried, at every attempt.
func TestTruthIsInTheBelief(t *testing.T) {
	games := uint64(100) // of each of the five rule sets
	if raceDetector {
		games = 6
	}
	ctx := context.Background()
	checked := 0
	for i, rules := range kriegspiel.All() {
		for number := range games {
			rng := randstream.New(1, "enumerate/truth", uint64(i), number)
			start := chess.Start()
			g := kriegspiel.NewReferee(rules, &start, 0)
			side := chess.Color(number & 1)
			b := enumerate.New[chess.Position](enumerate.Options{States: 300, Workers: 1})
			for g.Result() == kriegspiel.Unfinished {
				legal := g.View(g.Side()).Legal(nil)
				heard, err := g.Try(legal[rng.IntN(len(legal))])
				if err != nil {
					t.Fatal(err)
				}
				if !heard.Move() && g.Side() != side {
					continue
				}
				trail, err := g.View(side).Record().Trail(side)
				if err != nil {
					t.Fatal(err)
				}
				now := b
				if !heard.Move() { // a turn under way: from the start, to see that it is filtered
					now = enumerate.New[chess.Position](enumerate.Options{States: 300, Workers: 1})
				}
				err = now.Advance(ctx, trail, nil)
				if errors.Is(err, blindsight.ErrTooMany) {
					break
				}
				p := g.Position()
				if err != nil || !now.Has(trail, &p) {
					t.Fatalf("%s: %s is not in the belief of %s (%d states, %v):\n%s", rules, &p, side, now.Len(), err, g.Record().AppendJSON(nil))
				}
				checked++
			}
		}
	}
	t.Logf("%d beliefs", checked)
}

// The result, order included, does not depend on the number of workers.
func TestWorkers(t *testing.T) {
	trail := silentTrail(t, "e2e4 d2d4 g1f3 b1c3")
	var want []chess.Position
	for _, workers := range []int{1, 2, 3, 8, 16, 40} {
		b := enumerate.New[chess.Position](enumerate.Options{Workers: workers})
		if err := b.Advance(context.Background(), trail, nil); err != nil {
			t.Fatal(err)
		}
		var got []chess.Position
		for s := range b.All() {
			if *b.At(len(got)) != *s {
				t.Fatal("At and All differ")
			}
			got = append(got, *s)
		}
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d workers find %d states in another order or others than 1 worker's %d", workers, len(got), len(want))
		}
	}
}

// A random sample depends on the seed alone, repeats nothing, and lies in the belief.
func TestRandomSample(t *testing.T) {
	ctx := context.Background()
	trail := silentTrail(t, "e2e4 d2d4 g1f3")
	b := enumerate.New[chess.Position](enumerate.Options{})
	if err := b.Advance(ctx, trail, nil); err != nil {
		t.Fatal(err)
	}
	draw := func(seed uint64) []chess.Position {
		s := enumerate.Random[chess.Position](trail, randstream.New(seed, "enumerate/sample"), enumerate.Options{})
		var list []chess.Position
		for x := range s.All(ctx) {
			list = append(list, *x)
			if !b.Has(trail, x) {
				t.Fatalf("%s is not in the belief", x)
			}
			if len(list) == 300 {
				break
			}
		}
		if s.Err() != nil || s.Complete() || s.Count() != 300 {
			t.Errorf("left after 300: %d, %t, %v", s.Count(), s.Complete(), s.Err())
		}
		return list
	}
	one, two := draw(1), draw(2)
	if !slices.Equal(one, draw(1)) || slices.Equal(one, two) {
		t.Error("the seed alone decides, and it does decide")
	}
	slices.SortFunc(one, compare)
	if len(slices.Compact(one)) != 300 {
		t.Error("a state was drawn twice")
	}
}

// BenchmarkSilent follows silent play from the initial position, turn by turn, to more
// than 1.5 million positions, and reports successors (with percept and duplicates
// removed) and distinct states a second, bytes a state, and for comparison the bulk
// perft of the same position in the same minute.
func BenchmarkSilent(b *testing.B) {
	start := chess.Start()
	for _, c := range []struct {
		name  string
		moves string
	}{
		{"27k", "e2e3 d2d3 g1f3 b1c3"},
		{"1.6M", "e2e3 d2d3 g1f3 b1c3 f1e2 e1g1"},
	} {
		for _, workers := range []int{1, 0} {
			name := fmt.Sprintf("%s/workers=%d", c.name, workers)
			if workers == 0 {
				name = c.name + "/workers=all"
			}
			b.Run(name, func(b *testing.B) {
				trail := silentTrail(b, c.moves)
				var visited, states int64
				last := 0
				var bytes float64
				cpu := cputime.Seconds()
				for b.Loop() {
					belief := enumerate.New[chess.Position](enumerate.Options{Workers: workers})
					if err := belief.Advance(context.Background(), trail, func(_, n int) { states += int64(n) }); err != nil {
						b.Fatal(err)
					}
					visited += belief.Visited()
					last = belief.Len()
					bytes = float64(belief.Bytes()) / float64(last)
				}
				cpu = cputime.Seconds() - cpu // a busy machine stretches wall time
				b.ReportMetric(float64(visited)/cpu/1e6, "Mvisits/cpu-s")
				b.ReportMetric(float64(states)/cpu/1e6, "Mstates/cpu-s")
				b.ReportMetric(bytes, "bytes/state")
				b.ReportMetric(float64(last), "states")
				cpu = cputime.Seconds()
				leaves := start.Perft(6)
				b.ReportMetric(float64(leaves)/(cputime.Seconds()-cpu)/1e6, "perft-Mleaves/cpu-s")
			})
		}
	}
}
