package joint

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/search/reveal"
)

// randomPart makes a problem of some actions as a Minesweeper board has them: a state is a set of cells, of which one
// that is in it loses and any other shows how many of its neighbours in a line, or of a few drawn ones, are.
func randomPart(rng *rand.Rand) Part {
	cells := 2 + rng.IntN(4)
	near := make([]uint32, cells)
	for i := range near {
		near[i] = 1<<((i+1)%cells) | 1<<((i+cells-1)%cells)
		if rng.IntN(3) == 0 {
			near[i] = rng.Uint32()
		}
		near[i] &= 1<<cells - 1
		near[i] &^= 1 << i
	}
	var sets []uint32
	for len(sets) == 0 {
		for set := range uint32(1) << cells {
			if rng.IntN(3) > 0 {
				sets = append(sets, set)
			}
		}
	}
	p := Part{Answers: &reveal.Answers{States: len(sets), Actions: cells}}
	for _, set := range sets {
		p.Holds = append(p.Holds, ones(set))
	}
	for c := range cells {
		for _, set := range sets {
			if set>>c&1 != 0 {
				p.Shown = append(p.Shown, reveal.Loss)
			} else {
				p.Shown = append(p.Shown, uint8(ones(set&near[c])))
			}
		}
	}
	return p
}

func ones(set uint32) int {
	n := 0
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// whole is the table of all states of the parts together, and of each of its actions the part and
// the action there.
func whole(parts []Part, total int) (t *reveal.Answers, actions [][2]int) {
	tuples := [][]int{nil}
	for _, p := range parts {
		var next [][]int
		for _, tuple := range tuples {
			for s := range p.States {
				next = append(next, append(tuple[:len(tuple):len(tuple)], s))
			}
		}
		tuples = next
	}
	kept := tuples[:0]
	for _, tuple := range tuples {
		sum := 0
		for i, s := range tuple {
			sum += parts[i].Holds[s]
		}
		if sum == total {
			kept = append(kept, tuple)
		}
	}
	t = &reveal.Answers{States: len(kept)}
	for i, p := range parts {
		for a := range p.Actions {
			for _, tuple := range kept {
				t.Shown = append(t.Shown, p.Shown[a*p.States+tuple[i]])
			}
			actions = append(actions, [2]int{i, a})
			t.Actions++
		}
	}
	return t, actions
}

// The value is that of the table of all states, and the action is one that wins as much.
func TestBestIsTheOptimumOfTheWhole(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	solved, several := 0, 0
	for range 400 {
		parts := make([]Part, 1+rng.IntN(3))
		total := 0
		for i := range parts {
			parts[i] = randomPart(rng)
			total += parts[i].Holds[rng.IntN(parts[i].States)]
		}
		table, actions := whole(parts, total)
		if table.States > 3000 {
			continue
		}
		plain := reveal.New(reveal.Options{Memory: 1 << 24, Workers: 1})
		want := plain.Win(context.Background(), table)[0].Lower
		single := reveal.New(reveal.Options{Memory: 1 << 24, Workers: 1})
		c, err := New(single, 1<<40).Best(context.Background(), parts, total)
		if err != nil {
			t.Fatal(err)
		}
		if c.Won != want || c.States != float64(table.States) {
			t.Fatalf("%d parts, total %d: %d of %v, want %d of %d", len(parts), total, c.Won, c.States, want, table.States)
		}
		values := plain.Actions(context.Background(), table)
		chosen := slices.Index(actions, [2]int{c.Part, c.Action})
		if chosen < 0 {
			if c.Part != -1 || slices.ContainsFunc(table.Shown, func(x uint8) bool { return x != reveal.Loss }) {
				t.Errorf("part %d, action %d is none", c.Part, c.Action)
			}
			continue
		}
		if got := values[chosen].Lower; got != want {
			t.Errorf("part %d, action %d wins %d, the best %d", c.Part, c.Action, got, want)
		}
		for j := range actions {
			if values[j].Lower == want && safe(table, j) > safe(table, chosen) && tells(table, j) {
				t.Errorf("action %d of the whole loses less often than %d and wins as much", j, chosen)
			}
		}
		solved++
		if len(parts) > 1 && want > 1 {
			several++
		}
	}
	if solved < 300 || several < 150 {
		t.Errorf("%d were compared, of them %d of several parts that are won in more than one state", solved, several)
	}
}

// safe counts the states in which an action does not lose.
func safe(t *reveal.Answers, action int) int {
	n := 0
	for _, x := range t.Shown[action*t.States : (action+1)*t.States] {
		if x != reveal.Loss {
			n++
		}
	}
	return n
}

// tells says whether an action shows different things where it does not lose.
func tells(t *reveal.Answers, action int) bool {
	first := reveal.Loss
	for _, x := range t.Shown[action*t.States : (action+1)*t.States] {
		if x != reveal.Loss && first != reveal.Loss && x != first {
			return true
		}
		if x != reveal.Loss {
			first = x
		}
	}
	return false
}

// Whatever the limit, what is returned is exact or said to be given up.
func TestLimitIsTold(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	var parts []Part
	total := 0
	for range 3 {
		p := randomPart(rng)
		parts = append(parts, p)
		total += p.Holds[p.States/2]
	}
	table, _ := whole(parts, total)
	want := reveal.New(reveal.Options{Memory: 1 << 24, Workers: 1}).Win(context.Background(), table)[0].Lower
	exact, given := 0, 0
	for limit := int64(1); exact < 5; limit += 1 + limit/8 {
		c, err := New(reveal.New(reveal.Options{Memory: 1 << 20, Workers: 1}), limit).Best(context.Background(), parts, total)
		switch {
		case errors.Is(err, ErrLimit):
			given++
		case err != nil:
			t.Fatal(err)
		case c.Won != want:
			t.Fatalf("limit %d: %d, want %d", limit, c.Won, want)
		default:
			exact++
		}
	}
	if given < 10 || want < 2 {
		t.Errorf("given up %d times, %d of %d states won", given, want, table.States)
	}
}

// line is three cells of which any may be a mine, but not all: each shows how many are beside it.
func line() Part {
	p := Part{Answers: &reveal.Answers{States: 7, Actions: 3}}
	for set := range uint32(7) {
		p.Holds = append(p.Holds, ones(set))
	}
	for c := range 3 {
		for set := range uint32(7) {
			near := uint32(5)
			if c != 1 {
				near = 2
			}
			if set>>c&1 != 0 {
				p.Shown = append(p.Shown, reveal.Loss)
			} else {
				p.Shown = append(p.Shown, uint8(ones(set&near)))
			}
		}
	}
	return p
}

// What is won does not depend on how many parts there are beside that are known; and where states are too many to be
// counted, or seem to be on the way, that is noticed.
func TestManyParts(t *testing.T) {
	known := Part{Answers: &reveal.Answers{States: 1, Actions: 1, Shown: []uint8{0}}, Holds: []int{3}}
	var one Choice
	for _, n := range []int{0, 1, 70} {
		parts := []Part{line(), line()}
		for range n {
			parts = append(parts, known)
		}
		single := reveal.New(reveal.Options{Memory: 1 << 20, Workers: 1})
		c, err := New(single, 10_000).Best(context.Background(), parts, 2+3*n)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			table, _ := whole(parts, 2)
			if want := single.Win(context.Background(), table)[0].Lower; c.Won != want || want < 3 {
				t.Fatalf("%d, want %d", c.Won, want)
			}
			one = c
		}
		if c != one {
			t.Errorf("%d known parts beside: %+v, want %+v", n, c, one)
		}
	}
	var parts []Part
	for range 40 {
		parts = append(parts, line())
	}
	if _, err := New(reveal.New(reveal.Options{Memory: 1 << 20, Workers: 1}), 10_000).Best(context.Background(), parts, 40); !errors.Is(err, blindsight.ErrTooMany) {
		t.Errorf("40 parts: error %v", err)
	}
	// Nearly all states hold little, and few fit the total: numbers on the way that mean nothing are too large for their type.
	parts = parts[:0]
	for range 30 {
		parts = append(parts, line())
	}
	c, err := New(reveal.New(reveal.Options{Memory: 1 << 20, Workers: 1}), 1<<20).Best(context.Background(), parts, 60)
	if err != nil {
		t.Fatal(err)
	}
	// Each part holds two: three states, which nothing tells apart.
	if want := math.Pow(3, 30); c.States != want || c.Won != 1 {
		t.Errorf("got %+v, want 1 of %v states", c, want)
	}
}

// Many parts have more states together than could be listed.
func TestBestOfManyParts(t *testing.T) {
	// Two cells of which one is a mine, or both; nothing else shows anything: a state is
	// played for, and the number that they share decides which.
	pair := Part{Answers: &reveal.Answers{States: 3, Actions: 2, Shown: []uint8{
		reveal.Loss, 1, reveal.Loss,
		1, reveal.Loss, reveal.Loss,
	}}, Holds: []int{1, 1, 2}}
	var parts []Part
	for range 25 {
		parts = append(parts, pair)
	}
	single := reveal.New(reveal.Options{Memory: 1 << 20, Workers: 1})
	c, err := New(single, 1000).Best(context.Background(), parts, 48)
	if err != nil {
		t.Fatal(err)
	}
	// Two pairs hold one mine: 300 choices of them, in four ways each.
	if c.Won != 1 || c.States != 1200 || c.Part != 0 {
		t.Errorf("got %+v", c)
	}
}

func TestBestRefuses(t *testing.T) {
	part := Part{Answers: &reveal.Answers{States: 1, Actions: 1, Shown: []uint8{0}}, Holds: []int{2}}
	single := reveal.New(reveal.Options{Memory: 1 << 20, Workers: 1})
	s := New(single, 1000)
	for _, total := range []int{1, 3} {
		if _, err := s.Best(context.Background(), []Part{part}, total); !errors.Is(err, blindsight.ErrInconsistent) {
			t.Errorf("total %d: error %v", total, err)
		}
	}
	if _, err := s.Best(context.Background(), []Part{{Answers: part.Answers}}, 2); err == nil {
		t.Error("a part that does not say what it holds is taken")
	}
	rng := rand.New(rand.NewPCG(3, 3))
	var parts []Part
	total := 0
	for range 4 {
		p := randomPart(rng)
		parts = append(parts, p)
		total += p.Holds[p.States/2]
	}
	if _, err := New(single, 3).Best(context.Background(), parts, total); !errors.Is(err, ErrLimit) {
		t.Errorf("limit of 3: error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	single.Forget()
	if _, err := New(single, 1<<40).Best(ctx, parts, total); !errors.Is(err, ErrLimit) {
		t.Errorf("context that has ended: error %v", err)
	}
}
