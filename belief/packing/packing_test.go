package packing

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/gametest"
	"blindsight/internal/randstream"
)

// madeUp returns a table of random pieces on a line of cells, and a random question about it. A
// piece covers up to three neighbouring cells; half the tables block the cells beside as well.
func madeUp(rng *rand.Rand) (*Table, *Question) {
	cells := 6 + rng.IntN(60)
	if rng.IntN(2) == 0 {
		cells = 60 + rng.IntN(10) // across a word's end
	}
	apart := rng.IntN(2)
	pieces := make([][]Place, 1+rng.IntN(4))
	for i := range pieces {
		length := 1 + rng.IntN(3)
		for first := range cells - length + 1 {
			if rng.IntN(cells) > 12 {
				continue
			}
			var p Place
			for c := first; c < first+length; c++ {
				p.Covers[c>>6] |= 1 << (c & 63)
			}
			for c := max(first-apart, 0); c < first+length+apart; c++ {
				p.Blocks[c>>6] |= 1 << (c & 63)
			}
			pieces[i] = append(pieces[i], p)
		}
	}
	t := NewTable(pieces)
	q := t.NewQuestion()
	for i := range pieces {
		for n := range pieces[i] {
			if rng.IntN(8) > 0 {
				q.Allow(i, n)
			}
		}
	}
	for range rng.IntN(3) { // cells that some piece can cover
		if i := rng.IntN(len(pieces)); len(pieces[i]) > 0 {
			covers := pieces[i][rng.IntN(len(pieces[i]))].Covers
			for w := range q.Required {
				q.Required[w] |= covers[w]
			}
		}
	}
	return t, q
}

// bruteForce lists all packings of a question by trying all places of all pieces.
func bruteForce(t *Table, q *Question) (packings [][]int) {
	places := make([]int, len(t.pieces))
	var try func(i int)
	try = func(i int) {
		if i == len(places) {
			var covered Cells
			for j, n := range places {
				for w, word := range t.pieces[j].places[n].Covers {
					covered[w] |= word
				}
			}
			for w, word := range q.Required {
				if word&^covered[w] != 0 {
					return
				}
			}
			packings = append(packings, append([]int(nil), places...))
			return
		}
	next:
		for n, p := range t.pieces[i].places {
			if q.Allowed[i][n>>6]>>(n&63)&1 == 0 {
				continue
			}
			for j := range i {
				if p.Covers.meets(&t.pieces[j].places[places[j]].Blocks) {
					continue next
				}
			}
			places[i] = n
			try(i + 1)
		}
	}
	try(0)
	return packings
}

// Counts, chances and draws of random questions, held against brute force. One belief for each
// table answers two questions in turn, so nothing may be left over.
func TestAgainstBruteForce(t *testing.T) {
	rng := randstream.New(1, "packing/made-up")
	found, none, drawn := 0, 0, 0
	for number := range 150 {
		table, q := madeUp(rng)
		b := NewBelief(table, 0)
		other := table.NewQuestion()
		other.copy(q)
		for i := range other.Allowed {
			for w := range other.Allowed[i] {
				other.Allowed[i][w] &= rng.Uint64() | rng.Uint64()
			}
		}
		for _, q := range []*Question{q, other, q} {
			packings := bruteForce(table, q)
			err := b.Ask(q)
			if err != nil {
				if !errors.Is(err, blindsight.ErrInconsistent) || len(packings) > 0 {
					t.Fatalf("table %d: %d packings, but Ask says %v", number, len(packings), err)
				}
				none++
				continue
			}
			checkChances(t, number, b, packings)
			checkList(t, number, b, packings)
			if n := len(packings); n > 1 && n < 200 {
				checkDraws(t, number, b, rng, packings)
				drawn++
			}
			found++
		}
	}
	if found < 200 || none < 10 || drawn < 50 {
		t.Errorf("only %d questions had packings, %d had none, %d were drawn from", found, none, drawn)
	}
}

func checkChances(t *testing.T, number int, b *Belief, packings [][]int) {
	t.Helper()
	chance := make([][MaxCells]float64, len(b.t.pieces))
	if n := b.Chances(chance); n != float64(len(packings)) {
		t.Fatalf("table %d: %v packings are counted, there are %d", number, n, len(packings))
	}
	want := make([][MaxCells]float64, len(b.t.pieces))
	for _, places := range packings {
		for i, n := range places {
			for c := range MaxCells {
				if b.t.pieces[i].places[n].Covers[c>>6]>>(c&63)&1 != 0 {
					want[i][c] += 1 / float64(len(packings))
				}
			}
		}
	}
	for i := range want {
		for c := range MaxCells {
			if math.Abs(want[i][c]-chance[i][c]) > 1e-9 {
				t.Fatalf("table %d: piece %d covers cell %d with chance %v, want %v", number, i, c, chance[i][c], want[i][c])
			}
		}
	}
}

func checkList(t *testing.T, number int, b *Belief, packings [][]int) {
	t.Helper()
	listed := make(map[string]bool)
	b.List(func(places []int) bool {
		if name := fmt.Sprint(places); listed[name] {
			t.Fatalf("table %d: %s is listed twice", number, name)
		} else {
			listed[name] = true
		}
		return true
	})
	for _, p := range packings {
		if !listed[fmt.Sprint(p)] {
			t.Fatalf("table %d: %v is not listed", number, p)
		}
	}
	if len(listed) != len(packings) {
		t.Fatalf("table %d: %d packings are listed, there are %d", number, len(listed), len(packings))
	}
	calls := 0
	if b.List(func([]int) bool { calls++; return false }) && len(packings) > 0 || calls > 1 {
		t.Fatalf("table %d: List went on after it was told to stop", number)
	}
}

func checkDraws(t *testing.T, number int, b *Belief, rng *rand.Rand, packings [][]int) {
	t.Helper()
	index := make(map[string]int)
	for i, p := range packings {
		index[fmt.Sprint(p)] = i
	}
	counts := make([]int, len(packings))
	places := make([]int, len(b.t.pieces))
	for accepted, tries := 0, 0; accepted < 20*len(packings); tries++ {
		if tries > 20_000*len(packings) {
			t.Fatalf("table %d: %d packings, but %d of %d draws were accepted", number, len(packings), accepted, tries)
		}
		if !b.Draw(rng, places) {
			continue
		}
		i, ok := index[fmt.Sprint(places)]
		if !ok {
			t.Fatalf("table %d: %v was drawn, which is no packing", number, places)
		}
		counts[i]++
		accepted++
	}
	if err := gametest.Fits(counts, nil); err != nil {
		t.Fatalf("table %d: packings are not drawn uniformly: %v", number, err)
	}
}

// line is a game of two dominoes on a line of cells, whose views are sets of required cells.
type line struct{ table *Table }

func newLine(cells int) line {
	pieces := make([][]Place, 2)
	for i := range pieces {
		for c := range cells - 1 {
			s := Cells{3 << c}
			pieces[i] = append(pieces[i], Place{s, s})
		}
	}
	return line{NewTable(pieces)}
}

func (l line) Table() *Table { return l.table }

func (l line) Ask(required Cells, q *Question) {
	q.Clear()
	q.Required = required
	for i := range 2 {
		for n := range l.table.Places(i) {
			q.Allow(i, n)
		}
	}
}

func (l line) Assign(_ Cells, places []int, s *[2]int) { *s = [2]int{places[0], places[1]} }

// A sampler gives up in the agreed ways.
func TestGivesUp(t *testing.T) {
	rng := randstream.New(1, "packing/gives-up")
	ctx := context.Background()
	var s [2]int
	far := New[[2]int](newLine(20), 0, 0)
	if err := far.Sample(ctx, rng, Cells{1 | 1<<10 | 1<<19}, 0, &s); !errors.Is(err, blindsight.ErrInconsistent) {
		t.Errorf("three cells far apart, two dominoes: %v", err)
	}
	few := New[[2]int](newLine(20), 3, 0)
	if err := few.Sample(ctx, rng, Cells{1 << 10}, 0, &s); !errors.Is(err, blindsight.ErrExhausted) {
		t.Errorf("four cores, three allowed: %v", err)
	}
	tight := New[[2]int](newLine(3), 0, 1000)
	if err := tight.Sample(ctx, rng, Cells{}, 0, &s); !errors.Is(err, blindsight.ErrExhausted) {
		t.Errorf("two dominoes on three cells: %v", err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	if err := New[[2]int](newLine(3), 0, 0).Sample(stopped, rng, Cells{}, 0, &s); !errors.Is(err, context.Canceled) {
		t.Errorf("two dominoes on three cells, with a context that has ended: %v", err)
	}
	for _, h := range []blindsight.Health{far.Health(), few.Health(), tight.Health()} {
		if h.Failures != 1 || h.Samples != 0 {
			t.Errorf("the health after one failure is %+v", h)
		}
	}
	if err := far.Sample(ctx, rng, Cells{1 | 1<<10}, 0, &s); err != nil || far.Health().Samples != 1 {
		t.Errorf("after a failure: %v, %+v", err, far.Health())
	}
}
