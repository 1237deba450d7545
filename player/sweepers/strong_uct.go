package sweepers

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/bssuct"
	"blindsight/search/uct"
)

// leastSampled is the number of placements from which on simulations tell more than
// the narrow search, on boards that are not dense.
const leastSampled = 10_000

// smallBoard is how many cells a board may have for these searches: on larger ones nothing
// was gained by them.
const smallBoard = 36

// sampled is UCT with the exact search at its leaves, for one board.
type sampled struct {
	game   *minesweeper.Game
	player Player
}

// samples tells whether a position is one for simulations: it is small enough to be
// searched, has many placements, and fewer than half of its unknown cells are mines. On
// denser boards, where wins are rare, the narrow search is better (5x5/15: 99.4% of
// the optimum against 97%), on others simulations are (5x5/10).
func (p *strong) samples() bool {
	size := p.position.Counter.Size()
	return size > leastSampled && size <= maxSearched && 2*p.position.Sums.Total < p.position.Sums.Unknowns
}

// sample decides a position by simulations.
func (p *strong) sample(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	if s := &p.sampled; s.game != v.Game() {
		s.game = v.Game()
		s.player = bssuct.NewSearch(s.game, bssuct.Options{Policy: 1, Exact: 200, Search: uct.Config{
			Bandit: uct.UCBV, Weighted: true, Caution: 10, Workers: 1,
		}}) // the exact search was tried
	}
	return p.sampled.player.Choose(ctx, rng, v, b)
}
