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
	players "blindsight/player/sweepers"
)

// solvers are the players that need no search.
func solvers() map[string]players.Player {
	return map[string]players.Player{
		"sps": players.NewSPS(), "csp": players.NewCSP(), "csp-corner": players.NewCSPCorner(),
		"csp-pgms": players.NewCSPPGMS(), "strong": players.NewStrong(players.DefaultStrong()),
	}
}

// gameBoards are the classic sizes.
var gameBoards = []struct {
	name  string
	rules minesweeper.Rules
}{
	{"9x9x10", minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true}},
	{"16x16x40", minesweeper.Rules{Height: 16, Width: 16, Mines: 40, AutoOpen: true}},
	{"16x30x99", minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true}},
}

// BenchmarkGame plays whole games and reports processor milliseconds and win rate,
// with the half width of its 95% interval, in percent. Try -benchtime 5000x.
func BenchmarkGame(b *testing.B) {
	for _, name := range []string{"sps", "csp", "csp-corner", "strong"} {
		for _, board := range gameBoards {
			b.Run(name+"/"+board.name, func(b *testing.B) {
				g := newGame(b, board.rules)
				p := solvers()[name]
				wins, moves := 0, 0
				start := cputime.Seconds()
				for game := range uint64(b.N) {
					r := playDealt(b, g, p, game)
					moves += r.Moves
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
func playDealt(t testing.TB, g *minesweeper.Game, p players.Player, game uint64) episode.MinesweeperResult {
	t.Helper()
	m := episode.MinesweeperGame{Game: g}
	g.Deal(1, game, &m.State)
	r, err := m.Play(context.Background(), rand.New(rand.NewPCG(7, game)), p, blindsight.Budget{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
