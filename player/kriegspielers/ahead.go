package kriegspielers

import (
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
// All attempts meet the same rows, and in a row the same random number chooses the answer. Attempts that do worse
// are given up by halves (sequential halving), so that the best are looked at in more rows.
type ahead struct {
	replies replies
	lots    []float64 // a number for each row
	samples []sample
	tries   []kriegspiel.Attempt
	values  []float64
}

// sample is a row after an attempt and an answer to it.
type sample struct {
	state  chess.Position
	weight float64
	key    [2]kriegspiel.Percept // what was heard of both
	over   bool                  // value is how the game ended, or what it is worth if one may not look
	value  float64
}

const (
	contenders  = 8
	aheadEnd    = 85 // hundredths of the budget when looking ahead ends
	probes      = 6  // positions of a set on which all attempts are compared
	finalists   = 4  // attempts of a set that are valued on all of it
	lostGame    = -30
	leastAhead  = 16 // rows that an attempt is looked at in
	triesOfSet  = 14 // simulations that a sample costs, about
	halvings    = 3
	aheadWeight = 0.7 // of what is seen ahead, beside what is seen at once
)

// deepen makes the values of the best plans those of looking ahead.
func (a *ahead) deepen(o *outlook, v *kriegspiel.View, plans []plan, s *spending, rng *rand.Rand) {
	a.lots = a.lots[:0]
	for range o.rows {
		a.lots = append(a.lots, rng.Float64())
	}
	list := make([]int, len(plans))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(i, j int) int { return byValue(plans[j].value, plans[i].value) })
	list = slices.DeleteFunc(list, func(i int) bool { return o.tries[plans[i].try] == kriegspiel.Any })
	list = list[:min(len(list), contenders)]
	if len(list) < 2 || plans[list[0]].value > 40 {
		return
	}
	gains := make([]float64, len(plans)) // of looking ahead, by plan
	rows := leastAhead
	if s.sims > 0 {
		rows = max(rows, s.sims*(aheadEnd-rowShare)/100/(halvings*len(list)*triesOfSet))
	} else {
		rows = 32
	}
	looked := false
	for range 8 {
		if s.over(aheadEnd) {
			break
		}
		seen := make([]float64, len(list))
		whole := true
		for n, i := range list {
			if looked && s.over(aheadEnd) {
				whole = false
				break
			}
			seen[n] = a.gain(o, v, plans[i].try, rows, s)
		}
		if !whole {
			break
		}
		looked = true
		for n, i := range list {
			gains[i] = seen[n]
		}
		if rows >= len(o.rows) && len(list) <= 2 {
			break
		}
		slices.SortStableFunc(list, func(i, j int) int {
			return byValue(deep(&plans[j], gains[j]), deep(&plans[i], gains[i]))
		})
		// Those given up keep what was seen of them; the level of the others is theirs.
		list = list[:max(2, (len(list)+1)/2)]
		rows = min(2*rows, len(o.rows))
	}
	if !looked {
		return
	}
	a.apply(plans, gains)
}

// apply adds gains to plans. What was not looked at gets the least gain of what was, and so do the refused parts.
func (a *ahead) apply(plans []plan, gains []float64) {
	least := math.Inf(1)
	for i := range plans {
		if gains[i] != 0 {
			least = min(least, gains[i])
		}
	}
	if math.IsInf(least, 1) {
		return
	}
	for i := range plans {
		g := least
		if gains[i] != 0 {
			g = gains[i]
		}
		plans[i].value += aheadWeight * (plans[i].legal*(g-least) + least)
	}
}

// deep returns the worth of a plan with a gain.
func deep(p *plan, gain float64) float64 { return p.value + aheadWeight*p.legal*gain }

func byValue(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// gain returns how much more an attempt is worth two own moves deep than at once, in the first rows in which it is legal.
func (a *ahead) gain(o *outlook, v *kriegspiel.View, try, rows int, s *spending) float64 {
	a.samples = a.samples[:0]
	rules := v.Rules()
	once, total := 0.0, 0.0
	for k := range o.rows {
		r := &o.rows[k]
		if x := r.values[try]; x == x {
			once += r.weight * x
			total += r.weight
			a.samples = append(a.samples, a.answer(o, rules, r, try, a.lots[k]))
			if len(a.samples) == rows {
				break
			}
		}
	}
	if total == 0 {
		return 0
	}
	slices.SortStableFunc(a.samples, func(x, y sample) int {
		if c := slices.Compare(x.key[:], y.key[:]); c != 0 {
			return c
		}
		return 0
	})
	then, lone, sets := 0.0, 0.0, 0.0
	better := 0.0 // than passing, summed over sets that are large enough
	for from := 0; from < len(a.samples); {
		to := from + 1
		for to < len(a.samples) && a.samples[to].key == a.samples[from].key {
			to++
		}
		set := a.samples[from:to]
		from = to
		if set[0].over {
			for i := range set {
				then += set[i].weight * set[i].value
			}
			continue
		}
		w, pass := 0.0, 0.0
		for i := range set {
			w += set[i].weight
			pass += set[i].weight * set[i].value
		}
		if len(set) == 1 {
			lone += w
			then += pass
			continue
		}
		x := a.best(o, rules, set, s)
		then += x
		better += x - pass
		sets += w
	}
	if sets > 0 {
		then += lone * max(0, better/sets)
	}
	return (then - once) / total
}

// answer returns a row after an attempt and the opponent's answer.
func (a *ahead) answer(o *outlook, rules *kriegspiel.Rules, r *prospect, try int, lot float64) sample {
	var next chess.Position
	h, _ := rules.Try(&r.state, o.tries[try], &next)
	x := sample{weight: r.weight, key: [2]kriegspiel.Percept{h}}
	if h.Over() {
		x.over, x.value = true, r.values[try]
		return x
	}
	a.replies.list(&next, h, chess.NoSquare)
	x.key[1], _ = rules.Try(&next, kriegspiel.Attempt(a.replies.pick(lot)), &x.state)
	switch {
	case x.key[1].Checkmate():
		x.over, x.value = true, lostGame
	case x.key[1].Stalemate():
		x.over, x.value = true, 0
		if strength(&x.state, o.judge.side) > strength(&x.state, o.judge.side.Other()) {
			x.value = valueDraw / 4
		}
	default:
		passed := x.state
		passed.SetSide(o.judge.side.Other())
		x.value = o.judge.value(&passed, chess.NoSquare)
	}
	return x
}

// best returns what a set of positions that sound alike is worth with the best attempt, as a sum by weight: chosen on one half, valued on
// the other.
func (a *ahead) best(o *outlook, rules *kriegspiel.Rules, set []sample, s *spending) float64 {
	a.tries = kriegspiel.Attempts(&set[0].state, a.tries[:0])
	n := len(a.tries)
	need := n * len(set)
	a.values = slices.Grow(a.values[:0], need)[:need]
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
		slices.SortStableFunc(list, func(i, j int) int { return byValue(a.guess(set[:few], j, 0, 1), a.guess(set[:few], i, 0, 1)) })
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
		for _, i := range list {
			if h, moved := rules.Try(&part[k].state, a.tries[i], &to); moved {
				row[i] = o.judge.value(&to, h.Captured())
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
