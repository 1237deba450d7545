package match

import (
	"context"
	"fmt"
	"io"

	"blindsight"
	"blindsight/catalog"
	"blindsight/episode"
	"blindsight/internal/elo"
)

// Pairs is a match of two players, A and B, in pairs of games: twice the same seed, with the sides swapped.
type Pairs struct {
	Players [2]string // A and B
	Budget  blindsight.Budget
	Games   int       // even; with a test at most so many
	Test    *elo.SPRT // stops the match when it is decided; nil without one
	Seed    uint64
	Workers int
}

// Pair is both games of a pair, that in which A plays the first side first.
type Pair [2]catalog.Result

// Play plays the pairs and sums them up in their order, until the test of the sum is decided:
// pairs after the one that decides are not looked at, so that it does not matter how many were
// played at the same time. Each, unless nil, is called with every pair that counts.
func (m *Pairs) Play(ctx context.Context, s *catalog.Setting, sum *PairSum, each func(n int, p *Pair)) error {
	type playFunc = func(context.Context, int) (Pair, error)
	inner, stop := context.WithCancel(ctx)
	defer stop()
	err := episode.Batch(inner, m.Games/2, m.Workers, func() playFunc {
		rivals, err := s.Rivals(m.Players[0], m.Players[1])
		return func(ctx context.Context, n int) (pair Pair, _ error) {
			for game := 0; game < 2 && err == nil; game++ {
				pair[game], err = rivals.Play(ctx, game, catalog.Play{Seed: m.Seed, Number: uint64(n), Budgets: []blindsight.Budget{m.Budget}})
			}
			return pair, err
		}
	}, func(n int, pair Pair) {
		if sum.decided() {
			return
		}
		sum.add(&pair)
		if each != nil {
			each(n, &pair)
		}
		if sum.decided() {
			stop()
		}
	})
	if sum.decided() {
		return nil
	}
	return err
}

// ExportPair writes a line for each game of a pair, for other programs: a match keeps no record, an experiment does.
func ExportPair(w io.Writer, g *catalog.Game, n int, p *Pair) {
	for game := range p {
		if len(g.Sides) == 1 {
			fmt.Fprintf(w, "%d %c %g %d", n, 'A'+game, p[game].Gained[0], p[game].Steps)
		} else {
			fmt.Fprintf(w, "%d %s %g %g %d", n, g.Sides[game], float64(p.halves(game))/2, p[game].Gained[game], p[game].Steps)
			if a, b := &p[game].Sides[game], &p[game].Sides[1-game]; len(g.Measures) > 0 {
				fmt.Fprintf(w, " %s seconds=%.3f/%.3f", g.Measured(a.Measures, b.Measures), a.Thought.Seconds(), b.Thought.Seconds())
			}
		}
		if f := p.forfeit(game); f != nil {
			fmt.Fprintf(w, " %c forfeits: %s", 'A'+f.Side, f.Reason)
		}
		fmt.Fprintln(w)
	}
}

// forfeit returns the forfeit of a game as one of A (0) or B (1), nil if there is none.
func (p *Pair) forfeit(game int) *catalog.Forfeit {
	f := p[game].Forfeit
	if f == nil || game == 0 {
		return f
	}
	return &catalog.Forfeit{Side: 1 - f.Side, Reason: f.Reason} // B plays the first side, or alone
}
