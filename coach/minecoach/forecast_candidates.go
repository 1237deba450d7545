package minecoach

import (
	"math/rand/v2"
	"slices"

	"blindsight/game/minesweeper"
)

// NewForecast returns a forecast for the promising cells of a position that was
// analysed, at most so many: those of little risk, of equals those with most open neighbours, of these
// those with fewest neighbours, which show a 0 most often; of cells
// that are certainly safe a single one, since opening them all costs nothing. Cells
// beyond these are added by keep, and not dropped. Equal random numbers give equal
// results.
func NewForecast(v *minesweeper.View, a *Analysis, rng *rand.Rand, most int, keep ...minesweeper.Cell) *Forecast {
	v = autoOpened(v)
	g := v.Game()
	f := &Forecast{view: v, seed: [2]uint64{rng.Uint64(), rng.Uint64()}}
	order := slices.Clone(a.Cells)
	if !v.Started() {
		order = slices.DeleteFunc(order, func(c CellAnalysis) bool {
			return !slices.Contains(keep, c.Cell) && (!g.Servable(c.Cell) || g.LeastImage(c.Cell) != c.Cell)
		})
	}
	beside := func(c minesweeper.Cell) int {
		n := 0
		for _, b := range g.Neighbours(c) {
			if v.At(b) != minesweeper.Covered {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(order, func(a, b CellAnalysis) int {
		switch {
		case a.Mine < b.Mine*(1-sameRisk):
			return -1
		case b.Mine < a.Mine*(1-sameRisk):
			return 1
		}
		if n := beside(b.Cell) - beside(a.Cell); n != 0 {
			return n
		}
		return len(g.Neighbours(a.Cell)) - len(g.Neighbours(b.Cell))
	})
	safe := v.Started() && order[0].Mine == 0
	if safe && slices.ContainsFunc(order, func(c CellAnalysis) bool { return c.Mine == 0 && slices.Contains(keep, c.Cell) }) {
		order = slices.DeleteFunc(order, func(c CellAnalysis) bool { return !slices.Contains(keep, c.Cell) })
	}
	for i, c := range order {
		kept := slices.Contains(keep, c.Cell)
		likely := len(f.cells) < most && c.Mine <= order[0].Mine+extraRisk
		if safe {
			likely = i == 0 && most > 0 // one safe cell will do
		}
		if kept || likely {
			f.cells = append(f.cells, Prospect{Cell: c.Cell, Mine: c.Mine, keep: kept})
		}
	}
	return f
}

// autoOpened returns the view in a game that opens the neighbours of zeros by itself:
// nothing is won or lost by it, and fewer decisions are to be made.
func autoOpened(v *minesweeper.View) *minesweeper.View {
	rules := v.Game().Rules()
	if rules.AutoOpen {
		return v
	}
	rules.AutoOpen = true
	g, err := minesweeper.New(rules)
	if err != nil {
		panic(err) // the rules were good before
	}
	w := g.NewView()
	for _, c := range v.Opened() {
		if err := w.Did(c, v.At(c)); err != nil {
			panic(err) // it was observed before
		}
	}
	return w
}
