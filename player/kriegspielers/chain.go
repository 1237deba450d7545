package kriegspielers

import (
	"cmp"
	"math"
	"slices"

	"blindsight/game/kriegspiel"
)

// chain plans a turn: an attempt that is refused costs little, tells something, and another follows. The worth of a
// set of positions B is the best over attempts m of
//
//	Σ w·v(m) over those of B in which m is legal, plus the worth of those in which it is refused, less what a refusal costs:
//
// an expectimax over chains of refusals. It looks at the best tries of a set only, so many refusals deep, and goes on as if each position were
// then worth its mean. Sets are remembered.
type chain struct {
	o     *outlook
	cost  float64 // of a refusal
	rules *kriegspiel.Rules
	memo  map[setKey]float64
	work  int // rows looked at
}

// rowSet is a set of rows, a bit each.
type rowSet [mostRows / 64]uint64

// setKey is a set of rows and what may be tried there.
type setKey struct {
	set   rowSet
	depth int
	duty  duty
}

// duty is what was answered to "Any?" in the turn.
type duty uint8

const (
	unasked  duty = iota
	mustTake      // Yes: a pawn capture must be tried next
	asked         // it was, and nothing is due
)

const (
	chainDepth = 4 // refusals
	chainTries = 8 // of a set
	askCost    = 0.02
	// chainWork is how many rows are looked at in a turn, some milliseconds: the tries that look worse at first are then
	// valued one refusal deep.
	chainWork = 3_000_000
)

// plan is an attempt with its worth.
type plan struct {
	try   int
	value float64 // mean of all rows, refusals and bonus included
	legal float64 // share of the weight in which it is legal
	rest  float64 // what the rows add in which it is refused
}

// candidate is an attempt and a first guess at its worth.
type candidate struct {
	try   int
	guess float64
}

// plan returns the worth of all attempts that are legal somewhere, and of the question.
func (c *chain) plan(o *outlook, v *kriegspiel.View, options ForesightOptions) []plan {
	c.o, c.rules, c.cost = o, v.Rules(), refusalCost
	if !c.rules.RefusalsHeard {
		c.cost = 0.002 // only order among equals
	}
	if c.memo == nil {
		c.memo = make(map[setKey]float64)
	}
	clear(c.memo)
	c.work = 0
	depth := 1
	if options.Chain {
		depth = chainDepth
	}
	var all rowSet
	total := 0.0
	for k := range o.rows {
		all[k/64] |= 1 << (k % 64)
		total += o.rows[k].weight
	}
	now := unasked
	switch {
	case v.Due():
		now = mustTake
	case v.Asked() != kriegspiel.Silent || c.rules.Tries != kriegspiel.TriesOnRequest:
		now = asked
	}
	var plans []plan
	if i := slices.IndexFunc(o.live, func(i int) bool { return o.tries[i] == kriegspiel.Any }); i >= 0 {
		x := c.ask(&all, depth) - askCost*total
		plans = append(plans, plan{try: o.live[i], value: x / total, rest: x / total})
	}
	for _, cand := range c.candidates(&all, now) {
		i := cand.try
		sum, legal, refused := c.split(&all, i)
		rest := 0.0
		if left := total - legal; left > 0 && refused != (rowSet{}) {
			rest = c.worth(&refused, depth, c.after(now)) - c.cost*left
		}
		b := o.bonus(i, options.Bit)
		plans = append(plans, plan{try: i, value: (sum+rest)/total + b, legal: legal / total, rest: rest/total + b})
	}
	return plans
}

// after returns the duty after a refusal.
func (c *chain) after(d duty) duty {
	if d == mustTake && !c.rules.AnswerBinds {
		return asked
	}
	return d
}

// split returns the sum of an attempt's values over a set where it is legal, the weight of that, and the rest of the set.
func (c *chain) split(set *rowSet, i int) (sum, legal float64, refused rowSet) {
	for word, bits := range set {
		for k := word * 64; bits != 0; k, bits = k+1, bits>>1 {
			if bits&1 == 0 {
				continue
			}
			r := &c.o.rows[k]
			if x := r.values[i]; x == x {
				sum += r.weight * x
				legal += r.weight
			} else {
				refused[word] |= 1 << (k % 64)
			}
		}
	}
	return sum, legal, refused
}

// ask returns the worth of a set after the question.
func (c *chain) ask(set *rowSet, depth int) float64 {
	var yes, no rowSet
	for k := range c.o.rows {
		if set[k/64]>>(k%64)&1 == 0 {
			continue
		}
		if c.o.rows[k].any {
			yes[k/64] |= 1 << (k % 64)
		} else {
			no[k/64] |= 1 << (k % 64)
		}
	}
	x := 0.0
	if yes != (rowSet{}) {
		x += c.worth(&yes, depth, mustTake)
	}
	if no != (rowSet{}) {
		x += c.worth(&no, depth, asked)
	}
	return x
}

// worth returns the worth of a set, as a sum over its rows by weight.
func (c *chain) worth(set *rowSet, depth int, d duty) float64 {
	key := setKey{*set, depth, d}
	if x, ok := c.memo[key]; ok {
		return x
	}
	list := c.candidates(set, d)
	if c.work > chainWork {
		depth = 1
	}
	best := math.Inf(-1)
	if d == unasked && depth > 1 && slices.Contains(c.o.tries, kriegspiel.Any) {
		best = c.ask(set, depth-1) - askCost*c.weight(set)
	}
	for n, cand := range list {
		if n == chainTries {
			break
		}
		if depth <= 1 {
			best = max(best, cand.guess)
			break
		}
		sum, _, refused := c.split(set, cand.try)
		if refused != (rowSet{}) {
			sum += c.worth(&refused, depth-1, c.after(d)) - c.cost*c.weight(&refused)
		}
		best = max(best, sum)
	}
	if math.IsInf(best, -1) { // nothing is known to be legal
		best = c.mean(set)
	}
	c.memo[key] = best
	return best
}

// candidates returns the attempts of a set, the best first by what they are worth if each position in which they are refused is
// worth its mean.
func (c *chain) candidates(set *rowSet, d duty) []candidate {
	var list []candidate
	total := 0.0
	guess := make([]float64, len(c.o.tries))
	legal := make([]bool, len(c.o.tries))
	for word, bits := range set {
		for k := word * 64; bits != 0; k, bits = k+1, bits>>1 {
			if bits&1 == 0 {
				continue
			}
			r := &c.o.rows[k]
			total += r.weight * r.mean
			c.work += len(c.o.live)
			for _, i := range c.o.live {
				if x := r.values[i]; x == x {
					guess[i] += r.weight * (x - r.mean)
					legal[i] = true
				} else {
					guess[i] -= r.weight * c.cost
				}
			}
		}
	}
	for _, i := range c.o.live {
		if legal[i] && (d != mustTake || c.o.pawn[i]) {
			list = append(list, candidate{i, guess[i] + total})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.guess, a.guess) })
	return list
}

func (c *chain) weight(set *rowSet) float64 {
	w := 0.0
	for k := range c.o.rows {
		if set[k/64]>>(k%64)&1 != 0 {
			w += c.o.rows[k].weight
		}
	}
	return w
}

func (c *chain) mean(set *rowSet) float64 {
	x := 0.0
	for k := range c.o.rows {
		if set[k/64]>>(k%64)&1 != 0 {
			x += c.o.rows[k].weight * c.o.rows[k].mean
		}
	}
	return x
}
