package main

import (
	"context"
	"fmt"
	"io"
	"math/big"

	"github.com/spf13/cobra"

	"blindsight/game/minesweeper"
	players "blindsight/player/minesweeper"
	"blindsight/search/expectimax"
)

// secondReport is what 'mines solve --first --json' prints.
type secondReport struct {
	Board      string        `json:"board"`
	Rule       string        `json:"rule"`
	Neighbours string        `json:"neighbours"`
	First      cellPosition  `json:"first"`
	Value      string        `json:"value,omitempty"`
	Decimal    float64       `json:"decimal,omitempty"`
	Lower      string        `json:"lower,omitempty"`
	Upper      string        `json:"upper,omitempty"`
	Shows      []secondShown `json:"shows"`
	Nodes      int64         `json:"nodes"`
	Complete   bool          `json:"complete"`
}

// cellPosition is a cell by row and column.
type cellPosition struct {
	Row int `json:"row"`
	Col int `json:"col"`
}

// secondShown is what is best once the first cell shows a number.
type secondShown struct {
	Number     int           `json:"number"`
	Placements int64         `json:"placements"`
	Lower      int64         `json:"lower"`
	Upper      int64         `json:"upper"`
	Best       *cellPosition `json:"best,omitempty"`
}

// solveSecond finds the best second cells and prints them.
func solveSecond(ctx context.Context, cmd *cobra.Command, g *minesweeper.Game, solver *expectimax.Solver, first string, asJSON bool) error {
	cell, err := g.ParseCell(first)
	if err != nil {
		return fmt.Errorf("--first: %w", err)
	}
	bar := newProgress(cmd.ErrOrStderr(), "numbers", len(g.Neighbours(cell))+1)
	all, err := players.SecondCells(ctx, g, solver, cell, func(players.SecondCell) { bar.step() })
	bar.finish()
	if err != nil {
		return failure{err}
	}
	if len(all) == 0 {
		return fmt.Errorf("--first %s: the %s rule cannot serve this first cell on %s", first, g.Rules().First, g.Rules().Board())
	}
	r := newSecondReport(g, cell, all, solver.Nodes())
	if asJSON {
		err = writeJSON(cmd.OutOrStdout(), r)
	} else {
		err = r.write(cmd.OutOrStdout(), g)
	}
	if err == nil && !r.Complete {
		return failure{fmt.Errorf("stopped before the end: the values above are bounds")}
	}
	return err
}

func newSecondReport(g *minesweeper.Game, first minesweeper.Cell, all []players.SecondCell, nodes int64) *secondReport {
	rules := g.Rules()
	r := &secondReport{
		Board: rules.Board(), Rule: rules.First.String(), Neighbours: rules.Neighbours.String(),
		First: positionOf(g, first), Nodes: nodes, Complete: true,
	}
	var lower, upper, placements int64
	for _, c := range all {
		lower, upper, placements = lower+c.Lower, upper+c.Upper, placements+c.Placements
		s := secondShown{Number: int(c.Number), Placements: c.Placements, Lower: c.Lower, Upper: c.Upper}
		if c.Exact() && c.Found {
			best := positionOf(g, c.Best)
			s.Best = &best
		}
		r.Complete = r.Complete && c.Exact()
		r.Shows = append(r.Shows, s)
	}
	low, high := big.NewRat(lower, placements), big.NewRat(upper, placements)
	if r.Complete {
		r.Value = low.String()
		r.Decimal, _ = low.Float64()
	} else {
		r.Lower, r.Upper = low.String(), high.String()
	}
	return r
}

func positionOf(g *minesweeper.Game, c minesweeper.Cell) cellPosition {
	row, col := g.RowCol(c)
	return cellPosition{Row: row, Col: col}
}

// write prints the report for people.
func (r *secondReport) write(w io.Writer, g *minesweeper.Game) error {
	if r.Complete {
		fmt.Fprintf(w, "%s: best win probability after %d,%d: %s = %.6f\n", g.Rules(), r.First.Row, r.First.Col, r.Value, r.Decimal)
	} else {
		fmt.Fprintf(w, "%s: best win probability after %d,%d between %s and %s\n", g.Rules(), r.First.Row, r.First.Col, r.Lower, r.Upper)
	}
	for _, s := range r.Shows {
		switch {
		case s.Lower != s.Upper:
			fmt.Fprintf(w, "  shows %d: between %d and %d of %d\n", s.Number, s.Lower, s.Upper, s.Placements)
		case s.Best == nil:
			fmt.Fprintf(w, "  shows %d: %d of %d = %.6f\n", s.Number, s.Lower, s.Placements, float64(s.Lower)/float64(s.Placements))
		default:
			fmt.Fprintf(w, "  shows %d: %d of %d = %.6f, best second cell %d,%d\n", s.Number, s.Lower, s.Placements, float64(s.Lower)/float64(s.Placements), s.Best.Row, s.Best.Col)
		}
	}
	_, err := fmt.Fprintf(w, "  %d positions searched\n", r.Nodes)
	return err
}
