package solved

import (
	"context"
	"fmt"
	"math/big"

	"blindsight/game/minesweeper"
	"blindsight/internal/cputime"
	"blindsight/internal/pace"
	"blindsight/player/sweepers/openings"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

// SolveBoard solves a board from every first cell, and SolveFirst one first cell. They take what optimum.Solve takes; where the context ended there is
// no row, and its error.
func SolveBoard(ctx context.Context, rule, board string, s *reveal.Solver) (Board, error) {
	g, err := openings.Row{Rule: rule, Board: board}.Game()
	if err != nil {
		return Board{}, err
	}
	begin := cputime.Seconds()
	all, err := optimum.Solve(ctx, g, s, nil)
	if err == nil {
		err = pace.Err(ctx)
	}
	if err != nil {
		return Board{}, err
	}
	b := Board{Rule: rule, Board: board, Value: new(big.Rat), Effort: Effort{s.Nodes(), cputime.Seconds() - begin}}
	if len(all) == 0 {
		return Board{}, fmt.Errorf("the %s rule can serve no first cell on %s", rule, board)
	}
	for _, f := range all {
		switch f.Lower.Cmp(b.Value) {
		case 1:
			b.Value, b.Cells = f.Lower, nil
			fallthrough
		case 0:
			b.Cells = append(b.Cells, name(g, f.Cell))
		}
	}
	return b, nil
}

// SolveFirst solves one first cell, see [SolveBoard].
func SolveFirst(ctx context.Context, rule, board, cell string, s *reveal.Solver) (First, error) {
	g, c, err := firstCell(rule, board, cell)
	if err != nil {
		return First{}, err
	}
	begin := cputime.Seconds()
	f, err := optimum.SolveFirst(ctx, g, s, c)
	if err == nil {
		err = pace.Err(ctx)
	}
	if err != nil {
		return First{}, err
	}
	return First{Rule: rule, Board: board, Cell: cell, Value: f.Lower, Effort: Effort{s.Nodes(), cputime.Seconds() - begin}}, nil
}

// Moves finds the best play after a first cell while at least so many placements are left and nothing shows 0, as rows of the book, and what the
// first cell wins. Done, unless nil, is called for each row as it is found.
func Moves(ctx context.Context, rule, board, cell string, least int64, s *reveal.Solver, done func(openings.Row)) ([]openings.Row, First, error) {
	g, c, err := firstCell(rule, board, cell)
	if err != nil {
		return nil, First{}, err
	}
	begin := cputime.Seconds()
	var rows []openings.Row
	var won, all int64
	_, err = optimum.Book(ctx, g, s, c, least, func(m optimum.BookMove) {
		if len(m.Opened) == 1 {
			won, all = won+m.Lower, all+m.Placements
		}
		if !m.Exact() || !m.Found || opensOthers(m) {
			return
		}
		row, col := g.RowCol(m.Best)
		r := openings.Row{Rule: rule, Board: board, After: m.Way(g), Record: openings.Record{Row: row, Col: col, Won: m.Lower, All: m.Placements}}
		rows = append(rows, r)
		if done != nil {
			done(r)
		}
	})
	if err == nil {
		err = pace.Err(ctx)
	}
	if err == nil && all == 0 {
		err = fmt.Errorf("the %s rule cannot serve the first cell %s on %s", rule, cell, board)
	}
	if err != nil {
		return nil, First{}, err
	}
	return rows, First{Rule: rule, Board: board, Cell: cell, Value: big.NewRat(won, all), Effort: Effort{s.Nodes(), cputime.Seconds() - begin}}, nil
}

// opensOthers tells whether something showed 0: the rules then open its neighbours, and the position is another one.
func opensOthers(m optimum.BookMove) bool {
	for _, shown := range m.Shown {
		if shown == 0 {
			return true
		}
	}
	return false
}

func firstCell(rule, board, cell string) (*minesweeper.Game, minesweeper.Cell, error) {
	g, err := openings.Row{Rule: rule, Board: board}.Game()
	if err != nil {
		return nil, 0, err
	}
	c, err := g.ParseCell(cell)
	return g, c, err
}

func name(g *minesweeper.Game, c minesweeper.Cell) string {
	row, col := g.RowCol(c)
	return fmt.Sprintf("%d,%d", row, col)
}
