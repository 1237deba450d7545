package packing

import "math/bits"

// Work returns about how many steps Chances takes, of some nanoseconds each.
func (b *Belief) Work() float64 {
	work := 0.0
	for n := range b.bounds {
		b.open(b.core(n))
		loops := 1.0
		for k, i := range b.order {
			if k < len(b.order)-1 {
				loops *= float64(ones(b.left[i]))
			}
		}
		work += loops * float64(1+len(b.order))
	}
	return work
}

// Chances counts the packings of the last question, and sets chance[i][c] to the share of those in
// which piece i covers cell c. It is exact but for rounding. It takes time exponential in the number
// of pieces that cover no required cell: see Work. Ask must have found cores. Where every
// core's free pieces clash there is no packing, and all chances are 0.
func (b *Belief) Chances(chance [][MaxCells]float64) (packings float64) {
	for _, m := range b.marks {
		clear(m)
	}
	for n := range b.bounds {
		core := b.core(n)
		b.open(core)
		ways := b.tally()
		packings += ways
		for i, place := range core {
			if place != free {
				b.marks[i][place] += ways
			}
		}
	}
	b.spread(packings, chance)
	return packings
}

// tally counts the ways to lay the free pieces of the core that is open, and adds to marks in how
// many of them each place is taken. The last piece is never tried place by place but counted;
// a second count, that begins with it, marks its places.
func (b *Belief) tally() float64 {
	k := len(b.order)
	if k == 0 {
		return 1
	}
	last := b.order[k-1]
	for _, i := range b.order {
		copy(b.places(0, i), b.left[i])
	}
	if k == 1 {
		for w, word := range b.left[last] {
			for ; word != 0; word &= word - 1 {
				b.marks[last][w*64+bits.TrailingZeros64(word)]++
			}
		}
		return float64(ones(b.left[last]))
	}
	ways := b.count(0, k-1)
	copy(b.order[1:], b.order[:k-1])
	b.order[0] = last
	b.count(0, 1)
	return ways
}

// count returns the ways to lay the free pieces from the one of this level on, in the places left
// at this level, and marks them for pieces of levels below the given one.
func (b *Belief) count(level, marked int) (sum float64) {
	piece, next := b.order[level], b.order[level+1]
	left := b.places(level, piece)
	for w, word := range left {
		for ; word != 0; word &= word - 1 {
			place := w*64 + bits.TrailingZeros64(word)
			var ways float64
			if level+2 == len(b.order) {
				ways = float64(beside(b.places(level, next), b.t.clash(piece, place, next)))
			} else {
				for _, j := range b.order[level+1:] {
					before, after := b.places(level, j), b.places(level+1, j)
					for w, clash := range b.t.clash(piece, place, j) {
						after[w] = before[w] &^ clash
					}
				}
				ways = b.count(level+1, marked)
			}
			if level < marked {
				b.marks[piece][place] += ways
			}
			sum += ways
		}
	}
	return sum
}

// beside returns the number of bits that are not in the other words.
func beside(words, others []uint64) int {
	n := 0
	for w, word := range words {
		n += bits.OnesCount64(word &^ others[w])
	}
	return n
}
