package cfr

import (
	"blindsight"
)

// Form is an extensive-form game of imperfect information of two sides, in sequence form. It never changes once made, and is safe for
// concurrent use.
//
// A sequence is what a side has chosen on its way, up to and with one action; number 0 is the empty one.
// The actions of an information set are consecutive sequences, and sets are numbered such that
// one comes after all that are above it.
type Form[A, O comparable] struct {
	Sides[A, O]
	gains [2]matrix // of each side, rows are its own sequences
	ends  int
}

// matrix is a sparse one, by rows: entry i of row r is at cols[i] for starts[r] <= i < starts[r+1].
type matrix struct {
	starts []int32
	cols   []int32
	values []float64
}

// Ends returns how many ends of plays there are, what chance brings told apart.
func (f *Form[A, O]) Ends() int { return f.ends }

// times writes what each sequence gains where the other side's sequences have these weights,
// for rows from one to another.
func (m *matrix) times(weights, gains []float64, from, to int) {
	at := m.starts[from]
	for r := from; r < to; r++ {
		sum := 0.0
		for end := m.starts[r+1]; at < end; at++ {
			sum += m.values[at] * weights[m.cols[at]]
		}
		gains[r] = sum
	}
}

// Value returns what side 0 gains on average where both keep to their plans.
func (f *Form[A, O]) Value(plans [2]Plan) float64 {
	reach := make([]float64, len(f.sides[1].actions))
	gains := make([]float64, len(f.sides[0].actions))
	f.sides[1].realize(plans[1], reach)
	f.gains[0].times(reach, gains, 0, len(gains))
	s := &f.sides[0]
	for i := len(s.sets) - 1; i >= 0; i-- {
		set := &s.sets[i]
		for q := set.first; q < set.first+set.count; q++ {
			gains[set.parent] += plans[0][q] * gains[q]
		}
	}
	return gains[0]
}

// Respond returns what the best response of a side to the other's plan gains on average, and the
// response, a pure plan.
func (f *Form[A, O]) Respond(side blindsight.Side, other Plan) (float64, Plan) {
	reach := make([]float64, len(f.sides[side.Other()].actions))
	response := make(Plan, len(f.sides[side].actions))
	gains := make([]float64, len(response))
	f.sides[side.Other()].realize(other, reach)
	f.gains[side].times(reach, gains, 0, len(gains))
	return f.sides[side].respond(gains, response), response
}

// respond makes gains of single sequences those of the best play on, notes the best actions
// unless response is nil, and returns the gain of it all.
func (s *side[A, O]) respond(gains []float64, response Plan) float64 {
	for i := len(s.sets) - 1; i >= 0; i-- {
		set := &s.sets[i]
		best := set.first
		for q := set.first + 1; q < set.first+set.count; q++ {
			if gains[q] > gains[best] {
				best = q
			}
		}
		gains[set.parent] += gains[best]
		if response != nil {
			response[best] = 1
		}
	}
	return gains[0]
}

// Bounds returns between what the value of the game is to side 0, as two plans prove by the best
// responses to them: plan 0 gains at least lo, whatever side 1 does, and plan 1 loses
// at most hi. Their distance is how much the plans can be exploited ([Form.Gap]).
func (f *Form[A, O]) Bounds(plans [2]Plan) (lo, hi float64) {
	hi, _ = f.Respond(0, plans[1])
	lo, _ = f.Respond(1, plans[0])
	return -lo, hi
}

// Gap returns the exploitability of a pair of plans: what the best responses of both sides, each to
// the other's plan, gain together. It is 0 in equilibrium. Some halve it; here it is the
// sum, NashConv in the field's words.
func (f *Form[A, O]) Gap(plans [2]Plan) float64 {
	lo, hi := f.Bounds(plans)
	return hi - lo
}
