package gametest_test

import (
	"math/rand/v2"

	"blindsight"
)

// States lists the states after all plays that agree with a view, of which each is
// listed once since states remember all.
func (g *duel) States(v *duelView) func(yield func(*duelState) bool) {
	return func(yield func(*duelState) bool) {
		var s duelState
		honest := &duel{}
		honest.Start(nil, &s)
		first := true
		var walk func(s *duelState) bool
		walk = func(s *duelState) bool {
			at := len(s.views[v.side].past)
			if s.turn == v.side && at == len(v.past) {
				if first && g.fault == "a state is missing" && at == 2 {
					first = false
					return true
				}
				return yield(s)
			}
			for _, cell := range s.views[s.turn].Legal(nil) {
				if s.turn == v.side && (v.past[at].Heard || v.past[at].Action != cell) {
					continue
				}
				var next duelState
				honest.Copy(&next, s)
				if step := honest.Step(nil, &next, cell); step.Done() {
					continue
				}
				past := next.views[v.side].past
				if len(past) > len(v.past) || len(past) > at && past[at] != v.past[at] {
					continue
				}
				if !walk(&next) {
					return false
				}
			}
			return true
		}
		walk(&s)
	}
}

// duelPrior draws from the states that agree with a view.
type duelPrior struct{ *duel }

func (g duelPrior) Propose(rng *rand.Rand, v *duelView, s *duelState) {
	if n := len(v.past); g.fault == "proposes another view" && n > 1 {
		v = v.Clone()
		v.past[0].Action, v.past[0].Heard, v.past[0].Seen = 4, v.side == 1, placed
	}
	n := 0
	for t := range g.States(v) {
		if n++; rng.IntN(n) == 0 {
			g.Copy(s, t)
		}
	}
}

func (g duelPrior) Likelihood(*duelView, *duelState) float64 { return 1 }

// mirrored returns the view in a mirror.
func (v *duelView) mirrored() *duelView {
	m := v.Clone()
	for i, e := range m.past {
		if !e.Heard {
			m.past[i].Action = duelCells - 1 - e.Action
		}
	}
	return m
}

func (v *duelView) Canonical() (blindsight.Key, int) {
	plain, mirrored := v.hash(), v.mirrored().hash()
	if n := len(v.past); v.g.fault == "the mirror is deaf" && n > 0 && v.past[n-1].Heard {
		return blindsight.Key{Lo: plain}, 0
	}
	if mirrored < plain {
		return blindsight.Key{Lo: mirrored}, 1
	}
	return blindsight.Key{Lo: plain}, 0
}

func (v *duelView) CanonicalLegal(transformation int, buf []int) []int {
	image := v
	if transformation == 1 {
		image = v.mirrored()
	}
	for _, cell := range image.Legal(nil) {
		if cell <= duelCells/2 || v.hash() != v.mirrored().hash() {
			buf = append(buf, cell)
		}
	}
	return buf
}

func (v *duelView) FromCanonical(transformation, cell int) int {
	if transformation == 0 {
		return cell
	}
	return duelCells - 1 - cell
}
