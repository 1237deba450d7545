package policy

import (
	"math"

	"blindsight/internal/pace"
)

// A file need not say which vectors one goes on with. They are looked for at beliefs: the greatest promise
// after each observation is what a solver would have taken there. Where that is not
// enough, states in which the vector promises too much are given more weight, some times over.

// mostLooks is how often vectors are looked for, each time with other weights.
const mostLooks = 12

// close finds for every vector those it goes on with: the ones it names, if they are good enough,
// else those that leave it the least slack of all that were tried.
func (c *checker) close(enough float64) error {
	start, _ := c.policy.Best(c.tables.Start)
	c.walk(start, enough)
	var own []int
	for k := range c.policy.Vectors {
		if pace.Err(c.ctx) == nil && c.next[k] == nil {
			if own == nil {
				own = c.own()
			}
			c.choose(k, c.certain(own[k]), enough)
		}
	}
	return pace.Err(c.ctx)
}

// walk goes from a vector at the start belief to those it goes on with, each at the belief at which it was
// chosen, until it meets only vectors it has been at.
func (c *checker) walk(start int, enough float64) {
	type visit struct {
		vector int
		belief []float64
	}
	todo := []visit{{start, c.tables.Start}}
	for len(todo) > 0 && pace.Err(c.ctx) == nil {
		at := todo[0]
		todo = todo[1:]
		if c.next[at.vector] != nil {
			continue
		}
		c.choose(at.vector, at.belief, enough)
		a := c.policy.Vectors[at.vector].Action
		for o, next := range c.next[at.vector] {
			if c.next[next] == nil {
				if belief, ok := normal(c.observe(at.belief, a, o)); ok {
					todo = append(todo, visit{next, belief})
				}
			}
		}
	}
}

// certain is the belief of one who knows the state.
func (c *checker) certain(state int) []float64 {
	belief := make([]float64, c.tables.States)
	belief[state] = 1
	return belief
}

// own returns for each vector the state in which it is nearest to being the best one.
func (c *checker) own() []int {
	own, lead := make([]int, len(c.policy.Vectors)), make([]float64, len(c.policy.Vectors))
	for s := range c.tables.States {
		first, second, best := math.Inf(-1), math.Inf(-1), 0
		for k, v := range c.policy.Vectors {
			if x := v.Values[s]; x > first {
				first, second, best = x, first, k
			} else if x > second {
				second = x
			}
		}
		for k, v := range c.policy.Vectors {
			x := v.Values[s] - first
			if k == best && !math.IsInf(second, -1) {
				x = first - second
			}
			if s == 0 || x > lead[k] {
				own[k], lead[k] = s, x
			}
		}
	}
	return own
}

// choose finds the vectors that one goes on with.
func (c *checker) choose(k int, weights []float64, enough float64) {
	if named := c.policy.Vectors[k].Next; named != nil {
		c.next[k] = named
		if c.slack[k], c.worst[k] = c.lack(k, named); c.slack[k] <= enough {
			return
		}
	}
	w := append([]float64(nil), weights...)
	for range mostLooks {
		next := c.greatest(c.policy.Vectors[k].Action, w)
		slack, worst := c.lack(k, next)
		if c.next[k] == nil || slack < c.slack[k] {
			c.next[k], c.slack[k], c.worst[k] = next, slack, worst
		}
		if c.slack[k] <= enough || pace.Err(c.ctx) != nil {
			return
		}
		for s := range w {
			w[s] /= 2
		}
		w[worst] += .5
	}
}

// greatest returns for each observation after an action the vector that promises most, where states before it
// have these weights.
func (c *checker) greatest(a int, weights []float64) []int {
	next := make([]int, c.tables.Observations)
	ahead := c.predict(weights, a)
	type state struct {
		number int
		weight float64
	}
	lists := make([][]state, c.tables.Observations)
	for s2, x := range ahead {
		if x == 0 {
			continue
		}
		seen, chances := c.tables.Signals[a].Row(s2)
		for i, o := range seen {
			lists[o] = append(lists[o], state{s2, x * chances[i]})
		}
	}
	for o, list := range lists {
		best := math.Inf(-1)
		for j := range c.policy.Vectors {
			values, sum := c.policy.Vectors[j].Values, 0.0
			for _, s := range list {
				sum += s.weight * values[s.number]
			}
			if sum > best {
				best, next[o] = sum, j
			}
		}
	}
	return next
}

// predict returns the weights of states after an action.
func (c *checker) predict(weights []float64, a int) []float64 {
	ahead := make([]float64, c.tables.States)
	for s, w := range weights {
		if w == 0 {
			continue
		}
		to, chances := c.tables.Moves[a].Row(s)
		for i, s2 := range to {
			ahead[s2] += w * chances[i]
		}
	}
	return ahead
}

// observe returns the weights of states after an action and an observation.
func (c *checker) observe(weights []float64, a, o int) []float64 {
	ahead := c.predict(weights, a)
	for s2, x := range ahead {
		if x != 0 {
			ahead[s2] = x * c.tables.Signals[a].At(s2, o)
		}
	}
	return ahead
}

// normal makes weights add up to 1, if there are any.
func normal(weights []float64) ([]float64, bool) {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if sum == 0 {
		return nil, false
	}
	for s := range weights {
		weights[s] /= sum
	}
	return weights, true
}
