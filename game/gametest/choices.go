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
			measure := len(p.legal) > 1 && len(p.legal) <= manyActions && measured < views && len(p.moves) >= int(number%5)
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

// checkRange: what a side gains from a view on lies in its range. In a play that was cut not
// all has been gained yet, and its game may count later rewards less.
func (k *kit[S, V, A, O]) checkRange() error {
	type bounds struct{ lo, hi float64 }
	for number := range uint64(k.Plays) {
		p := k.play(number)
		var ranges [][2]bounds
		for p.choose() {
			var now [2]bounds
			for side := range k.Sides {
				lo, hi := any(p.views[side]).(blindsight.Ranged).Range()
				if !(lo <= hi) || math.IsInf(lo, 0) || math.IsInf(hi, 0) {
					return p.errorf("range [%v, %v]", lo, hi)
				}
				now[side] = bounds{lo, hi}
			}
			ranges = append(ranges, now)
		}
		if p.err != nil {
			return p.err
		}
		if p.cut {
			continue
		}
		for side := range k.Sides {
			gained := 0.0
			for i := len(ranges) - 1; i >= 0; i-- {
				gained += p.gained[i][side]
				r := ranges[i][side]
				slack := 1e-9 * (1 + math.Abs(gained)) // sums of rewards are rounded
				if gained < r.lo-slack || gained > r.hi+slack {
					p.moves = p.moves[:i]
					return p.errorf("%v was gained from here on, outside the range [%v, %v] of side %d", gained, r.lo, r.hi, side)
				}
			}
		}
	}
	return nil
}
