package web

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"blindsight/game/minesweeper"
)

// minesGame is a game of Minesweeper as it is kept: all that makes it, and nothing that
// follows from that. It is never changed, only replaced.
type minesGame struct {
	rules   minesweeper.Rules
	seed    uint64
	noGuess bool
	given   []minesweeper.Cell // the mines of a given board; nil if it is dealt
	actions []action
	dealt   map[minesweeper.Cell]uint64 // which game of the seed it is, by first cell, without guessing
}

// bytes returns about how much memory the game takes.
func (m *minesGame) bytes() int {
	opened := 0
	for i := range m.actions {
		opened += len(m.actions[i].cells)
	}
	return 400 + 32*len(m.actions) + 2*opened + 2*len(m.given) + 50*len(m.dealt)
}

// dealer lays the board of a game for a first cell. Tests put other boards under the
// same views.
type dealer func(ctx context.Context, g *minesweeper.Game, m *minesGame, first minesweeper.Cell) (minesweeper.Board, error)

// dealPublished deals the board of the published generator, or the given one.
func dealPublished(_ context.Context, g *minesweeper.Game, m *minesGame, first minesweeper.Cell) (minesweeper.Board, error) {
	if m.given != nil {
		return minesweeper.Board{First: first, Mines: m.given}, nil
	}
	return g.Board(m.seed, m.dealt[first], first)
}

// table is a game of Minesweeper laid out: the hidden board and what the player sees.
type table struct {
	m      *minesGame
	g      *minesweeper.Game
	board  minesweeper.State
	view   *minesweeper.View
	flags  map[minesweeper.Cell]bool
	clicks int
	whatIf int
	hit    *minesweeper.Cell // the mine that went off

	assisted int // how often what was certain was opened for the player

	// openings are the cells that the player chose to open, with the number of the
	// action, from 0 among those that count.
	openings []opening
	// together are the cells that a chord opens at once, by the number of the click.
	together map[int][]minesweeper.Cell
}

// opening is a cell that the player chose to open.
type opening struct {
	cell   minesweeper.Cell
	action action
	click  int // from 1
}

// over tells whether the game is over.
func (t *table) over() bool { return t.hit != nil || t.view.Left() == 0 }

// lay lays a game out, by doing all its actions.
func (s *Service) lay(ctx context.Context, m *minesGame) (*table, error) {
	g, err := s.rules.game(m.rules)
	if err != nil {
		return nil, bad(err)
	}
	t := &table{m: m, g: g, view: g.NewView(), flags: map[minesweeper.Cell]bool{}, together: map[int][]minesweeper.Cell{}}
	actions := slices.Clone(m.actions)
	found := false
	for _, a := range t.effective(actions) {
		missing := a.do == certain && a.cells == nil
		if note, err := s.do(ctx, t, a); err != nil {
			return nil, err
		} else if note != "" {
			return nil, refuse(statusBadRequest, "an action of the game is not possible: %s", note)
		}
		found = found || missing
	}
	if found {
		more := *t.m
		more.actions = actions
		t.m = &more
	}
	return t, nil
}

// effective returns those of the actions that were not taken back, and counts those that
// were.
func (t *table) effective(actions []action) []*action {
	var list []*action
	for n := range actions {
		a := &actions[n]
		if a.do != undo {
			list = append(list, a)
			continue
		}
		for i := len(list) - 1; i >= 0; i-- {
			if list[i].do != flag {
				list = slices.Delete(list, i, i+1)
				t.whatIf++
				break
			}
		}
	}
	return list
}

// do does an action. Where it has no effect the note says why.
func (s *Service) do(ctx context.Context, t *table, a *action) (note string, err error) {
	if t.over() {
		return "the game is over", nil
	}
	if a.do == certain {
		return s.openCertain(ctx, t, a)
	}
	row, col := t.g.RowCol(a.cell)
	covered := t.view.At(a.cell) == minesweeper.Covered
	switch {
	case a.do == flag && !covered:
		return fmt.Sprintf("%d,%d is open", row, col), nil
	case a.do == flag:
		t.flags[a.cell] = !t.flags[a.cell]
		return "", nil
	case a.do == open && !covered:
		return fmt.Sprintf("%d,%d is open", row, col), nil
	case a.do == open && t.flags[a.cell]:
		return fmt.Sprintf("%d,%d has a flag", row, col), nil
	case a.do == open:
		if !t.view.Started() {
			if note, err := s.begin(ctx, t, a.cell); note != "" || err != nil {
				return note, err
			}
		}
		t.clicks++
		return "", t.open(a.cell, *a)
	}
	// chord
	if covered {
		return fmt.Sprintf("%d,%d is closed", row, col), nil
	}
	flags := 0
	var rest []minesweeper.Cell
	for _, n := range t.g.Neighbours(a.cell) {
		switch {
		case t.flags[n] && t.view.At(n) == minesweeper.Covered:
			flags++
		case t.view.At(n) == minesweeper.Covered:
			rest = append(rest, n)
		}
	}
	switch number := int(t.view.At(a.cell)); {
	case flags != number:
		return fmt.Sprintf("%d,%d has %d flags around it, and shows %d", row, col, flags, number), nil
	case len(rest) == 0:
		return fmt.Sprintf("nothing is closed around %d,%d", row, col), nil
	}
	t.clicks++
	t.together[t.clicks] = rest
	for _, n := range rest {
		if t.hit != nil || t.view.Left() == 0 {
			break
		}
		if t.view.At(n) == minesweeper.Covered { // else another one has opened it
			if err := t.open(n, *a); err != nil {
				return "", err
			}
		}
	}
	return "", nil
}

// begin lays the mines before the first cell is opened.
func (s *Service) begin(ctx context.Context, t *table, first minesweeper.Cell) (note string, err error) {
	if t.m.given == nil && !t.g.Servable(first) {
		return fmt.Sprintf("the %s rule cannot serve this cell first: the mines do not fit around it", t.m.rules.First), nil
	}
	if _, known := t.m.dealt[first]; t.m.noGuess && !known {
		number, err := s.findNoGuess(ctx, t, first)
		if err != nil {
			return "", err
		}
		more := *t.m
		more.dealt = maps.Clone(t.m.dealt)
		if more.dealt == nil {
			more.dealt = map[minesweeper.Cell]uint64{}
		}
		more.dealt[first] = number
		t.m = &more
	}
	b, err := s.deal(ctx, t.g, t.m, first)
	if err != nil {
		return "", err
	}
	t.g.Lay(b, &t.board)
	return "", nil
}

// noGuessTries is how many boards are looked at for one that needs no guess.
const noGuessTries = 20_000

// findNoGuess returns the number of the first game that can be solved without guessing.
func (s *Service) findNoGuess(ctx context.Context, t *table, first minesweeper.Cell) (number uint64, err error) {
	ctx, cancel := context.WithTimeout(ctx, noGuessTime)
	defer cancel()
	err = s.working(ctx, func(b *workbench) error {
		_, number, err = b.deducer.NoGuess(ctx, t.g, t.m.seed, 0, first, noGuessTries)
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

// open opens a cell and all that the rules open with it.
func (t *table) open(c minesweeper.Cell, a action) error {
	t.openings = append(t.openings, opening{c, a, t.clicks})
	for next, forced := c, true; forced; next, forced = t.view.Forced() {
		step := t.g.Step(nil, &t.board, next)
		if step.Seen == minesweeper.Mine {
			t.hit = &next
			return nil
		}
		if err := t.view.Did(next, step.Seen); err != nil {
			return bad(err) // a given board without room for it
		}
		delete(t.flags, next)
	}
	return nil
}

// show returns what a cell of the true board shows.
func (t *table) show(c minesweeper.Cell) minesweeper.Seen {
	if t.board.Mine(c) {
		return minesweeper.Mine
	}
	n := minesweeper.Seen(0)
	for _, near := range t.g.Neighbours(c) {
		if t.board.Mine(near) {
			n++
		}
	}
	return n
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
