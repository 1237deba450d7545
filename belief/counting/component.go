package counting

import (
	"math"
	"math/big"

	"blindsight/internal/purefloat"
)

// component is what boxes that hang together leave possible, as a graph in layers:
// a node of layer i is a state after the first i boxes of the order (what the open
// sums still need), an edge is a number of ones for the next box. Its paths from
// the first node to the last are the assignments. It depends on its content alone.
type component struct {
	key  []int32
	tilt int
	hash uint64
	next []int32 // edges: the node that each leads to

	chain *component // of the store: the next of the same bucket
	used  uint64     // when it was last asked for

	order    []int32 // the boxes as they come
	size     []int32 // of each box
	nodes    []node
	layers   []int32   // the first node of each layer, and the end
	rowStart []int32   // of each step's row in rows
	rows     []float64 // ways to choose j of the box's cells
	forth    []float64 // polynomials of the nodes by number of ones: ways to get there
	back     []float64 // and ways from there to the end

	forthExp []int // tilted: the powers of two by which the layers were scaled
	backExp  []int
	scratch  []float64

	low         int       // the least number of ones
	ways        []float64 // assignments by number of ones, from low on, up to a common factor
	share       []float64 // for each box, by number of ones: the chance of a cell of it to be 1
	empty       []float64 // the same, to be 0; made where it is needed
	least, most []int32   // ones that a box has at least and at most
	exact       []*big.Int
}

// node is a state of the open sums.
type node struct {
	edge, edges int32 // its edges
	least       int32 // the number of ones that the first edge stands for
	poly, back  poly
}

// poly is a range of powers whose coefficients lie in a slice, at at.
type poly struct{ at, low, n int32 }

// choices returns the ways to choose 0, 1, ... cells of the box of a step.
func (k *component) choices(step int) []float64 {
	return k.rows[k.rowStart[step]:k.rowStart[step+1]]
}

// backward returns the ways to the end with m more ones from where an edge leads.
func (k *component) backward(edge, m int32) float64 {
	p := &k.nodes[k.next[edge]].back
	if m -= p.low; m < 0 || m >= p.n {
		return 0
	}
	return k.back[p.at+m]
}

// chance returns the chance of the cells of a box to be 1, given the distribution
// of the component's ones, and the one value that they can have or -1. Bound says
// that the total excludes some numbers of ones that the component allows.
func (k *component) chance(box int, post []float64, bound bool) (float64, int8) {
	n := len(k.ways)
	one := dot(post, k.share[box*n:][:n])
	switch {
	case one == 0:
		return 0, 0
	case k.least[box] == k.size[box]:
		return 1, 1
	case bound:
		if len(k.empty) == 0 {
			k.empty = k.shares(k.empty, true)
		}
		if dot(post, k.empty[box*n:][:n]) == 0 {
			return 1, 1
		}
	}
	return min(one, 1), -1
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// The numbers of a component that is tilted are scaled: each polynomial's
// coefficient of x^m by 2^(tilt*m), and each layer so that its greatest is about 1.
// What falls below tiny is set to tiny, so that the possible stays possible and
// products do not vanish; it weighs nothing.
const (
	noTilt = math.MinInt32
	tiny   = 1e-140
	// defaultWide unknowns are the most that need no scaling: all numbers then lie
	// between 2^-900 and 2^900.
	defaultWide = 900
)

// tiltOf returns the power of two nearest to the odds of an unknown to be 1.
func tiltOf(total, unknowns int) int {
	odds := purefloat.Log2((float64(total) + 0.5) / (float64(unknowns-total) + 0.5))
	return int(math.Round(max(-30, min(30, odds))))
}

// flow fills in the polynomials of the nodes, both ways.
func (k *component) flow() {
	steps := len(k.order)
	k.forthExp, k.backExp = zeroed(k.forthExp, steps+1), zeroed(k.backExp, steps+1)
	k.forth = append(k.forth[:0], 1)
	k.nodes[0].poly = poly{at: 0, low: 0, n: 1}
	for step := range steps {
		// The range of powers of each node of the next layer, then the sums.
		for i := k.layers[step+1]; i < k.layers[step+2]; i++ {
			k.nodes[i].poly = poly{low: math.MaxInt32, n: -1} // n is the greatest power for now
		}
		from := k.nodes[k.layers[step]:k.layers[step+1]]
		for i := range from {
			u := &from[i]
			for e := range u.edges {
				p := &k.nodes[k.next[u.edge+e]].poly
				low := u.poly.low + u.least + e
				p.low, p.n = min(p.low, low), max(p.n, low+u.poly.n-1)
			}
		}
		start := len(k.forth)
		at := int32(start)
		for i := k.layers[step+1]; i < k.layers[step+2]; i++ {
			p := &k.nodes[i].poly
			p.at, p.n = at, p.n-p.low+1
			at += p.n
		}
		k.forth = extend(k.forth, int(at))
		row := k.choices(step)
		for i := range from {
			u := &from[i]
			src := k.forth[u.poly.at : u.poly.at+u.poly.n]
			for e := range u.edges {
				j := u.least + e
				p := &k.nodes[k.next[u.edge+e]].poly
				dst := k.forth[p.at+u.poly.low+j-p.low:][:len(src)]
				c := row[j]
				for m, x := range src {
					dst[m] += c * x
				}
			}
		}
		if k.tilt != noTilt {
			k.forthExp[step+1] = k.forthExp[step] + normalise(k.forth[start:])
		}
	}
	last := &k.nodes[len(k.nodes)-1]
	k.back = append(k.back[:0], 1)
	last.back = poly{at: 0, low: 0, n: 1}
	for step := steps - 1; step >= 0; step-- {
		start := len(k.back)
		row := k.choices(step)
		for i := k.layers[step]; i < k.layers[step+1]; i++ {
			k.pull(&k.nodes[i], row)
		}
		if k.tilt != noTilt {
			k.backExp[step] = k.backExp[step+1] + normalise(k.back[start:])
		}
	}
}

// pull sets the backward polynomial of a node from those of its successors.
func (k *component) pull(u *node, row []float64) {
	low, high := int32(math.MaxInt32), int32(-1)
	for e := range u.edges {
		if p := &k.nodes[k.next[u.edge+e]].back; p.n > 0 {
			j := u.least + e
			low, high = min(low, p.low+j), max(high, p.low+j+p.n-1)
		}
	}
	if high < 0 { // a dead end
		u.back = poly{}
		return
	}
	u.back = poly{at: int32(len(k.back)), low: low, n: high - low + 1}
	k.back = extend(k.back, len(k.back)+int(u.back.n))
	for e := range u.edges {
		p := &k.nodes[k.next[u.edge+e]].back
		if p.n == 0 {
			continue
		}
		j := u.least + e
		src := k.back[p.at : p.at+p.n]
		dst := k.back[u.back.at+p.low+j-low:]
		c := row[j]
		for m, x := range src {
			dst[m] += c * x
		}
	}
}

// normalise scales numbers so that the greatest is about 1, by a power of two. What
// is positive stays so. It returns the power.
func normalise(v []float64) int {
	most := 0.0
	for _, x := range v {
		most = max(most, x)
	}
	if most == 0 {
		return 0
	}
	_, e := math.Frexp(most)
	scale := math.Ldexp(1, -e)
	for i, x := range v {
		if x > 0 {
			v[i] = max(x*scale, tiny)
		}
	}
	return e
}

// finish reads off what is asked of a component.
func (k *component) finish() {
	root := &k.nodes[0].back
	k.low = int(root.low)
	k.ways = append(k.ways[:0], k.back[root.at:root.at+root.n]...)
	k.empty, k.exact = k.empty[:0], nil
	k.share = k.shares(k.share, false)
	boxes := len(k.size)
	k.least, k.most = resize(k.least, boxes), resize(k.most, boxes)
	for step, box := range k.order {
		least, most := int32(math.MaxInt32), int32(0)
		for i := k.layers[step]; i < k.layers[step+1]; i++ {
			u := &k.nodes[i]
			for e := range u.edges {
				if k.nodes[k.next[u.edge+e]].back.n > 0 {
					least, most = min(least, u.least+e), max(most, u.least+e)
				}
			}
		}
		k.least[box], k.most[box] = least, most
	}
}

// shares returns for each box and each number of ones of the component the chance
// of a cell of the box to be 1, or to be 0. Each node's part is the product of two
// polynomials: the ways to it, and the ways from it, weighted by the box's ones.
func (k *component) shares(share []float64, zero bool) []float64 {
	n := len(k.ways)
	share = zeroed(share, n*len(k.size))
	for step, box := range k.order {
		out := share[int(box)*n:][:n]
		row := k.choices(step)
		size := float64(k.size[box])
		for i := k.layers[step]; i < k.layers[step+1]; i++ {
			u := &k.nodes[i]
			if u.back.n == 0 {
				continue
			}
			k.scratch = zeroed(k.scratch, int(u.back.n))
			w := k.scratch
			some := false
			for e := range u.edges {
				p := &k.nodes[k.next[u.edge+e]].back
				j := u.least + e
				count := float64(j)
				if zero {
					count = size - float64(j)
				}
				if count == 0 || p.n == 0 {
					continue
				}
				some = true
				c := row[j] * count / size
				dst := w[p.low+j-u.back.low:]
				for m, x := range k.back[p.at : p.at+p.n] {
					dst[m] += c * x
				}
			}
			if !some {
				continue
			}
			for a, x := range k.forth[u.poly.at : u.poly.at+u.poly.n] {
				if x == 0 {
					continue
				}
				dst := out[int(u.poly.low+u.back.low)+a-k.low:][:len(w)]
				for b, y := range w {
					dst[b] += x * y
				}
			}
		}
		scale := 1.0
		if k.tilt != noTilt {
			scale = math.Ldexp(1, k.forthExp[step]+k.backExp[step+1]-k.backExp[0])
		}
		for m, x := range out {
			if x > 0 {
				out[m] = max(x*scale/k.ways[m], tiny)
			}
		}
	}
	return share
}

// extend returns s with length n, what is new being zero.
func extend(s []float64, n int) []float64 {
	old := len(s)
	if cap(s) < n {
		t := make([]float64, n, n+n/2)
		copy(t, s)
		return t
	}
	s = s[:n]
	clear(s[old:])
	return s
}
