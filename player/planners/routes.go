package planners

import "blindsight/game/pomdp"

// routes are the best plays of RockSample for who sees which rocks are good: from every place, for every set of good rocks, the rock to sample next.
// They never change and are shared.
type routes struct {
	problem pomdp.RockSample
	counts  []float64   // powers of the discount
	values  [][]float64 // by place and set: what the best play gains
	next    [][]int8    // by place and set: the rock, or -1 to leave to the east
	right   [][]float64 // by place and rock: how often a check tells the truth
}

// newRoutes computes the routes, set by set: what is gained after a rock depends on smaller sets alone.
func newRoutes(r pomdp.RockSample) *routes {
	rocks, sets := len(r.Rocks), 1<<len(r.Rocks)
	t := &routes{problem: r, counts: make([]float64, 2*r.Size*(rocks+1)+rocks+1)}
	t.counts[0] = 1
	for i := range t.counts[1:] {
		t.counts[i+1] = t.counts[i] * r.Discount
	}
	after := make([][]float64, rocks) // by the rock sampled last and the set that is left
	for i := range after {
		after[i] = make([]float64, sets)
	}
	best := func(from pomdp.Cell, set int) (float64, int8) {
		most, next := 10*t.counts[r.Size-1-from.X], int8(-1)
		for i, rock := range r.Rocks {
			if set>>i&1 == 0 {
				continue
			}
			rest := r.Discount * after[i][set&^(1<<i)]
			if x := t.counts[apart(from, rock)] * (10 + rest); x > most {
				most, next = x, int8(i)
			}
		}
		return most, next
	}
	for set := range sets {
		for i, rock := range r.Rocks {
			after[i][set], _ = best(rock, set)
		}
	}
	for place := range r.Size * r.Size {
		from := pomdp.Cell{X: place % r.Size, Y: place / r.Size}
		values, next, right := make([]float64, sets), make([]int8, sets), make([]float64, rocks)
		for set := range sets {
			values[set], next[set] = best(from, set)
		}
		for i := range r.Rocks {
			right[i] = r.Right(from, i)
		}
		t.values, t.next, t.right = append(t.values, values), append(t.next, next), append(t.right, right)
	}
	return t
}

// apart returns how many steps are between two places.
func apart(a, b pomdp.Cell) int { return max(a.X-b.X, b.X-a.X) + max(a.Y-b.Y, b.Y-a.Y) }

// place returns the number of a place.
func (t *routes) place(c pomdp.Cell) int { return c.Y*t.problem.Size + c.X }

// upper returns the mean, over which rocks are good, of what is gained by who sees it (the bound MDP). Buf is scratch memory, a number for each set.
func (t *routes) upper(b *pomdp.RockBelief, buf []float64) float64 {
	values := t.values[t.place(b.At)]
	copy(buf, values)
	for i := len(t.problem.Rocks) - 1; i >= 0; i-- { // rock i is good, or not
		bad, good, p := buf[:1<<i], buf[1<<i:2<<i], b.Good[i]
		good = good[:len(bad)]
		for set := range bad {
			bad[set] += p * (good[set] - bad[set])
		}
	}
	return buf[0]
}

// lower returns what is gained in the mean by who samples the rocks that are good with more than this chance, on the best route for them, and
// looks no more; and what he does first.
func (t *routes) lower(b *pomdp.RockBelief, chance float64) (gained float64, first pomdp.Action) {
	r := &t.problem
	set := 0
	for i := range r.Rocks {
		if b.Good[i] > chance {
			set |= 1 << i
		}
	}
	first = r.Toward(b.At, pomdp.Cell{X: r.Size, Y: b.At.Y})
	at, steps := b.At, 0
	for begun := false; ; begun = true {
		i := t.next[t.place(at)][set]
		if i < 0 {
			return gained + 10*t.counts[steps+r.Size-1-at.X], first
		}
		rock := r.Rocks[i]
		if !begun {
			first = r.Toward(at, rock)
		}
		steps += apart(at, rock)
		gained += (20*b.Good[i] - 10) * t.counts[steps]
		steps++
		at, set = rock, set&^(1<<i)
	}
}
