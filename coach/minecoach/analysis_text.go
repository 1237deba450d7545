package minecoach

import (
	"fmt"
	"io"
	"strings"

	"blindsight/game/minesweeper"
	"blindsight/internal/percent"
)

// WriteAnalysis prints an analysis for people: the board with the risks in per cent,
// in colours for a terminal, and the best cells with the reason.
func WriteAnalysis(w io.Writer, v *minesweeper.View, a *Analysis, reasons []string, colours bool) error {
	g := v.Game()
	cells := make(map[minesweeper.Cell]*CellAnalysis)
	for i := range a.Cells {
		cells[a.Cells[i].Cell] = &a.Cells[i]
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: placements %s\nrisk of a mine in per cent, open numbers in brackets:\n", g.Rules(), a.Placements)
	writeGrid(&b, v, func(c minesweeper.Cell) string {
		if s := v.At(c); s != minesweeper.Covered {
			return fmt.Sprintf("  [%d]", s)
		}
		return tint(percent.Column(cells[c].Mine), cells[c].Mine, colours)
	})
	if a.Win != nil {
		fmt.Fprintf(&b, "chance to win in per cent, opening that cell next:\n")
		writeGrid(&b, v, func(c minesweeper.Cell) string {
			if cell := cells[c]; cell != nil && cell.Win != nil {
				win, _ := cell.Win.Float64()
				return tint(percent.Column(win), 1-win, colours)
			}
			if s := v.At(c); s != minesweeper.Covered {
				return fmt.Sprintf("  [%d]", s)
			}
			return "    -"
		})
	}
	b.WriteString(bestText(g, a, cells))
	for i, text := range reasons {
		if i == 0 {
			text = "strong: " + text
		}
		b.WriteString(text + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeGrid writes a board of cells five characters wide.
func writeGrid(b *strings.Builder, v *minesweeper.View, cell func(minesweeper.Cell) string) {
	g := v.Game()
	rules := g.Rules()
	b.WriteString("   ")
	for col := range rules.Width {
		fmt.Fprintf(b, "%5d", col)
	}
	b.WriteByte('\n')
	for row := range rules.Height {
		fmt.Fprintf(b, "%2d ", row)
		if rules.Neighbours == minesweeper.Hex && row%2 == 1 {
			b.WriteString("  ")
		}
		for col := range rules.Width {
			b.WriteString(cell(g.Cell(row, col)))
		}
		b.WriteByte('\n')
	}
}

// tint colours a text by risk, from green to red.
func tint(text string, risk float64, colours bool) string {
	if !colours {
		return text
	}
	shades := []int{28, 64, 100, 136, 130, 124} // of the 256-colour palette
	shade := shades[min(int(risk*float64(len(shades))), len(shades)-1)]
	return fmt.Sprintf("\x1b[48;5;%d;97m%s\x1b[0m", shade, text)
}

// bestText says which cells are best and why.
func bestText(g *minesweeper.Game, a *Analysis, cells map[minesweeper.Cell]*CellAnalysis) string {
	if len(a.Best) == 0 {
		return "nothing is left to open: the game is won\n"
	}
	names := make([]string, 0, len(a.Best))
	least := 1.0
	for _, c := range a.Best {
		row, col := g.RowCol(c)
		names = append(names, fmt.Sprintf("%d,%d", row, col))
	}
	for _, c := range a.Cells {
		least = min(least, c.Mine)
	}
	if len(names) > 12 {
		names = append(names[:12], fmt.Sprintf("and %d more", len(a.Best)-12))
	}
	best := cells[a.Best[0]]
	why := "least risk, " + percent.Bare(best.Mine) + "%"
	switch {
	case a.Win != nil && best.Mine > least:
		why = fmt.Sprintf("wins most often, %s, though the risk is %s%% and the least is %s%%", a.Win, percent.Bare(best.Mine), percent.Bare(least))
	case a.Win != nil:
		why = fmt.Sprintf("wins most often, %s, at a risk of %s%%", a.Win, percent.Bare(best.Mine))
	case best.Mine == 0:
		why = "certainly safe"
	}
	return fmt.Sprintf("best: %s (%s)\n", strings.Join(names, " "), why)
}
