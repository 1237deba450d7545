package matebase

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// The part is what adding positions one by one gives, and nil where that is less than
// half.
func TestProvedPart(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rules := kriegspiel.MustRules("berkeley")
	halves, less := 0, 0
	for range 60 {
		var belief []chess.Position // Black's king anywhere on his first two ranks
		for _, file := range rng.Perm(8) {
			var p chess.Position
			p.Put(chess.F1+24, chess.White, chess.King)
			p.Put(chess.C1+24, chess.White, chess.Queen)
			p.Put(chess.A1+40, chess.White, chess.Rook)
			p.Put(chess.SquareAt(file, 7-rng.IntN(3)/2), chess.Black, chess.King)
			if p.Check() == nil {
				belief = append(belief, p)
			}
		}
		belief = belief[:2+rng.IntN(len(belief)-1)]
		solver := func() *players.Solver {
			s := players.NewSolver(rules, andor.Options{})
			return s
		}
		p := &prover{context.Background(), solver(), 3, 1 << 40}
		got := p.provedPart(belief, nil)
		var want []int
		var part []chess.Position
		for i := range belief {
			if solver().Solve(context.Background(), append(slices.Clone(part), belief[i]), 3).Verdict == andor.Win {
				want, part = append(want, i), append(part, belief[i])
			}
		}
		if 2*len(want) < len(belief) {
			want = nil
			less++
		} else {
			halves++
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: part %v, one by one %v", belief, got, want)
		}
	}
	if halves == 0 || less == 0 {
		t.Errorf("%d parts of at least half, %d less: want both", halves, less)
	}
}
