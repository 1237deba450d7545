package episode_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
)

func newGame(t *testing.T, r minesweeper.Rules) *minesweeper.Game {
	t.Helper()
	g, err := minesweeper.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// spy opens cells in their order and keeps the views it was asked about.
type spy struct{ views []*minesweeper.View }

func (s *spy) Choose(_ context.Context, _ *rand.Rand, v *minesweeper.View, _ blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	s.views = append(s.views, v.Clone())
	return blindsight.Decision[minesweeper.Cell]{Action: v.Legal(nil)[0], Simulations: 3, Health: blindsight.Health{Draws: 5}}, nil
}

func TestPlayAddsUp(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 1, Width: 6, Mines: 1})
	for _, c := range []struct {
		mine  minesweeper.Cell
		score float64
		moves int
	}{
		{mine: 5, score: 1, moves: 5},
		{mine: 3, score: 3. / 5, moves: 4}, // the fourth opening goes off
		{mine: 1, score: 1. / 5, moves: 2},
	} {
		m := episode.MinesweeperGame{Game: g}
		g.Lay(minesweeper.Board{First: 0, Mines: []minesweeper.Cell{c.mine}}, &m.State)
		s := &spy{}
		calls := 0
		r, err := m.Play(context.Background(), nil, s, blindsight.Budget{}, func(*minesweeper.View, *episode.MinesweeperMove) { calls++ })
		if err != nil {
			t.Fatal(err)
		}
		if r.Won != (c.score == 1) || r.Score != c.score || r.Decisions != c.moves || calls != c.moves || r.First != 0 {
			t.Errorf("mine on %d: %+v after %d calls", c.mine, r, calls)
		}
		if r.Simulations != int64(3*c.moves) || r.Health.Draws != int64(5*c.moves) {
			t.Errorf("mine on %d: simulations %d, draws %d", c.mine, r.Simulations, r.Health.Draws)
		}
		for i, v := range s.views {
			if len(v.Opened()) != i {
				t.Errorf("decision %d was asked with %d cells open", i, len(v.Opened()))
			}
		}
	}
}

// With AutoOpen the player is not asked about what the rules force, and a given
// first cell is no move of his.
func TestForcedMovesAreNobodysDecision(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 1, Width: 6, Mines: 1, AutoOpen: true})
	board := minesweeper.Board{First: 0, Mines: []minesweeper.Cell{4}}
	m := episode.MinesweeperGame{Game: g, Opened: &board.First}
	g.Lay(board, &m.State)
	s := &spy{}
	forced := 0
	r, err := m.Play(context.Background(), nil, s, blindsight.Budget{}, func(_ *minesweeper.View, move *episode.MinesweeperMove) {
		if move.Forced {
			forced++
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	// Cells 0 to 3 are opened by the first one; then the spy opens 4, the mine.
	if forced != 4 || r.Decisions != 1 || r.Score != 4./5 || r.Won {
		t.Errorf("%d forced moves, result %+v", forced, r)
	}
}

// A game whose given first cell is the whole game ends there.
func TestGivenFirstCellMayEndTheGame(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 1, Width: 2, Mines: 1})
	board := minesweeper.Board{First: 0, Mines: []minesweeper.Cell{1}}
	m := episode.MinesweeperGame{Game: g, Opened: &board.First}
	g.Lay(board, &m.State)
	if r, err := m.Play(context.Background(), nil, &spy{}, blindsight.Budget{}, nil); err != nil || !r.Won || r.Decisions != 0 || r.Score != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestInterruptedPlayIsAnError(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 1})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := episode.MinesweeperGame{Game: g}
	g.Deal(1, 0, &m.State)
	if _, err := m.Play(ctx, rand.New(rand.NewPCG(1, 1)), sweepers.NewRandom(), blindsight.Budget{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
