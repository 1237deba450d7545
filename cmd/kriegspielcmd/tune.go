package kriegspielcmd

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/experiment/match"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
	"blindsight/player/kriegspielers/judgefit"
)

// tuneFlags are the flags of 'kriegspiel tune'.
type tuneFlags struct {
	plan    judgefit.Plan
	meeting judgefit.Meeting
	workers int
	out     string
}

func newKriegspielTune() *cobra.Command {
	var o tuneFlags
	cmd := &cobra.Command{
		Use:   "tune",
		Short: "Fit the evaluation by which the player foresight values positions, and try it in a match",
		Long: `Fit the evaluation by which the player foresight values positions, and try it in a match.

The data are games of a player against itself, with secret lines, under berkeley and
wild16 in turn: the weights are those under which the results of the games are likeliest,
not far from those in use. The last fifth of the games is held out, to say how well they
do on games that they were not fitted on.

Then foresight with the fitted evaluation meets foresight with the one in use, in pairs of
games with the sides swapped. The fitted one is taken if it scores more than half beyond
doubt; else the one in use stays. What goes with winning need not win: a weight that is
fitted badly for that reason can be held at a number (--hold KingOut:0).

--out writes the file evaluation_fitted.go of package kriegspielers, whose header says all
that; it takes its place only when it is whole.

The result is the same for any number of workers. A game takes some seconds.`,
		Example: `  blindsight kriegspiel tune --games 20 --sims 100 --match-games 10 --match-sims 100
  blindsight kriegspiel tune --games 200 --match-games 200 --out player/kriegspielers/evaluation_fitted.go
  blindsight kriegspiel tune --games 20 --sims 100 --hold KingHome:0/KingOut:0 --match-games 10 --match-sims 100`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	f := cmd.Flags()
	f.IntVar(&o.plan.Games, "games", 100, "games that are fitted to, of which the last fifth is held out")
	f.StringVar(&o.plan.Player, "player", "belief-1", "who plays them: one that keeps a belief, see 'kriegspiel players'")
	f.IntVar(&o.plan.Sims, "sims", 1000, "simulations for each decision in them")
	f.Float64Var(&o.plan.Ridge, "ridge", judgefit.DefaultRidge, "how much the evaluation in use counts against the games")
	f.StringVar(&o.plan.Hold, "hold", "", "weights that are not fitted, and their `NUMBERS`: NAME:NUMBER, separated by slashes")
	f.Uint64Var(&o.plan.Seed, "seed", 1, "seed of these games and of those of the match")
	f.IntVar(&o.meeting.Games, "match-games", 200, "games of the match, an even number")
	f.IntVar(&o.meeting.Sims, "match-sims", 300, "simulations for each decision in them")
	f.StringVar(&o.meeting.Player, "match-player", "foresight", "who plays them with either evaluation: foresight, perhaps with parameters")
	f.IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.StringVar(&o.out, "out", "", "write the evaluation to this `FILE`, as Go")
	console.Complete(cmd, "player", kriegspielers.Catalogue.Names()...)
	return cmd
}

// weighing returns a player with another evaluation.
func weighing(player string, e *kriegspielers.Evaluation) string {
	return player + ",weights=" + e.Text()
}

func (o *tuneFlags) check() error {
	switch {
	case o.workers < 1:
		return fmt.Errorf("--workers %d: must be at least 1", o.workers)
	case o.meeting.Games < 2 || o.meeting.Games%2 == 1:
		return fmt.Errorf("--match-games %d: must be even and at least 2, since games come in pairs", o.meeting.Games)
	case o.meeting.Sims < 1:
		return fmt.Errorf("--match-sims %d: must be at least 1", o.meeting.Sims)
	}
	used := kriegspielers.InUse()
	for _, player := range []string{o.meeting.Player, weighing(o.meeting.Player, &used)} {
		if _, err := kriegspielers.Catalogue.New(player, kriegspiel.MustRules("berkeley")); err != nil {
			return fmt.Errorf("--match-player: %w", err)
		}
	}
	if o.plan.Hold != "" {
		if _, err := kriegspielers.ParseWeights(o.plan.Hold); err != nil {
			return console.BadUsage(fmt.Errorf("--hold: %w", err))
		}
	}
	if err := o.plan.Check(); err != nil {
		return console.BadUsage(err)
	}
	return nil
}

func (o *tuneFlags) run(cmd *cobra.Command) error {
	if err := o.check(); err != nil {
		return err
	}
	var f *judgefit.Fit
	work := console.Fitting{
		Files: console.FileOrNone(o.out), Games: o.plan.Games + o.meeting.Games, Result: "evaluation",
		Play: func(ctx context.Context, step func()) (err error) {
			f, err = judgefit.Run(ctx, &o.plan, o.workers, func(int) { step() })
			if err != nil {
				return err
			}
			return o.meet(ctx, f, step)
		},
		Source: func(version string) [][]byte {
			return [][]byte{f.Source(&o.plan, &o.meeting, o.command(), version)}
		},
	}
	if err := work.Run(cmd); err != nil {
		return err
	}
	return o.print(cmd.OutOrStdout(), f)
}

// command is the command that makes the same file, with everything that it depends on.
func (o *tuneFlags) command() string {
	hold := ""
	if o.plan.Hold != "" {
		hold = " --hold " + o.plan.Hold
	}
	return fmt.Sprintf("%s kriegspiel tune --games %d --sims %d --ridge %g%s --seed %d --player %s --match-games %d --match-sims %d --match-player %s",
		console.Called(), o.plan.Games, o.plan.Sims, o.plan.Ridge, hold, o.plan.Seed, o.plan.Player, o.meeting.Games, o.meeting.Sims, o.meeting.Player)
}

// meet lets the fitted evaluation meet the one in use.
func (o *tuneFlags) meet(ctx context.Context, f *judgefit.Fit, step func()) error {
	setting, err := kriegspielers.Game.Open("lines=setups")
	if err != nil {
		return err
	}
	o.meeting.Seed = o.plan.Seed
	m := match.Pairs{
		Players: [2]string{weighing(o.meeting.Player, &f.Weights), o.meeting.Player},
		Budget:  blindsight.Budget{Simulations: o.meeting.Sims}, Games: o.meeting.Games, Seed: o.meeting.Seed, Workers: o.workers,
	}
	sum := match.NewPairSum(setting, nil)
	if err := m.Play(ctx, setting, sum, func(int, *match.Pair) { step(); step() }); err != nil {
		return err
	}
	r := m.Report(setting, sum, 0)
	o.meeting.Score, o.meeting.Lo, o.meeting.Hi = r.Score, r.ScoreCI95[0], r.ScoreCI95[1]
	return nil
}

// print prints the weights beside those in use, and what came of the match.
func (o *tuneFlags) print(w io.Writer, f *judgefit.Fit) error {
	used := kriegspielers.InUse()
	fmt.Fprintf(w, "fitted on %d positions, held out %d: log loss %.4f bits (%.4f in use, %.0f of a coin)\n", f.Positions, f.PositionsHeldOut, f.Loss, f.LossInUse, f.LossUnknown)
	fmt.Fprintf(w, "%-11s %8s %8s\n", "weight", "in use", "fitted")
	for k, name := range kriegspielers.EvaluationNames() {
		fmt.Fprintf(w, "%-11s %8g %8g\n", name, used.At(k), f.Weights.At(k))
	}
	verdict := "the one in use stays"
	if o.meeting.Better() {
		verdict = "the fitted one is taken"
	}
	_, err := fmt.Fprintf(w, "match of %d games: the fitted one scored %.3f (95%%: %.3f to %.3f): %s\n", o.meeting.Games, o.meeting.Score, o.meeting.Lo, o.meeting.Hi, verdict)
	return err
}
