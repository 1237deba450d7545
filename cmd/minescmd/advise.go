package minescmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
)

// aboutPlainPlayers says in helps what becomes of the players after the papers.
const aboutPlainPlayers = `The players bsr-uct*, after the papers, are asked with safe=true: plain, they decide
on a sampled belief and may open a risky cell where another is certainly safe. With
safe=false they are asked as they are.`

// addAdviser adds the flags, that of the player by its name.
func addAdviser(cmd *cobra.Command, a *minecoach.Adviser, player string) {
	f := cmd.Flags()
	f.StringVar(&a.Player, player, "strong", "player that is asked, see 'mines players'")
	f.DurationVar(&a.Time, "time", minecoach.DefaultTime, "wall time for an answer, half of it for the decision")
	f.IntVar(&a.Sims, "sims", 0, "simulations for the decision, instead of --time: the answer is then the same every time")
	console.Complete(cmd, player, sweepers.Advisers()...)
}

// checkAdviser completes what the flags left open.
func checkAdviser(cmd *cobra.Command, a *minecoach.Adviser, player string) error {
	budget := blindsight.Budget{Time: a.Time, Simulations: a.Sims}
	if err := console.CheckBudget(cmd, &budget); err != nil {
		return err
	}
	if !cmd.Flags().Changed("time") {
		a.Time = 0 // the coach's own
	}
	a.Player = sweepers.ForAdvice(a.Player)
	if err := sweepers.Catalogue.Check(a.Player); err != nil {
		return fmt.Errorf("--%s: %w", player, err)
	}
	if a.Seed == 0 {
		a.Seed = minecoach.DefaultSeed
	}
	return nil
}

func newMinesAdvise() *cobra.Command {
	var a minecoach.Adviser
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
			if err := checkAdviser(cmd, &a, "player"); err != nil {
				return err
			}
			return eachPosition(cmd, args, minesweeper.Rules{AutoOpen: true}, func(p *minesweeper.Position, n int, name string) error {
				if _, err := sweepers.Catalogue.New(a.Player, p.View.Game()); err != nil {
					return fmt.Errorf("%s: position %d: %w", name, n+1, err)
				}
				c, err := a.Advise(cmd.Context(), p.View)
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
				if n > 0 {
					fmt.Fprintln(cmd.OutOrStdout())
				}
				return minecoach.WriteCounsel(cmd.OutOrStdout(), p.View, c)
			})
		},
	}
	addAdviser(cmd, &a, "player")
	f := cmd.Flags()
	f.Uint64Var(&a.Seed, "seed", minecoach.DefaultSeed, "seed of the decision and the estimate")
	f.BoolVar(&a.Sure, "no-guess", false, "the board was chosen so that no guess is needed")
	f.BoolVar(&asJSON, "json", false, "print one JSON object a position")
	return cmd
}
