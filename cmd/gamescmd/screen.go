package gamescmd

import (
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight/catalog"
	"blindsight/cmd/console"
	"blindsight/engine"
	"blindsight/experiment"
	"blindsight/experiment/match"
	"blindsight/registry"
)

// screenOptions are what 'screen' was asked for.
type screenOptions struct {
	settings, lines string
	screen          match.Screen
	asJSON          bool
}

// NewScreen returns the command screen.
func NewScreen() *cobra.Command {
	var o screenOptions
	cmd := &cobra.Command{
		Use:   "screen GAME PLAYER OPPONENT",
		Short: "Tell what changes of a player are worth against an opponent, all in the same games",
		Long: `Tell what changes of a player's parameters are worth, each given by --try. PLAYER meets
OPPONENT in pairs of games; in each pair a random half of the changes is made, in the next
pair the other half. The effect of a change is the score with it less the score without it,
with its 95% interval: every game tells of every change, where a match for each would need
as many games each (a factorial design).

With 400 games an interval is about 9 points wide on either side, with 2000 games 4. Of
twenty changes that are worth nothing one will look better or worse beyond doubt by chance:
what is taken should be tried again, by 'blindsight match' with another seed.

An effect is the one on the average over the other changes. A change of a parameter that
PLAYER has already, or of which there is another change, takes its place; lists, as
weights=Ring:0.1 and weights=Prey:0.2 of Kriegspiel's foresight, are joined.

With --sims the result is the same on every run and for any number of workers.`,
		Example: `  blindsight screen phantom uct random --try opponent=uniform --try explore=0.5 --games 40 --sims 50
  blindsight screen kriegspiel foresight greedy --lines setups --try chain=false --try weights=KingOut:0 --games 8 --sims 100`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := registry.Find(args[0])
			if err != nil {
				return err
			}
			o.screen.Player, o.screen.Opponent = args[1], args[2]
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
	f.StringArrayVar(&o.screen.Changes, "try", nil, "a change, `NAME=VALUE`, of a parameter of PLAYER; may be given several times")
	f.StringVar(&o.settings, "set", "", "settings of the game, as NAME=VALUE,…")
	f.StringVar(&o.lines, "lines", "", "Kriegspiel: secret first moves of each side, from this `FILE` of lines, or setups")
	f.IntVar(&o.screen.Games, "games", 400, "how many games, a multiple of 4")
	console.AddBudget(cmd, &o.screen.Budget)
	console.AddCPU(cmd, &o.screen.Budget)
	f.Uint64Var(&o.screen.Seed, "seed", experiment.DefaultSeed, "seed of the games, of the players and of what is changed in which")
	f.IntVar(&o.screen.Workers, "workers", runtime.GOMAXPROCS(0), "games played at the same time")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

// check tells what is wrong with the flags, and returns what they ask for.
func (o *screenOptions) check(cmd *cobra.Command, g *catalog.Game, door catalog.Door) (*catalog.Setting, error) {
	if err := console.CheckBudget(cmd, &o.screen.Budget); err != nil {
		return nil, err
	}
	switch {
	case len(o.screen.Changes) == 0:
		return nil, fmt.Errorf("--try: say at least one change of the player, NAME=VALUE: 'blindsight games %s' tells the parameters", g.Name)
	case o.screen.Games < 4 || o.screen.Games%4 != 0:
		return nil, fmt.Errorf("--games %d: must be a multiple of 4, since pairs of games come in twos", o.screen.Games)
	case o.screen.Workers < 1:
		return nil, fmt.Errorf("--workers %d: must be at least 1", o.screen.Workers)
	}
	setting, err := openWith(o.settings, o.lines, g, door)
	if err != nil {
		return nil, err
	}
	if err := o.screen.Check(setting); err != nil {
		return nil, console.BadUsage(err)
	}
	return setting, nil
}

func (o *screenOptions) run(cmd *cobra.Command, s *catalog.Setting) error {
	progress := console.NewProgress(cmd.ErrOrStderr(), "pairs", o.screen.Games/2)
	start := time.Now()
	sum, err := o.screen.Play(cmd.Context(), s, progress.Step)
	progress.Finish()
	if err != nil && cmd.Context().Err() == nil {
		return console.Failed(err)
	}
	if sum.Count() == 0 {
		return console.Failed(errors.New("interrupted before a pair of games was finished"))
	}
	report := o.screen.Report(s, sum, time.Since(start))
	return printReport(cmd.OutOrStdout(), report, o.asJSON, err != nil)
}
