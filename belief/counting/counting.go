// Package counting is the exact belief for hidden 0/1 unknowns under sum
// constraints and a known total ([Sums]): Minesweeper and its variants,
// at any size that is played.
//
// It counts all assignments at once instead of visiting them. Unknowns that the
// sums themselves settle are taken out. Those left that are in the same sums are
// one box: only how many of them are 1 matters, and j ones in a box of k are worth
// C(k,j) assignments. Boxes that share sums, directly or through others, form a
// component. A component is counted, by its number of ones, with dynamic
// programming over its boxes in an order that keeps few sums open at a time; the
// state is what the open sums still need. The components and the unknowns that no
// sum touches are then convolved under the known total.
//
// Probabilities are float64, with relative errors of some 1e-14; what is
// impossible has probability exactly 0 and what is possible never has.
// [Counter.Placements] is exact in math/big.
//
// Counted components are kept and found again by their whole content, so that a
// view that differs from an earlier one in some corner is recounted in that corner
// alone.
package counting

import (
	"math/rand/v2"

	"blindsight"
)

// Counter counts the assignments of one system of sums after the other. The zero
// Counter is ready for use. It is for one goroutine, and allocates nothing once
// its memory has grown to the systems it is given, but in [Counter.Placements].
type Counter struct {
	// Limit is how many nodes the graph of one component may have, 0 for no limit. A
	// node takes some hundred bytes. Boards that are played have thousands; a position
	// made up with numbers all over a large board can have more than any memory holds.
	Limit int
	// Stop, unless nil, is asked every few thousand nodes, some milliseconds, whether to
	// give the count up, as at the limit.
	Stop func() bool

	total    int // ones among the unknowns that are not settled
	settled  int // ones among those that are
	system   system
	parts    []part // the components of this system
	store    store
	builder  builder
	mix      mixture
	chance   []float64 // of each unknown to be 1
	certain  []int8    // 0 or 1 where that is the only possible value, else -1
	shown    shown
	picks    []int32
	counted  bool
	wideFrom int // unknowns from which on numbers are scaled; 0 means the default
}

// part is a component in its place.
type part struct {
	*component
	boxes []int32 // the system's numbers of its boxes
}

// Count counts the assignments of a system and makes the counter's other methods
// answer about it. It returns [blindsight.ErrInconsistent] where there is none, and
// [blindsight.ErrTooMany] beyond the limit, or where Stop says so; the other methods must then not be called. The system is not kept. A cell that a sum
// names twice counts once.
//
// The cost is exponential in the number of sums that have to be open at a time at
// best, not in the number of unknowns: on a Minesweeper board of 16x30 some tens of
// microseconds.
func (c *Counter) Count(s *Sums) error {
	c.counted = false
	if s.Total < 0 || s.Total > s.Unknowns || !c.system.reduce(s) {
		return blindsight.ErrInconsistent
	}
	c.settled = c.system.ones
	c.total = s.Total - c.settled
	if c.total < 0 || c.total > c.system.live {
		return blindsight.ErrInconsistent
	}
	wide := c.wideFrom
	if wide == 0 {
		wide = defaultWide
	}
	c.system.divide()
	c.store.begin()
	c.builder.stop, c.builder.asked, c.builder.stopped = c.Stop, 0, false
	c.parts = c.parts[:0]
	for i := range c.system.spans {
		span := &c.system.spans[i]
		tilt := noTilt
		if span.cells > wide/2 {
			tilt = tiltOf(c.total, c.system.live)
		}
		c.builder.limit = c.Limit
		k := c.store.component(&c.builder, c.system.keyOf(i), tilt)
		if k == nil {
			return blindsight.ErrTooMany
		}
		if len(k.ways) == 0 {
			return blindsight.ErrInconsistent
		}
		c.parts = append(c.parts, part{component: k, boxes: c.system.members[span.box : span.box+span.boxes]})
	}
	if !c.mix.combine(c.parts, c.system.rest(), c.total, c.system.live > wide) {
		return blindsight.ErrInconsistent
	}
	c.counted = true
	c.conclude()
	return nil
}

// conclude works out the chance of each unknown.
func (c *Counter) conclude() {
	n := len(c.system.value)
	c.chance, c.certain = resize(c.chance, n), resize(c.certain, n)
	for i, v := range c.system.value {
		c.certain[i] = v
		if v >= 0 {
			c.chance[i] = float64(v)
		}
	}
	for i := range c.parts {
		p := &c.parts[i]
		post := c.mix.posterior(i, p.component)
		for local, b := range p.boxes {
			chance, certain := p.chance(local, post, c.mix.bound)
			for _, cell := range c.system.cellsOf(b) {
				c.chance[cell], c.certain[cell] = chance, certain
			}
		}
	}
	if rest := c.system.cellsOf(restBox); len(rest) > 0 {
		chance, certain := c.mix.restChance(len(rest), c.total)
		for _, cell := range rest {
			c.chance[cell], c.certain[cell] = chance, certain
		}
	}
}

// Chances returns the probability of each unknown to be 1. It is 0 only where 1 is
// impossible. The slice is valid until the next Count and must not be changed.
func (c *Counter) Chances() []float64 {
	c.check()
	return c.chance
}

// Certain returns, for each unknown, 0 or 1 where no assignment has the other
// value, and -1 where both occur. That is decided by what is possible, not by
// rounding. The slice is valid until the next Count and must not be changed.
func (c *Counter) Certain() []int8 {
	c.check()
	return c.certain
}

// Sample appends the unknowns that are 1 in an assignment drawn uniformly from all
// of them. It takes time in proportion to the unknowns.
func (c *Counter) Sample(rng *rand.Rand, ones []int32) []int32 {
	c.check()
	for i, v := range c.system.value {
		if v == 1 {
			ones = append(ones, int32(i))
		}
	}
	used := 0
	for i := range c.parts {
		p := &c.parts[i]
		m := c.mix.draw(rng, i, used)
		ones = c.sampleComponent(rng, p, m, ones)
		used += m
	}
	return c.pick(rng, restBox, c.total-used, ones)
}

// sampleComponent draws an assignment of a component that has m ones.
func (c *Counter) sampleComponent(rng *rand.Rand, p *part, m int, ones []int32) []int32 {
	k := p.component
	at := int32(0)
	for step := range k.order {
		node := &k.nodes[at]
		row := k.choices(step)
		weight := func(j int32) float64 {
			return row[j] * k.backward(node.edge+j-node.least, int32(m)-j)
		}
		sum := 0.0
		for j := node.least; j < node.least+node.edges; j++ {
			sum += weight(j)
		}
		u := rng.Float64() * sum
		chosen := int32(-1)
		for j := node.least; j < node.least+node.edges; j++ {
			w := weight(j)
			if w == 0 {
				continue
			}
			chosen = j
			if u -= w; u < 0 {
				break
			}
		}
		ones = c.pick(rng, p.boxes[k.order[step]], int(chosen), ones)
		m -= int(chosen)
		at = k.next[node.edge+chosen-node.least]
	}
	return ones
}

// pick appends n unknowns of a box, all choices equally likely.
func (c *Counter) pick(rng *rand.Rand, box int32, n int, ones []int32) []int32 {
	if n == 0 {
		return ones
	}
	cells := c.system.cellsOf(box)
	if n == len(cells) {
		return append(ones, cells...)
	}
	c.picks = append(c.picks[:0], cells...)
	for i := range n {
		j := i + int(rng.Uint32N(uint32(len(cells)-i)))
		ones = append(ones, c.picks[j])
		c.picks[j] = c.picks[i]
	}
	return ones
}

// Forget throws away all counted components, as if the counter were new, but keeps
// most of its memory.
func (c *Counter) Forget() {
	c.counted = false
	c.store.forget()
}

// check panics where nothing was counted.
func (c *Counter) check() {
	if !c.counted {
		panic("counting: asked without a Count that succeeded")
	}
}

// resize returns s with length n, its content undefined.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// zeroed returns s with length n and all zero.
func zeroed[T any](s []T, n int) []T {
	s = resize(s, n)
	clear(s)
	return s
}
