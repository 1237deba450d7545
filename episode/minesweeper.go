package episode

import (
	"context"
	"math/rand/v2"
	"time"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/randstream"
)

// MinesweeperGame is one game of Minesweeper: its rules, and a board that was
// dealt or laid.
type MinesweeperGame struct {
	Game  *minesweeper.Game
	State minesweeper.State
	// Opened is a first cell that is opened for the player, if there is one.
	Opened *minesweeper.Cell
}

// MinesweeperResult is how a game went.
type MinesweeperResult struct {
	Won     bool
	Score   float64          // safely opened cells / cells without a mine
	First   minesweeper.Cell // the first cell opened
	Seconds float64
	Tally
}

// MinesweeperMove is a move of a game of Minesweeper.
type MinesweeperMove = Move[minesweeper.Cell, minesweeper.Seen]

// PlayMinesweeper plays game number n of a seed: the board that the published generator
// deals for them, with a random stream of the player's that is named by them. Whoever
// plays game n of a seed, here, by 'mines play' or in an experiment, meets the same
// board and decides in the same way, as long as the budget is one of simulations.
func PlayMinesweeper(
	ctx context.Context, g *minesweeper.Game, seed uint64, n int, player blindsight.Planner[*minesweeper.View, minesweeper.Cell],
	b blindsight.Budget, each func(*minesweeper.View, *MinesweeperMove),
) (MinesweeperResult, error) {
	m := MinesweeperGame{Game: g}
	g.Deal(seed, uint64(n), &m.State)
	return m.Play(ctx, MinesweeperStream(seed, n), player, b, each)
}

// MinesweeperStream returns the random stream of the player in game number n of a seed.
func MinesweeperStream(seed uint64, n int) *rand.Rand {
	return randstream.New(seed, "mines play", uint64(n))
}

// Play plays the game to its end. Each, unless nil, sees every move with the view
// after it; on the last one of a lost game the view is the one before.
func (m *MinesweeperGame) Play(
	ctx context.Context, rng *rand.Rand, player blindsight.Planner[*minesweeper.View, minesweeper.Cell], b blindsight.Budget,
	each func(*minesweeper.View, *MinesweeperMove),
) (MinesweeperResult, error) {
	start := time.Now()
	v := m.Game.NewView()
	var r MinesweeperResult
	opened := 0
	note := func(move *MinesweeperMove) {
		if opened == 0 {
			r.First = move.Decision.Action
		}
		if move.Seen != minesweeper.Mine {
			opened++
		}
		if !move.Forced {
			r.Count(move.Decision.Simulations, move.Decision.Health, move.Thought)
		}
		if each != nil {
			each(v, move)
		}
	}
	done := false
	if m.Opened != nil {
		move := MinesweeperMove{Decision: blindsight.Decision[minesweeper.Cell]{Action: *m.Opened}, Forced: true}
		move.Step = m.Game.Step(rng, &m.State, *m.Opened)
		done = move.Done()
		if !done {
			if err := v.Did(*m.Opened, move.Seen); err != nil {
				return r, err
			}
		}
		note(&move)
	}
	if !done {
		if _, err := Solo(ctx, rng, m.Game, &m.State, v, player, b, note); err != nil {
			return r, err
		}
	}
	safe := m.Game.Rules().Safe()
	r.Won = opened == safe
	r.Score = float64(opened) / float64(safe)
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}
