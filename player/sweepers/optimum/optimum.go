// Package optimum is the exact solver of Minesweeper: what the best play wins, from which first cell ([Solve]) and
// by which moves ([Book]), what any player wins ([Evaluate]), and the player that wins most ([NewPlayer]). It
// tabulates what cells show in each placement of the mines, and package reveal searches the tables; so it is for
// small boards, and for what is left of large ones: a [Handover] decides within a budget, [Parts] divides a board
// into parts that are solved one by one or together.
package optimum

import (
	"context"
	"fmt"
	"math/big"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/search/reveal"
)

// MaxPlacements is how many placements of the mines after a first cell Solve
// takes on. Tables of more would not fit the memory of a small machine.
const MaxPlacements = 20_000_000

// FirstCell is the exact value of opening a cell first: between Lower and Upper,
// which are equal when the search was finished.
type FirstCell struct {
	Cell         minesweeper.Cell
	Lower, Upper *big.Rat
}

// Exact tells whether the value is known.
func (f FirstCell) Exact() bool { return f.Lower.Cmp(f.Upper) == 0 }

// Solve returns the exact value of each first cell, one of each class of
// symmetric ones: the probability to win, or the expected score, of the best play
// from there, as the game's objective says. When the context ends, the values are
// enclosed by what is known by then. Done, unless nil, is called after each cell.
func Solve(ctx context.Context, g *minesweeper.Game, s *reveal.Solver, done func(FirstCell)) ([]FirstCell, error) {
	var all []FirstCell
	for _, c := range FirstCells(g) {
		f, err := SolveFirst(ctx, g, s, c)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
		if done != nil {
			done(f)
		}
	}
	return all, nil
}

// FirstCells lists the legal first cells, of symmetric ones the least.
func FirstCells(g *minesweeper.Game) []minesweeper.Cell {
	return g.NewView().CanonicalLegal(0, nil)
}

// SafeAfter returns how many placements of the mines are left once a first cell is
// open, and of how many it is that: all of them where the rules protect the cell.
func SafeAfter(g *minesweeper.Game, c minesweeper.Cell) (safe, all *big.Int) {
	mines := int64(g.Rules().Mines)
	all = new(big.Int).Binomial(int64(g.Cells()-len(g.Zone(c))), mines)
	safe = new(big.Int).Binomial(int64(g.Cells()-max(1, len(g.Zone(c)))), mines)
	return safe, all
}

// SolveFirst returns the exact value of one first cell, see [Solve].
func SolveFirst(ctx context.Context, g *minesweeper.Game, s *reveal.Solver, c minesweeper.Cell) (FirstCell, error) {
	rules := g.Rules()
	survived, placements := SafeAfter(g, c)
	if placements.Cmp(big.NewInt(MaxPlacements)) > 0 {
		row, col := g.RowCol(c)
		return FirstCell{}, fmt.Errorf("board %s: %s placements of the mines are left after %d,%d: the exact optimum is found for at most %d",
			rules.Board(), placements, row, col, MaxPlacements)
	}
	n := placements.Int64()
	tables, won, err := tablesAfter(ctx, g, c)
	switch {
	case err != nil && pace.Err(ctx) == nil:
		return FirstCell{}, err
	case err != nil && rules.Objective == minesweeper.Win:
		return FirstCell{Cell: c, Lower: big.NewRat(1, n), Upper: big.NewRat(1, 1)}, nil // one placement is won by playing for it
	case err != nil:
		first := new(big.Rat).SetFrac(survived, new(big.Int).Mul(placements, big.NewInt(int64(rules.Safe()))))
		return FirstCell{Cell: c, Lower: first, Upper: big.NewRat(1, 1)}, nil // the first cell, if it is safe
	}
	total := reveal.Bounds{Lower: won, Upper: won}
	scale := n
	if rules.Objective == minesweeper.Win {
		for _, b := range s.Win(ctx, tables...) {
			total = total.Add(b)
		}
	} else {
		safe := int64(rules.Safe())
		scale = n * safe
		total = reveal.Bounds{Lower: survived.Int64(), Upper: survived.Int64()} // the first cell
		for _, a := range tables {
			if sum, ok := s.Score(ctx, a); ok {
				total = total.Add(reveal.Bounds{Lower: sum, Upper: sum})
			} else {
				total = total.Add(reveal.Bounds{Lower: 0, Upper: int64(a.States) * (safe - 1)})
			}
		}
	}
	return FirstCell{Cell: c, Lower: big.NewRat(total.Lower, scale), Upper: big.NewRat(total.Upper, scale)}, nil
}

// tablesAfter tabulates the game after each number that the first cell can show,
// and counts the placements that the first cell wins alone.
func tablesAfter(ctx context.Context, g *minesweeper.Game, c minesweeper.Cell) (tables []*reveal.Answers, won int64, err error) {
	if g.Rules().Safe() == 1 {
		safe, _ := SafeAfter(g, c)
		return nil, safe.Int64(), nil
	}
	for number := range minesweeper.Seen(len(g.Neighbours(c)) + 1) {
		v := g.NewView()
		if v.Did(c, number) != nil {
			continue // the gnomine rule allows 0 only
		}
		a, err := g.AnswersContext(ctx, v, MaxPlacements)
		if err == blindsight.ErrInconsistent {
			continue // no placement shows this number
		}
		if err != nil {
			return nil, 0, err
		}
		tables = append(tables, a)
	}
	return tables, 0, nil
}
