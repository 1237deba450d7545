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

// What a move is worth after the worst answer is what paranoid finds, in positions of random games.
func TestWorstIsParanoids(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	var w wary
	looked := 0
	for range 8 {
		p := chess.Start()
		for range 60 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			other := paranoid{}
			for _, m := range moves {
				other.buf = append(other.buf, kriegspiel.Attempt(m))
			}
			sums, legal := make([]float64, len(moves)), make([]int, len(moves))
			other.look(&p, sums, legal)
			for i, m := range moves {
				if got := w.worst(&p, m); got != sums[i] || legal[i] != 1 {
					t.Fatalf("%s, %s: %v, paranoid %v", p.FEN(), m, got, sums[i])
				}
				looked++
			}
			p = p.Make(moves[rng.IntN(len(moves))])
		}
	}
	if looked < 5000 {
		t.Fatalf("%d moves are too few", looked)
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
					return o.wary.worst(&p, o.tries[plans[j].try].Move()) - o.rows[0].values[plans[j].try]
				}
				want := before[i] - before[top] + share*(gap(i)-gap(top))
				if got := plans[i].value - plans[top].value; math.Abs(got-want) > 1e-9 {
					t.Errorf("%s, %s, share %v: %v behind, want %v", fen, o.tries[plans[i].try], share, got, want)
				}
			}
		}
	}
}
