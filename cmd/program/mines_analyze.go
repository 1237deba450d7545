package program

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/internal/percent"
	"blindsight/search/reveal"
)

func newMinesAnalyze() *cobra.Command {
	var limit, workers, plays int
	var seed uint64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "analyze [FILE]",
		Short: "Give the exact risk and win chance of every cell of a position",
		Long: `Analyse Minesweeper positions, read from a file or from the standard input and
separated by empty lines (the format of 'mines show'): the number of placements of
the mines that agree with it, the exact probability of a mine on every closed cell,
and, where at most --placements are left, the exact probability to win if that cell
is opened next and the best play follows. Where more are left, 'strong' is asked what to
open, and why, and plays on after it --plays times: that is an estimate of the chance to
win, with its 95% interval, told from 200 plays on ('mines advise' says more of it).

A position that no placement explains is an error that names the numbers which
contradict each other. Ctrl-C ends a search for the chance to win; the risks are
printed all the same, and the exit code is 1.`,
		Example: `  printf '5x3/6 windows\n..2\n..3\n..3\n..2\n221\n' | blindsight mines analyze`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 0 || plays < 0 || workers < 1 {
				return fmt.Errorf("--placements %d, --plays %d, --workers %d: must not be negative, and at least one worker", limit, plays, workers)
			}
			coach := &minecoach.Coach{Analyst: minecoach.NewAnalyst(0, nil), Budget: blindsight.Budget{Simulations: minecoach.DefaultSims}, Plays: plays, Seed: seed}
			analyst := minecoach.NewAnalyst(limit, reveal.New(reveal.Options{Workers: workers}))
			return eachPosition(cmd, args, minesweeper.Rules{}, func(p *minesweeper.Position, n int, name string) error {
				a, err := analyst.Analyse(cmd.Context(), p.View)
				if errors.Is(err, blindsight.ErrInconsistent) {
					return fmt.Errorf("%s: position %d: %w", name, n+1, err)
				}
				if a == nil && cmd.Context().Err() != nil {
					return console.Failed(fmt.Errorf("%s: position %d: interrupted before the placements of the mines were counted", name, n+1))
				}
				if a == nil {
					return console.Failed(err)
				}
				report := minecoach.NewReport(p.View.Game(), a)
				if err == nil && a.Win == nil && len(a.Best) > 0 && plays > 0 {
					var c *minecoach.Counsel
					c, err = coach.Advise(cmd.Context(), p.View, "", nil)
					if err != nil && cmd.Context().Err() == nil {
						return console.Failed(err)
					}
					if err == nil {
						report.Estimated(p.View.Game(), c)
					}
				}
				// What was interrupted leaves the risks, which were counted before it.
				var wrong error
				if asJSON {
					wrong = console.WriteJSON(cmd.OutOrStdout(), report)
				} else {
					wrong = writeAnalysis(cmd.OutOrStdout(), p.View, a, report.Reasons, n)
				}
				if wrong == nil && err != nil {
					return console.Failed(fmt.Errorf("%s: position %d: interrupted: the chance to win was not finished", name, n+1))
				}
				return wrong
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&limit, "placements", minecoach.ExactPlacements, "compute win chances where at most so many placements are left")
	f.IntVar(&plays, "plays", minecoach.LeastPlays, "estimate the chance to win by so many plays where more are left; 0: not at all")
	f.Uint64Var(&seed, "seed", minecoach.DefaultSeed, "seed of the estimate")
	f.IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "cores to use; the values do not depend on it")
	f.BoolVar(&asJSON, "json", false, "print one JSON object a position")
	return cmd
}

// writeAnalysis prints an analysis for people: the board with the risks in per cent,
// in colours on a terminal, and the best cells with the reason.
func writeAnalysis(w io.Writer, v *minesweeper.View, a *minecoach.Analysis, reasons []string, n int) error {
	g := v.Game()
	_, colours := console.TerminalOf(w)
	cells := make(map[minesweeper.Cell]*minecoach.CellAnalysis)
	for i := range a.Cells {
		cells[a.Cells[i].Cell] = &a.Cells[i]
	}
	var b strings.Builder
	if n > 0 {
		b.WriteByte('\n')
	}
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
	b.WriteString(reason(g, a, cells))
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

// reason says which cells are best and why.
func reason(g *minesweeper.Game, a *minecoach.Analysis, cells map[minesweeper.Cell]*minecoach.CellAnalysis) string {
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
