package minescmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"

	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/guessfit"
	"blindsight/player/sweepers/strong"
)

// fitFlags are the flags of 'mines fit'.
type fitFlags struct {
	boards, rules            []string
	games, guesses, playouts int
	seed                     uint64
	workers                  int
	out                      string
}

func newMinesFit() *cobra.Command {
	var o fitFlags
	cmd := &cobra.Command{
		Use:   "fit",
		Short: "Fit the weights by which the player strong weighs its guesses",
		Long: `Fit the weights by which the player strong weighs its guesses.

Games that survive are played on every board under every rule given. At some guesses of
each game all candidates are played out on common boards; the weights are the least
squares of the differences between candidates of one position. --out writes them as the
file weights_fitted.go of package strong, whose header says how they were made; it takes
its place only when it is whole. What other weights are worth, 'mines gain' says with
the player that is printed.

The result is the same for any number of workers.`,
		Example: `  blindsight mines fit --games 20 --playouts 4
  blindsight mines fit --board 16x30/99 --rule windows,gnomine --games 1000 --out player/sweepers/strong/weights_fitted.go`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.boards, "board", []string{"16x30/99"}, "boards as HEIGHTxWIDTH/MINES")
	f.StringSliceVar(&o.rules, "rule", []string{"windows", "gnomine"}, "rules of the first cell: "+strings.Join(minesweeper.FirstNames(), ", "))
	f.IntVar(&o.games, "games", 500, "games on each board under each rule")
	f.IntVar(&o.guesses, "guesses", 3, "guesses of a game that are looked at, at most")
	f.IntVar(&o.playouts, "playouts", 8, "how often each candidate is played out")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the games")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.StringVar(&o.out, "out", "", "write the weights to this `FILE`, as Go")
	console.Complete(cmd, "rule", minesweeper.FirstNames()...)
	return cmd
}

// plan returns the data that the flags ask for.
func (o *fitFlags) plan() (*guessfit.Plan, error) {
	p := &guessfit.Plan{Games: o.games, Seed: o.seed, Guesses: o.guesses, Playouts: o.playouts, Options: guessfit.DefaultOptions()}
	for _, n := range []struct {
		name  string
		value int
	}{{"games", o.games}, {"guesses", o.guesses}, {"playouts", o.playouts}, {"workers", o.workers}} {
		if n.value < 1 {
			return nil, fmt.Errorf("--%s %d: must be at least 1", n.name, n.value)
		}
	}
	for _, board := range o.boards {
		for _, rule := range o.rules {
			flags := boardFlags{board: board, rule: rule, neighbours: "8", autoOpen: true}
			g, err := flags.game()
			if err != nil {
				return nil, err
			}
			p.Boards = append(p.Boards, g)
		}
	}
	if len(p.Boards) == 0 {
		return nil, errors.New("--board, --rule: name one of each at least")
	}
	return p, nil
}

// command is the command that makes the same fit, with everything that it depends on.
func (o *fitFlags) command() string {
	return fmt.Sprintf("%s mines fit --board %s --rule %s --games %d --guesses %d --playouts %d --seed %d",
		console.Called(), strings.Join(o.boards, ","), strings.Join(o.rules, ","), o.games, o.guesses, o.playouts, o.seed)
}

func (o *fitFlags) run(cmd *cobra.Command) error {
	p, err := o.plan()
	if err != nil {
		return err
	}
	var f *guessfit.Fit
	work := console.Fitting{
		Files: console.FileOrNone(o.out), Games: len(p.Boards) * p.Games, Result: "weight",
		Play: func(ctx context.Context, step func()) (err error) {
			f, err = guessfit.Run(ctx, p, o.workers, func(int) { step() })
			return err
		},
		Source: func(version string) [][]byte { return [][]byte{f.Source(p, o.command(), version)} },
	}
	if err := work.Run(cmd); err != nil {
		return err
	}
	return printFit(cmd.OutOrStdout(), f)
}

// printFit prints the weights beside those in use.
func printFit(w io.Writer, f *guessfit.Fit) error {
	used, fitted := strong.Fitted(), f.Round()
	fmt.Fprintf(w, "%d positions\n%-10s %28s %28s\n", f.Positions, "weight", "two guesses ahead (in use)", "three ahead (in use)")
	for k, name := range strong.WeightNames() {
		fmt.Fprintf(w, "%-10s", name)
		for depth := 2; depth < len(fitted); depth++ {
			fmt.Fprintf(w, " %8.4f ± %.4f (%7.4f)", fitted[depth].At(k), 1.96*f.Errors[depth].At(k), used[depth].At(k))
		}
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintf(w, "to be tried as --player strong,weights=%s\n", fitted.Text())
	return err
}
