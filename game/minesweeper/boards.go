package minesweeper

import (
	"fmt"
	"strings"
)

// Deal prepares the board that the published generator gives for a seed and the
// number of a game. The first Step lays its mines, whatever the first cell.
//
// The generator, so that any program can play the same boards: all arithmetic is
// modulo 2^64, mix is the finaliser of splitmix64, golden is 0x9e3779b97f4a7c15.
// Begin with s = mix(seed*golden + game + 1) and p = 0, 1, ..., cells-1. For i from
// cells-1 down to 1: add golden to s, and swap p[i] with p[j] where
// j = (mix(s) >> 11) mod (i+1). The mines are the first cells of p that the
// first-move rule does not keep free.
func (g *Game) Deal(seed, game uint64, s *State) {
	const golden = 0x9e3779b97f4a7c15
	z := mix(seed*golden + game + 1)
	p := make([]Cell, g.cells)
	for i := range p {
		p[i] = Cell(i)
	}
	for i := g.cells - 1; i >= 1; i-- {
		z += golden
		j := mix(z) >> 11 % uint64(i+1)
		p[i], p[j] = p[j], p[i]
	}
	g.Start(nil, s)
	s.order = p
}

// Board is a game that is given rather than drawn: a first cell that is opened
// for the player, and the mines in increasing order.
type Board struct {
	First Cell
	Mines []Cell
}

// Board returns the dealt board of a seed and game as seen from a first cell.
func (g *Game) Board(seed, game uint64, first Cell) (Board, error) {
	if !g.Servable(first) {
		row, col := g.RowCol(first)
		return Board{}, fmt.Errorf("board %s: the %s rule cannot serve %d,%d as first cell: %d mines do not fit outside its zone",
			g.rules.Board(), g.rules.First, row, col, g.rules.Mines)
	}
	var s State
	g.Deal(seed, game, &s)
	g.lay(nil, &s, first)
	return Board{First: first, Mines: g.minesOf(&s)}, nil
}

// minesOf lists the mines in increasing order.
func (g *Game) minesOf(s *State) []Cell {
	mines := make([]Cell, 0, g.rules.Mines)
	for c := range Cell(g.cells) {
		if s.Mine(c) {
			mines = append(mines, c)
		}
	}
	return mines
}

// Lay sets s to the board before its first cell is opened.
func (g *Game) Lay(b Board, s *State) {
	g.Start(nil, s)
	g.clear(s)
	for _, c := range b.Mines {
		s.set(c)
	}
}

// FormatBoard returns the board as a line: the first cell as row,col: and then the
// mines as row,col.
func (g *Game) FormatBoard(b Board) string {
	var line strings.Builder
	row, col := g.RowCol(b.First)
	fmt.Fprintf(&line, "%d,%d:", row, col)
	for _, c := range b.Mines {
		row, col := g.RowCol(c)
		fmt.Fprintf(&line, " %d,%d", row, col)
	}
	return line.String()
}
