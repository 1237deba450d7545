package packing

import (
	"math"
	"math/bits"

	"blindsight"
)

// free marks a piece that covers no required cell.
const free = -1

// Belief answers questions about a table. It keeps what it found of the last one. It is
// for one goroutine.
type Belief struct {
	t        *Table
	maxCores int
	asked    *Question // the last one
	err      error     // of the last one
	known    bool      // there was one

	cores  []int16   // for each core the place of each piece, or free
	bounds []float64 // of each core: the product of the places left to its free pieces, summed up to it

	stack  [][]uint64 // for each depth and piece: the places left
	chosen []int16    // the core being built

	marks [][]float64 // Chances and Estimate: packings with each place of each piece
	order []int       // free pieces of a core
	left  [][]uint64  // the places left to each free piece of a core
	drawn []int       // Estimate: a packing
}

// DefaultMaxCores is how many cores a Belief lists, unless told otherwise: some
// megabytes.
const DefaultMaxCores = 100_000

// NewBelief returns a belief over packings of the table. MaxCores limits the cores that are
// listed for a question; 0 means DefaultMaxCores.
func NewBelief(t *Table, maxCores int) *Belief {
	if maxCores <= 0 {
		maxCores = DefaultMaxCores
	}
	b := &Belief{
		t: t, maxCores: maxCores, asked: t.NewQuestion(), chosen: make([]int16, len(t.pieces)),
		stack: make([][]uint64, len(t.pieces)+1), marks: make([][]float64, len(t.pieces)),
		left: make([][]uint64, len(t.pieces)),
	}
	for d := range b.stack {
		b.stack[d] = make([]uint64, len(t.pieces)*t.words)
	}
	for i := range b.marks {
		b.marks[i] = make([]float64, len(t.pieces[i].places))
		b.left[i] = make([]uint64, t.words)
	}
	return b
}

// Ask lists the cores of a question. It returns [blindsight.ErrInconsistent] if there are none, and
// so no packing, and [blindsight.ErrTooMany] if there are more than allowed. With cores there
// may still be no packing, if their free pieces clash always.
func (b *Belief) Ask(q *Question) error {
	if b.known && b.asked.Equal(q) {
		return b.err
	}
	b.asked.copy(q)
	b.known = true
	b.cores, b.bounds = b.cores[:0], b.bounds[:0]
	for i := range b.chosen {
		b.chosen[i] = free
		copy(b.places(0, i), q.Allowed[i])
	}
	switch more := b.cover(0, q.Required); {
	case !more:
		b.err = blindsight.ErrTooMany
	case len(b.bounds) == 0:
		b.err = blindsight.ErrInconsistent
	default:
		b.err = nil
	}
	return b.err
}

// places returns the places left to a piece at a depth of the search for cores.
func (b *Belief) places(depth, piece int) []uint64 {
	w := b.t.words
	return b.stack[depth][piece*w : piece*w+w : piece*w+w]
}

// cover extends the core being built, with as many pieces as its depth, in all ways that
// cover the required cells that are left. It returns false if there are too many.
func (b *Belief) cover(depth int, required Cells) bool {
	if required == (Cells{}) {
		return b.keep(depth)
	}
	if depth == len(b.t.pieces) {
		return true
	}
	c := b.hardest(depth, &required)
	for i := range b.t.pieces {
		if b.chosen[i] != free {
			continue
		}
		left := b.places(depth, i)
		for w, word := range b.t.pieces[i].at[c] {
			for word &= left[w]; word != 0; word &= word - 1 {
				if !b.choose(depth, i, w*64+bits.TrailingZeros64(word), required) {
					return false
				}
			}
		}
	}
	return true
}

// choose puts a piece into the core, and goes on.
func (b *Belief) choose(depth, piece, place int, required Cells) bool {
	b.chosen[piece] = int16(place)
	for j := range b.t.pieces {
		if b.chosen[j] != free {
			continue
		}
		before, after := b.places(depth, j), b.places(depth+1, j)
		for w, clash := range b.t.clash(piece, place, j) {
			after[w] = before[w] &^ clash
		}
	}
	covers := &b.t.pieces[piece].places[place].Covers
	for w := range required {
		required[w] &^= covers[w]
	}
	more := b.cover(depth+1, required)
	b.chosen[piece] = free
	return more
}

// hardest returns the required cell that the fewest places cover.
func (b *Belief) hardest(depth int, required *Cells) int {
	hardest, fewest := 0, math.MaxInt
	for w, word := range required {
		for ; word != 0; word &= word - 1 {
			c, n := w*64+bits.TrailingZeros64(word), 0
			for i := range b.t.pieces {
				if b.chosen[i] != free {
					continue
				}
				left := b.places(depth, i)
				for w, at := range b.t.pieces[i].at[c] {
					n += bits.OnesCount64(at & left[w])
				}
			}
			if n < fewest {
				hardest, fewest = c, n
			}
		}
	}
	return hardest
}

// keep notes a core. The free pieces left have no place on required cells: those are all
// covered by the core.
func (b *Belief) keep(depth int) bool {
	if len(b.bounds) == b.maxCores {
		return false
	}
	bound := 1.0
	for i := range b.t.pieces {
		if b.chosen[i] == free {
			bound *= float64(ones(b.places(depth, i)))
		}
	}
	if bound == 0 {
		return true
	}
	if n := len(b.bounds); n > 0 {
		bound += b.bounds[n-1]
	}
	b.cores = append(b.cores, b.chosen...)
	b.bounds = append(b.bounds, bound)
	return true
}

// core returns the places of a core.
func (b *Belief) core(n int) []int16 {
	return b.cores[n*len(b.t.pieces) : (n+1)*len(b.t.pieces)]
}

// open sets order to the free pieces of a core, and left to the places that it leaves them.
func (b *Belief) open(core []int16) {
	b.order = b.order[:0]
	for j, place := range core {
		if place != free {
			continue
		}
		b.order = append(b.order, j)
		left := b.left[j]
		copy(left, b.asked.Allowed[j])
		for i, chosen := range core {
			if chosen != free {
				for w, clash := range b.t.clash(i, int(chosen), j) {
					left[w] &^= clash
				}
			}
		}
	}
}
