package policy

import (
	"math"
	"slices"

	"blindsight/internal/pace"
)

// lowered returns for each vector by how much it must be lowered to be closed: by what it lacks, and,
// discounted, by what those after it are lowered. All begin at what is enough for any, and are then made less as
// long as that is right.
func (c *checker) lowered() []float64 {
	const more = 1 + 1e-12 // for rounding
	discount := c.tables.Discount
	start := slices.Max(c.slack) / (1 - discount) * more
	by := make([]float64, len(c.slack))
	for k := range by {
		by[k] = start
	}
	for changed, sweeps := true, 0; changed && sweeps < 10_000; sweeps++ {
		changed = false
		for k, next := range c.next {
			most := 0.0
			for _, j := range next {
				most = max(most, by[j])
			}
			if x := (c.slack[k] + discount*most) * more; x < by[k]*(1-1e-6) {
				by[k], changed = x, true
			}
		}
	}
	// What all are lowered by in addition leaves each of them room for rounding.
	spare := 16 * ulp * (c.most + start) / (1 - discount)
	for k := range by {
		by[k] += spare
	}
	return by
}

// mostSweeps is how often vectors are raised at most.
const mostSweeps = 2000

// raise finds what going from vector to vector gains at least. The vectors, lowered, are closed; each is then raised to
// what its action and the vectors after it give, if that is more. Raising one leaves all others
// closed, so the bound holds whenever it ends.
func (c *checker) raise(r Report, lowered []float64, allowed float64) (Report, error) {
	claims := c.policy
	c.policy = &Policy{Vectors: slices.Clone(claims.Vectors)}
	for k, v := range claims.Vectors {
		values := make([]float64, len(v.Values))
		for s, x := range v.Values {
			values[s] = x - lowered[k]
		}
		c.policy.Vectors[k].Values = values
	}
	next := c.next
	c = newChecker(c.ctx, c.tables, c.policy)
	c.next = next
	for range mostSweeps {
		change := 0.0
		for k, v := range c.policy.Vectors {
			if err := pace.Err(c.ctx); err != nil {
				return r, err
			}
			c.gather(v.Action, c.next[k])
			for s, x := range v.Values {
				if raised := c.gain(v.Action, s) - c.fault(v.Action, s); raised > x {
					v.Values[s] = raised
					change = max(change, raised-x)
				}
			}
		}
		if change <= allowed*(1-c.tables.Discount)/10 {
			break
		}
	}
	r.Bound = math.Inf(-1)
	for k, v := range c.policy.Vectors {
		if x := c.mean(v.Values); x > r.Bound {
			r.First, r.Bound = k, x
		}
	}
	return r, nil
}
