package phantom

import (
	"fmt"
	"math/rand/v2"

	"blindsight"
)

// Game is a phantom game under its settings. It never changes once made, and is safe for
// concurrent use.
type Game struct {
	rules       Rules
	cells       int
	full        uint64       // all cells
	lines       [][]uint64   // of tic-tac-toe, through each cell
	edges       [2][2]uint64 // of Hex, that each side joins
	left, right uint64       // columns
	images      [][]Cell     // of the symmetries: see setImages
	preimages   [][]Cell
}

// New returns the game of these settings.
func New(r Rules) (*Game, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	g := &Game{rules: r, cells: r.Rows * r.Cols}
	g.full = ^uint64(0) >> (MaxCells - g.cells)
	g.setEdges()
	g.setImages()
	if r.Kind == TicTacToe {
		g.setLines()
	}
	return g, nil
}

// Parse returns the game of settings as [ParseRules] reads them.
func Parse(text string) (*Game, error) {
	r, err := ParseRules(text)
	if err != nil {
		return nil, err
	}
	return New(r)
}

// Rules returns the settings.
func (g *Game) Rules() Rules { return g.rules }

// Cells returns how many cells the board has.
func (g *Game) Cells() int { return g.cells }

// State is a complete state: the board, and all that was tried in its order, so that
// the views of both sides can be made of it. States are comparable.
type State struct {
	Board
	log   [2 * MaxCells]entry // no side tries a cell twice
	tried uint8
}

// entry is an attempt: the cell, and whether side 1 tried, and whether it was refused.
type entry uint8

const (
	entryCell    entry = 1<<6 - 1
	entryRefused entry = 1 << 6
	entrySide    entry = 1 << 7
)

func newEntry(side blindsight.Side, c Cell, a Answer) entry {
	e := entry(c) | entry(side)*entrySide
	if a == Refused {
		e |= entryRefused
	}
	return e
}

func (e entry) cell() Cell            { return Cell(e & entryCell) }
func (e entry) side() blindsight.Side { return blindsight.Side(e >> 7) }

// Start makes s an empty board. Nothing is drawn; side 0 begins.
func (g *Game) Start(_ *rand.Rand, s *State) blindsight.Side {
	*s = State{}
	return s.Turn
}

// Step lets the side to act try a cell. It allocates nothing and draws nothing, and panics
// on a cell that is not legal.
func (g *Game) Step(_ *rand.Rand, s *State, c Cell) blindsight.Step[Answer] {
	if s.Turn == blindsight.Over || int(c) >= g.cells || g.legal(&s.Board)>>c&1 == 0 {
		panic(fmt.Sprintf("phantom: cell %d is not legal", c))
	}
	side := s.Turn
	a := g.try(&s.Board, c)
	s.log[s.tried] = newEntry(side, c, a)
	s.tried++
	step := blindsight.Step[Answer]{Seen: a, Next: s.Turn}
	step.Heard, step.Silent = g.heard(a)
	if a == Won {
		step.Reward, step.Other = 1, -1
	}
	return step
}

// AllStarts visits the empty board.
func (g *Game) AllStarts(s *State, visit func(p float64, turn blindsight.Side) bool) bool {
	return visit(1, g.Start(nil, s))
}

// AllSteps visits what the rules make of an attempt: chance has no part in it.
func (g *Game) AllSteps(s *State, c Cell, to *State, visit func(p float64, step blindsight.Step[Answer]) bool) bool {
	*to = *s
	return visit(1, g.Step(nil, to, c))
}

// Copy makes dst equal to src.
func (*Game) Copy(dst, src *State) { *dst = *src }

// Fingerprint returns 64 bits that tell states apart, the same in every run: also those that
// differ only in the order in which cells were tried.
func (*Game) Fingerprint(s *State) uint64 {
	h := s.hash()
	for _, e := range s.log[:s.tried] {
		h = mix(h + 0x9e3779b97f4a7c15 + uint64(e))
	}
	return h
}

// ViewOf makes v the view of a side in a state, as if it had been told all that the side
// did, saw and heard. It allocates nothing once v has grown.
func (g *Game) ViewOf(s *State, side blindsight.Side, v *View) {
	past := v.past[:0]
	turns := 0
	for i, e := range s.log[:s.tried] {
		seen := g.answer(s, i)
		if e.side() == side {
			past = append(past, Event{Action: e.cell(), Seen: seen})
			continue
		}
		if heard, silent := g.heard(seen); !silent {
			past = append(past, Event{Seen: heard, Heard: true})
			turns++
		}
	}
	*v = View{
		game: g, side: side, own: s.Stones[side], known: s.Known[side], turns: uint8(turns),
		mine: s.Turn == side, over: s.Turn == blindsight.Over, past: past,
	}
}

// answer returns what the side that tried saw of attempt number i of a state.
func (g *Game) answer(s *State, i int) Answer {
	e := s.log[i]
	switch {
	case e&entryRefused != 0:
		return Refused
	case s.Turn != blindsight.Over || i < int(s.tried)-1:
		return Placed
	case g.wins(e.side(), s.Stones[e.side()], e.cell()):
		return Won
	}
	return Drawn
}

var (
	_ blindsight.Game[State, Cell, Answer]     = (*Game)(nil)
	_ blindsight.Fingerprinter[State]          = (*Game)(nil)
	_ blindsight.Witness[State, *View]         = (*Game)(nil)
	_ blindsight.Outcomes[State, Cell, Answer] = (*Game)(nil)
)
