package minescmd

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"

	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/tuning"
)

// tuneFlags are the flags of 'mines tune'.
type tuneFlags struct {
	boards, small []string
	plan          tuning.Plan
	workers       int
	out           string
}

func newMinesTune() *cobra.Command {
	var o tuneFlags
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Choose the constants of the player strong by what they win",
		Long: `Choose the constants of the player strong by what they win.

Each constant is measured at a smaller and at a greater value than that in use, one
constant at a time, by the gains of 'mines gain' over strong at once: the difference to
the player in use, game by game. Constants of guesses are measured without a budget,
those of playouts with --sims on --board, those of small boards and of first cells with
--sims on --small-board. Another value is taken if its interval lies above 0; the
intervals hold for all values together.

--out writes the file constants_fitted.go of package strong, with all that was measured;
it takes its place only when it is whole. A value is tried in any command as a parameter
of the player: strong,constants=Reach:0.1/Round:8. The result is the same for any number
of workers.`,
		Example: `  blindsight mines tune --constant Loose,Window --instant 200
  blindsight mines tune --games 100 --out player/sweepers/strong/constants_fitted.go`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	f := cmd.Flags()
	f.StringSliceVar(&o.boards, "board", []string{"16x30/99"}, "boards as HEIGHTxWIDTH/MINES")
	f.StringSliceVar(&o.small, "small-board", []string{"6x6/10", "5x6/15"}, "boards of at most 36 cells for the constants of these")
	f.StringSliceVar(&o.plan.Constants, "constant", nil, "constants that are measured (default all): "+strings.Join(strong.ConstantNames(), ", "))
	f.IntVar(&o.plan.Instant, "instant", 1000, "games of each value on each board, without a budget")
	f.IntVar(&o.plan.Games, "games", 100, "games of each value on each board, with a budget")
	f.IntVar(&o.plan.Sims, "sims", 300, "simulations for each decision, where there is a budget")
	f.IntVar(&o.plan.Playouts, "playouts", 8, "how often each difference is played out")
	f.Uint64Var(&o.plan.Seed, "seed", 1, "seed of the games")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.StringVar(&o.out, "out", "", "write the constants to this `FILE`, as Go")
	console.Complete(cmd, "constant", strong.ConstantNames()...)
	return cmd
}

// read fills in the plan's boards, and checks the flags.
func (o *tuneFlags) read() error {
	if o.workers < 1 {
		return fmt.Errorf("--workers %d: must be at least 1", o.workers)
	}
	list := func(names []string, most int) (games []*minesweeper.Game, err error) {
		for _, board := range names {
			flags := boardFlags{board: board, rule: "windows", neighbours: "8", autoOpen: true}
			g, err := flags.game()
			if err != nil {
				return nil, err
			}
			if most > 0 && g.Cells() > most {
				return nil, fmt.Errorf("--small-board %s: must have at most %d cells", board, most)
			}
			games = append(games, g)
		}
		return games, nil
	}
	var err error
	if o.plan.Boards, err = list(o.boards, 0); err != nil {
		return err
	}
	if o.plan.Small, err = list(o.small, strong.SmallBoard); err != nil {
		return err
	}
	if err := o.plan.Check(); err != nil {
		return console.BadUsage(err)
	}
	return nil
}

// command is the command that makes the same file, with everything that it depends on.
func (o *tuneFlags) command() string {
	text := fmt.Sprintf("%s mines tune --board %s --small-board %s --instant %d --games %d --sims %d --playouts %d --seed %d",
		console.Called(), strings.Join(o.boards, ","), strings.Join(o.small, ","), o.plan.Instant, o.plan.Games, o.plan.Sims, o.plan.Playouts, o.plan.Seed)
	if len(o.plan.Constants) > 0 {
		text += " --constant " + strings.Join(o.plan.Constants, ",")
	}
	return text
}

func (o *tuneFlags) run(cmd *cobra.Command) error {
	if err := o.read(); err != nil {
		return err
	}
	var choices []tuning.Choice
	work := console.Fitting{
		Files: console.FileOrNone(o.out), Games: o.plan.Total(), Result: "choice",
		Play: func(ctx context.Context, step func()) (err error) {
			choices, err = tuning.Run(ctx, &o.plan, o.workers, func(int) { step() })
			return err
		},
		Source: func(version string) [][]byte {
			return [][]byte{tuning.Source(&o.plan, choices, o.command(), version)}
		},
	}
	if err := work.Run(cmd); err != nil {
		return err
	}
	return printTuned(cmd.OutOrStdout(), choices)
}

// printTuned prints what was measured.
func printTuned(w io.Writer, choices []tuning.Choice) error {
	for i := range choices {
		c := &choices[i]
		if len(c.Others) == 0 {
			continue
		}
		if _, err := fmt.Fprintf(w, "%-13s %g in use, %g chosen; in points: %s\n", c.Name, c.InUse, c.Chosen, c.Text()); err != nil {
			return err
		}
	}
	return nil
}
