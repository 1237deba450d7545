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
	"blindsight/internal/interval"
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
not far from those that were once set by hand. The last fifth of the games is held out, to say how well they
do on games that they were not fitted on.

Then foresight with the fitted evaluation meets foresight with the one in use, in pairs of
games with the sides swapped. The fitted one is taken if it scores more than half beyond
doubt; else the one in use stays. With --match-against both meet another player in the same
games, and the one that scores more is taken: what beats the player itself need not beat
others. What goes with winning need not win: weights of which playing has shown that
(evaluation_screened.go) are held at their numbers, and so are those of --hold.

--out writes the file evaluation_fitted.go of package kriegspielers, whose header says all
that; it takes its place only when it is whole.

The result is the same for any number of workers. A game takes some seconds.`,
		Example: `  blindsight kriegspiel tune --games 20 --sims 100 --match-games 10 --match-sims 100
  blindsight kriegspiel tune --games 200 --match-games 200 --out player/kriegspielers/evaluation_fitted.go
  blindsight kriegspiel tune --games 20 --sims 100 --hold Ring:0.1/Guard:0 --match-games 10 --match-sims 100 --match-against belief-1`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	f := cmd.Flags()
	f.IntVar(&o.plan.Games, "games", 100, "games that are fitted to, of which the last fifth is held out")
	f.StringVar(&o.plan.Player, "player", "belief-1", "who plays them: one that keeps a belief, see 'kriegspiel players'")
	f.IntVar(&o.plan.Sims, "sims", 1000, "simulations for each decision in them")
	f.Float64Var(&o.plan.Ridge, "ridge", judgefit.DefaultRidge, "how much the evaluation set by hand counts against the games")
	f.StringVar(&o.plan.Hold, "hold", "", "weights that are not fitted, and their `NUMBERS`: NAME:NUMBER, separated by slashes")
	f.Uint64Var(&o.plan.Seed, "seed", 1, "seed of these games and of those of the match")
	f.IntVar(&o.meeting.Games, "match-games", 200, "games of the match, an even number")
	f.IntVar(&o.meeting.Sims, "match-sims", 300, "simulations for each decision in them")
	f.StringVar(&o.meeting.Against, "match-against", "", "let both evaluations meet this `PLAYER` in the same games, not each other")
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
	if a := o.meeting.Against; a != "" {
		if _, err := kriegspielers.Catalogue.New(a, kriegspiel.MustRules("berkeley")); err != nil {
			return fmt.Errorf("--match-against: %w", err)
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
		Files: console.FileOrNone(o.out), Games: o.games(), Result: "evaluation",
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

// games returns how many games are played in all.
func (o *tuneFlags) games() int {
	if o.meeting.Against != "" {
		return o.plan.Games + 2*o.meeting.Games
	}
	return o.plan.Games + o.meeting.Games
}

// command is the command that makes the same file, with everything that it depends on.
func (o *tuneFlags) command() string {
	hold := ""
	if o.plan.Hold != "" {
		hold = " --hold " + o.plan.Hold
	}
	against := ""
	if o.meeting.Against != "" {
		against = " --match-against " + o.meeting.Against
	}
	return fmt.Sprintf("%s kriegspiel tune --games %d --sims %d --ridge %g%s --seed %d --player %s --match-games %d --match-sims %d --match-player %s%s",
		console.Called(), o.plan.Games, o.plan.Sims, o.plan.Ridge, hold, o.plan.Seed, o.plan.Player, o.meeting.Games, o.meeting.Sims, o.meeting.Player, against)
}

// meet lets the fitted evaluation meet the one in use, or both another player.
func (o *tuneFlags) meet(ctx context.Context, f *judgefit.Fit, step func()) error {
	m := &o.meeting
	m.Seed = o.plan.Seed
	fitted := weighing(m.Player, &f.Weights)
	if m.Against == "" {
		_, r, err := o.pairs(ctx, fitted, m.Player, step)
		if err != nil {
			return err
		}
		m.Score, m.Used, m.Lo, m.Hi = r.Score, 1-r.Score, r.ScoreCI95[0], r.ScoreCI95[1]
		return nil
	}
	with, of, err := o.pairs(ctx, fitted, m.Against, step)
	if err != nil {
		return err
	}
	without, used, err := o.pairs(ctx, m.Player, m.Against, step)
	if err != nil {
		return err
	}
	var more interval.Values
	for i := range with {
		more.Add(with[i] - without[i])
	}
	m.Score, m.Used = of.Score, used.Score
	_, m.Lo, m.Hi = more.Mean95(-1, 1)
	return nil
}

// pairs plays a match, and returns the score of the first in each pair too.
func (o *tuneFlags) pairs(ctx context.Context, first, second string, step func()) (scores []float64, r *match.PairReport, err error) {
	setting, err := kriegspielers.Game.Open("lines=setups")
	if err != nil {
		return nil, nil, err
	}
	m := match.Pairs{
		Players: [2]string{first, second},
		Budget:  blindsight.Budget{Simulations: o.meeting.Sims}, Games: o.meeting.Games, Seed: o.meeting.Seed, Workers: o.workers,
	}
	sum := match.NewPairSum(setting, nil)
	err = m.Play(ctx, setting, sum, func(_ int, p *match.Pair) {
		scores = append(scores, p.Score())
		step()
		step()
	})
	if err != nil {
		return nil, nil, err
	}
	return scores, m.Report(setting, sum, 0), nil
}

// print prints the weights beside those in use, and what came of the match.
func (o *tuneFlags) print(w io.Writer, f *judgefit.Fit) error {
	used := kriegspielers.InUse()
	fmt.Fprintf(w, "fitted on %d positions, held out %d: log loss %.4f bits (%.4f by hand, %.0f of a coin)\n", f.Positions, f.PositionsHeldOut, f.Loss, f.LossByHand, f.LossUnknown)
	fmt.Fprintf(w, "%-11s %8s %8s\n", "weight", "in use", "fitted")
	for k, name := range kriegspielers.EvaluationNames() {
		fmt.Fprintf(w, "%-11s %8g %8g\n", name, used.At(k), f.Weights.At(k))
	}
	verdict := "the one in use stays"
	if o.meeting.Better() {
		verdict = "the fitted one is taken"
	}
	if m := &o.meeting; m.Against != "" {
		_, err := fmt.Fprintf(w, "%d games each against %s: the fitted one scored %.3f, the one in use %.3f: %+.3f (95%%: %+.3f to %+.3f): %s\n",
			m.Games, m.Against, m.Score, m.Used, m.Score-m.Used, m.Lo, m.Hi, verdict)
		return err
	}
	_, err := fmt.Fprintf(w, "match of %d games: the fitted one scored %.3f (95%%: %.3f to %.3f): %s\n", o.meeting.Games, o.meeting.Score, o.meeting.Lo, o.meeting.Hi, verdict)
	return err
}
