package endings

import (
	"slices"

	"blindsight/game/chess"
)

// greatest returns those of the sets that are in no other, each once, large ones first. It
// sorts the sets that it is given.
func greatest(sets []chess.Bitboard) []chess.Bitboard {
	slices.Sort(sets)
	sets = bySize(slices.Compact(sets))
	kept := sets[:0]
	if len(sets) < manySets {
		for _, s := range sets {
			if !within(s, kept) {
				kept = append(kept, s)
			}
		}
		return kept
	}
	var by bySquare
	for _, s := range sets {
		if !by.holds(s) {
			by.add(s)
			kept = append(kept, s)
		}
	}
	return kept
}

// bySize returns sets with the large ones first, those of one size in the order in which they came.
func bySize(sets []chess.Bitboard) []chess.Bitboard {
	var ends [66]int // by how many squares are missing, where those with fewer missing end
	for _, s := range sets {
		ends[65-s.Count()]++
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	sorted := make([]chess.Bitboard, len(sets))
	for _, s := range sets {
		at := &ends[64-s.Count()]
		sorted[*at] = s
		*at++
	}
	return sorted
}

// manySets is from how many sets on it pays to look only at those that share a square.
const manySets = 64

// bySquare holds sets in lists by each of their squares: a set can only be in those that have its rarest square.
type bySquare [64][]chess.Bitboard

func (by *bySquare) add(s chess.Bitboard) {
	for b := s; b != 0; b &= b - 1 {
		q := b.First() & 63
		by[q] = append(by[q], s)
	}
}

// holds reports whether a set is in one of those held; the empty set is in any.
func (by *bySquare) holds(s chess.Bitboard) bool {
	if s == 0 {
		return true
	}
	list := by[s.First()&63]
	for b := s & (s - 1); b != 0; b &= b - 1 {
		if other := by[b.First()&63]; len(other) < len(list) {
			list = other
		}
	}
	return within(s, list)
}

// within reports whether a set is in one of the sets.
func within(s chess.Bitboard, sets []chess.Bitboard) bool {
	for _, t := range sets {
		if s&^t == 0 {
			return true
		}
	}
	return false
}
