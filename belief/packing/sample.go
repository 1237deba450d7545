package packing

import (
	"math/rand/v2"
	"sort"
)

// Draw draws a packing of the last question, uniformly: the place of each piece, in places. It tries
// once, and returns false where pieces clash; then ask again. Ask must have found cores.
func (b *Belief) Draw(rng *rand.Rand, places []int) bool {
	n := len(b.bounds)
	at := 0
	if n > 1 {
		x := rng.Float64() * b.bounds[n-1]
		at = min(sort.Search(n, func(i int) bool { return b.bounds[i] > x }), n-1)
	}
	core := b.core(at)
	b.open(core)
	for i, place := range core {
		places[i] = int(place)
	}
	for k, i := range b.order {
		left := b.left[i]
		place := nth(left, rng.IntN(ones(left)))
		places[i] = place
		for _, j := range b.order[:k] {
			if clash := b.t.clash(i, place, j); clash[places[j]>>6]>>(places[j]&63)&1 != 0 {
				return false
			}
		}
	}
	return true
}
