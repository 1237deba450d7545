package packing

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"blindsight/internal/pace"
)

// Estimate draws n packings of the last question and sets chance[i][c] to the share of those in which
// piece i covers cell c: independent samples of the exact belief, so the standard error of a chance p is
// sqrt(p(1-p)/n). It stops early when the context ends, or after maxDraws draws. It returns how many packings it
// found, at least 0, and how many draws that took. Ask must have found cores.
func (b *Belief) Estimate(ctx context.Context, rng *rand.Rand, n, maxDraws int, chance [][MaxCells]float64) (found, draws int) {
	for _, m := range b.marks {
		clear(m)
	}
	if b.drawn == nil {
		b.drawn = make([]int, len(b.t.pieces))
	}
	for found < n && draws < maxDraws {
		if draws%patience == patience-1 && pace.Err(ctx) != nil {
			break
		}
		draws++
		if !b.Draw(rng, b.drawn) {
			continue
		}
		found++
		for i, place := range b.drawn {
			b.marks[i][place]++
		}
	}
	b.spread(float64(found), chance)
	return found, draws
}

// spread turns the packings with each place into chances of cells.
func (b *Belief) spread(packings float64, chance [][MaxCells]float64) {
	for i, marks := range b.marks {
		chance[i] = [MaxCells]float64{}
		for place, ways := range marks {
			if ways == 0 {
				continue
			}
			for w, word := range b.t.pieces[i].places[place].Covers {
				for ; word != 0; word &= word - 1 {
					chance[i][w*64+bits.TrailingZeros64(word)] += ways / packings
				}
			}
		}
	}
}
