package counting

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/pace"
)

// The backtracking for one solution is given up for a new attempt after so many
// nodes, the first time, and after twice as many each time after that. When an
// attempt has taken maxNodes, no other is made.
const (
	firstNodes = 1000
	maxNodes   = 1_000_000
)

// Backtracker finds one assignment of 0/1 unknowns that satisfies all sums, by plain
// backtracking: cell after cell along the constraints, values in random order, a
// step back as soon as some sum cannot be reached any more. An attempt that has lost
// its way is given up for one with other random choices, which nearly always ends
// sooner (Gomes, Selman, Kautz, Boosting combinatorial search through randomization,
// AAAI 1998). It is quick where solutions are many or the constraints tight,
// exponential at worst.
//
// What it finds is random but not uniform. It is where the chains of paper B's Alg. 3
// start. A Backtracker is for one goroutine.
type Backtracker[S, V any] struct {
	p     Constrained[S, V]
	c     Sums
	of    [][]int32 // the sums each unknown is part of
	need  []int     // what each sum still lacks
	open  []int     // how many of its cells have no value yet
	order []int32   // unknowns that are part of some sum, each near those it shares sums with
	loose []int32   // the others
	known []bool    // the unknowns that are in order
	ones  []int32
	nodes int
	limit int // give up after so many nodes
}

// NewBacktracker returns a backtracker for a game that is a system of sums.
func NewBacktracker[S, V any](p Constrained[S, V]) *Backtracker[S, V] {
	return &Backtracker[S, V]{p: p}
}

// Solve sets s to a consistent state. It returns false where the view has no
// constraints to solve. The error is [blindsight.ErrInconsistent], [blindsight.ErrExhausted]
// or the context's.
func (b *Backtracker[S, V]) Solve(ctx context.Context, rng *rand.Rand, v V, s *S) (bool, error) {
	if !b.p.Constraints(v, &b.c) {
		return false, nil
	}
	if err := b.prepare(); err != nil {
		return false, err
	}
	for b.limit = firstNodes; ; b.limit *= 2 {
		b.nodes = 0
		b.arrange(rng)
		if b.assign(ctx, rng, 0) {
			break
		}
		switch {
		case b.nodes <= b.limit: // every way was tried, in vain
			return false, blindsight.ErrInconsistent
		case pace.Err(ctx) != nil:
			return false, pace.Err(ctx)
		case b.limit >= maxNodes:
			return false, blindsight.ErrExhausted
		}
	}
	for rest := b.c.Total - len(b.ones); rest > 0; rest-- { // any of the untouched cells will do
		i := rng.IntN(len(b.loose))
		b.ones = append(b.ones, b.loose[i])
		b.loose[i] = b.loose[len(b.loose)-1]
		b.loose = b.loose[:len(b.loose)-1]
	}
	b.p.Assign(v, b.ones, s)
	return true, nil
}

// prepare notes which sums each unknown is part of.
func (b *Backtracker[S, V]) prepare() error {
	for len(b.of) < b.c.Unknowns {
		b.of = append(b.of, nil)
		b.known = append(b.known, false)
	}
	for i := range b.c.Unknowns {
		b.of[i] = b.of[i][:0]
	}
	b.need, b.open, b.ones = b.need[:0], b.open[:0], b.ones[:0]
	for i, sum := range b.c.Sums {
		if sum.Value < 0 || sum.Value > len(sum.Cells) {
			return blindsight.ErrInconsistent
		}
		b.need = append(b.need, sum.Value)
		b.open = append(b.open, len(sum.Cells))
		for _, u := range sum.Cells {
			b.of[u] = append(b.of[u], int32(i))
		}
	}
	return nil
}

// arrange orders the unknowns breadth-first along the sums they share, from a random
// sum on: a value that was wrong then shows after few others were given.
func (b *Backtracker[S, V]) arrange(rng *rand.Rand) {
	b.order, b.loose = b.order[:0], b.loose[:0]
	clear(b.known)
	sums := len(b.c.Sums)
	first, reached := rng.IntN(max(sums, 1)), 0
	for i := range sums {
		b.enlist(b.c.Sums[(first+i)%sums].Cells)
		for ; reached < len(b.order); reached++ {
			for _, j := range b.of[b.order[reached]] {
				b.enlist(b.c.Sums[j].Cells)
			}
		}
	}
	for u := range int32(b.c.Unknowns) {
		if !b.known[u] {
			b.loose = append(b.loose, u)
		}
	}
}

// enlist adds cells to the order, each once.
func (b *Backtracker[S, V]) enlist(cells []int32) {
	for _, u := range cells {
		if !b.known[u] {
			b.known[u] = true
			b.order = append(b.order, u)
		}
	}
}

// assign gives values to the unknowns from order[i] on.
func (b *Backtracker[S, V]) assign(ctx context.Context, rng *rand.Rand, i int) bool {
	if b.nodes++; b.nodes%1024 == 0 && pace.Err(ctx) != nil {
		b.limit = 0
	}
	if b.nodes > b.limit {
		return false
	}
	rest := b.c.Total - len(b.ones)
	if rest < 0 || rest > len(b.order)-i+len(b.loose) {
		return false
	}
	if i == len(b.order) {
		return true
	}
	u, first := b.order[i], int(rng.Uint32()&1)
	for _, value := range [2]int{first, 1 - first} {
		if value == 1 {
			b.ones = append(b.ones, u)
		}
		if b.put(u, value) && b.assign(ctx, rng, i+1) {
			return true
		}
		b.take(u, value)
		if value == 1 {
			b.ones = b.ones[:len(b.ones)-1]
		}
	}
	return false
}

// put gives u a value and tells whether every sum can still be reached.
func (b *Backtracker[S, V]) put(u int32, value int) bool {
	ok := true
	for _, i := range b.of[u] {
		b.need[i] -= value
		b.open[i]--
		ok = ok && b.need[i] >= 0 && b.need[i] <= b.open[i]
	}
	return ok
}

func (b *Backtracker[S, V]) take(u int32, value int) {
	for _, i := range b.of[u] {
		b.need[i] += value
		b.open[i]++
	}
}
