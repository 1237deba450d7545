// Package openings is what is known of Minesweeper by heart: the best first cells of boards that were solved or
// measured ([First]), and the best play that follows on boards that were solved ([Next]). Both are tables in files,
// which package solved makes and verifies (commands mines openings). Programs call [Check] when they start; where
// nobody did, a row that cannot be read is a panic at the first question.
package openings

import (
	_ "embed"
	"math/big"
	"slices"
	"strings"
	"sync"

	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/player/sweepers/optimum"
)

// firstTable has the best first cells: rule, board, cell, chance to win.
//
//go:embed first_cells.tsv
var firstTable string

// bookTable has the best play of boards that were solved after the first cell of the other table, as long as many
// placements are left and nothing shows 0: rule, board, what was opened and what it showed, the best cell, placements won of
// all.
//
//go:embed book.tsv
var bookTable string

// Record is a cell and how often it wins: of so many games that strong played without a budget, or of all placements
// by the best play, as a fraction in lowest terms.
type Record struct {
	Row, Col int
	Won, All int64
}

// Cell returns the cell of a record.
func (r Record) Cell(g *minesweeper.Game) minesweeper.Cell { return g.Cell(r.Row, r.Col) }

// Exact tells whether the record of a first cell is exact: of its denominator the placements are then a
// multiple. Of the games that were played they are not.
func (r Record) Exact(g *minesweeper.Game) bool {
	placements, _ := optimum.SafeAfter(g, r.Cell(g))
	return placements.Rem(placements, big.NewInt(r.All)).Sign() == 0
}

// Win returns the exact chance to win of a first cell whose record is exact.
func (r Record) Win(g *minesweeper.Game) *big.Rat {
	win := big.NewRat(r.Won, r.All)
	safe, all := optimum.SafeAfter(g, r.Cell(g))
	return win.Mul(win, new(big.Rat).SetFrac(safe, all))
}

// Share returns how often a first cell wins, with its 95% interval, where its record is not exact.
func (r Record) Share(g *minesweeper.Game) (win, low, high float64) {
	win, low, high = interval.Values{N: int(r.All), Sum: float64(r.Won), Squares: float64(r.Won)}.Share95()
	survival := 1 - g.FirstRisk()
	return survival * win, survival * low, survival * high
}

// table is rows by what they are known of.
type table struct {
	rows    map[string]Record
	longest int // how many cells are open in the longest way
}

// firsts and book are the two tables, read when they are first asked for.
var (
	firsts = sync.OnceValue(func() table { return mustRead(ReadFirsts(FirstsFile, firstTable)) })
	book   = sync.OnceValue(func() table { return mustRead(ReadBook(BookFile, bookTable)) })
)

func mustRead(rows []Row, err error) table {
	if err != nil {
		panic("openings: " + err.Error())
	}
	t := table{rows: make(map[string]Record, len(rows))}
	for _, r := range rows {
		t.rows[r.Name()] = r.Record
		t.longest = max(t.longest, strings.Count(r.After, "="))
	}
	return t
}

// listed returns the rule and the board under which the tables have a game. Once a first
// cell that nothing protected is open, the game is that of windows; before, all that windows wins counts by the
// same chance to survive.
func listed(r minesweeper.Rules) string {
	if r.First == minesweeper.None {
		r.First = minesweeper.Windows
	}
	return r.First.String() + " " + r.Board()
}

// usual tells whether a game counts the eight neighbours, as those of the tables do.
func usual(r minesweeper.Rules) bool { return r.Neighbours == minesweeper.Eight }

// Next returns the best cell of a view and the exact chance to win, if the view is in the book. It is safe for
// concurrent use, as is all of this package, and takes a microsecond.
func Next(v *minesweeper.View) (c minesweeper.Cell, win float64, ok bool) {
	g := v.Game()
	r := g.Rules()
	if len(v.Opened()) > book().longest || !usual(r) {
		return 0, 0, false
	}
	at := optimum.BookMove{Opened: v.Opened()}
	for _, c := range at.Opened {
		at.Shown = append(at.Shown, v.At(c))
	}
	s, ok := book().rows[listed(r)+" "+at.Way(g)]
	if !ok {
		return 0, 0, false
	}
	return s.Cell(g), float64(s.Won) / float64(s.All), true
}

// First returns the best first cell of a board with its record, of games or placements in which the cell was safe, if
// that was worked out for it or for the board lying on its side.
func First(g *minesweeper.Game) (r Record, ok bool) {
	rules := g.Rules()
	if !usual(rules) {
		return r, false
	}
	if r, ok := firsts().rows[listed(rules)]; ok {
		return r, true
	}
	rules.Height, rules.Width = rules.Width, rules.Height
	r, ok = firsts().rows[listed(rules)]
	r.Row, r.Col = r.Col, r.Row
	return r, ok
}

// Usual returns the first cell where nothing is known of a board: a corner, where a 0 is most likely, unless the rules
// make the first cell a 0: 2,2 is then best on most boards that were measured.
func Usual(g *minesweeper.Game) minesweeper.Cell {
	legal := g.NewView().Legal(nil)
	if r := g.Rules(); r.First == minesweeper.Gnomine {
		if c := g.Cell(min(2, r.Height/2), min(2, r.Width/2)); slices.Contains(legal, c) {
			return c
		}
	}
	return legal[0]
}
