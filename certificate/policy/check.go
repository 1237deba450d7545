package policy

import (
	"context"
	"math"

	"blindsight"
)

// Report is what a check has found.
type Report struct {
	// Claimed is the greatest mean of a vector at the start belief.
	Claimed float64
	// Proved tells that every vector keeps its promise, but for a slack that makes Bound less than
	// Claimed by no more than was allowed.
	Proved bool
	// Bound is what one who plays by the file gains at least from the start belief on, discounted. If
	// Proved it is what one gains who always does the action of the vector of greatest mean. If not,
	// it is what one gains who begins with vector First and goes from vector to vector as the check has found.
	Bound float64
	// First is the vector that Bound is of.
	First int
	// Broken counts vectors that promise too much, and Worst is one of those that do most, with the
	// state and by how much.
	Broken            int
	Worst, WorstState int
	WorstSlack        float64
}

// Check tells what a policy is worth at least.
//
// Vector α with action a is closed if for every observation o there is a vector α_o of the file such that
//
//	α(s) ≤ R(s,a) + γ Σ T(s'|s,a) O(o|a,s') α_o(s'), summed over s' and o, in every state s.
//
// Where it fails by no more than ε in any vector, the values less ε/(1-γ) are closed, and by induction over the
// steps no one who follows the vectors gains less. Where it fails by more than allowed, the
// vectors are lowered until they are closed, each by what it and those after it lack, and then raised step by step towards what
// going from vector to vector gains.
//
// The check is sound in float64: each sum is taken less a bound of its rounding error, and less what rows of
// chances that do not quite add up to 1 may matter. Allowed is by how much Bound may be less than Claimed for Proved.
// The work is in proportion to the vectors times the entries of the tables, more where [Vector.Next] is not said.
func Check(ctx context.Context, t *blindsight.Tables, p *Policy, allowed float64) (Report, error) {
	if err := t.Check(); err != nil {
		return Report{}, err
	}
	if err := p.Check(Size{t.States, t.Actions, t.Observations}); err != nil {
		return Report{}, err
	}
	c := newChecker(ctx, t, p)
	if err := c.close(allowed * (1 - t.Discount) / 2); err != nil {
		return Report{}, err
	}
	return c.report(allowed)
}

// checker holds a policy against its problem.
type checker struct {
	ctx    context.Context
	tables *blindsight.Tables
	policy *Policy

	most   float64   // no value of a vector, and no return, is further from 0
	faults []float64 // by action: what errors of its sums, apart from the rewards, come to at most

	next  [][]int   // by vector: which it goes on with
	slack []float64 // by vector: how much more than it gains it promises, in some state
	worst []int     // by vector: that state
	after []float64 // room for what is gained after a step, by state
}

// ulp is more than twice the relative error of a sum or product.
const ulp = 0x1p-52

func newChecker(ctx context.Context, t *blindsight.Tables, p *Policy) *checker {
	n := len(p.Vectors)
	c := &checker{
		ctx: ctx, tables: t, policy: p, faults: make([]float64, t.Actions),
		next: make([][]int, n), slack: make([]float64, n), worst: make([]int, n), after: make([]float64, t.States),
	}
	for _, v := range p.Vectors {
		for _, x := range v.Values {
			c.most = max(c.most, math.Abs(x))
		}
	}
	for _, rewards := range t.Rewards { // what is raised stays below the best return
		for _, r := range rewards {
			c.most = max(c.most, 1.001*math.Abs(r)/(1-t.Discount))
		}
	}
	for a := range c.faults {
		moves, offMoves := rows(&t.Moves[a])
		signals, offSignals := rows(&t.Signals[a])
		c.faults[a] = (float64(moves+signals+8)*ulp + 2*(offMoves+offSignals)) * c.most
	}
	return c
}

// rows returns how long the longest row is, and by how much a row's sum may differ from 1.
func rows(m *blindsight.Sparse) (longest int, off float64) {
	for i := range m.Rows() {
		_, values := m.Row(i)
		longest = max(longest, len(values))
		off = max(off, unsound(values))
	}
	return longest, off
}

// unsound is by how much the sum of chances may differ from 1.
func unsound(chances []float64) float64 {
	sum := 0.0
	for _, x := range chances {
		sum += x
	}
	return math.Abs(sum-1) + float64(len(chances)+1)*ulp
}

// fault is what the error of the gain of an action in a state comes to at most.
func (c *checker) fault(a, s int) float64 {
	return c.faults[a] + 8*ulp*(math.Abs(c.tables.Rewards[a][s])+c.most)
}

// lack returns by how much a vector promises more than it gains when it goes on with others, at most, and where.
func (c *checker) lack(k int, next []int) (slack float64, worst int) {
	v := &c.policy.Vectors[k]
	c.gather(v.Action, next)
	slack = math.Inf(-1)
	for s, value := range v.Values {
		if x := value - c.gain(v.Action, s) + c.fault(v.Action, s); x > slack {
			slack, worst = x, s
		}
	}
	return max(slack, 0), worst
}

// gather computes for each state after an action what vectors promise there, by the chances of observations.
func (c *checker) gather(a int, next []int) {
	signals := &c.tables.Signals[a]
	for s2 := range c.after {
		seen, chances := signals.Row(s2)
		sum := 0.0
		for i, o := range seen {
			sum += chances[i] * c.policy.Vectors[next[o]].Values[s2]
		}
		c.after[s2] = sum
	}
}

// gain is what an action gains in a state, with what was gathered.
func (c *checker) gain(a, s int) float64 {
	to, chances := c.tables.Moves[a].Row(s)
	sum := 0.0
	for i, s2 := range to {
		sum += chances[i] * c.after[s2]
	}
	return c.tables.Rewards[a][s] + c.tables.Discount*sum
}

// mean is what a vector promises at the start at least.
func (c *checker) mean(values []float64) float64 {
	sum, terms := 0.0, 0
	for s, p := range c.tables.Start {
		if p != 0 {
			sum += p * values[s]
			terms++
		}
	}
	return sum - (float64(terms+4)*ulp+unsound(c.tables.Start))*c.most
}

// report sums up what was found.
func (c *checker) report(allowed float64) (r Report, err error) {
	_, r.Claimed = c.policy.Best(c.tables.Start)
	lowered := c.lowered()
	most := 0.0
	for k, slack := range c.slack {
		if slack > r.WorstSlack {
			r.Worst, r.WorstState, r.WorstSlack = k, c.worst[k], slack
		}
		if slack > allowed*(1-c.tables.Discount) {
			r.Broken++
		}
		most = max(most, lowered[k])
	}
	r.Bound = math.Inf(-1)
	for k, v := range c.policy.Vectors {
		if x := c.mean(v.Values) - most; x > r.Bound {
			r.First, r.Bound = k, x
		}
	}
	if r.Proved = r.Bound >= r.Claimed-allowed; r.Proved {
		return r, nil
	}
	return c.raise(r, lowered, allowed)
}
