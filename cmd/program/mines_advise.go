package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/internal/percent"
	"blindsight/player/sweepers"
	"blindsight/search/reveal"
)

// aboutPlainPlayers says in helps what becomes of the players after the papers.
const aboutPlainPlayers = `The players bsr-uct*, after the papers, are asked with safe=true: plain, they decide
on a sampled belief and may open a risky cell where another is certainly safe. With
safe=false they are asked as they are.`

// adviser asks the coach about positions: in 'mines advise' and 'mines human'.
type adviser struct {
	player string        // as the catalogue writes it
	sims   int           // for a decision
	time   time.Duration // or for an answer
	seed   uint64
	sure   bool // the board was chosen so that no guess is needed
}

// add adds the flags, that of the player by its name.
func (a *adviser) add(cmd *cobra.Command, player string) {
	f := cmd.Flags()
	f.StringVar(&a.player, player, "strong", "player that is asked, see 'mines players'")
	f.DurationVar(&a.time, "time", minecoach.DefaultTime, "wall time for an answer, half of it for the decision")
	f.IntVar(&a.sims, "sims", 0, "simulations for the decision, instead of --time: the answer is then the same every time")
	console.Complete(cmd, player, sweepers.Advisers()...)
}

// check completes what the flags left open.
func (a *adviser) check(cmd *cobra.Command, player string) error {
	budget := blindsight.Budget{Time: a.time, Simulations: a.sims}
	if err := console.CheckBudget(cmd, &budget); err != nil {
		return err
	}
	if !cmd.Flags().Changed("time") {
		a.time = 0 // the coach's own
	}
	a.player = sweepers.ForAdvice(a.player)
	if err := sweepers.Catalogue.Check(a.player); err != nil {
		return fmt.Errorf("--%s: %w", player, err)
	}
	if a.seed == 0 {
		a.seed = minecoach.DefaultSeed
	}
	return nil
}

// advise returns what there is to say of a view. It is all that the player learns of the
// game: there is no way from here to the hidden board. What it works with is new each
// time: an answer that was given up may still be at work.
func (a *adviser) advise(ctx context.Context, v *minesweeper.View) (*minecoach.Counsel, error) {
	solver := reveal.New(reveal.Options{Workers: runtime.GOMAXPROCS(0), Memory: 256 << 20})
	coach := minecoach.New(minecoach.NewAnalyst(minecoach.ExactPlacements, solver), a.sims, a.time)
	coach.Seed, coach.NoGuess = a.seed, a.sure
	if a.player == "strong" {
		return coach.Advise(ctx, v, "", nil)
	}
	p, err := sweepers.Catalogue.New(a.player, v.Game())
	if err != nil {
		return nil, err
	}
	return coach.Advise(ctx, v, a.player, p)
}

func newMinesAdvise() *cobra.Command {
	var a adviser
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "advise [POSITION]",
		Short: "Ask a player what to open in a position, and why",
		Long: `Ask a player what it would open in a position, and say how risky that is, how likely
it wins, and why. The position is a file, or the text itself if it has several lines;
without one it is read from the standard input. Several are separated by empty lines
(the format of 'mines show').

Risks are exact. The chance to win is exact where at most 8,000 placements of the mines
are left, and up to 20,000 where the search gets so far: it is then that of the best
play. Else it is an estimate with its 95% interval: that of the player strong playing on
after the cell, told from 200 plays on. The answer says which. With --sims it is the same
every time. With --no-guess the board is one that was chosen so that no guess is needed
('mines boards --no-guess'): opening what is certain wins it.

` + aboutPlainPlayers,
		Example: `  printf '5x3/6 windows\n..2\n..3\n..3\n..2\n221\n' | blindsight mines advise
  blindsight mines advise position.txt --player bssuct --sims 2000 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.check(cmd, "player"); err != nil {
				return err
			}
			return eachPosition(cmd, args, minesweeper.Rules{AutoOpen: true}, func(p *minesweeper.Position, n int, name string) error {
				if _, err := sweepers.Catalogue.New(a.player, p.View.Game()); err != nil {
					return fmt.Errorf("%s: position %d: %w", name, n+1, err)
				}
				c, err := a.advise(cmd.Context(), p.View)
				switch {
				case cmd.Context().Err() != nil:
					return console.Failed(errors.New("interrupted"))
				case errors.Is(err, blindsight.ErrInconsistent) || errors.Is(err, minecoach.ErrNeedsGuess):
					return fmt.Errorf("%s: position %d: %w", name, n+1, err)
				case err != nil:
					return console.Failed(fmt.Errorf("%s: position %d: %w", name, n+1, err))
				case asJSON:
					return console.WriteJSON(cmd.OutOrStdout(), minecoach.NewCounselReport(p.View.Game(), c))
				}
				return writeCounsel(cmd.OutOrStdout(), p.View, c, n)
			})
		},
	}
	a.add(cmd, "player")
	f := cmd.Flags()
	f.Uint64Var(&a.seed, "seed", minecoach.DefaultSeed, "seed of the decision and the estimate")
	f.BoolVar(&a.sure, "no-guess", false, "the board was chosen so that no guess is needed")
	f.BoolVar(&asJSON, "json", false, "print one JSON object a position")
	return cmd
}

// adviceLines is how many cells 'mines advise' lists.
const adviceLines = 8

// writeCounsel prints advice for people: the move, the reasons, and the cells that were
// compared.
func writeCounsel(w io.Writer, v *minesweeper.View, c *minecoach.Counsel, n int) error {
	g := v.Game()
	var b strings.Builder
	if n > 0 {
		b.WriteByte('\n')
	}
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
func counselLines(c *minecoach.Counsel) (lines []counselLine) {
	for i := range c.Estimates {
		win, low, high := c.Estimates[i].Win()
		lines = append(lines, counselLine{c.Estimates[i].Cell, c.Estimates[i].Mine, fmt.Sprintf("%s (%s to %s)", percent.Of(win), percent.Of(low), percent.Of(high))})
	}
	if lines != nil {
		return lines
	}
	cells := slices.DeleteFunc(slices.Clone(c.Analysis.Cells), func(cell minecoach.CellAnalysis) bool {
		return cell.Cell != c.Cell && (cell.Mine == 1 || c.Measured)
	})
	slices.SortStableFunc(cells, func(x, y minecoach.CellAnalysis) int {
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
