package pointbased

import (
	"context"
	"math"

	"blindsight"
)

// Settled is by how much, in parts of the greatest return, values may still change when they are
// taken for computed by the solver. What they may then be wrong by is added to a bound, or taken from it: it holds whenever its
// computation ends. Who needs bounds in less time takes more for the argument within of the functions below.
const Settled = 1e-11

// mostSweeps is how often values are computed anew at most.
const mostSweeps = 100_000

// MDP returns for each state what one gains at most who sees the state at all times, by value
// iteration. At any belief the mean of these values is an upper bound. It is only less tight where ctx ends.
func MDP(ctx context.Context, t *blindsight.Tables, within float64) []float64 {
	values := make([]float64, t.States)
	best := func(s int) float64 {
		most := math.Inf(-1)
		for a := range t.Actions {
			most = max(most, t.Rewards[a][s]+t.Discount*dotRow(&t.Moves[a], s, values))
		}
		return most
	}
	iterate(ctx, t, values, within, best)
	// If no state gains more than x above its value by one step, values and x/(1-γ) are above what any number of steps gains.
	short := 0.0
	for s := range values {
		short = max(short, best(s)-values[s])
	}
	_, top := returns(t)
	for s := range values {
		values[s] = min(values[s]+short/(1-t.Discount)+rounding(t), top)
	}
	return values
}

// iterate computes values anew, one after the other, until they are settled, or ctx ends. It goes through the
// states forth and back by turns: what is known of one soon comes to those that lead to it.
func iterate(ctx context.Context, t *blindsight.Tables, values []float64, within float64, value func(s int) float64) {
	enough := enough(t, within)
	for i := range mostSweeps {
		change := 0.0
		for s := range values {
			if i%2 == 1 {
				s = t.States - 1 - s
			}
			x := value(s)
			change = max(change, math.Abs(x-values[s]))
			values[s] = x
		}
		if change <= enough || ctx.Err() != nil {
			return
		}
	}
}

// enough is a change after which values are settled.
func enough(t *blindsight.Tables, within float64) float64 {
	bottom, top := returns(t)
	return within * (1 - t.Discount) * max(math.Abs(bottom), math.Abs(top))
}

// rounding is more than the errors of float64 numbers come to in values.
func rounding(t *blindsight.Tables) float64 {
	bottom, top := returns(t)
	return 1e-12 * max(math.Abs(bottom), math.Abs(top))
}

// QMDP returns for each action and state what one gains at most who does the action now and sees the
// state from then on. At any belief the greatest mean of an action's values is an upper bound.
func QMDP(ctx context.Context, t *blindsight.Tables, within float64) [][]float64 {
	values := MDP(ctx, t, within)
	q := make([][]float64, t.Actions)
	for a := range q {
		q[a] = make([]float64, t.States)
		for s := range q[a] {
			q[a][s] = t.Rewards[a][s] + t.Discount*dotRow(&t.Moves[a], s, values)
		}
	}
	return q
}

// FastInformed returns the fast informed bound (Hauskrecht, Value-function approximations for partially
// observable Markov decision processes, 2000, section 4.4) by action and state: one vector
// for each action, used as those of [QMDP] and nowhere above them. It is approached from these: after an observation
// one action is done, the best for all states together that can have led to it from one. Where actions times observations are
// too many to be kept, it is QMDP.
func FastInformed(ctx context.Context, t *blindsight.Tables, within float64) [][]float64 {
	values := QMDP(ctx, t, within)
	if t.Observations > mostJoined/t.Actions {
		return values
	}
	next := make([][]float64, t.Actions)
	for a := range next {
		next[a] = make([]float64, t.States)
	}
	enough := enough(t, within)
	j := joiner{tables: t, by: make([]float64, t.Observations*t.Actions), marks: make([]bool, t.Observations)}
	for range mostSweeps {
		change := 0.0
		for a := range t.Actions {
			for s := range t.States {
				next[a][s] = min(values[a][s], t.Rewards[a][s]+t.Discount*j.after(values, a, s))
				change = max(change, values[a][s]-next[a][s])
			}
		}
		values, next = next, values
		if change <= enough || ctx.Err() != nil {
			break
		}
	}
	return values
}

// mostJoined is how many pairs of actions and observations there may be for [FastInformed].
const mostJoined = 1 << 24

// joiner adds up what states gain that an observation joins.
type joiner struct {
	tables *blindsight.Tables
	by     []float64 // by observation and action, 0 between two uses
	marks  []bool    // by observation: it was seen
	seen   []int32
}

// after returns what is gained after doing a in s, by the best action after each observation.
func (j *joiner) after(values [][]float64, a, s int) (sum float64) {
	t := j.tables
	to, chances := t.Moves[a].Row(s)
	for i, s2 := range to {
		signals, likely := t.Signals[a].Row(int(s2))
		for k, o := range signals {
			if !j.marks[o] {
				j.marks[o] = true
				j.seen = append(j.seen, o)
			}
			p := chances[i] * likely[k]
			row := j.by[int(o)*t.Actions : int(o+1)*t.Actions]
			for b := range row {
				row[b] += p * values[b][s2]
			}
		}
	}
	for _, o := range j.seen {
		row := j.by[int(o)*t.Actions : int(o+1)*t.Actions]
		best := math.Inf(-1)
		for b, x := range row {
			best = max(best, x)
			row[b] = 0
		}
		sum += best
		j.marks[o] = false
	}
	j.seen = j.seen[:0]
	return sum
}

// Blind returns for each action and state what one gains at least who does that action for ever
// (Hauskrecht 1997): a lower bound, whatever is observed.
func Blind(ctx context.Context, t *blindsight.Tables, within float64) [][]float64 {
	vectors := make([][]float64, t.Actions)
	for a := range vectors {
		values := make([]float64, t.States)
		again := func(s int) float64 {
			return t.Rewards[a][s] + t.Discount*dotRow(&t.Moves[a], s, values)
		}
		iterate(ctx, t, values, within, again)
		long := 0.0 // by how much a value promises more than one step gains, see MDP
		for s := range values {
			long = max(long, values[s]-again(s))
		}
		bottom, _ := returns(t)
		for s := range values {
			values[s] = max(values[s]-long/(1-t.Discount)-rounding(t), bottom)
		}
		vectors[a] = values
	}
	return vectors
}

// returns returns between what any discounted return is, a little wider than it need be for rounding.
func returns(t *blindsight.Tables) (bottom, top float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, rewards := range t.Rewards {
		for _, r := range rewards {
			low, high = min(low, r), max(high, r)
		}
	}
	slack := 1e-9 * (1 + max(math.Abs(low), math.Abs(high)))
	return (low - slack) / (1 - t.Discount), (high + slack) / (1 - t.Discount)
}

// dotRow is the mean of values after a row of chances.
func dotRow(m *blindsight.Sparse, row int, values []float64) (sum float64) {
	columns, chances := m.Row(row)
	for i, c := range columns {
		sum += chances[i] * values[c]
	}
	return sum
}
