package endings

import (
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/chess"
)

// The greatest sets, against the definition, for few sets and for many.
func TestGreatest(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		sets := make([]chess.Bitboard, 1+rng.IntN(3*manySets))
		for i := range sets {
			sets[i] = chess.Bitboard(rng.Uint64()&rng.Uint64()|rng.Uint64N(2)<<5) & 0xfff
		}
		var want []chess.Bitboard
		for _, s := range sets {
			proper := func(t chess.Bitboard) bool { return s != t && s&^t == 0 }
			if !slices.ContainsFunc(sets, proper) && !slices.Contains(want, s) {
				want = append(want, s)
			}
		}
		got := slices.Sorted(slices.Values(greatest(slices.Clone(sets))))
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Fatalf("of %v: %v, want %v", sets, got, want)
		}
	}
}
