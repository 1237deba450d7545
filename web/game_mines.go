package web

import (
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"strconv"
	"sync"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
)

// minesGame is a game of Minesweeper as it is kept: all that makes it, and nothing that
// follows from that. It is never changed, only replaced.
type minesGame struct {
	rules   minesweeper.Rules
	seed    uint64
	noGuess bool
	given   []minesweeper.Cell // the mines of a given board; nil if it is dealt
	actions []minetable.Action
	dealt   map[minesweeper.Cell]uint64 // which game of the seed it is, by first cell, without guessing
}

// bytes returns about how much memory the game takes.
func (m *minesGame) bytes() int {
	found := 0
	for i := range m.actions {
		found += m.actions[i].Found()
	}
	return 400 + 32*len(m.actions) + 2*found + 2*len(m.given) + 50*len(m.dealt)
}

// dealer returns who deals a game, which is that of its seed with a number. Tests put other boards under the same views.
type dealer func(g *minesweeper.Game, m *minesGame, number uint64) minetable.Dealer

// dealPublished deals the board of the published generator, or the given one.
func dealPublished(g *minesweeper.Game, m *minesGame, number uint64) minetable.Dealer {
	if m.given != nil {
		return minetable.Given(m.given)
	}
	return minetable.Published(g, m.seed, number)
}

// table is a kept game laid out, for one request.
type table struct {
	*minetable.Table
	m minesGame // but for its actions, which the table has
}

// kept returns the game as it is to be kept.
func (t *table) kept() *minesGame {
	m := t.m
	m.actions = t.History()
	return &m
}

// lay lays a game out, by doing all its actions.
func (s *Service) lay(ctx context.Context, m *minesGame) (*table, error) {
	g, err := s.rules.game(m.rules)
	if err != nil {
		return nil, bad(err)
	}
	t := &table{m: *m}
	t.Table = minetable.New(g, s.dealerOf(g, &t.m), s.certain)
	err = t.Resume(ctx, m.actions)
	if refusal, ok := errors.AsType[*minetable.Refusal](err); ok {
		return nil, refuse(statusBadRequest, "an action of the game is not possible: %s", refusal)
	}
	return t, err
}

// act does one more action; with a note it has had no effect.
func (t *table) act(ctx context.Context, a minetable.Action) (note string, err error) {
	err = t.Do(ctx, a)
	if refusal, ok := errors.AsType[*minetable.Refusal](err); ok {
		return refusal.Error(), nil
	}
	return "", err
}

// dealerOf deals a game. Without guessing it looks for the board, and notes in m which one that is.
func (s *Service) dealerOf(g *minesweeper.Game, m *minesGame) minetable.Dealer {
	return func(ctx context.Context, first minesweeper.Cell) (minesweeper.Board, error) {
		if _, known := m.dealt[first]; m.noGuess && !known {
			number, err := s.findNoGuess(ctx, g, m.seed, first)
			if err != nil {
				return minesweeper.Board{}, err
			}
			dealt := map[minesweeper.Cell]uint64{first: number} // a new one: the old one is kept by others
			maps.Copy(dealt, m.dealt)
			m.dealt = dealt
		}
		return s.deal(g, m, m.dealt[first])(ctx, first)
	}
}

// certain returns the cells that are certainly safe, by exact counting.
func (s *Service) certain(ctx context.Context, v *minesweeper.View) (safe []minesweeper.Cell, err error) {
	err = s.counting(ctx, func(n *minecoach.Analyst) error {
		analysis, err := n.Analyse(ctx, v)
		if err != nil {
			return err
		}
		for _, c := range analysis.Cells {
			if c.Mine == 0 {
				safe = append(safe, c.Cell)
			}
		}
		return nil
	})
	return safe, err
}

// noGuessTries is how many boards are looked at for one that needs no guess.
const noGuessTries = 20_000

// findNoGuess returns the number of the first game that can be solved without guessing.
func (s *Service) findNoGuess(ctx context.Context, g *minesweeper.Game, seed uint64, first minesweeper.Cell) (number uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, noGuessTime)
	defer cancel()
	err = s.working(ctx, func(b *workbench) error {
		_, number, err = b.deducer.NoGuess(ctx, g, seed, 0, first, noGuessTries)
		return err
	})
	switch {
	case ctx.Err() != nil:
		return 0, refuse(statusConflict, "no board without guessing was found in time: take fewer mines, or the gnomine rule")
	case err != nil:
		return 0, &wrong{statusConflict, err}
	}
	return number, nil
}

// rulesCache keeps the games, as far as rules go, that were used last: making one for a
// large board costs a millisecond and megabytes.
type rulesCache struct {
	mu    sync.Mutex
	games map[minesweeper.Rules]*minesweeper.Game
	cells int
}

// cachedCells is how many cells the cached boards may have in all.
const cachedCells = 100_000

func newRulesCache() *rulesCache {
	return &rulesCache{games: map[minesweeper.Rules]*minesweeper.Game{}}
}

func (c *rulesCache) game(r minesweeper.Rules) (*minesweeper.Game, error) {
	c.mu.Lock()
	g := c.games[r]
	c.mu.Unlock()
	if g != nil {
		return g, nil
	}
	g, err := minesweeper.New(r)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cells += g.Cells(); c.cells > cachedCells {
		clear(c.games)
		c.cells = g.Cells()
	}
	c.games[r] = g
	return g, nil
}

// parseSeed reads a seed, or chooses one for "". One that is chosen is short, so that
// people can tell it to each other.
func parseSeed(text string) (uint64, error) {
	if text == "" {
		var b [4]byte
		unguessed(b[:])
		return uint64(binary.BigEndian.Uint32(b[:])), nil
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, refuse(statusBadRequest, "seed %q: want a number from 0 to 2^64-1", text)
	}
	return seed, nil
}
