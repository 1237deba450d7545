package gamescmd

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/catalog"
	"blindsight/cmd/console"
	"blindsight/engine"
	"blindsight/internal/plural"
	"blindsight/registry"
)

// humanOptions are what 'human' was asked for.
type humanOptions struct {
	settings string
	side     string
	opponent string
	hint     string
	budget   blindsight.Budget
	seed     uint64
	asJSON   bool
}

// NewHuman returns the command human.
func NewHuman() *cobra.Command {
	var o humanOptions
	cmd := &cobra.Command{
		Use:   "human GAME",
		Short: "Play a game of the list in the terminal",
		Long: `Play a game of the list in the terminal, alone or against a player. You are shown what
your side knows, and told what it sees and hears.

Type an action, or as much of it as tells it from the others. Other words: ? lists the
legal actions, view draws what you know, hint says what the player of --hint would do,
who knows no more than you, and quit leaves the game.

` + aboutPrograms + `

'mines human' and 'kriegspiel play' know more of their games.`,
		Example: `  blindsight human phantom --set board=hex --opponent uct --hint andor
  blindsight human battleship --seed 7
  blindsight human kriegspiel --side black --opponent "exec:python3 examples/python/kriegspiel_bot.py"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := registry.Find(args[0])
			if err != nil {
				return err
			}
			host := engine.NewHost(cmd.ErrOrStderr())
			defer host.Close()
			return o.run(cmd, g, host)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.settings, "set", "", "settings of the game, as NAME=VALUE,…")
	f.StringVar(&o.side, "side", "", "your side (default the first)")
	f.StringVar(&o.opponent, "opponent", "", "player of the other side, where there is one (default the game's first player)")
	f.StringVar(&o.hint, "hint", "", "player who gives hints (default the game's first player)")
	console.AddBudget(cmd, &o.budget)
	f.Uint64Var(&o.seed, "seed", 0, "seed of the game and of the opponent (default a new one each time, shown at the start)")
	f.BoolVar(&o.asJSON, "json", false, "print the result as one JSON object, and the game on the standard error")
	return cmd
}

// seat checks the flags, and returns the players of the sides and which of them is the person.
func (o *humanOptions) seat(cmd *cobra.Command, s *catalog.Setting) (players []string, me int, err error) {
	g := s.Game
	if o.side != "" {
		if me = slices.Index(g.Sides, o.side); me < 0 {
			return nil, 0, fmt.Errorf("--side %q: use one of %s", o.side, strings.Join(g.Sides, ", "))
		}
	}
	players = make([]string, len(g.Sides))
	players[me] = "you"
	if len(g.Sides) == 1 {
		if cmd.Flags().Changed("opponent") {
			return nil, 0, fmt.Errorf("--opponent: %s is played by one side", g.Name)
		}
		return players, me, nil
	}
	if o.opponent == "" {
		o.opponent = g.Players[0].Name
	}
	players[1-me] = o.opponent
	if err := s.Check(o.opponent, 1-me); err != nil {
		return nil, 0, fmt.Errorf("--opponent: %w", err)
	}
	return players, me, nil
}

func (o *humanOptions) run(cmd *cobra.Command, g *catalog.Game, host *engine.Host) error {
	if err := console.CheckBudget(cmd, &o.budget); err != nil {
		return err
	}
	setting, err := g.Open(o.settings)
	if err != nil {
		return fmt.Errorf("--set: %w", err)
	}
	setting = setting.Admit(host.Door)
	players, me, err := o.seat(cmd, setting)
	if err != nil {
		return err
	}
	hints, err := o.adviser(cmd, setting, me)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("seed") {
		o.seed = rand.Uint64N(1_000_000) // short enough to be typed again
	}
	talk := cmd.OutOrStdout()
	if o.asJSON {
		talk = cmd.ErrOrStderr()
	}
	you := &talker{out: talk, lines: readLines(cmd.InOrStdin()), side: g.Sides[me], hints: hints, budget: o.budget}
	match, err := setting.Admit(func(s *catalog.Setting, side int, player string) (catalog.Guest, error) {
		if side == me {
			return you, nil
		}
		return host.Door(s, side, player)
	}).Seat(players...)
	if err != nil {
		return err
	}
	fmt.Fprintf(talk, "%s (%s), seed %d. You are %s%s. ? lists what you can do.\n", g.Name, setting.Text, o.seed, g.Sides[me], against(players, me))
	r, err := match.Play(cmd.Context(), catalog.Play{Seed: o.seed, Budgets: []blindsight.Budget{o.budget}})
	switch {
	case errors.Is(err, context.Canceled):
		return console.Failed(errors.New("interrupted"))
	case err != nil && !errors.Is(err, errQuit):
		return console.Failed(err)
	}
	return o.report(cmd, &r, me, err == nil)
}

// adviser returns who gives hints, nil where the game has none and none was asked for.
func (o *humanOptions) adviser(cmd *cobra.Command, s *catalog.Setting, me int) (catalog.Adviser, error) {
	asked := cmd.Flags().Changed("hint")
	if !asked {
		o.hint = s.Game.Players[0].Name
	}
	hints, err := s.Adviser(o.hint, me)
	if err != nil && asked {
		return nil, fmt.Errorf("--hint: %w", err)
	}
	return hints, nil
}

// against names the opponent, if there is one.
func against(players []string, me int) string {
	if len(players) == 1 {
		return ""
	}
	return ", against " + players[1-me]
}

// humanJSON is what 'human --json' prints.
type humanJSON struct {
	Finished bool    `json:"finished"`
	Gained   float64 `json:"gained"`
	Steps    int     `json:"steps"`
	Seed     uint64  `json:"seed"`
	Forfeit  string  `json:"forfeit,omitempty"` // of the opponent
}

// report says how the game went.
func (o *humanOptions) report(cmd *cobra.Command, r *catalog.Result, me int, finished bool) error {
	out := cmd.OutOrStdout()
	if o.asJSON {
		j := humanJSON{Finished: finished, Gained: r.Gained[me], Steps: r.Steps, Seed: o.seed}
		if r.Forfeit != nil {
			j.Forfeit = r.Forfeit.Reason
		}
		return console.WriteJSON(out, j)
	}
	if !finished {
		_, err := fmt.Fprintf(out, "You left the game. 'human' with --seed %d plays it again.\n", o.seed)
		return err
	}
	if f := r.Forfeit; f != nil {
		fmt.Fprintf(out, "The opponent forfeits the game: %s\n", f.Reason)
	}
	_, err := fmt.Fprintf(out, "The game is over after %s. You gained %g%s.\n", plural.Form(r.Steps, "1 step", "%d steps"), r.Gained[me], verdict(r.Gained, me))
	return err
}

// verdict says who won, of two sides.
func verdict(gained []float64, me int) string {
	switch {
	case len(gained) == 1:
		return ""
	case gained[me] > gained[1-me]:
		return ": you have won"
	case gained[me] < gained[1-me]:
		return ": you have lost"
	}
	return ": a draw"
}
