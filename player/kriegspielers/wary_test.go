package kriegspielers

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
)

// What a move is worth after the worst answer, in positions where that is plain: by all answers, as paranoid looks at them, and by sighted.
func TestWorst(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		from, to  float64
	}{
		{"4k3/8/8/3p4/8/8/8/3QK3 w - -", "d1d5", 8.5, 10},      // a pawn that nothing protects
		{"4k3/8/4p3/3p4/8/8/8/3QK3 w - -", "d1d5", -3, -1},     // a pawn that another protects: the queen is lost
		{"4k3/8/8/8/8/1r6/8/K2Q4 w - -", "a1a2", 3.5, 5},       // the rook that is attacked goes
		{"r3k3/8/8/8/8/8/8/R3K3 w - -", "a1a7", -6, -4},        // the rook is left where it is taken
		{"r3k3/8/8/8/8/8/8/R3K2R w - -", "a1a7", -1, 1},        // the same, for another rook
		{"4k3/8/8/8/b4n2/8/8/1R2K3 w - -", "b1b4", 1, 2.6},     // of two men that are attacked one is saved
		{"4k3/8/8/8/8/8/p5K1/8 w - -", "g2f3", -10, -8},        // the pawn becomes a queen
		{"6k1/8/8/8/8/8/r4PPP/6K1 w - -", "h2h3", -3.5, -1.5},  // no mate: the king has air
		{"r5kN/8/8/8/8/8/5PPP/6K1 w - -", "h8g6", -50, -20},    // he mates on the last rank
		{"r5k1/8/8/8/8/8/5PPP/1R4K1 w - -", "g1f1", 1, 4},      // he cannot: the rook is at home
		{"4k3/8/2p5/8/3n4/8/8/3QK3 w - -", "d1d4", 6.5, 9},     // a knight that nothing protects
		{"4k3/8/8/2p5/3n4/8/8/3QK3 w - -", "d1d4", -2.5, 0},    // one that a pawn protects
		{"4k3/8/8/2p5/3n4/4P3/8/4K3 w - -", "e3d4", -1.5, 0.5}, // a pawn takes it, and is taken
	} {
		p := mustPosition(t, c.fen)
		m, err := chess.ParseUCI(c.move)
		if err != nil || !p.Legal(m) {
			t.Fatalf("%s, %s: %v", c.fen, c.move, err)
		}
		for name, x := range map[string]float64{"worst": worst(&p, m), "sighted": sightedOf(&p, m)} {
			if x < c.from || x > c.to {
				t.Errorf("%s, %s: %s is %v, want from %v to %v", c.fen, c.move, name, x, c.from, c.to)
			}
		}
	}
}

// sightedOf is sighted after a move that leaves him one, by the frozen worth of men.
func sightedOf(p *chess.Position, m chess.Move) float64 {
	to, us := p.Make(m), p.Side()
	balance := frozenScale.strength(&to, us) - frozenScale.strength(&to, us.Other())
	return sighted(&to, to.InCheck(), balance, attacked(&to, us, to.Occupied()), attacked(&to, us.Other(), to.Occupied()), frozenScale)
}

// Looking at what he takes alone tells nearly what looking at all his answers does.
func TestSightedAsWorst(t *testing.T) {
	far, all := 0, 0
	for n := range uint64(60) {
		rng := rand.New(rand.NewPCG(n, 1))
		p := chess.Start()
		for range 20 + rng.IntN(130) {
			list := p.Moves(nil)
			if len(list) == 0 {
				break
			}
			m := list[rng.IntN(len(list))]
			if to := p.Make(m); to.HasMove() {
				all++
				if x := worst(&p, m); math.Abs(max(x, -valueMated)-sightedOf(&p, m)) > 0.5 {
					far++
				}
			}
			p = p.Make(m)
		}
	}
	t.Logf("%d of %d moves differ by more than half a pawn", far, all)
	if all < 1000 || far > all/20 {
		t.Errorf("%d of %d moves differ by more than half a pawn, want one in twenty at most", far, all)
	}
}

// The share of an opponent who sees the board is a share.
func TestWaryShares(t *testing.T) {
	p := mustPosition(t, "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 0 5")
	for _, m := range p.Moves(nil) {
		to := p.Make(m)
		var values [3]float64
		for i, share := range []float64{0, 0.5, 1} {
			j := judge{side: p.Side(), by: usedScale, rates: &fitted, wary: share}
			values[i] = j.value(&to, chess.NoSquare)
		}
		if math.Abs(values[0]+values[2]-2*values[1]) > 1e-9 {
			t.Errorf("%s: %v", m, values)
		}
	}
}

// BenchmarkWorstAnswer compares looking at all answers of an opponent who sees the board with looking at what he takes.
func BenchmarkWorstAnswer(b *testing.B) {
	p := mustPosition(b, "rn1qk1nr/pp3ppp/4p3/1p1p4/3P1P1b/2P1PN2/P1Q1B1PP/1RB2RK1 w kq -")
	list := p.Moves(nil)
	for name, value := range map[string]func(*chess.Position, chess.Move) float64{"all": worst, "taken": sightedOf} {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				value(&p, list[i%len(list)])
			}
		})
	}
}
