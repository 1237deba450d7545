package kriegspielers

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/chess"
)

func sceneAt(p *chess.Position, k knowledge) scene {
	return sceneOf(p, k, attacked(p, p.Side(), p.Occupied()), attacked(p, p.Side().Other(), p.Occupied()))
}

// The weight of a move, for which some factors are multiplied beforehand, is the product of those of its traits, in positions of random games.
func TestWeightIsTheProductOfTraits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	looked := 0
	for range 20 {
		p := chess.Start()
		for range 80 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			c := sceneAt(&p, knowledge{took: chess.NoSquare, lost: chess.Bitboard(rng.Uint64() & rng.Uint64())})
			for _, m := range moves {
				var l traitList
				c.traits(m, &l)
				got := c.weight(m)
				for style := range got {
					want := 1.0
					for _, trait := range l.noted() {
						want *= math.Exp2(math.Round(float64(policies[style][trait])*bitSteps/10) / bitSteps)
					}
					if got := got[style]; math.Abs(got-want) > 1e-9*want || !(got > 0) {
						t.Fatalf("%s, %s, style %d: %v, want %v", p.FEN(), m, style, got, want)
					}
				}
				looked++
			}
			p = p.Make(moves[rng.IntN(len(moves))])
		}
	}
	if looked < 10_000 {
		t.Fatalf("%d moves are too few", looked)
	}
}

// Factors are small enough to be added as [bits], as many as a move has traits.
func TestBitsHaveRoom(t *testing.T) {
	for k, policy := range policies {
		for trait, x := range policy {
			if int(max(x, -x)) >= 10*noBits/bitSteps {
				t.Errorf("trait %d of %s: 2^%.1f is out of range", trait, Styles()[k], float64(x)/10)
			}
		}
	}
	if most := len(traitList{}.all); most*2*noBits > 1<<laneBits {
		t.Errorf("%d traits may run over", most)
	}
}

// Where a man comes to stand is told by the traits of its move.
func TestContact(t *testing.T) {
	const queen, rook, knight, pawn = trait(chess.Queen - 1), trait(chess.Rook - 1), trait(chess.Knight - 1), trait(chess.Pawn - 1)
	for _, c := range []struct {
		fen, move string
		has, not  []trait
	}{
		{"4k3/8/8/8/3p4/8/8/2Q1K3 w - -", "c1e3", []trait{intoPawn + queen, intoAlone + queen, checks + queen, threatens + pawn}, []trait{intoMen + queen, escapes + queen, protectedMan + queen}},
		{"r3k3/8/8/8/8/8/8/R3K3 w - -", "a1a2", []trait{escapes + rook, intoMen + rook, intoAlone + rook, threatens + rook}, []trait{checks + rook, intoPawn + rook}},
		{"3qk3/2p5/8/8/5N2/8/8/4K3 w - -", "f4e6", []trait{threatMore + queen}, []trait{threatens + pawn, intoMen + knight}}, // c7 is protected, and so is d8
		{"4k3/8/8/8/8/8/4P3/3QKB2 w - -", "e2e4", []trait{opens + 5}, []trait{opens + 1}},
		{"4k3/8/8/8/8/8/8/N3K3 w - -", "a1b3", []trait{roams + 5}, []trait{opens}}, // 2 squares before, 6 after
	} {
		p, err := chess.ParseFEN(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := chess.ParseUCI(c.move)
		if err != nil {
			t.Fatal(err)
		}
		s := sceneAt(&p, knowledge{took: chess.NoSquare})
		var l traitList
		s.traits(m, &l)
		got := l.noted()
		for _, want := range c.has {
			if !slices.Contains(got, want) {
				t.Errorf("%s, %s: %v lack %d", c.fen, c.move, got, want)
			}
		}
		for _, bad := range c.not {
			if slices.Contains(got, bad) {
				t.Errorf("%s, %s: %v have %d", c.fen, c.move, got, bad)
			}
		}
	}
}
