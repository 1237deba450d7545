package kriegspielcmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"

	"blindsight/player/kriegspielers"
	"blindsight/player/kriegspielers/opponentfit"
)

// opponentFlags are the flags of 'kriegspiel fit'.
type opponentFlags struct {
	plan    opponentfit.Plan
	workers int
	out     string
}

func newKriegspielFit() *cobra.Command {
	var o opponentFlags
	cmd := &cobra.Command{
		Use:   "fit",
		Short: "Fit the model of a blind opponent by which the player foresight plays",
		Long: `Fit the model of a blind opponent by which the player foresight plays: which moves he
makes, where his men stand, and how often he takes what hangs.

The data are games of a player against itself, or --against another one, with secret
lines, under berkeley and wild16 in turn. The last fifth of them is held out, to say how well the model does on
games that it was not fitted on. --out writes the files policy_fitted.go,
plausible_fitted.go and rates_fitted.go into a folder, that of package kriegspielers;
their headers say how they were made, and none takes its place before all are whole.

Whoever plays differently has a style of his own: --style fits the moves of a player
alone, as those of one of the styles that foresight knows, and writes
policy_STYLE_fitted.go. Which style an opponent has, it believes by what it hears.

The result is the same for any number of workers. A game takes some seconds, and a
megabyte until the fit is done.`,
		Example: `  blindsight kriegspiel fit --games 20 --sims 100
  blindsight kriegspiel fit --games 200 --sims 1000 --out player/kriegspielers
  blindsight kriegspiel fit --player greedy --against belief-1 --style greedy --games 20`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	f := cmd.Flags()
	f.IntVar(&o.plan.Games, "games", 100, "games, of which the last fifth is held out")
	f.StringVar(&o.plan.Player, "player", "belief-1", "who plays them: one that keeps a belief, see 'kriegspiel players'")
	f.StringVar(&o.plan.Against, "against", "", "whom he plays: one that keeps a belief (default himself)")
	f.StringVar(&o.plan.Style, "style", "", "fit the moves alone, as those of a style: "+strings.Join(kriegspielers.Styles()[1:], ", "))
	f.IntVar(&o.plan.Sims, "sims", 1000, "simulations for each decision")
	f.Uint64Var(&o.plan.Seed, "seed", 1, "seed of the games")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.StringVar(&o.out, "out", "", "write the files into this `FOLDER`")
	console.Complete(cmd, "player", kriegspielers.Catalogue.Names()...)
	return cmd
}

func (o *opponentFlags) run(cmd *cobra.Command) error {
	if o.workers < 1 {
		return fmt.Errorf("--workers %d: must be at least 1", o.workers)
	}
	if err := o.plan.Check(); err != nil {
		return console.BadUsage(err)
	}
	if info, err := os.Stat(o.out); o.out != "" && (err != nil || !info.IsDir()) {
		return fmt.Errorf("--out %s: must be a folder that exists, as player/kriegspielers", o.out)
	}
	var f *opponentfit.Fit
	work := console.Fitting{
		Games: o.plan.Games, Result: "model",
		Play: func(ctx context.Context, step func()) (err error) {
			f, err = opponentfit.Run(ctx, &o.plan, o.workers, func(int) { step() })
			return err
		},
		Source: func(version string) [][]byte { return f.Source(&o.plan, o.command(), version) },
	}
	if o.out != "" {
		for _, name := range o.plan.Files() {
			work.Files = append(work.Files, filepath.Join(o.out, name))
		}
	}
	if err := work.Run(cmd); err != nil {
		return err
	}
	return printOpponent(cmd.OutOrStdout(), f)
}

// command is the command that makes the same files, with everything that it depends on.
func (o *opponentFlags) command() string {
	text := fmt.Sprintf("%s kriegspiel fit --games %d --sims %d --seed %d --player %s", console.Called(), o.plan.Games, o.plan.Sims, o.plan.Seed, o.plan.Player)
	if o.plan.Against != "" {
		text += " --against " + o.plan.Against
	}
	if o.plan.Style != "" {
		text += " --style " + o.plan.Style
	}
	return text
}

// printOpponent prints how well the model does.
func printOpponent(out io.Writer, f *opponentfit.Fit) error {
	for _, m := range []struct {
		name string
		opponentfit.Model
	}{{"moves", f.Moves}, {"positions", f.Positions}} {
		if m.Choices == 0 {
			continue // a style has none
		}
		fmt.Fprintf(out, "%-10s fitted on %d, held out %d: log loss %.3f bits (%.3f without the model), mean rank of the true one %.1f (%.1f)\n",
			m.name, m.Choices, m.ChoicesHeldOut, m.Loss, m.UniformLoss, m.Rank, m.Unordered)
	}
	hung, taken := 0, 0
	for how := range f.Hung {
		hung, taken = hung+f.Hung[how], taken+f.Taken[how]
	}
	_, err := fmt.Fprintf(out, "%-10s %d men hung, %d were taken\n", "rates", hung, taken)
	return err
}
