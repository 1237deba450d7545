package battleship

import "math/bits"

// Set is a set of cells, a bit a cell.
type Set [MaxCells / 64]uint64

// Has tells whether a cell is in the set.
func (s *Set) Has(c Cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

// Len returns the number of cells.
func (s *Set) Len() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// Meets tells whether two sets have a cell in common.
func (s *Set) Meets(t *Set) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

// Within tells whether all cells of s are in t.
func (s *Set) Within(t *Set) bool {
	return s[0]&^t[0]|s[1]&^t[1]|s[2]&^t[2]|s[3]&^t[3] == 0
}

// Cells appends the cells of the set in increasing order.
func (s *Set) Cells(buf []Cell) []Cell {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			buf = append(buf, Cell(w*64+bits.TrailingZeros64(word)))
		}
	}
	return buf
}

func (s *Set) add(c Cell) { s[c>>6] |= 1 << (c & 63) }

// join adds the cells of t.
func (s *Set) join(t *Set) {
	for w := range s {
		s[w] |= t[w]
	}
}

// and returns the cells that are in both.
func (s *Set) and(t *Set) Set {
	return Set{s[0] & t[0], s[1] & t[1], s[2] & t[2], s[3] & t[3]}
}

// without returns the cells that are not in t.
func (s *Set) without(t *Set) Set {
	return Set{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2], s[3] &^ t[3]}
}
