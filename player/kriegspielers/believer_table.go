package kriegspielers

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/pace"
	"blindsight/internal/purefloat"
)

// table holds what attempts are worth in positions of the belief, in one turn. When an
// attempt is refused, the rows of positions that agree stay.
type table struct {
	bit      float64 // worth of a bit of what is heard, in pawns
	judge    judge
	attempts []kriegspiel.Attempt
	order    []chess.Position // of the belief, shuffled
	next     int              // the first without a row
	rows     []row
	turns    int // of the view
	last     kriegspiel.Attempt
	work     int // simulations in this turn
}

// row is what attempts are worth in one position.
type row struct {
	values  []float64            // NaN where the attempt is refused
	heard   []kriegspiel.Percept // of each attempt
	typical float64              // mean of the legal ones
	state   chess.Position
}

const (
	enoughRows  = 64   // after a refusal no more are made if there are so many
	refusalCost = 0.02 // the opponent hears of it
	backCost    = 0.1  // of taking back the last move
	noise       = 0.01 // parts equals
	mostVetoes  = 12   // attempts that may be passed over
	mostLooked  = 3000 // positions looked at for a stalemate
)

// begin begins a turn, or goes on with one after a refusal.
func (t *table) begin(v *kriegspiel.View, attempts []kriegspiel.Attempt, states []chess.Position, rng *rand.Rand) {
	turns := v.Turns()
	if len(v.Tries()) == 0 || t.turns != turns || t.attempts == nil {
		t.judge.side = v.Side()
		t.turns, t.work = turns, 0
		t.attempts = append(t.attempts[:0], attempts...)
		t.order = append(t.order[:0], states...)
		rng.Shuffle(len(t.order), func(i, j int) { t.order[i], t.order[j] = t.order[j], t.order[i] })
		t.next, t.rows = 0, t.rows[:0]
		t.last = lastMove(v)
		return
	}
	t.rows = slices.DeleteFunc(t.rows, func(r row) bool { return !Agrees(v, &r.state) })
	var left []int // numbers of attempts that may still be tried
	for i, a := range t.attempts {
		if slices.Contains(attempts, a) {
			left = append(left, i)
		}
	}
	for n, i := range left {
		t.attempts[n] = t.attempts[i]
		for k := range t.rows {
			t.rows[k].values[n], t.rows[k].heard[n] = t.rows[k].values[i], t.rows[k].heard[i]
		}
	}
	t.attempts = t.attempts[:len(left)]
}

// lastMove returns the own last move, 0 if there is none.
func lastMove(v *kriegspiel.View) kriegspiel.Attempt {
	turns := v.Record().Turns
	for i := len(turns) - 1; i >= 0; i-- {
		if tries := turns[i].Tries; turns[i].Done() && !turns[i].Hidden {
			return tries[len(tries)-1].Attempt
		}
	}
	return 0
}

// fill makes rows as far as the budget goes and returns their number.
func (t *table) fill(ctx context.Context, v *kriegspiel.View, budget blindsight.Budget, start time.Time) int {
	least := 8
	if len(v.Tries()) > 0 {
		if len(t.rows) >= enoughRows {
			return len(t.rows)
		}
		budget.Time /= 4
	}
	for ; t.next < len(t.order); t.next++ {
		p := &t.order[t.next]
		if len(t.rows) >= least {
			switch {
			case budget.Simulations > 0 && t.work >= budget.Simulations && (len(v.Tries()) == 0 || len(t.rows) >= enoughRows):
				return len(t.rows)
			case budget.Time > 0 && time.Since(start) > budget.Time*9/10, pace.Err(ctx) != nil:
				return len(t.rows)
			}
		}
		if Agrees(v, p) {
			t.rows = append(t.rows, t.row(v, p))
		}
	}
	return len(t.rows)
}

// row values all attempts in a position.
func (t *table) row(v *kriegspiel.View, p *chess.Position) row {
	n := len(t.attempts)
	r := row{values: make([]float64, n), heard: make([]kriegspiel.Percept, n), state: *p}
	r.typical = t.judge.all(v.Rules(), p, t.attempts, r.values, r.heard)
	t.work += n
	return r
}

// decide returns the best attempt by its mean, but for those that risk a stalemate.
func (t *table) decide(v *kriegspiel.View, rng *rand.Rand) blindsight.Decision[kriegspiel.Attempt] {
	d := blindsight.Decision[kriegspiel.Attempt]{Simulations: t.work}
	for i, a := range t.attempts {
		if x, ok := t.worth(i); ok {
			x += noise * rng.Float64()
			d.Actions = append(d.Actions, blindsight.ActionStat[kriegspiel.Attempt]{Action: a, Simulations: len(t.rows), Mean: x, Value: x})
		}
	}
	if len(d.Actions) == 0 { // nothing is legal in the positions looked at
		d.Action = t.attempts[rng.IntN(len(t.attempts))]
		return d
	}
	slices.SortStableFunc(d.Actions, func(a, b blindsight.ActionStat[kriegspiel.Attempt]) int { return cmp.Compare(b.Value, a.Value) })
	best := &d.Actions[0]
	for i := range min(len(d.Actions), mostVetoes) {
		if d.Actions[i].Value > valueDraw && !t.risky(v, d.Actions[i].Action) {
			best = &d.Actions[i]
			break
		}
	}
	d.Action, d.Value = best.Action, best.Value
	return d
}

// risky reports whether an attempt may well be a stalemate, in all positions of the belief
// rather than in those with a row: while ahead there is always something better.
func (t *table) risky(v *kriegspiel.View, a kriegspiel.Attempt) bool {
	stalemates, mates, looked := 0, 0, 0
	var to chess.Position
	for i := range t.order {
		p := &t.order[i]
		if !Agrees(v, p) {
			continue
		}
		if looked++; looked > mostLooked {
			break
		}
		h, moved := v.Rules().Try(p, a, &to)
		switch {
		case !moved:
		case h.Stalemate() && frozenScale.strength(&to, t.judge.side) > frozenScale.strength(&to, t.judge.side.Other()):
			stalemates++
		case h.Checkmate():
			mates++
		}
	}
	return 20*stalemates > mates && 500*stalemates > looked
}

// worth returns the worth of an attempt: its mean value where it is legal; where it is
// refused, that of the best other attempt in these positions.
func (t *table) worth(i int) (float64, bool) {
	sum, legal := 0.0, 0
	var refused []int
	for k := range t.rows {
		if x := t.rows[k].values[i]; math.IsNaN(x) {
			refused = append(refused, k)
		} else {
			sum += x
			legal++
		}
	}
	if legal == 0 {
		return 0, false
	}
	if len(refused) > 0 {
		best := math.Inf(-1)
		for o := range t.attempts {
			if o == i {
				continue
			}
			s := 0.0
			for _, k := range refused {
				if x := t.rows[k].values[o]; math.IsNaN(x) {
					s += t.rows[k].typical
				} else {
					s += x
				}
			}
			best = max(best, s)
		}
		if !math.IsInf(best, -1) {
			sum += best - refusalCost*float64(len(refused))
		}
	}
	v := sum/float64(len(t.rows)) + t.bit*t.entropy(i)
	if m, l := t.attempts[i].Move(), t.last.Move(); t.last != 0 && m.From() == l.To() && m.To() == l.From() {
		v -= backCost
	}
	return v, true
}

// entropy returns how many bits are expected to be heard of an attempt.
func (t *table) entropy(i int) float64 {
	heard := make([]kriegspiel.Percept, len(t.rows))
	for k := range t.rows {
		heard[k] = t.rows[k].heard[i]
	}
	slices.Sort(heard)
	bits, n := 0.0, float64(len(heard))
	for from := 0; from < len(heard); {
		to := from + 1
		for to < len(heard) && heard[to] == heard[from] {
			to++
		}
		p := float64(to-from) / n
		bits -= p * purefloat.Log2(p)
		from = to
	}
	return bits
}
