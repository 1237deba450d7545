package minesweeper

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"blindsight"
	"blindsight/game/minesweeper"
)

// firstCellTable has the best first cells of boards that were solved or measured: rule, board,
// cell, chance to win. scripts/mines-first-cells.sh makes it.
//
//go:embed first_cells.tsv
var firstCellTable string

// firstCells is firstCellTable by rule and board.
var firstCells = sync.OnceValue(func() map[string]string {
	cells := make(map[string]string)
	for line := range strings.Lines(firstCellTable) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 4 {
			cells[f[0]+" "+f[1]] = f[2]
		}
	}
	return cells
})

// secondCellTable has the best second cells of boards that were solved after the first cell of the other
// table: rule, board, first cell, number that it shows, second cell, placements won of all. It is made
// in the same way.
//
//go:embed second_cells.tsv
var secondCellTable string

// secondCells is secondCellTable by rule, board, first cell and number.
var secondCells = sync.OnceValue(func() map[string]secondCell {
	cells := make(map[string]secondCell)
	for line := range strings.Lines(secondCellTable) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 6 {
			continue
		}
		var c secondCell
		if n, err := fmt.Sscanf(f[4]+" "+f[5], "%d,%d %f/%f", &c.row, &c.col, &c.won, &c.all); n == 4 && err == nil {
			cells[strings.Join(f[:4], " ")] = c
		}
	}
	return cells
})

// secondCell is a cell and how many of all placements it wins.
type secondCell struct {
	row, col int
	won, all float64
}

// knownSecond returns the best cell once a first one is open, and the chance to win, if that was worked out.
func knownSecond(v *minesweeper.View) (c minesweeper.Cell, value float64, ok bool) {
	g := v.Game()
	r := g.Rules()
	if len(v.Opened()) != 1 || r.Neighbours != (minesweeper.Rules{}).Neighbours {
		return 0, 0, false
	}
	first := v.Opened()[0]
	row, col := g.RowCol(first)
	s, ok := secondCells()[fmt.Sprintf("%s %s %d,%d %d", r.First, r.Board(), row, col, v.At(first))]
	if !ok {
		return 0, 0, false
	}
	return g.Cell(s.row, s.col), s.won / s.all, true
}

// knownFirst returns the best first cell of a board, if that was worked out for it or
// for the board lying on its side.
func knownFirst(g *minesweeper.Game) (minesweeper.Cell, bool) {
	r := g.Rules()
	if r.Neighbours != (minesweeper.Rules{}).Neighbours {
		return 0, false
	}
	var row, col int
	if cell, ok := firstCells()[r.First.String()+" "+r.Board()]; ok {
		_, err := fmt.Sscanf(cell, "%d,%d", &row, &col)
		return g.Cell(row, col), err == nil
	}
	r.Height, r.Width = r.Width, r.Height
	if cell, ok := firstCells()[r.First.String()+" "+r.Board()]; ok {
		_, err := fmt.Sscanf(cell, "%d,%d", &col, &row)
		return g.Cell(row, col), err == nil
	}
	return 0, false
}

// openedFirst is the first cell that playouts found for a board and a budget.
type openedFirst struct {
	game   *minesweeper.Game
	budget blindsight.Budget
	cell   minesweeper.Cell
}

// first returns the first cell: the best one where that is known; with a budget the one that
// playouts find; else a corner, where a 0 is most likely, unless the rules make the first cell a 0:
// 2,2 is then best on most boards that were measured.
func (p *strong) first(ctx context.Context, v *minesweeper.View, b blindsight.Budget) minesweeper.Cell {
	if p.First != nil {
		return *p.First
	}
	g := v.Game()
	if c, ok := knownFirst(g); ok {
		return c
	}
	if p.playouts != nil && b != (blindsight.Budget{}) {
		if o := &p.opened; o.game == g && o.budget == b {
			return o.cell
		}
		cell := p.playouts.first(ctx, g, b)
		if ctx.Err() == nil {
			p.opened = openedFirst{game: g, budget: b, cell: cell}
		}
		return cell
	}
	legal := v.Legal(nil)
	if r := g.Rules(); r.First == minesweeper.Gnomine {
		if c := g.Cell(min(2, r.Height/2), min(2, r.Width/2)); slices.Contains(legal, c) {
			return c
		}
	}
	return legal[0]
}

// farFirst is how far from a corner first cells are looked at, in rows and in columns: further away
// none was ever best.
const farFirst = 3

// first compares first cells, one of each class of symmetric ones, by playing whole games. Their
// random numbers are their own, so that what it finds depends on the board and the budget alone.
func (o *playouts) first(ctx context.Context, g *minesweeper.Game, b blindsight.Budget) minesweeper.Cell {
	most := b.Simulations
	if b.Time > 0 {
		most = math.MaxInt
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time)
		defer cancel()
	}
	var arms []arm
	for _, c := range FirstCells(g) {
		if row, col := g.RowCol(c); row <= farFirst && col <= farFirst {
			arms = append(arms, arm{cell: c})
		}
	}
	o.alive = o.alive[:0]
	for i := range arms {
		o.alive = append(o.alive, &arms[i])
	}
	o.known = make(map[blindsight.Key]step)
	var stream rand.PCG
	rng := rand.New(&stream)
	seed := uint64(0)
	best := o.race(ctx, most, func(alive []*arm) {
		clear(o.known)
		seed++
		for _, a := range alive {
			stream.Seed(seed, 2)
			o.view = g.NewView()
			o.roller.front.game = nil
			g.Start(rng, &o.state)
			o.open(rng, o.view, a.cell)
			a.values = append(a.values, o.playOn(ctx, rng, 1))
		}
	})
	return best.cell
}
