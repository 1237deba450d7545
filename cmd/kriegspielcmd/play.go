package kriegspielcmd

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/episode"
	"blindsight/game/kriegspiel"
	"blindsight/game/kriegspiel/kriegtalk"
	"blindsight/internal/randstream"
	"blindsight/internal/textinput"
	"blindsight/player/kriegspielers"
)

func newKriegspielPlay() *cobra.Command {
	var flags gameFlags
	var budget blindsight.Budget
	var side, opponent string
	var seed uint64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play Kriegspiel in the terminal",
		Long: `Play Kriegspiel in the terminal against one of the players. You see your own men, the
squares of attempts refused in this turn (x), and what the referee says.

Type an attempt: a move in UCI notation (e2e4, e7e8q) or in standard notation as your
own men would have it (Nf3, exd5, O-O), or any? under rules that know the question. Other words:
moves lists what you can try, board draws the board, quit ends the game.

At the end the true position is shown.`,
		Example: `  blindsight kriegspiel play
  blindsight kriegspiel play --opponent foresight --time 1s
  blindsight kriegspiel play --rules cincinnati --side black --opponent random --seed 7`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			game, err := flags.game()
			if err != nil {
				return err
			}
			if err := checkLevel(cmd, budget); err != nil {
				return err
			}
			me, err := sideFlag("side", side)
			if err != nil {
				return err
			}
			player, err := kriegspielers.Catalogue.New(opponent, game.Rules())
			if err != nil {
				return fmt.Errorf("--opponent: %w", err)
			}
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64N(1_000_000) // short enough to be typed again
			}
			out := cmd.OutOrStdout()
			talk := out
			if asJSON {
				talk = cmd.ErrOrStderr()
			}
			person := &kriegtalk.Person{Game: game, Side: me, In: textinput.NewLines(textinput.Patient(cmd.Context(), cmd.InOrStdin())), Out: talk}
			players := [2]episode.KriegspielPlayer{}
			players[me] = episode.KriegspielPlayer{Planner: person}
			players[me.Other()] = episode.KriegspielPlayer{Planner: player, RNG: randstream.New(seed, "kriegspiel/play"), Budget: budget}
			fmt.Fprintf(talk, "You are %s, against %s. Rules: %s (%s). Seed %d.\n", kriegspiel.SideName(me), opponent, game.Rules(), game.Rules().Doc, seed)
			err = episode.Kriegspiel(cmd.Context(), game, players, person.Heard)
			switch {
			case errors.Is(err, kriegtalk.ErrQuit):
			case errors.Is(err, context.Canceled), errors.Is(err, textinput.ErrInterrupted):
				return console.ErrInterrupted
			case err != nil:
				return console.Failed(err)
			}
			if asJSON {
				return console.WriteJSON(out, kriegtalk.ResultOf(game))
			}
			p := game.Position()
			_, err = fmt.Fprintf(out, "\nResult: %s. The true position:\n%s", game.Result(), kriegspiel.Draw(&p, 0, me))
			return err
		},
	}
	flags.add(cmd)
	f := cmd.Flags()
	f.StringVar(&side, "side", "white", "your side: white or black")
	f.StringVar(&opponent, "opponent", "greedy", "player to play against, see 'kriegspiel players'")
	f.DurationVar(&budget.Time, "time", 0, "wall time of the opponent for each attempt: more is stronger, for those that search")
	f.IntVar(&budget.Simulations, "sims", 0, "simulations of the opponent for each attempt, instead of --time (20,000 unless you say either)")
	f.Uint64Var(&seed, "seed", 0, "seed of the opponent (default a new one each time, shown at the start)")
	f.BoolVar(&asJSON, "json", false, "print the result as one JSON object, and the game on the standard error")
	console.Complete(cmd, "side", "white", "black")
	console.Complete(cmd, "opponent", kriegspielers.Catalogue.Names()...)
	return cmd
}

// checkLevel tells what is wrong with how long the opponent may think.
func checkLevel(cmd *cobra.Command, b blindsight.Budget) error {
	switch f := cmd.Flags(); {
	case f.Changed("time") && b.Time <= 0:
		return fmt.Errorf("--time %s: must be positive", b.Time)
	case f.Changed("sims") && b.Simulations <= 0:
		return fmt.Errorf("--sims %d: must be positive", b.Simulations)
	}
	return console.Exclusive(cmd, "time", "sims")
}
