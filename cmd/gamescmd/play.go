package gamescmd

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/catalog"
	"blindsight/cmd/console"
	"blindsight/engine"
	"blindsight/experiment"
	"blindsight/experiment/match"
	"blindsight/registry"
)

// gameOptions are what 'play' was asked for.
type gameOptions struct {
	settings string
	player   string
	opponent string
	games    match.Games
	watch    bool
	asJSON   bool
}

// NewPlay returns the command play.
func NewPlay() *cobra.Command {
	var o gameOptions
	cmd := &cobra.Command{
		Use:   "play GAME",
		Short: "Let players play a game of the list, and sum up what they gain",
		Long: `Let players play games, and sum up what the first side gains: its mean with the 95%
interval (by the bounds of the game where they are known, else two standard errors),
and where two sides play, how many games it won, drew and lost. 'blindsight games GAME'
tells which settings and players there are.

With --sims the result is the same on every run and for any number of workers. Players
that do not search need no budget: --time 0.

` + aboutPrograms,
		Example: `  blindsight play phantom --player andor --opponent random --set board=hex --games 100 --sims 1
  blindsight play phantom --player uct,opponent=uniform --opponent random --games 20 --sims 2000
  blindsight play minesweeper --player csp --set board=9x9/10 --games 100 --sims 1 --json
  blindsight play kriegspiel --player "exec:python3 examples/python/kriegspiel_bot.py" --games 10 --sims 1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := registry.Find(args[0])
			if err != nil {
				return err
			}
			host := engine.NewHost(cmd.ErrOrStderr())
			defer host.Close()
			setting, err := o.check(cmd, g, host.Door)
			if err != nil {
				return err
			}
			return o.run(cmd, setting)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.settings, "set", "", "settings of the game, as NAME=VALUE,…")
	f.StringVar(&o.player, "player", "random", "player of the first side")
	f.StringVar(&o.opponent, "opponent", "random", "player of the other side, where there is one")
	f.IntVar(&o.games.Games, "games", 100, "how many games")
	console.AddBudget(cmd, &o.games.Budget)
	console.AddCPU(cmd, &o.games.Budget)
	f.Uint64Var(&o.games.Seed, "seed", experiment.DefaultSeed, "seed of the games and of the players")
	f.IntVar(&o.games.Workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.BoolVar(&o.watch, "watch", false, "show the first game, step after step, as the side that acts knows it")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

// check tells what is wrong with the flags, and returns what they ask for.
func (o *gameOptions) check(cmd *cobra.Command, g *catalog.Game, door catalog.Door) (*catalog.Setting, error) {
	instant := o.games.Budget == blindsight.Budget{} && !cmd.Flags().Changed("sims")
	if !instant {
		if err := console.CheckBudget(cmd, &o.games.Budget); err != nil {
			return nil, err
		}
	}
	if o.games.Games < 1 || o.games.Workers < 1 {
		return nil, fmt.Errorf("--games %d --workers %d: both must be positive", o.games.Games, o.games.Workers)
	}
	setting, err := g.Open(o.settings)
	if err != nil {
		return nil, fmt.Errorf("--set: %w", err)
	}
	setting = setting.Admit(door)
	players := []string{o.player}
	if err := setting.Check(o.player, 0); err != nil {
		return nil, fmt.Errorf("--player: %w", err)
	}
	switch {
	case len(g.Sides) == 1 && cmd.Flags().Changed("opponent"):
		return nil, fmt.Errorf("--opponent: %s is played by one side", g.Name)
	case len(g.Sides) > 1:
		if err := setting.Check(o.opponent, 1); err != nil {
			return nil, fmt.Errorf("--opponent: %w", err)
		}
		players = append(players, o.opponent)
	}
	for _, p := range players {
		if err := g.CheckInstant(p); instant && err != nil {
			return nil, fmt.Errorf("--time 0: %w", err)
		}
	}
	o.games.Players = players
	return setting, nil
}

func (o *gameOptions) run(cmd *cobra.Command, s *catalog.Setting) error {
	out := cmd.OutOrStdout()
	var sum match.Sum
	var shown console.Progress = console.Quiet{}
	if !o.watch {
		shown = console.NewProgress(cmd.ErrOrStderr(), "games", o.games.Games)
	}
	var watch func(*catalog.Step)
	if o.watch {
		watch = func(step *catalog.Step) { writeStep(cmd.ErrOrStderr(), s.Game, step) }
	}
	start := time.Now()
	err := o.games.Play(cmd.Context(), s, watch, func(r *catalog.Result) {
		sum.Add(r)
		shown.Step()
	})
	shown.Finish()
	if err != nil && cmd.Context().Err() == nil {
		return console.Failed(err)
	}
	if sum.Played() == 0 {
		return console.Failed(fmt.Errorf("interrupted before a game was finished"))
	}
	report := o.games.Report(s, &sum, time.Since(start))
	return printReport(out, report, o.asJSON, err != nil)
}

// writeStep shows a step of the game that is watched.
func writeStep(out io.Writer, g *catalog.Game, s *catalog.Step) {
	fmt.Fprintf(out, "%s: %s: %s\n", g.Sides[s.Side], s.Action, s.Seen)
	if !s.Over {
		fmt.Fprintf(out, "%s\n", strings.TrimRight(s.View(s.Side), "\n"))
	}
}
