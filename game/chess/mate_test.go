package chess

import (
	"math/rand/v2"
	"testing"
)

// Mates and HasMate say what making all moves says, in games and in positions thrown
// together.
func TestMates(t *testing.T) {
	mates, checks := 0, 0
	compare := func(p *Position) {
		has := false
		for _, m := range p.Moves(nil) {
			q := p.Make(m)
			if q.InCheck() {
				checks++
			}
			mate := q.Checkmate()
			if mate {
				mates++
				has = true
			}
			if p.Mates(m) != mate {
				t.Fatalf("%s: %s mates: %v, want %v", p.FEN(), m, !mate, mate)
			}
		}
		if p.HasMate() != has {
			t.Fatalf("%s: has a mate: %v, want %v", p.FEN(), !has, has)
		}
	}
	walk(t, 5, 5_000, compare)
	rng := rand.New(rand.NewPCG(6, 0))
	for range 40_000 {
		if p, ok := throwTogether(rng); ok {
			compare(&p)
		}
	}
	if mates < 1000 || checks < 20_000 {
		t.Errorf("%d mates and %d checks: the test says little", mates, checks)
	}
	own := mustParse(t, "8/8/8/8/8/4k3/8/4K2R w K -")
	own = own.Only(White)
	if own.HasMate() || own.Mates(own.Moves(nil)[0]) {
		t.Error("a mate without a king to be mated")
	}
}

// MateIn agrees with the definition.
func TestMateIn(t *testing.T) {
	var mateIn func(p *Position, n int) bool
	mateIn = func(p *Position, n int) bool {
		for _, m := range p.Moves(nil) {
			q := p.Make(m)
			if q.Checkmate() {
				return true
			}
			replies := q.Moves(nil)
			won := n > 1 && len(replies) > 0
			for _, r := range replies {
				if !won {
					break
				}
				next := q.Make(r)
				won = mateIn(&next, n-1)
			}
			if won {
				return true
			}
		}
		return false
	}
	rng := rand.New(rand.NewPCG(8, 0))
	found := 0
	for i := range 1500 {
		p, ok := throwTogether(rng)
		if !ok {
			continue
		}
		n := 2
		if i%50 == 0 && p.CountMoves() < 12 {
			n = 3
		}
		want := mateIn(&p, n)
		if got, positions := p.MateIn(n); got != want || positions < 1 {
			t.Fatalf("%s: mate in %d: %v after %d positions, want %v", p.FEN(), n, got, positions, want)
		}
		if want && !p.HasMate() {
			found++
		}
	}
	if found < 30 {
		t.Errorf("%d mates in two or three: the test says little", found)
	}
	p := mustParse(t, StartFEN)
	if mate, positions := p.MateIn(0); mate || positions != 0 {
		t.Error("mate in no move")
	}
}

func BenchmarkHasMate(b *testing.B) {
	var list []Position
	walk(b, 7, 1000, func(p *Position) { list = append(list, *p) })
	b.Run("HasMate", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			list[i%len(list)].HasMate()
		}
	})
	b.Run("all-moves", func(b *testing.B) {
		var buf [256]Move
		var q Position
		for i := 0; b.Loop(); i++ {
			p := &list[i%len(list)]
			for _, m := range p.Moves(buf[:0]) {
				p.MakeInto(m, &q)
				if q.Checkmate() {
					break
				}
			}
		}
	})
}
