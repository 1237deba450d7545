package gametest

import (
	"math"
	"slices"

	"blindsight"
)

// checkPick: Pick returns legal actions only, all with the same probability.
func (k *kit[S, V, A, O]) checkPick() error {
	const (
		views = 20  // of which the shares are measured
		draws = 100 // for each legal action
	)
	measured := 0
	for number := range uint64(k.Plays) {
		rng := stream("pick", number)
		p := k.play(number)
		for p.choose() {
			picker := any(p.view).(blindsight.Picker[A])
			index := make(map[A]int, len(p.legal))
			for i, a := range p.legal {
				index[a] = i
			}
			counts := make([]int, len(p.legal))
			times := 3
			measure := len(p.legal) > 1 && len(p.legal) <= manyActions && measured < views && len(p.past) >= int(number%5)
			if measure {
				times = draws * len(p.legal)
				measured++
			}
			for range times {
				a := picker.Pick(rng)
				i, legal := index[a]
				if !legal {
					return p.errorf("Pick returns %s, which is not legal", k.ShowAction(a))
				}
				counts[i]++
			}
			if measure {
				if err := Fits(counts, nil); err != nil {
					return p.errorf("Pick does not pick all legal actions %v equally often: %w", p.legal, err)
				}
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// checkForced: a forced action is the only legal one.
func (k *kit[S, V, A, O]) checkForced() error {
	for number := range uint64(k.Plays) {
		p := k.play(number)
		for p.choose() {
			a, forced := any(p.view).(blindsight.Forcing[A]).Forced()
			if forced && !slices.Equal(p.legal, []A{a}) {
				return p.errorf("%s is forced, but legal are %v", k.ShowAction(a), p.legal)
			}
		}
		if p.err != nil {
			return p.err
		}
	}
	return nil
}

// checkRange: what is gained from a view on lies in its range. A play that was cut has
// not gained all yet, and its problem may count later rewards less.
func (k *kit[S, V, A, O]) checkRange() error {
	type bounds struct{ lo, hi float64 }
	for number := range uint64(k.Plays) {
		p := k.play(number)
		var ranges []bounds
		for p.choose() {
			lo, hi := any(p.view).(blindsight.Ranged).Range()
			if !(lo <= hi) || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
				return p.errorf("range [%v, %v]", lo, hi)
			}
			ranges = append(ranges, bounds{lo, hi})
		}
		if p.err != nil {
			return p.err
		}
		if p.cut {
			continue
		}
		gained := 0.0
		for i := len(ranges) - 1; i >= 0; i-- {
			gained += p.reward[i]
			r := ranges[i]
			slack := 1e-9 * (1 + math.Abs(gained)) // sums of rewards are rounded
			if gained < r.lo-slack || gained > r.hi+slack {
				p.past = p.past[:i]
				return p.errorf("%v was gained from here on, outside the range [%v, %v]", gained, r.lo, r.hi)
			}
		}
	}
	return nil
}
