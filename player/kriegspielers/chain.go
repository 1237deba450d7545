package kriegspielers

import (
	"math"
	"math/bits"
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
	rows  weighted
	guess []float64 // of a set, by try
}

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
	c.rows.take(o, c.cost, func(i int) float64 { return o.tedium(i, c.rules, options.Again) })
	c.guess = sized(c.guess, len(o.tries))
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
	for _, cand := range c.candidates(&all, now, make([]candidate, 0, len(o.live))) {
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
	values, where := c.rows.column(i), &c.rows.legal[i]
	for word, in := range set {
		refused[word] = in &^ where[word]
		for in &= where[word]; in != 0; in &= in - 1 {
			k := word*64 + bits.TrailingZeros64(in)
			sum += values[k]
			legal += c.rows.weights[k]
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
	var room [chainTries]candidate
	list := c.candidates(set, d, room[:0])
	if c.work > chainWork {
		depth = 1
	}
	best := math.Inf(-1)
	if d == unasked && depth > 1 && slices.Contains(c.o.tries, kriegspiel.Any) {
		best = c.ask(set, depth-1) - askCost*set.sum(c.rows.weights)
	}
	for _, cand := range list {
		if depth <= 1 {
			best = max(best, cand.guess)
			break
		}
		sum, _, refused := c.split(set, cand.try)
		if refused != (rowSet{}) {
			sum += c.worth(&refused, depth-1, c.after(d)) - c.cost*refused.sum(c.rows.weights)
		}
		best = max(best, sum)
	}
	if math.IsInf(best, -1) { // nothing is known to be legal
		best = set.sum(c.rows.means)
	}
	c.memo[key] = best
	return best
}

// candidates returns the attempts of a set, the best first by what they are worth if each position in which they are refused is
// worth its mean: as many as the list has room for.
func (c *chain) candidates(set *rowSet, d duty, list []candidate) []candidate {
	clear(c.guess)
	total := 0.0
	for word, in := range set {
		for ; in != 0; in &= in - 1 {
			k := word*64 + bits.TrailingZeros64(in)
			total += c.rows.means[k]
			c.work += len(c.o.live)
			gains := c.rows.gain(k)
			for i := range c.guess {
				c.guess[i] += gains[i]
			}
		}
	}
	for _, i := range c.o.live {
		if (d != mustTake || c.o.pawn[i]) && set.meets(&c.rows.legal[i]) {
			list = insert(list, candidate{i, c.guess[i] + total})
		}
	}
	return list
}

// insert puts a candidate into its place in a list that is sorted, the best first, equals in the order in which they come. The last one falls out of a list that is full.
func insert(list []candidate, c candidate) []candidate {
	n := len(list)
	if n == cap(list) {
		if n == 0 || !(c.guess > list[n-1].guess) {
			return list
		}
		n--
	}
	list = list[:n+1]
	for ; n > 0 && c.guess > list[n-1].guess; n-- {
		list[n] = list[n-1]
	}
	list[n] = c
	return list
}
