package packing

import (
	"math"
	"math/bits"
)

// MaxCells is how many cells there can be, numbered from 0.
const MaxCells = 256

// Cells is a set of cells, a bit a cell.
type Cells [MaxCells / 64]uint64

func (s *Cells) meets(t *Cells) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// Place is where a piece may lie. Two pieces clash if one covers what the other blocks, which
// must be mutual; a place blocks at least what it covers.
type Place struct{ Covers, Blocks Cells }

// Table are pieces with their places, made ready for questions about them. It never changes
// and may be shared.
type Table struct {
	pieces []piece
	words  int // that hold one bit for each place of a piece
}

// piece is one piece.
type piece struct {
	places []Place
	// at are the places that cover a cell, a bit a place.
	at [MaxCells][]uint64
	// clash are, for each place and each piece, the places of that piece that clash with it: words
	// beginning at (place*pieces + other)*words.
	clash []uint64
}

// NewTable makes pieces ready. It takes time and memory in proportion to the square of the number
// of places: some milliseconds and 200 KB for the fleet of Battleship. It panics if a piece has more than
// 32,767 places.
func NewTable(pieces [][]Place) *Table {
	t := &Table{pieces: make([]piece, len(pieces))}
	for _, places := range pieces {
		t.words = max(t.words, (len(places)+63)/64)
	}
	for i, places := range pieces {
		if len(places) > math.MaxInt16 {
			panic("packing: too many places")
		}
		p := &t.pieces[i]
		p.places = places
		for c := range p.at {
			p.at[c] = make([]uint64, t.words)
		}
		for n := range places {
			for c := range MaxCells {
				if places[n].Covers[c>>6]>>(c&63)&1 != 0 {
					p.at[c][n>>6] |= 1 << (n & 63)
				}
			}
		}
		p.clash = make([]uint64, len(places)*len(pieces)*t.words)
		for n := range places {
			for j, others := range pieces {
				clash := p.clash[(n*len(pieces)+j)*t.words:]
				for m := range others {
					if places[n].Covers.meets(&others[m].Blocks) {
						clash[m>>6] |= 1 << (m & 63)
					}
				}
			}
		}
	}
	return t
}

// Pieces returns the number of pieces.
func (t *Table) Pieces() int { return len(t.pieces) }

// Places returns the number of places of a piece.
func (t *Table) Places(piece int) int { return len(t.pieces[piece].places) }

// clash returns the places of piece j that clash with a place of piece i.
func (t *Table) clash(i, place, j int) []uint64 {
	at := (place*len(t.pieces) + j) * t.words
	return t.pieces[i].clash[at : at+t.words : at+t.words]
}

// Question is what is known of a packing.
type Question struct {
	Allowed  [][]uint64 // the places that each piece may take, a bit a place
	Required Cells      // cells that must be covered
}

// NewQuestion returns a question of the table's size that allows nothing yet.
func (t *Table) NewQuestion() *Question {
	q := &Question{Allowed: make([][]uint64, len(t.pieces))}
	for i := range q.Allowed {
		q.Allowed[i] = make([]uint64, t.words)
	}
	return q
}

// Clear forbids all places and requires nothing.
func (q *Question) Clear() {
	for _, a := range q.Allowed {
		clear(a)
	}
	q.Required = Cells{}
}

// Allow lets a piece take a place.
func (q *Question) Allow(piece, place int) { q.Allowed[piece][place>>6] |= 1 << (place & 63) }

// Equal tells whether two questions of one table are the same.
func (q *Question) Equal(r *Question) bool {
	if q.Required != r.Required {
		return false
	}
	for i, a := range q.Allowed {
		for w, word := range a {
			if word != r.Allowed[i][w] {
				return false
			}
		}
	}
	return true
}

// copy makes q equal to r.
func (q *Question) copy(r *Question) {
	q.Required = r.Required
	for i := range q.Allowed {
		copy(q.Allowed[i], r.Allowed[i])
	}
}

// ones returns the number of bits.
func ones(words []uint64) int {
	n := 0
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}

// nth returns the position of bit number n, from 0, of those that are set.
func nth(words []uint64, n int) int {
	for i, w := range words {
		c := bits.OnesCount64(w)
		if n >= c {
			n -= c
			continue
		}
		for ; n > 0; n-- {
			w &= w - 1
		}
		return i*64 + bits.TrailingZeros64(w)
	}
	panic("packing: fewer bits than asked for")
}
