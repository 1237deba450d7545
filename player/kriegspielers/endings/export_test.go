package endings

import (
	"math/rand/v2"

	"blindsight/game/chess"
)

// Draw returns a random placement with a few squares for the king, to hold the table against
// something else: most of the time squares near the won and the lost, made of a won set by leaving squares
// out, or putting one in; else any.
func (t *Table) Draw(rng *rand.Rand) (Men, chess.Bitboard) {
	near := rng.IntN(4) > 0
	for {
		i := rng.IntN(len(t.won))
		men := t.places.list[i]
		possible := t.material.Possible(men)
		kings := chess.Bitboard(0)
		all := t.won[i].all
		if near && len(all) == 0 {
			continue
		}
		if near {
			kings = few(rng, all[rng.IntN(len(all))], 1+rng.IntN(5))
			if rng.IntN(2) == 0 {
				kings |= few(rng, possible, 1)
			}
		} else {
			kings = few(rng, possible, 1+rng.IntN(3))
		}
		if kings != 0 {
			return men, kings
		}
	}
}

// few returns n squares of a set, or all of them.
func few(rng *rand.Rand, from chess.Bitboard, n int) chess.Bitboard {
	for from.Count() > n {
		k := rng.IntN(from.Count())
		for s := range from.All() {
			if k == 0 {
				from &^= s.Bitboard()
			}
			k--
		}
	}
	return from
}
