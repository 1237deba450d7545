package counting

import "math/big"

// Placements returns the exact number of assignments. It takes, and allocates, much
// more than Count does, but keeps what it works out with the components.
func (c *Counter) Placements() *big.Int {
	c.check()
	low, ways := 0, []*big.Int{big.NewInt(1)}
	for i := range c.parts {
		k := c.parts[i].component
		if k.exact == nil {
			k.countExactly()
		}
		low += k.low
		ways = product(ways, k.exact)
	}
	sum, term := new(big.Int), new(big.Int)
	rest := c.system.rest()
	for x, w := range ways {
		if ones := c.total - low - x; w != nil && ones >= 0 && ones <= rest {
			term.Binomial(int64(rest), int64(ones))
			sum.Add(sum, term.Mul(term, w))
		}
	}
	return sum
}

// Size returns the number of assignments as a floating-point number, with about the
// precision of the probabilities; +Inf where that is too large. It is quick up to some
// hundreds of unknowns, and costs as much as Placements above.
func (c *Counter) Size() float64 {
	c.check()
	scaled := c.mix.wide
	for i := range c.parts {
		scaled = scaled || c.parts[i].tilt != noTilt
	}
	if scaled {
		size, _ := new(big.Float).SetInt(c.Placements()).Float64()
		return size
	}
	// Everything is unscaled but the row of the untouched unknowns, whose greatest
	// number is 1.
	last := len(c.parts)
	row := c.mix.at(c.mix.suf, last)
	for x, y := range row {
		if y == 1 {
			return c.mix.suf[0] * choose(c.mix.rest, c.total-c.mix.lows[last]-x)
		}
	}
	panic("counting: no greatest number")
}

// choose is n over k.
func choose(n, k int) float64 {
	ways := 1.0
	for i := range min(k, n-k) {
		ways *= float64(n-i) / float64(i+1)
	}
	return ways
}

// product multiplies polynomials. A nil coefficient is 0.
func product(a, b []*big.Int) []*big.Int {
	p := make([]*big.Int, len(a)+len(b)-1)
	var term big.Int
	for i, x := range a {
		for j, y := range b {
			if x != nil && y != nil {
				add(p, i+j, term.Mul(x, y))
			}
		}
	}
	return p
}

func add(p []*big.Int, i int, x *big.Int) {
	if p[i] == nil {
		p[i] = new(big.Int)
	}
	p[i].Add(p[i], x)
}

// countExactly walks the component's graph backwards once more, with integers.
func (k *component) countExactly() {
	steps := len(k.order)
	after := [][]*big.Int{{big.NewInt(1)}}
	var choose, term big.Int
	for step := steps - 1; step >= 0; step-- {
		from, to := k.layers[step], k.layers[step+1]
		size := int64(k.size[k.order[step]])
		before := make([][]*big.Int, to-from)
		for i := from; i < to; i++ {
			u := &k.nodes[i]
			if u.back.n == 0 {
				continue
			}
			sum := make([]*big.Int, u.back.n)
			for e := range u.edges {
				next := k.next[u.edge+e]
				p := &k.nodes[next].back
				j := u.least + e
				choose.Binomial(size, int64(j))
				for m, x := range after[next-to] {
					if x != nil {
						add(sum, int(p.low+j-u.back.low)+m, term.Mul(&choose, x))
					}
				}
			}
			before[i-from] = sum
		}
		after = before
	}
	k.exact = after[0]
}
