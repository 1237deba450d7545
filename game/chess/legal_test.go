package chess

import (
	"flag"
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

var thorough = flag.Bool("thorough", false, "let TestLegalAgreesWithMoves look at five times as many positions")

// Every one of the 65536 values of a Move is legal exactly if it is generated: in
// games, in positions thrown together, and on boards of one side.
func TestLegalAgreesWithMoves(t *testing.T) {
	check := func(p *Position) {
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
	}
	positions := 200
	if *thorough {
		positions = 1000
	}
	walk(t, 1, positions, check)
	rng := rand.New(rand.NewPCG(13, 0))
	for thrown := 0; thrown < positions; {
		if p, ok := throwTogether(rng); ok {
			check(&p)
			own := p.Only(p.Side())
			check(&own)
			thrown++
		}
	}
	for _, c := range traps {
		p := mustParse(t, c.fen)
		check(&p)
	}
}

// What a search asks of positions does not allocate.
func TestNothingIsAllocated(t *testing.T) {
	var buf [256]Move
	for _, c := range standard {
		p := mustParse(t, c.fen)
		m := p.Moves(nil)[0]
		var q Position
		if n := testing.AllocsPerRun(10, func() {
			p.Moves(buf[:0])
			p.PawnCaptures(buf[:0])
			p.PawnTries()
			p.MakeInto(m, &q)
			q = p.Make(m)
			q.Hash()
			q.CheckDirections()
			q.Checkmate()
			q.Stalemate()
			q.Legal(m)
			q.Captured(m)
			q = q.Only(White)
			p.Mates(m)
			p.HasMate()
			p.Perft(3)
		}); n != 0 {
			t.Errorf("%s: %v allocations", c.name, n)
		}
	}
}
