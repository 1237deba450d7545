package endings

import (
	"cmp"
	"slices"

	"blindsight/game/chess"
)

// greatest returns those of the sets that are in no other, each once, large ones first. It
// works in place.
func greatest(sets []chess.Bitboard) []chess.Bitboard {
	slices.SortFunc(sets, func(a, b chess.Bitboard) int {
		return cmp.Or(cmp.Compare(b.Count(), a.Count()), cmp.Compare(a, b))
	})
	sets = slices.Compact(sets)
	kept := sets[:0]
	for _, s := range sets {
		if !within(s, kept) {
			kept = append(kept, s)
		}
	}
	return kept
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
