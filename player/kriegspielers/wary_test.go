package kriegspielers

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// What a move is worth after the worst answer, in positions where that is plain.
func TestWorst(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		from, to  float64
	}{
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - -", "a1a8", 50, 50},  // mate
		{"7k/8/6Q1/8/8/8/8/4K3 w - -", "g6f7", 0, 0},       // stalemate
		{"4k3/8/8/3p4/8/8/8/3QK3 w - -", "d1d5", 8.5, 10},  // a pawn that nothing protects
		{"4k3/8/4p3/3p4/8/8/8/3QK3 w - -", "d1d5", -3, -1}, // a pawn that another protects: the queen is lost
		{"4k3/8/8/8/8/1r6/8/K2Q4 w - -", "a1a2", 3.5, 5},   // the rook that is attacked goes
		{"r3k3/8/8/8/8/8/8/R3K3 w - -", "a1a7", -6, -4},    // the rook is left where it is taken
	} {
		p := mustPosition(t, c.fen)
		m, err := chess.ParseUCI(c.move)
		if err != nil || !p.Legal(m) {
			t.Fatalf("%s, %s: %v", c.fen, c.move, err)
		}
		if x := worst(&p, m); x < c.from || x > c.to {
			t.Errorf("%s, %s: %v, want from %v to %v", c.fen, c.move, x, c.from, c.to)
		}
	}
}

// Where the position is known, and the share is all, plans differ by what they are worth after the worst answer alone.
func TestWaryShares(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	rules := kriegspiel.MustRules("berkeley")
	for _, fen := range []string{chess.StartFEN, "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 0 5", "4k3/3r4/8/8/8/8/3R4/3QK3 w - - 0 1"} {
		p := mustPosition(t, fen)
		v := kriegspiel.NewView(rules, p.Side(), &p)
		for _, share := range []float64{0, 0.5, 1} {
			o := &outlook{turns: -1}
			o.judge.by, o.judge.rates = usedScale, &fitted
			o.begin(v, v.Legal(nil), []chess.Position{p}, nil, false, rng)
			s := newSpending(context.Background(), blindsight.Budget{Simulations: 1_000_000}, false)
			if o.fill(v, s, allRows) != 1 {
				t.Fatal("one position has one row")
			}
			plans := o.chain.plan(o, v, ForesightOptions{Chain: true})
			before := make([]float64, len(plans))
			for i := range plans {
				before[i] = plans[i].value
			}
			o.wary.lower(o, plans, share, s)
			top := o.wary.list[0]
			for _, i := range o.wary.list {
				gap := func(j int) float64 {
					return worst(&p, o.tries[plans[j].try].Move()) - o.rows[0].values[plans[j].try]
				}
				want := before[i] - before[top] + share*(gap(i)-gap(top))
				if got := plans[i].value - plans[top].value; math.Abs(got-want) > 1e-9 {
					t.Errorf("%s, %s, share %v: %v behind, want %v", fen, o.tries[plans[i].try], share, got, want)
				}
			}
		}
	}
}
