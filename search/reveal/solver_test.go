package reveal_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

// naive is the definition: the best of all actions, all of them tried, nothing
// remembered, nothing postponed. It returns how many states are won, and the
// greatest sum of openings.
type naive struct{ a *reveal.Answers }

func (n naive) win(states []int, taken uint32) int {
	best := 0
	done := true
	for action := range n.a.Actions {
		if taken>>action&1 != 0 {
			continue
		}
		parts := n.split(action, states)
		if len(parts) == 0 {
			continue // it loses in all states
		}
		done = false
		total := 0
		for _, part := range parts {
			total += n.win(part, taken|1<<action)
		}
		best = max(best, total)
	}
	if done {
		return len(states) // all that can be taken was taken: won in every state that is left
	}
	return best
}

func (n naive) score(states []int, taken uint32) int {
	best := 0
	for action := range n.a.Actions {
		if taken>>action&1 != 0 {
			continue
		}
		total := 0
		for _, part := range n.split(action, states) {
			total += len(part) + n.score(part, taken|1<<action)
		}
		best = max(best, total)
	}
	return best
}

func (n naive) split(action int, states []int) map[uint8][]int {
	parts := make(map[uint8][]int)
	for _, s := range states {
		if x := n.a.Shown[action*n.a.States+s]; x != reveal.Loss {
			parts[x] = append(parts[x], s)
		}
	}
	return parts
}

func (n naive) all() []int {
	states := make([]int, n.a.States)
	for i := range states {
		states[i] = i
	}
	return states
}

// randomTables are the tables of positions of random small games of all variants.
func randomTables(t *testing.T, count, maxStates, maxActions int) []*reveal.Answers {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 5))
	var tables []*reveal.Answers
	for len(tables) < count {
		size := [][2]int{{3, 3}, {3, 3}, {2, 4}, {1, 9}, {2, 3}, {5, 2}, {4, 4}}[rng.IntN(7)]
		r := minesweeper.Rules{
			Height: size[0], Width: size[1],
			First: minesweeper.First(rng.IntN(2)), Neighbours: minesweeper.Neighbours(rng.IntN(5)),
		}
		r.Mines = 1 + rng.IntN(r.Height*r.Width-1)
		g, err := minesweeper.New(r)
		if err != nil {
			continue
		}
		v := g.NewView()
		var s minesweeper.State
		g.Start(rng, &s)
		for {
			c := v.Pick(rng)
			step := g.Step(rng, &s, c)
			if step.Done() {
				break
			}
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
			if a, err := g.Answers(v, maxStates); err == nil && a.Actions <= maxActions {
				tables = append(tables, a)
			}
		}
	}
	return tables[:count]
}

func TestAgainstTheDefinition(t *testing.T) {
	s := reveal.New(reveal.Options{Memory: 1 << 20, Workers: 1})
	tables := randomTables(t, 1000, 70, 8)
	values := s.Win(context.Background(), tables...)
	large := 0
	for i, a := range tables {
		n := naive{a}
		if want := n.win(n.all(), 0); values[i] != (reveal.Bounds{Lower: int64(want), Upper: int64(want)}) {
			t.Fatalf("table %d of %d states: win %v, want %d", i, a.States, values[i], want)
		}
		if want := n.score(n.all(), 0); a.States <= 20 {
			if got, ok := s.Score(context.Background(), a); !ok || got != int64(want) {
				t.Fatalf("table %d of %d states: score %d, want %d", i, a.States, got, want)
			}
		}
		if a.States > 20 {
			large++
		}
	}
	if large < 50 {
		t.Errorf("only %d tables with more than 20 states", large)
	}
}

// The value of a table is that of its best action, and each action's is that of the
// definition.
func TestActions(t *testing.T) {
	s := reveal.New(reveal.Options{Memory: 1 << 20})
	for i, a := range randomTables(t, 300, 40, 6) {
		n := naive{a}
		best := int64(0)
		for action, b := range s.Actions(context.Background(), a) {
			want := 0
			for _, part := range n.split(action, n.all()) {
				want += n.win(part, 1<<action)
			}
			if b.Lower != int64(want) || !b.Exact() {
				t.Fatalf("table %d, action %d: %v, want %d", i, action, b, want)
			}
			best = max(best, b.Lower)
		}
		if v := s.Win(context.Background(), a)[0]; v.Lower != best {
			t.Fatalf("table %d: value %v, best action %d", i, v, best)
		}
	}
}

// firstTables are the tables after each number a first cell can show.
func firstTables(t testing.TB, r minesweeper.Rules, row, col int) []*reveal.Answers {
	t.Helper()
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	var tables []*reveal.Answers
	for number := range minesweeper.Mine {
		v := g.NewView()
		if v.Did(g.Cell(row, col), number) != nil {
			continue
		}
		if a, err := g.Answers(v, 1e7); err == nil {
			tables = append(tables, a)
		}
	}
	return tables
}

func sum(bounds []reveal.Bounds) (total reveal.Bounds) {
	for _, b := range bounds {
		total = total.Add(b)
	}
	return total
}

// Workers, memory and the order in which tables come change no value.
func TestValueIsTheSameForAllOptions(t *testing.T) {
	tables := firstTables(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 4}, 0, 1)
	for _, o := range []reveal.Options{{Workers: 1}, {Workers: 2}, {Workers: 8}, {Workers: 1, Memory: 1}, {Workers: 3, Memory: 200_000}} {
		s := reveal.New(o)
		for range 2 {
			if v := sum(s.Win(context.Background(), tables...)); v != (reveal.Bounds{Lower: 961, Upper: 961}) { // known_values.tsv
				t.Errorf("%+v: value %v, want 961", o, v)
			}
		}
		if s.Nodes() == 0 {
			t.Errorf("%+v: no node was counted", o)
		}
	}
}

// When the context ends, the bounds enclose the value.
func TestInterruptedSearchGivesBounds(t *testing.T) {
	tables := firstTables(t, minesweeper.Rules{Height: 5, Width: 5, Mines: 15, First: minesweeper.Gnomine}, 0, 0)
	s := reveal.New(reveal.Options{Workers: 1})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	start := time.Now()
	v := sum(s.Win(ctx, tables...))
	if elapsed := time.Since(start); elapsed > time.Minute {
		t.Errorf("it took %v to stop", elapsed)
	}
	const value = 2107 // known_values.tsv
	if v.Lower > value || v.Upper < value {
		t.Errorf("bounds %v do not enclose %d", v, value)
	}
	if v := sum(s.Win(context.Background(), tables...)); v.Lower != value || !v.Exact() {
		t.Errorf("after an interrupted search the value is %v, want %d", v, value)
	}
}

func BenchmarkWin(b *testing.B) {
	for _, c := range []struct {
		name     string
		rules    minesweeper.Rules
		row, col int
	}{
		{"4x4x4-windows", minesweeper.Rules{Height: 4, Width: 4, Mines: 4}, 0, 1},
		{"5x5x15-gnomine-corner", minesweeper.Rules{Height: 5, Width: 5, Mines: 15, First: minesweeper.Gnomine}, 0, 0},
		{"4x5x6-windows", minesweeper.Rules{Height: 4, Width: 5, Mines: 6}, 0, 1},
	} {
		b.Run(c.name, func(b *testing.B) {
			tables := firstTables(b, c.rules, c.row, c.col)
			nodes := int64(0)
			for b.Loop() {
				s := reveal.New(reveal.Options{Workers: 1})
				s.Win(context.Background(), tables...)
				nodes += s.Nodes()
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes")
		})
	}
}
