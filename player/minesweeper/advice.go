package minesweeper

import (
	"fmt"
	"math"

	"blindsight/game/minesweeper"
)

// Advice is what a coach says of a position: which cell, and why. It is made of the
// view and of what was computed from it; there is no way from here to the hidden board.
type Advice struct {
	Cell    minesweeper.Cell
	None    bool // nothing is left to open
	Text    string
	Reasons []Reason // proofs for cells that are certain, see Analyst.Reasons
}

// How many proofs an advice has at most, and how many of these may be long.
const (
	maxReasons  = 12
	longReasons = 2
)

// Advise puts an analysis into words.
func (n *Analyst) Advise(v *minesweeper.View, a *Analysis) Advice {
	g := v.Game()
	if len(a.Best) == 0 {
		return Advice{None: true, Text: "Nothing is left to open: the game is won."}
	}
	least, best := a.leastRisk(), a.cell(a.Best[0])
	for _, c := range a.Best[1:] { // of equals the one with the least risk
		if other := a.cell(c); other.Mine < best.Mine {
			best = other
		}
	}
	advice := Advice{Cell: best.Cell}
	name := cellNames(g, []minesweeper.Cell{best.Cell}, 1)
	if !v.Started() {
		advice.Text = "The rules protect the first cell: open any."
		if a.Win != nil {
			advice.Text = fmt.Sprintf("The rules protect the first cell. %s wins most often, %s.", name, winWords(a))
		}
		return advice
	}
	advice.Reasons = n.Reasons(v, a, maxReasons, longReasons)
	if len(advice.Reasons) > 0 && !advice.Reasons[0].Mine {
		// With exact values a best cell need not be a safe one, but some safe one is best too.
		first := advice.Reasons[0]
		advice.Cell = first.Cells[0]
		advice.Text = first.Words(v) + "."
		if safe := a.certainlySafe(); safe > len(first.Cells) {
			advice.Text += fmt.Sprintf(" %d cells are certainly safe.", safe)
		}
		return advice
	}
	switch {
	case a.Win == nil:
		advice.Text = fmt.Sprintf("Nothing is certain. Least risk: %s, %s.", cellNames(g, a.Best, 3), Percent(best.Mine))
	case best.Mine > least.Mine*(1+sameRisk):
		one, other := n.compare(v, best, least)
		advice.Text = fmt.Sprintf("Least risk is %s (%s), but %s (%s) wins more often: %s against %s, because %s.",
			cellNames(g, []minesweeper.Cell{least.Cell}, 1), Percent(least.Mine), name, Percent(best.Mine),
			winOf(best), winOf(least), because(one, other))
	default:
		advice.Text = fmt.Sprintf("%s wins most often, %s, at the least risk, %s.", name, winWords(a), Percent(best.Mine))
	}
	return advice
}

// cell returns what is known of a closed cell.
func (a *Analysis) cell(c minesweeper.Cell) *CellAnalysis {
	for i := range a.Cells {
		if a.Cells[i].Cell == c {
			return &a.Cells[i]
		}
	}
	return nil
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

func winOf(c *CellAnalysis) string {
	win, _ := c.Win.Float64()
	return Percent(win)
}

func winWords(a *Analysis) string {
	win, _ := a.Win.Float64()
	return fmt.Sprintf("%s (%s)", Percent(win), a.Win.RatString())
}

// prospect is what may come of opening a cell.
type prospect struct {
	survived float64 // chance to win once it has turned out to be safe
	next     float64 // chance, once it is safe, that a certainly safe cell is next
}

// compare returns the prospects of two cells with exact win chances.
func (n *Analyst) compare(v *minesweeper.View, a, b *CellAnalysis) (prospect, prospect) {
	return n.prospect(v, a), n.prospect(v, b)
}

func (n *Analyst) prospect(v *minesweeper.View, c *CellAnalysis) prospect {
	p := prospect{next: n.leadsOn(v, c.Cell)}
	if c.Mine < 1 {
		win, _ := c.Win.Float64()
		p.survived = win / (1 - c.Mine)
	}
	return p
}

// leadsOn returns the chance that opening a cell, if it is safe, leaves a cell that is
// certainly safe, or wins.
func (n *Analyst) leadsOn(v *minesweeper.View, c minesweeper.Cell) float64 {
	g := v.Game()
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
		if after.Observe(c, minesweeper.Seen(shows)) != nil {
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

// because says why the first of two cells wins more often, though its risk is greater.
func because(better, worse prospect) string {
	if better.next > worse.next+0.05 {
		return fmt.Sprintf("once it is safe, a certainly safe cell comes next in %s of the cases against %s", Percent(better.next), Percent(worse.next))
	}
	return fmt.Sprintf("once it is safe, the game is won in %s of the cases against %s", Percent(better.survived), Percent(worse.survived))
}
