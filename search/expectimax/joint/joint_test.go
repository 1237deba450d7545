package joint

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/search/expectimax"
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
	p := Part{Answers: &blindsight.Answers{States: len(sets), Actions: cells}}
	for _, set := range sets {
		p.Holds = append(p.Holds, ones(set))
	}
	for c := range cells {
		for _, set := range sets {
			if set>>c&1 != 0 {
				p.Shown = append(p.Shown, blindsight.Loss)
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
func whole(parts []Part, total int) (t *blindsight.Answers, actions [][2]int) {
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
	t = &blindsight.Answers{States: len(kept)}
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
		plain := expectimax.New(expectimax.Options{Memory: 1 << 24, Workers: 1})
		want := plain.Win(context.Background(), table)[0].Lower
		single := expectimax.New(expectimax.Options{Memory: 1 << 24, Workers: 1})
		c, err := New(single, 1<<40).Best(context.Background(), parts, total)
		if err != nil {
			t.Fatal(err)
		}
		if c.Won != want || c.States != float64(table.States) {
			t.Fatalf("%d parts, total %d: %d of %v, want %d of %d", len(parts), total, c.Won, c.States, want, table.States)
		}
		for j, a := range actions {
			if a == [2]int{c.Part, c.Action} {
				if got := plain.Actions(context.Background(), table)[j].Lower; got != want {
					t.Errorf("part %d, action %d wins %d, the best %d", c.Part, c.Action, got, want)
				}
				solved++
			}
		}
		if len(parts) > 1 && want > 1 {
			several++
		}
	}
	if solved < 300 || several < 150 {
		t.Errorf("%d were compared, of them %d of several parts that are won in more than one state", solved, several)
	}
}

// Many parts have more states together than could be listed.
func TestBestOfManyParts(t *testing.T) {
	// Two cells of which one is a mine, or both; nothing else shows anything: a state is
	// played for, and the number that they share decides which.
	pair := Part{Answers: &blindsight.Answers{States: 3, Actions: 2, Shown: []uint8{
		blindsight.Loss, 1, blindsight.Loss,
		1, blindsight.Loss, blindsight.Loss,
	}}, Holds: []int{1, 1, 2}}
	var parts []Part
	for range 25 {
		parts = append(parts, pair)
	}
	single := expectimax.New(expectimax.Options{Memory: 1 << 20, Workers: 1})
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
	part := Part{Answers: &blindsight.Answers{States: 1, Actions: 1, Shown: []uint8{0}}, Holds: []int{2}}
	single := expectimax.New(expectimax.Options{Memory: 1 << 20, Workers: 1})
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
