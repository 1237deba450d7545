package chess

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// walk plays random games from the standard positions and calls do with every
// position met, n in all.
func walk(t testing.TB, seed uint64, n int, do func(p *Position)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 0))
	var buf [256]Move
	for game := 0; ; game++ {
		p := mustParse(t, standard[game%len(standard)].fen)
		for range 200 {
			do(&p)
			if n--; n == 0 {
				return
			}
			moves := p.Moves(buf[:0])
			if len(moves) == 0 {
				break
			}
			p = p.Make(moves[rng.IntN(len(moves))])
		}
	}
}

// Every one of the 65536 values of a Move is legal exactly if it is generated.
func TestLegalAgreesWithMoves(t *testing.T) {
	walk(t, 1, 2000, func(p *Position) {
		moves := p.Moves(nil)
		slices.Sort(moves)
		if len(slices.Compact(slices.Clone(moves))) != len(moves) {
			t.Fatalf("%s: a move is generated twice: %v", p, moves)
		}
		if n := p.CountMoves(); n != len(moves) {
			t.Fatalf("%s: CountMoves is %d, want %d", p, n, len(moves))
		}
		if p.HasMove() != (len(moves) > 0) {
			t.Fatalf("%s: HasMove is %t, there are %d moves", p, p.HasMove(), len(moves))
		}
		var legal []Move
		for m := range 1 << 16 {
			if p.Legal(Move(m)) {
				legal = append(legal, Move(m))
			}
		}
		if !slices.Equal(legal, moves) {
			t.Fatalf("%s: legal are %v, generated were %v", p, legal, moves)
		}
	})
}
