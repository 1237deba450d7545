package packing

import "math/bits"

// List calls visit with every packing of the last question, each once, as the place of each piece,
// until visit returns false; then it returns false too. The slice is valid until the next. Ask must have
// found cores.
func (b *Belief) List(visit func(places []int) bool) bool {
	if b.drawn == nil {
		b.drawn = make([]int, len(b.t.pieces))
	}
	for n := range b.bounds {
		core := b.core(n)
		b.open(core)
		for i, place := range core {
			b.drawn[i] = int(place)
		}
		for _, i := range b.order {
			copy(b.places(0, i), b.left[i])
		}
		if !b.list(0, visit) {
			return false
		}
	}
	return true
}

// list lays the free pieces from a level on.
func (b *Belief) list(level int, visit func(places []int) bool) bool {
	if level == len(b.order) {
		return visit(b.drawn)
	}
	piece := b.order[level]
	for w, word := range b.places(level, piece) {
		for ; word != 0; word &= word - 1 {
			place := w*64 + bits.TrailingZeros64(word)
			b.drawn[piece] = place
			for _, j := range b.order[level+1:] {
				before, after := b.places(level, j), b.places(level+1, j)
				for w, clash := range b.t.clash(piece, place, j) {
					after[w] = before[w] &^ clash
				}
			}
			if !b.list(level+1, visit) {
				return false
			}
		}
	}
	return true
}
