package minescmd

import (
	"context"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// bookReport is what 'mines solve --first --json' prints.
type bookReport struct {
	Board      string       `json:"board"`
	Rule       string       `json:"rule"`
	Neighbours string       `json:"neighbours"`
	First      cellPosition `json:"first"`
	Value      string       `json:"value,omitempty"`
	Decimal    float64      `json:"decimal,omitempty"`
	Lower      string       `json:"lower,omitempty"`
	Upper      string       `json:"upper,omitempty"`
	Moves      []bookMove   `json:"moves"`
	Nodes      int64        `json:"nodes"`
	Complete   bool         `json:"complete"`
}

// cellPosition is a cell by row and column.
type cellPosition struct {
	Row int `json:"row"`
	Col int `json:"col"`
}

// bookMove is what is best after some cells.
type bookMove struct {
	After      string        `json:"after"`
	Placements int64         `json:"placements"`
	Lower      int64         `json:"lower"`
	Upper      int64         `json:"upper"`
	Best       *cellPosition `json:"best,omitempty"`
}

// solveBook finds the best play after a first cell and prints each move as it is found.
func solveBook(ctx context.Context, cmd *cobra.Command, g *minesweeper.Game, solver *reveal.Solver, first string, least int64, asJSON bool) error {
	cell, err := g.ParseCell(first)
	if err != nil {
		return fmt.Errorf("--first: %w", err)
	}
	r := newBookReport(g, cell)
	var lower, upper, placements int64
	var wrong error
	moves, err := optimum.Book(ctx, g, solver, cell, least, func(m optimum.BookMove) {
		if len(m.Opened) == 1 {
			lower, upper, placements = lower+m.Lower, upper+m.Upper, placements+m.Placements
		}
		r.add(g, m)
		// The lines are the progress: with --json they go where that is shown.
		out := cmd.OutOrStdout()
		if asJSON {
			out = cmd.ErrOrStderr()
		}
		if _, err := fmt.Fprintln(out, r.Moves[len(r.Moves)-1].line()); wrong == nil {
			wrong = err
		}
	})
	if err == nil {
		err = wrong
	}
	if err != nil {
		return console.Failed(err)
	}
	if len(moves) == 0 {
		return fmt.Errorf("--first %s: the %s rule cannot serve this first cell on %s", first, g.Rules().First, g.Rules().Board())
	}
	r.Nodes = solver.Nodes()
	low, high := big.NewRat(lower, placements), big.NewRat(upper, placements)
	if r.Complete {
		r.Value = low.String()
		r.Decimal, _ = low.Float64()
	} else {
		r.Lower, r.Upper = low.String(), high.String()
	}
	switch {
	case asJSON:
		err = console.WriteJSON(cmd.OutOrStdout(), r)
	case r.Complete:
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: best win probability after %s: %s = %.6f, %d positions searched\n", g.Rules(), first, r.Value, r.Decimal, r.Nodes)
	default:
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: best win probability after %s between %s and %s, %d positions searched\n", g.Rules(), first, r.Lower, r.Upper, r.Nodes)
	}
	if err == nil && !r.Complete {
		return console.Failed(fmt.Errorf("stopped before the end: the values above are bounds"))
	}
	return err
}

func newBookReport(g *minesweeper.Game, first minesweeper.Cell) *bookReport {
	rules := g.Rules()
	return &bookReport{
		Board: rules.Board(), Rule: rules.First.String(), Neighbours: rules.Neighbours.String(),
		First: positionOf(g, first), Moves: []bookMove{}, Complete: true,
	}
}

func (r *bookReport) add(g *minesweeper.Game, m optimum.BookMove) {
	b := bookMove{After: m.Way(g), Placements: m.Placements, Lower: m.Lower, Upper: m.Upper}
	if m.Exact() && m.Found {
		best := positionOf(g, m.Best)
		b.Best = &best
	}
	r.Complete = r.Complete && m.Exact()
	r.Moves = append(r.Moves, b)
}

// line is a move for people, and for the table of a book.
func (b *bookMove) line() string {
	best := ""
	if b.Best != nil {
		best = fmt.Sprintf("%d,%d", b.Best.Row, b.Best.Col)
	}
	if b.Lower != b.Upper {
		return fmt.Sprintf("after %s: between %d and %d of %d", b.After, b.Lower, b.Upper, b.Placements)
	}
	line := fmt.Sprintf("after %s: %d of %d = %.6f", b.After, b.Lower, b.Placements, float64(b.Lower)/float64(b.Placements))
	if best != "" {
		line += ", best " + best
	}
	return line
}

func positionOf(g *minesweeper.Game, c minesweeper.Cell) cellPosition {
	row, col := g.RowCol(c)
	return cellPosition{Row: row, Col: col}
}
