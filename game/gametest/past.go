package gametest

import (
	"slices"

	"blindsight"
)

// checkPast: a view that keeps all that it was told keeps just that, in its order.
func (k *kit[S, V, A, O]) checkPast() error {
	for number := range uint64(k.Plays) {
		p := k.play(number)
		for p.choose() {
			for side, v := range p.views[:k.Sides] {
				past := any(v).(blindsight.Recalling[A, O]).Past()
				if !slices.Equal(past, p.told[side]) {
					return p.errorf("Past of side %d is %v, but it was told %v", side, past, p.told[side])
				}
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// checkTerms: the terms of the game pass their own check.
func (k *kit[S, V, A, O]) checkTerms() error { return blindsight.TermsOf(k.Game).Check() }
