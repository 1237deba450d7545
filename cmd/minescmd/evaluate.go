package minescmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
)

// smallBoard is the board of commands that walk through all that can happen on it.
const smallBoard = "4x4/4"

func newMinesEvaluate() *cobra.Command {
	var board boardFlags
	var player string
	var sims int
	var seed uint64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "evaluate",
		Short: "Find the exact win probability of a player on a small board",
		Long: `Find the exact win probability of a player on a small board, by walking through
all that it can come to see, instead of playing games.

A player whose choice is uniform over a list (random, sps, csp, csp-corner,
csp-pgms) is evaluated as such. Any other is asked once for each position, with --sims
simulations and a random stream of that position's own: the value is that of the
player so fixed, for this --seed. With --sims 0 a player decides at once, if it can, as
with 'mines play --time 0'.`,
		Example: `  blindsight mines evaluate
  blindsight mines evaluate --board 3x3/7 --rule windows --player optimal
  blindsight mines evaluate --board 4x4/4 --player bsr-uct --sims 500 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			g, err := board.game()
			if err != nil {
				return err
			}
			if sims < 0 {
				return fmt.Errorf("--sims %d: must not be negative", sims)
			}
			if sims == 0 {
				if err := sweepers.Catalogue.CheckInstant(player); err != nil {
					return fmt.Errorf("--sims 0: %w", err)
				}
			}
			p, err := sweepers.Catalogue.New(player, g)
			if err != nil {
				return console.BadUsage(err)
			}
			e, err := optimum.Evaluate(cmd.Context(), g, p, blindsight.Budget{Simulations: sims}, seed)
			if cmd.Context().Err() != nil {
				return console.Failed(errors.New("interrupted: there is no value before the walk is finished"))
			}
			if err != nil {
				return console.Failed(err)
			}
			decimal, _ := e.Value.Float64()
			rules := g.Rules()
			if !asJSON {
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s wins %s with probability %s = %.6f (asked in %d positions)\n", player, rules, e.Value, decimal, e.Decisions)
				return err
			}
			return console.WriteJSON(cmd.OutOrStdout(), struct {
				Board      string  `json:"board"`
				Rule       string  `json:"rule"`
				Neighbours string  `json:"neighbours"`
				Player     string  `json:"player"`
				Seed       uint64  `json:"seed"`
				Sims       int     `json:"sims"`
				Value      string  `json:"value"`
				Decimal    float64 `json:"decimal"`
				Decisions  int     `json:"decisions"`
			}{rules.Board(), rules.First.String(), rules.Neighbours.String(), player, seed, sims, e.Value.String(), decimal, e.Decisions})
		},
	}
	board.addWith(cmd, smallBoard)
	board.addAutoOpen(cmd)
	f := cmd.Flags()
	f.StringVar(&player, "player", "optimal", "player, see 'mines players'")
	f.IntVar(&sims, "sims", 1000, "simulations for each decision, 0 for none")
	f.Uint64Var(&seed, "seed", 1, "seed of the player")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	console.Complete(cmd, "player", sweepers.Catalogue.Names()...)
	return cmd
}
