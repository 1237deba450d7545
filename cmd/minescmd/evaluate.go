package minescmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/player/sweepers/optimum"
)

// smallBoard is the board of commands that walk through all that can happen on it.
const smallBoard = "4x4/4"

// evaluateOptions are the flags of mines evaluate.
type evaluateOptions struct {
	board        boardFlags
	player       string
	sims, memory int
	seed         uint64
	json         bool
}

func newMinesEvaluate() *cobra.Command {
	var o evaluateOptions
	cmd := &cobra.Command{
		Use:   "evaluate",
		Short: "Find the exact win probability of a player on a small board",
		Long: `Find the exact win probability of a player on a small board, by walking through
all that it can come to see, instead of playing games.

A player whose choice is uniform over a list (random, sps, csp, csp-corner,
csp-pgms) is evaluated as such. Any other is asked once for each position, with --sims
simulations and a random stream of that position's own: the value is that of the
player so fixed, for this --seed. With --sims 0 a player decides at once, if it can, as
with 'mines play --time 0'.

The walk is for small boards: it ends when what it knows takes more than --memory.`,
		Example: `  blindsight mines evaluate
  blindsight mines evaluate --board 3x3/7 --rule windows --player optimal
  blindsight mines evaluate --board 4x4/4 --player bsr-uct --sims 500 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd) },
	}
	o.board.addWith(cmd, smallBoard)
	o.board.addAutoOpen(cmd)
	f := cmd.Flags()
	f.StringVar(&o.player, "player", "optimal", "player, see 'mines players'")
	f.IntVar(&o.sims, "sims", 1000, "simulations for each decision, 0 for none")
	f.IntVar(&o.memory, "memory", 2048, "memory for known positions, in MiB, about; what the player and the list of placements take comes on top")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the player")
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	console.Complete(cmd, "player", sweepers.Catalogue.Names()...)
	return cmd
}

func (o *evaluateOptions) run(cmd *cobra.Command) error {
	g, err := o.board.game()
	if err != nil {
		return err
	}
	if o.sims < 0 {
		return fmt.Errorf("--sims %d: must not be negative", o.sims)
	}
	if o.memory < 1 {
		return fmt.Errorf("--memory %d: must be at least 1", o.memory)
	}
	if o.sims == 0 {
		if err := sweepers.Catalogue.CheckInstant(o.player); err != nil {
			return fmt.Errorf("--sims 0: %w", err)
		}
	}
	p, err := sweepers.Catalogue.New(o.player, g)
	if err != nil {
		return console.BadUsage(err)
	}
	e, err := o.walk(cmd, g, p)
	if err != nil {
		return console.Failed(err)
	}
	decimal, _ := e.Value.Float64()
	rules := g.Rules()
	if !o.json {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s wins %s with probability %s = %.6f (asked in %d positions)\n", o.player, rules, e.Value, decimal, e.Decisions)
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
	}{rules.Board(), rules.First.String(), rules.Neighbours.String(), o.player, o.seed, o.sims, e.Value.String(), decimal, e.Decisions})
}

// walk evaluates a player, and shows how far it is.
func (o *evaluateOptions) walk(cmd *cobra.Command, g *minesweeper.Game, p sweepers.Player) (optimum.Evaluation, error) {
	const parts = 1000
	bar := console.NewProgress(cmd.ErrOrStderr(), "thousandths of the walk", parts)
	defer bar.Finish()
	steps := 0
	show := func(share float64) {
		for ; steps < int(parts*share); steps++ {
			bar.Step()
		}
	}
	e, err := optimum.Evaluate(cmd.Context(), g, p, blindsight.Budget{Simulations: o.sims}, o.seed, optimum.EvaluateOptions{Memory: int64(o.memory) << 20, Progress: show})
	switch {
	case cmd.Context().Err() != nil:
		return e, errors.New("interrupted: there is no value before the walk is finished")
	case errors.Is(err, optimum.ErrMemory):
		return e, fmt.Errorf("%w; allow more with --memory, or play games: blindsight mines play", err)
	}
	return e, err
}
