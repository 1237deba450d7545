package metropolis

import (
	"math/rand/v2"

	"blindsight"
)

// maxNodes limits the backtracking for one solution.
const maxNodes = 1_000_000

// solver finds one assignment of 0/1 unknowns that satisfies all sums, by plain
// backtracking: cell after cell along the constraints, values in random order, a
// step back as soon as some sum cannot be reached any more. It is quick where
// solutions are many or the constraints tight, exponential at worst.
//
// What it finds is random but not uniform: that is why a chain follows.
type solver[S, V any] struct {
	p     blindsight.SumConstrained[S, V]
	c     blindsight.Sums
	of    [][]int32 // the sums each unknown is part of
	need  []int     // what each sum still lacks
	open  []int     // how many of its cells have no value yet
	order []int32   // unknowns that are part of some sum
	loose []int32   // the others
	ones  []int32
	nodes int
}

// solve sets s to a consistent state. It returns false where the view has no
// constraints to solve.
func (b *solver[S, V]) solve(rng *rand.Rand, v V, s *S) (bool, error) {
	if !b.p.Constraints(v, &b.c) {
		return false, nil
	}
	if err := b.prepare(); err != nil {
		return false, err
	}
	if !b.assign(rng, 0) {
		if b.nodes > maxNodes {
			return false, blindsight.ErrExhausted
		}
		return false, blindsight.ErrInconsistent
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

func (b *solver[S, V]) prepare() error {
	for len(b.of) < b.c.Unknowns {
		b.of = append(b.of, nil)
	}
	for i := range b.c.Unknowns {
		b.of[i] = b.of[i][:0]
	}
	b.need, b.open, b.order, b.loose, b.ones, b.nodes = b.need[:0], b.open[:0], b.order[:0], b.loose[:0], b.ones[:0], 0
	for i, sum := range b.c.Sums {
		if sum.Value < 0 || sum.Value > len(sum.Cells) {
			return blindsight.ErrInconsistent
		}
		b.need = append(b.need, sum.Value)
		b.open = append(b.open, len(sum.Cells))
		for _, u := range sum.Cells {
			if len(b.of[u]) == 0 {
				b.order = append(b.order, u)
			}
			b.of[u] = append(b.of[u], int32(i))
		}
	}
	for u := range int32(b.c.Unknowns) {
		if len(b.of[u]) == 0 {
			b.loose = append(b.loose, u)
		}
	}
	return nil
}

// assign gives values to the unknowns from order[i] on.
func (b *solver[S, V]) assign(rng *rand.Rand, i int) bool {
	if b.nodes++; b.nodes > maxNodes {
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
		if b.put(u, value) && b.assign(rng, i+1) {
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
func (b *solver[S, V]) put(u int32, value int) bool {
	ok := true
	for _, i := range b.of[u] {
		b.need[i] -= value
		b.open[i]--
		ok = ok && b.need[i] >= 0 && b.need[i] <= b.open[i]
	}
	return ok
}

func (b *solver[S, V]) take(u int32, value int) {
	for _, i := range b.of[u] {
		b.need[i] += value
		b.open[i]++
	}
}
