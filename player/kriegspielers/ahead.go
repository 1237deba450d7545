package kriegspielers

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// ahead looks at attempts two own moves deep. In each row the opponent answers as his model does; positions that sound alike
// after that are one set, for the player cannot tell them apart, and get one next attempt. That is chosen on one half of
// a set and valued on the other, and the other way round: the best of many on few positions would look better than it is.
//
// All attempts meet the same rows, and in a row the same random number chooses the answer (common random numbers). The
// best are then looked at in more rows.
type ahead struct {
	replies replies
	lots    []float64 // a number for each row
	samples []sample
	tries   []kriegspiel.Attempt
	values  []float64
}

// sample is a row after an attempt and an answer to it, with the worth of passing there.
type sample struct {
	state  chess.Position
	weight float64
	key    [2]kriegspiel.Percept // what was heard of both
	over   bool                  // there is no next move, or nothing to be gained by it
	value  float64               // of passing
}

const (
	contenders  = 8
	finalTries  = 3   // of them, that are looked at in more rows
	hopeless    = 1.5 // pawns behind the best: not looked at
	decided     = 40  // pawns ahead: there is nothing to look for
	aheadEnd    = 85  // hundredths of the budget when looking ahead ends
	aheadRows   = 128 // that each is looked at in first, where time is the budget
	leastAhead  = 16
	probes      = 6  // positions of a set on which all attempts are compared
	finalists   = 4  // attempts of a set that are valued on all of it
	triesOfSet  = 14 // simulations that a row costs, about
	lostGame    = -15
	aheadWeight = 0.6 // of what the next move gains
	trusted     = 60  // rows that are trusted by half
)

// deepen adds to the best plans what the next move gains: all of them are looked at in some rows, then the best in more.
func (a *ahead) deepen(o *outlook, v *kriegspiel.View, plans []plan, s *spending, rng *rand.Rand) {
	a.lots = a.lots[:0]
	for range o.rows {
		a.lots = append(a.lots, rng.Float64())
	}
	var list []int // plans, the best first
	for i := range plans {
		if o.tries[plans[i].try] != kriegspiel.Any {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(plans[j].value, plans[i].value) })
	for n, i := range list {
		if n == contenders || plans[i].value < plans[list[0]].value-hopeless {
			list = list[:n]
			break
		}
	}
	if len(list) < 2 || plans[list[0]].value > decided {
		return
	}
	rows := aheadRows
	if s.sims > 0 {
		rows = max(leastAhead, s.sims*(aheadEnd-rowShare)/100/(2*len(list)*triesOfSet))
	}
	gains := make([]float64, len(plans))
	for n, i := range list {
		if n > 1 && s.over(aheadEnd) {
			return // some would be looked at and others not
		}
		gains[i] = a.gain(o, v, plans[i].try, rows, s)
	}
	slices.SortStableFunc(list, func(i, j int) int {
		return cmp.Compare(plans[j].value+plans[j].legal*gains[j], plans[i].value+plans[i].legal*gains[i])
	})
	more := min(rows*len(list)/finalTries, len(o.rows))
	seen := make([]float64, min(finalTries, len(list)))
	for n := range seen {
		if s.over(aheadEnd) {
			seen = nil
			break
		}
		seen[n] = a.gain(o, v, plans[list[n]].try, more, s)
	}
	for n, x := range seen {
		gains[list[n]] = x
	}
	a.apply(plans, list, gains, float64(rows)/float64(rows+trusted))
}

// apply adds gains to plans, by how much they are trusted. What was not looked at, and the part of a plan in which it is refused, gains as much as the least.
func (a *ahead) apply(plans []plan, list []int, gains []float64, trust float64) {
	least := math.Inf(1)
	for _, i := range list {
		least = min(least, gains[i])
	}
	for _, i := range list {
		plans[i].value += aheadWeight * trust * plans[i].legal * (gains[i] - least)
	}
}

// gain returns how much the next own move is worth after an attempt, in the first rows in which it is legal: the best that can be tried then
// less what passing would be worth, where the opponent has captured nothing. What he captures is in the value of the attempt already, as
// its mean; drawn with his answers it would be noise. Where he mates the game is lost.
func (a *ahead) gain(o *outlook, v *kriegspiel.View, try, rows int, s *spending) float64 {
	a.samples = a.samples[:0]
	rules := v.Rules()
	total, sum := 0.0, 0.0
	for k, looked := 0, 0; k < len(o.rows) && looked < rows; k++ {
		r := &o.rows[k]
		if x := r.values[try]; x != x {
			continue
		}
		looked++
		total += r.weight
		if x := a.answer(o, rules, r, try, a.lots[k]); !x.over {
			a.samples = append(a.samples, x)
		} else {
			sum += r.weight * x.value
		}
	}
	if total == 0 {
		return 0
	}
	slices.SortStableFunc(a.samples, func(x, y sample) int { return slices.Compare(x.key[:], y.key[:]) })
	lone, sets, better := 0.0, 0.0, 0.0 // weights of sets of one and of larger ones, and what the latter gain
	for from := 0; from < len(a.samples); {
		to := from + 1
		for to < len(a.samples) && a.samples[to].key == a.samples[from].key {
			to++
		}
		set := a.samples[from:to]
		from = to
		if len(set) == 1 {
			lone += set[0].weight
			continue
		}
		better += a.best(o, rules, set, s)
		for i := range set {
			sets += set[i].weight
			better -= set[i].weight * set[i].value
		}
	}
	if sets > 0 { // a set of one would know all: it gains what others do
		sum += better * (sets + lone) / sets
	}
	return sum / total
}

// answer returns a row after an attempt and the opponent's answer. It is over where nothing more is gained.
func (a *ahead) answer(o *outlook, rules *kriegspiel.Rules, r *prospect, try int, lot float64) sample {
	var next chess.Position
	h, _ := rules.Try(&r.state, o.tries[try], &next)
	x := sample{weight: r.weight, key: [2]kriegspiel.Percept{h}}
	if h.Over() {
		x.over = true
		return x
	}
	a.replies.list(&next, knowledge{heard: h, took: chess.NoSquare})
	x.key[1], _ = rules.Try(&next, kriegspiel.Attempt(a.replies.pick(lot)), &x.state)
	switch {
	case x.key[1].Checkmate():
		x.over, x.value = true, lostGame
	case x.key[1].Over() || x.key[1].Captured() != chess.NoSquare:
		x.over = true
	default:
		passed := x.state
		passed.SetSide(o.judge.side.Other())
		if passed.Check() != nil { // in check one cannot pass
			x.over = true
		} else {
			o.judge.before(&x.state)
			x.value = o.judge.after(&passed, kriegspiel.Silent)
		}
	}
	return x
}

// best returns what a set of positions that sound alike is worth with the best attempt, as a sum by weight: chosen on one half, valued on
// the other.
func (a *ahead) best(o *outlook, rules *kriegspiel.Rules, set []sample, s *spending) float64 {
	a.tries = kriegspiel.Attempts(&set[0].state, a.tries[:0])
	n := len(a.tries)
	need := n * len(set)
	a.values = sized(a.values, need)
	for i := range a.values {
		a.values[i] = math.NaN()
	}
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	few := min(len(set), probes)
	a.value(o, rules, set[:few], list, s)
	if len(set) > few {
		slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(a.guess(set[:few], j, 0, 1), a.guess(set[:few], i, 0, 1)) })
		list = list[:min(n, finalists)]
		a.value(o, rules, set[few:], list, s, few)
	}
	sum := 0.0
	for half := range 2 {
		top, chosen := math.Inf(-1), -1
		for _, i := range list {
			if g := a.guess(set, i, half, 2); g > top {
				top, chosen = g, i
			}
		}
		if chosen < 0 {
			for k := 1 - half; k < len(set); k += 2 {
				sum += set[k].weight * set[k].value
			}
			continue
		}
		sum += a.sum(set, chosen, 1-half, 2)
	}
	return sum
}

// value values attempts in positions of a set, of which the first has this number.
func (a *ahead) value(o *outlook, rules *kriegspiel.Rules, part []sample, list []int, s *spending, first ...int) {
	at := 0
	if len(first) > 0 {
		at = first[0]
	}
	var to chess.Position
	for k := range part {
		row := a.values[(at+k)*len(a.tries):]
		o.judge.before(&part[k].state)
		for _, i := range list {
			if h, moved := rules.Try(&part[k].state, a.tries[i], &to); moved {
				row[i] = o.judge.after(&to, h)
			}
		}
	}
	s.used += len(part) * len(list)
}

// sum returns the values of an attempt over every so many-th position of a set; where it is refused, the position counts as
// it is, less a little.
func (a *ahead) sum(set []sample, i, from, step int) float64 {
	sum := 0.0
	for k := from; k < len(set); k += step {
		x := a.values[k*len(a.tries)+i]
		if x != x {
			x = set[k].value - refusalCost
		}
		sum += set[k].weight * x
	}
	return sum
}

// guess is sum, minus infinity where the attempt is legal nowhere.
func (a *ahead) guess(set []sample, i, from, step int) float64 {
	for k := from; k < len(set); k += step {
		if x := a.values[k*len(a.tries)+i]; x == x {
			return a.sum(set, i, from, step)
		}
	}
	return math.Inf(-1)
}
