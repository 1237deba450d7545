package minecoach

import (
	"math"

	"blindsight/game/minesweeper"
)

// How many proofs a counsel has at most, and how many of these may be long.
const (
	maxReasons  = 12
	longReasons = 2
)

// cell returns what is known of a closed cell.
func (a *Analysis) cell(c minesweeper.Cell) *CellAnalysis {
	for i := range a.Cells {
		if a.Cells[i].Cell == c {
			return &a.Cells[i]
		}
	}
	return nil
}

// asGood returns the cells that are as good to open as the advised one: with the same exact
// chance to win, or certainly safe as well, or symmetric to it before the first cell.
func (c *Counsel) asGood(v *minesweeper.View) (cells []minesweeper.Cell) {
	g, a := v.Game(), c.Analysis
	advised := a.cell(c.Cell)
	valued := advised.Win != nil && (v.Started() || !c.NoGuess) // with the condition all first cells win
	for i := range a.Cells {
		c := &a.Cells[i]
		same := c.Cell == advised.Cell
		switch {
		case !v.Started() && g.LeastImage(c.Cell) == g.LeastImage(advised.Cell):
			same = true
		case valued:
			same = same || c.Win != nil && c.Win.Cmp(advised.Win) == 0
		case v.Started() && advised.Mine == 0:
			same = c.Mine == 0
		}
		if same {
			cells = append(cells, c.Cell)
		}
	}
	return cells
}

// leastRisk returns the first cell of least risk; of those with equal risk one that
// wins most often.
func (a *Analysis) leastRisk() *CellAnalysis {
	var least *CellAnalysis
	for i := range a.Cells {
		c := &a.Cells[i]
		switch {
		case least == nil || c.Mine < least.Mine*(1-sameRisk):
			least = c
		case math.Abs(c.Mine-least.Mine) <= sameRisk*least.Mine && c.Win != nil && least.Win != nil && c.Win.Cmp(least.Win) > 0:
			least = c
		}
	}
	return least
}

// certainlySafe returns the number of cells that hold no mine.
func (a *Analysis) certainlySafe() int {
	n := 0
	for i := range a.Cells {
		if a.Cells[i].Mine == 0 {
			n++
		}
	}
	return n
}

// leadsOn returns the chance that opening a cell, if it is safe, leaves a cell that is
// certainly safe, or wins.
func (n *Analyst) leadsOn(v *minesweeper.View, c minesweeper.Cell) float64 {
	g := v.Game()
	n.counter.Limit = n.Nodes
	if !g.Constraints(v, &n.sums) || n.counter.Count(&n.sums) != nil {
		return 0
	}
	zero := int32(-1)
	var among []int32
	near := make(map[int32]bool)
	for _, b := range g.Neighbours(c) {
		near[int32(b)] = true
	}
	for i, name := range n.sums.Names {
		if name == int32(c) {
			zero = int32(i)
		}
		if near[name] {
			among = append(among, int32(i))
		}
	}
	if zero < 0 {
		return 1 // kept free by the first-move rule
	}
	dist := n.counter.Shown(zero, among, nil)
	sum := 0.0
	for shows, chance := range dist {
		if chance == 0 {
			continue
		}
		after := v.Clone()
		if after.Did(c, minesweeper.Seen(shows)) != nil {
			continue
		}
		if after.Left() == 0 || n.someSafe(after) {
			sum += chance
		}
	}
	return sum
}

// someSafe tells whether a closed cell of a view is certainly safe.
func (n *Analyst) someSafe(v *minesweeper.View) bool {
	if !v.Game().Constraints(v, &n.sums) || n.counter.Count(&n.sums) != nil {
		return false
	}
	if v.Left()+v.Game().Rules().Mines > n.sums.Unknowns {
		return true // the first-move rule keeps a closed cell free
	}
	for _, certain := range n.counter.Certain() {
		if certain == 0 {
			return true
		}
	}
	return false
}
