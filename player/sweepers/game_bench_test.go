package sweepers_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/internal/cputime"
	"blindsight/internal/interval"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
)

// solvers are the players that need no search.
func solvers() map[string]sweepers.Player {
	return map[string]sweepers.Player{
		"sps": sweepers.NewSPS(), "csp": sweepers.NewCSP(), "csp-corner": sweepers.NewCSPCorner(),
		"csp-pgms": sweepers.NewCSPPGMS(), "strong": strong.New(strong.Default()),
	}
}

// BenchmarkGame plays whole games and reports processor milliseconds and win rate,
// with the half width of its 95% interval, in percent. Try -benchtime 5000x.
func BenchmarkGame(b *testing.B) {
	for _, name := range []string{"sps", "csp", "csp-corner", "strong"} {
		for _, board := range sweeptest.Boards {
			b.Run(name+"/"+board.Name, func(b *testing.B) {
				g := sweeptest.NewGame(b, board.Rules)
				p := solvers()[name]
				wins, moves := 0, 0
				start := cputime.Seconds()
				for game := range uint64(b.N) {
					r := playDealt(b, g, p, game)
					moves += r.Decisions
					if r.Won {
						wins++
					}
				}
				n := float64(b.N)
				lo, hi := interval.Wilson95(wins, b.N)
				b.ReportMetric((cputime.Seconds()-start)/n*1000, "cpu-ms/game")
				b.ReportMetric(float64(moves)/n, "moves/game")
				b.ReportMetric(100*float64(wins)/n, "%won")
				b.ReportMetric(50*(hi-lo), "%±")
			})
		}
	}
}

// playDealt plays a dealt board to its end.
func playDealt(t testing.TB, g *minesweeper.Game, p sweepers.Player, game uint64) episode.MinesweeperResult {
	t.Helper()
	m := episode.MinesweeperGame{Game: g}
	g.Deal(1, game, &m.State)
	r, err := m.Play(context.Background(), rand.New(rand.NewPCG(7, game)), p, blindsight.Budget{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
