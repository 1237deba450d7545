package kriegspielers

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// outlook holds what attempts are worth in positions of the belief, in one turn. When an attempt is refused, the
// rows of positions that agree stay.
type outlook struct {
	judge     judge
	tries     []kriegspiel.Attempt // of the turn, at its beginning
	live      []int                // those that may be tried now
	pawn      []bool               // tries that are pawn captures
	turns     int                  // of the view, -1 before the first
	last      kriegspiel.Attempt   // the own last move
	own       chess.Position       // the own men alone
	stood     formations
	sums      []float64        // of weights, over the positions of the belief
	states    []chess.Position // the belief
	odds      []float64        // of these, none where all count alike
	next      int              // the first position without a row, where all get one
	rows      []prospect
	place     map[int]int // where the row of a position is
	chain     chain
	ahead     ahead
	plausible plausibility
	styles    byStyle // how likely each is the opponent's
	guessed   bool    // the belief is
}

// prospect is a row: what attempts are worth in one position, and how much the position counts.
type prospect struct {
	state  chess.Position
	weight float64
	values []float64            // NaN where the attempt is refused
	heard  []kriegspiel.Percept // of each attempt
	mean   float64              // of the legal ones
	any    bool                 // there is a legal pawn capture
	ahead  bool                 // we are, by men
}

// mostRows is how many positions are looked at in a turn, at most: a word of the sets of [chain] holds 64.
const mostRows = 1024

// begin begins a turn, or goes on with one after a refusal.
func (o *outlook) begin(v *kriegspiel.View, attempts []kriegspiel.Attempt, states []chess.Position, odds []float64, weigh bool, rng *rand.Rand) {
	if len(v.Tries()) == 0 || o.turns != v.Turns() {
		o.judge.side, o.turns = v.Side(), v.Turns()
		o.tries = append(o.tries[:0], attempts...)
		o.last, o.own = lastMove(v), v.Own()
		if o.stood == nil {
			o.stood = make(formations)
		}
		o.stood.recall(v)
		if o.judge.answers != nil {
			o.judge.answers.begin(v)
		}
		o.rows, o.next = o.rows[:0], 0
		o.place = make(map[int]int)
		o.states = append(o.states[:0], states...)
		o.odds = append(o.odds[:0], odds...)
		rng.Shuffle(len(o.states), func(i, j int) {
			o.states[i], o.states[j] = o.states[j], o.states[i]
			if len(odds) > 0 {
				o.odds[i], o.odds[j] = o.odds[j], o.odds[i]
			}
		})
		own := v.Own()
		o.pawn = o.pawn[:0]
		for _, a := range o.tries {
			from, to := a.Move().From(), a.Move().To()
			o.pawn = append(o.pawn, a != kriegspiel.Any && own.KindAt(from) == chess.Pawn && from.File() != to.File())
		}
		o.weighAll(v, weigh)
	} else {
		o.rows = slices.DeleteFunc(o.rows, func(r prospect) bool { return !Agrees(v, &r.state) })
		clear(o.place) // rows drawn again after a refusal are new ones
	}
	o.live = o.live[:0]
	for i, a := range o.tries {
		if slices.Contains(attempts, a) {
			o.live = append(o.live, i)
		}
	}
}

// weighAll makes the sums of weights, by which positions are drawn.
func (o *outlook) weighAll(v *kriegspiel.View, weigh bool) {
	o.sums = o.sums[:0]
	if weigh {
		o.plausible.begin(v, &o.styles)
		o.sums = o.plausible.weigh(o.states, o.sums)
	} else {
		for range o.states {
			o.sums = append(o.sums, 1)
		}
	}
	for i, x := range o.odds {
		o.sums[i] *= x
	}
	for i := 1; i < len(o.sums); i++ {
		o.sums[i] += o.sums[i-1]
	}
}

// weight returns how much a position of the belief counts.
func (o *outlook) weight(i int) float64 {
	if i == 0 {
		return o.sums[0]
	}
	return o.sums[i] - o.sums[i-1]
}

const (
	rowShare   = 40 // hundredths of the budget for rows, where something comes after them
	allRows    = 85 // likewise, where nothing does but planning the turn
	leastRows  = 12
	fewRows    = 48   // after a refusal more are made if there are fewer
	mostMisses = 4000 // positions in a row that do not agree with the tries of the turn
)

// fill makes rows as far as the budget goes, and returns their number.
func (o *outlook) fill(v *kriegspiel.View, s *spending, share int) int {
	refused := len(v.Tries()) > 0
	if refused && len(o.rows) >= fewRows {
		return len(o.rows)
	}
	// A belief that is no larger gets a row for each position, in its order; else positions are drawn by weight, evenly: the
	// n-th at a place of a sequence that is spread as evenly as can be (the golden ratio's).
	all := len(o.states) <= mostRows
	for misses := 0; len(o.states) > 0 && len(o.rows) < mostRows && misses < mostMisses; o.next++ {
		if len(o.rows) >= leastRows && (s.over(share) || refused && len(o.rows) >= fewRows) {
			break
		}
		i, w := o.next, 1.0
		if all {
			if i >= len(o.states) {
				break
			}
			w = o.weight(i)
		} else {
			i = o.draw(o.next)
			if at, ok := o.place[i]; ok {
				o.rows[at].weight++
				misses++
				continue
			}
		}
		if w == 0 || !Agrees(v, &o.states[i]) {
			misses++
			continue
		}
		misses = 0
		o.place[i] = len(o.rows)
		o.row(v, &o.states[i], w)
		s.used += len(o.live)
	}
	return len(o.rows)
}

// expect says how likely the styles of the opponent are, and whether his positions are guessed.
func (o *outlook) expect(styles byStyle, guessed bool) {
	o.styles, o.guessed, o.ahead.replies.shares = styles, guessed, styles
	if a := o.judge.answers; a != nil {
		a.model.shares = styles
	}
}

// draw returns a position by weight: draws with numbers one after the other are spread evenly.
func (o *outlook) draw(n int) int {
	const golden = 0.6180339887498949
	x := float64(n)*golden + golden
	x -= math.Floor(x)
	i, _ := slices.BinarySearch(o.sums, x*o.sums[len(o.sums)-1])
	return min(i, len(o.sums)-1)
}

// row values all attempts in a position, in memory that rows before it have left.
func (o *outlook) row(v *kriegspiel.View, p *chess.Position, weight float64) {
	n := len(o.tries)
	if len(o.rows) < cap(o.rows) {
		o.rows = o.rows[:len(o.rows)+1]
	} else {
		o.rows = append(o.rows, prospect{})
	}
	r := &o.rows[len(o.rows)-1]
	r.state, r.weight = *p, weight
	r.values = sized(r.values, n)
	r.heard = sized(r.heard, n)
	west, east := p.PawnTries()
	r.any = west|east != 0
	r.ahead = frozenScale.strength(p, o.judge.side) > frozenScale.strength(p, o.judge.side.Other())
	o.judge.before(p)
	r.mean = o.judge.all(v.Rules(), p, o.tries, r.values, r.heard)
}

// bonus returns what an attempt is worth beyond its values: what is heard of it tells something, and
// going back and forth leads nowhere.
func (o *outlook) bonus(i int, bit float64) float64 {
	b := 2 * bit * o.variety(i)
	if m, l := o.tries[i].Move(), o.last.Move(); o.last != 0 && m.From() == l.To() && m.To() == l.From() {
		b -= backCost
	}
	return b
}

// variety returns how likely two positions, drawn by weight, sound different after an attempt (Gini's index): like an
// entropy, without a logarithm.
func (o *outlook) variety(i int) float64 {
	type share struct {
		heard  kriegspiel.Percept
		weight float64
	}
	var shares []share
	total := 0.0
	for k := range o.rows {
		r := &o.rows[k]
		total += r.weight
		at := slices.IndexFunc(shares, func(s share) bool { return s.heard == r.heard[i] })
		if at < 0 {
			shares = append(shares, share{r.heard[i], r.weight})
		} else {
			shares[at].weight += r.weight
		}
	}
	same := 0.0
	for _, s := range shares {
		same += s.weight / total * (s.weight / total)
	}
	return 1 - same
}

// decide returns the best attempt.
func (o *outlook) decide(v *kriegspiel.View, options ForesightOptions, s *spending, rng *rand.Rand) blindsight.Decision[kriegspiel.Attempt] {
	d := blindsight.Decision[kriegspiel.Attempt]{}
	plans := o.chain.plan(o, v, options)
	if len(plans) == 0 { // nothing is legal in the positions looked at
		d.Action = o.tries[o.live[rng.IntN(len(o.live))]]
		return d
	}
	if options.Ahead {
		o.ahead.deepen(o, v, plans, s, rng)
	}
	slices.SortStableFunc(plans, func(a, b plan) int { return cmp.Compare(b.value, a.value) })
	for _, p := range plans {
		d.Actions = append(d.Actions, blindsight.ActionStat[kriegspiel.Attempt]{Action: o.tries[p.try], Simulations: len(o.rows), Mean: p.value, Value: p.value})
	}
	var good []int // nearly equal ones that risk no stalemate
	for i := range min(len(plans), mostVetoes) {
		if len(good) > 0 && plans[i].value < plans[good[0]].value-near {
			break
		}
		if len(good) > 0 && o.tries[plans[i].try] == kriegspiel.Any {
			continue // a question that does not pay tells something to the other side alone
		}
		if plans[i].value > valueDraw && !o.risky(v, o.tries[plans[i].try]) {
			good = append(good, i)
		}
	}
	best := 0
	if len(good) > 0 {
		best = good[rng.IntN(len(good))]
	}
	d.Action, d.Value, d.Simulations = o.tries[plans[best].try], plans[best].value, s.used
	return d
}

// risky reports whether an attempt may well be a stalemate, in all positions of the belief rather than in those
// with a row.
func (o *outlook) risky(v *kriegspiel.View, a kriegspiel.Attempt) bool {
	if a == kriegspiel.Any {
		return false
	}
	t := table{judge: judge{side: o.judge.side}, order: o.states}
	return t.risky(v, a) || o.guessed && o.smothers(v, a)
}

const (
	fewMen      = 5  // that an opponent has, his king included, when he may well be stalemated
	mostBoards  = 16 // on which his king is put on other squares
	oneSmothers = 200
)

// smothers reports whether an attempt may well be a stalemate wherever the opponent's king is: where positions are guessed, it is in none of them perhaps.
func (o *outlook) smothers(v *kriegspiel.View, a kriegspiel.Attempt) bool {
	them := o.judge.side.Other()
	if len(o.states) == 0 || o.states[0].Men(them).Count() > fewMen {
		return false
	}
	stalemates, looked, boards := 0, 0, 0
	var to chess.Position
	for i := 0; i < len(o.states) && boards < mostBoards; i++ {
		if !Agrees(v, &o.states[i]) {
			continue
		}
		boards++
		p := o.states[i]
		if frozenScale.strength(&p, o.judge.side) <= frozenScale.strength(&p, them) {
			return false // a draw is no loss
		}
		p.Put(p.KingSquare(them), them, chess.NoKind)
		for free := ^p.Occupied() &^ attacked(&p, o.judge.side, p.Occupied()); free != 0; free &= free - 1 {
			q := p
			q.Put(free.First(), them, chess.King)
			if q.Check() != nil {
				continue
			}
			if h, moved := v.Rules().Try(&q, a, &to); moved {
				if looked++; h.Stalemate() {
					stalemates++
				}
			}
		}
	}
	return oneSmothers*stalemates > looked
}
