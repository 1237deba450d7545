package minecoach

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"blindsight/game/minesweeper"
	"blindsight/internal/percent"
)

// adviceLines is how many cells are listed beside an advice.
const adviceLines = 8

// WriteCounsel prints advice for people: the move, the reasons, and the cells that were
// compared.
func WriteCounsel(w io.Writer, v *minesweeper.View, c *Counsel) error {
	g := v.Game()
	var b strings.Builder
	name := func(cell minesweeper.Cell) string {
		row, col := g.RowCol(cell)
		return fmt.Sprintf("%d,%d", row, col)
	}
	if c.None {
		fmt.Fprintf(&b, "%s: %s\n", g.Rules(), c.Text())
	} else {
		fmt.Fprintf(&b, "%s: %s opens %s, risk %s\n", g.Rules(), c.Player, name(c.Cell), percent.Of(c.Mine))
		for _, reason := range c.Reasons {
			fmt.Fprintf(&b, "  %s\n", reason)
		}
		fmt.Fprintf(&b, "%8s %7s   %s\n", "cell", "risk", "chance to win")
		for _, line := range counselLines(c) {
			fmt.Fprintf(&b, "%8s %7s   %s\n", name(line.cell), percent.Of(line.mine), line.win)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// counselLine is a cell of the list.
type counselLine struct {
	cell minesweeper.Cell
	mine float64
	win  string
}

// counselLines returns the cells worth a look: those whose chances are known, the best
// first, else those of least risk; the advised one before all.
func counselLines(c *Counsel) (lines []counselLine) {
	for i := range c.Estimates {
		win, low, high := c.Estimates[i].Win()
		lines = append(lines, counselLine{c.Estimates[i].Cell, c.Estimates[i].Mine, fmt.Sprintf("%s (%s to %s)", percent.Of(win), percent.Of(low), percent.Of(high))})
	}
	if lines != nil {
		return lines
	}
	cells := slices.DeleteFunc(slices.Clone(c.Analysis.Cells), func(cell CellAnalysis) bool {
		return cell.Cell != c.Cell && (cell.Mine == 1 || c.Measured)
	})
	slices.SortStableFunc(cells, func(x, y CellAnalysis) int {
		switch {
		case x.Cell == c.Cell:
			return -1
		case y.Cell == c.Cell:
			return 1
		case x.Win != nil && y.Win != nil && x.Win.Cmp(y.Win) != 0:
			return y.Win.Cmp(x.Win)
		case x.Mine < y.Mine:
			return -1
		case x.Mine > y.Mine:
			return 1
		}
		return 0
	})
	for _, cell := range cells[:min(len(cells), adviceLines)] {
		line := counselLine{cell.Cell, cell.Mine, "-"}
		if cell.Win != nil {
			win, _ := cell.Win.Float64()
			line.win = percent.Of(win)
		} else if cell.Cell == c.Cell && c.Known {
			line.win = percent.Of(c.Win)
		}
		lines = append(lines, line)
	}
	return lines
}
