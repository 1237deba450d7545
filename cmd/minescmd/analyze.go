package minescmd

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
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
			switch {
			case limit < 0:
				return fmt.Errorf("--placements %d: must not be negative", limit)
			case plays < 0:
				return fmt.Errorf("--plays %d: must not be negative", plays)
			case workers < 1:
				return fmt.Errorf("--workers %d: must be at least 1", workers)
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
					out := cmd.OutOrStdout()
					if n > 0 {
						fmt.Fprintln(out)
					}
					_, colours := console.TerminalOf(out)
					wrong = minecoach.WriteAnalysis(out, p.View, a, report.Reasons, colours)
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
