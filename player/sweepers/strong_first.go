package sweepers

import (
	"context"
	_ "embed"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/internal/pace"
	"blindsight/player/sweepers/optimum"
)

// firstCellTable has the best first cells of boards that were solved or measured: rule, board,
// cell, chance to win. scripts/mines-first-cells.sh makes it.
//
//go:embed first_cells.tsv
var firstCellTable string

// firstCells is firstCellTable by rule and board.
var firstCells = sync.OnceValue(func() map[string]firstCell {
	cells := make(map[string]firstCell)
	for line := range strings.Lines(firstCellTable) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 4 {
			continue
		}
		if n, ok := readPairs(f[2], f[3]); ok {
			cells[f[0]+" "+f[1]] = firstCell{int(n[0]), int(n[1]), n[2], n[3]}
		}
	}
	return cells
})

// firstCell is the best first cell of a board and how often it wins: won of all games that
// strong played without a budget, or the exact optimum as a fraction.
type firstCell struct {
	row, col int
	won, all int64
}

// exact tells whether the chance is exact: of its denominator the placements are then a
// multiple. Of the games that were played they are not.
func (f firstCell) exact(g *minesweeper.Game) bool {
	placements, _ := optimum.SafeAfter(g, g.Cell(f.row, f.col))
	return placements.Rem(placements, big.NewInt(f.all)).Sign() == 0
}

// share returns how often the cell wins, with its 95% interval, where it is not exact.
func (f firstCell) share(g *minesweeper.Game) (win, low, high float64) {
	win, low, high = interval.Share95(float64(f.won), float64(f.won), int(f.all))
	survival := 1 - g.FirstRisk()
	return survival * win, survival * low, survival * high
}

// bookTable has the best play of boards that were solved after the first cell of the other table, as long as many
// placements are left and nothing shows 0: rule, board, what was opened and what it showed, the best cell, placements won of
// all. It is made in the same way.
//
//go:embed book.tsv
var bookTable string

// book is bookTable by rule, board and way.
var book = sync.OnceValue(func() (b openingBook) {
	b.cells = make(map[string]bookCell)
	for line := range strings.Lines(bookTable) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != 5 {
			continue
		}
		if n, ok := readPairs(f[3], f[4]); ok {
			b.cells[strings.Join(f[:3], " ")] = bookCell{int(n[0]), int(n[1]), float64(n[2]), float64(n[3])}
			b.longest = max(b.longest, strings.Count(f[2], "="))
		}
	}
	return b
})

// readPairs reads "row,col" and "won/all". (Sscanf would do; but nothing else makes the page's engine link it.)
func readPairs(cell, share string) (n [4]int64, ok bool) {
	row, col, _ := strings.Cut(cell, ",")
	won, all, _ := strings.Cut(share, "/")
	for i, text := range []string{row, col, won, all} {
		var err error
		if n[i], err = strconv.ParseInt(text, 10, 64); err != nil {
			return n, false
		}
	}
	return n, true
}

type openingBook struct {
	cells   map[string]bookCell
	longest int // how many cells are open where it ends
}

// bookCell is a cell and how many of all placements it wins.
type bookCell struct {
	row, col int
	won, all float64
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

// knownNext returns the best cell and the chance to win from the book, if a view is in it.
func knownNext(v *minesweeper.View) (c minesweeper.Cell, value float64, ok bool) {
	g := v.Game()
	r := g.Rules()
	if len(v.Opened()) > book().longest || r.Neighbours != (minesweeper.Rules{}).Neighbours {
		return 0, 0, false
	}
	at := optimum.BookMove{Opened: v.Opened()}
	for _, c := range at.Opened {
		at.Shown = append(at.Shown, v.At(c))
	}
	s, ok := book().cells[listed(r)+" "+at.Way(g)]
	if !ok {
		return 0, 0, false
	}
	return g.Cell(s.row, s.col), s.won / s.all, true
}

// knownFirst returns the best first cell of a board, if that was worked out for it or
// for the board lying on its side.
func knownFirst(g *minesweeper.Game) (minesweeper.Cell, bool) {
	f, ok := recordedFirst(g)
	if !ok {
		return 0, false
	}
	return g.Cell(f.row, f.col), true
}

// recordedFirst is knownFirst with its record: of games, or placements, in which the cell was safe.
func recordedFirst(g *minesweeper.Game) (f firstCell, ok bool) {
	r := g.Rules()
	if r.Neighbours != (minesweeper.Rules{}).Neighbours {
		return f, false
	}
	if f, ok := firstCells()[listed(r)]; ok {
		return f, true
	}
	r.Height, r.Width = r.Width, r.Height
	f, ok = firstCells()[listed(r)]
	f.row, f.col = f.col, f.row
	return f, ok
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
func (p *strong) first(ctx context.Context, v *minesweeper.View, b blindsight.Budget) (minesweeper.Cell, error) {
	if p.First != nil {
		return *p.First, nil
	}
	g := v.Game()
	if c, ok := knownFirst(g); ok {
		return c, nil
	}
	usual := usualFirst(v)
	if p.playouts == nil || b == (blindsight.Budget{}) || g.Rules().Neighbours == minesweeper.Torus {
		return usual, nil // on a torus all cells are alike
	}
	if o := &p.opened; o.game == g && o.budget == b {
		return o.cell, nil
	}
	whole := playouts{roller: newStrong(p.Strong)} // a quick player does not know what a first cell is worth
	cell := whole.first(ctx, g, b, usual)
	if pace.Err(ctx) == nil {
		p.opened = openedFirst{game: g, budget: b, cell: cell}
	}
	return cell, pace.Err(ctx)
}

// usualFirst returns the first cell where nothing is known of a board.
func usualFirst(v *minesweeper.View) minesweeper.Cell {
	g := v.Game()
	legal := v.Legal(nil)
	if r := g.Rules(); r.First == minesweeper.Gnomine {
		if c := g.Cell(min(2, r.Height/2), min(2, r.Width/2)); slices.Contains(legal, c) {
			return c
		}
	}
	return legal[0]
}

const (
	// farFirst is how far from the first corner first cells are looked at, in rows and in columns, on boards
	// of more than one row and column: those that were measured had their best there.
	farFirst = 3
	// usualLead is by how much, as a share, the usual first cell is thought to be the best before
	// anything is known.
	usualLead = 0.02
	// firstDoubt is how far that is off, as a standard deviation.
	firstDoubt = 0.03
)

// first compares first cells, one of each class of symmetric ones, by playing whole games, and
// takes the usual one unless another is better. The random numbers are its own, so that what it finds depends on
// the board and the budget alone.
func (o *playouts) first(ctx context.Context, g *minesweeper.Game, b blindsight.Budget, usual minesweeper.Cell) minesweeper.Cell {
	r := g.Rules()
	arms := []arm{{cell: usual, prior: usualLead, post: usualLead}}
	for _, c := range optimum.FirstCells(g) {
		row, col := g.RowCol(c)
		if c != g.LeastImage(usual) && (r.Height == 1 || r.Width == 1 || row <= farFirst && col <= farFirst) {
			arms = append(arms, arm{cell: c})
		}
	}
	o.alive, o.doubt = o.alive[:0], firstDoubt
	for i := range arms {
		o.alive = append(o.alive, &arms[i])
	}
	o.known = make(map[blindsight.Key]step)
	var stream rand.PCG
	rng := rand.New(&stream)
	seed := uint64(0)
	best := o.race(ctx, b, func(ctx context.Context, alive []*arm) {
		clear(o.known)
		seed++
		for _, a := range alive {
			if pace.Err(ctx) != nil {
				return
			}
			stream.Seed(seed, 2)
			o.view = g.NewView()
			o.roller.position.Forget()
			o.openFirst(rng, o.view, a.cell)
			a.values = append(a.values, o.playOn(ctx, rng, 1))
		}
	})
	return best.cell
}
