package kriegspielcmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
)

// New returns the command kriegspiel.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "kriegspiel",
		Short: "Referee, estimate, solve and play Kriegspiel, chess with hidden men",
		Example: `  blindsight kriegspiel play --rules cincinnati --opponent greedy
  blindsight kriegspiel estimate game.pgn --side white`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newKriegspielAdvise(), newKriegspielCheck(), newKriegspielCollect(), newKriegspielEndings(), newKriegspielEstimate(), newKriegspielFit(), newKriegspielTune(), newKriegspielMatch(), newKriegspielMate(),
		newKriegspielPlay(), newKriegspielPlayers(),
		newKriegspielReferee(), newKriegspielRules(), newKriegspielShow(), newKriegspielWhy())
	return cmd
}

// gameFlags say which game of Kriegspiel is played.
type gameFlags struct {
	rules, fen string
	limit      int
}

func (f *gameFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.rules, "rules", kriegspiel.Names()[0], "rule set, see 'kriegspiel rules'")
	flags.StringVar(&f.fen, "fen", "start", "position to begin with, known to both sides")
	flags.IntVar(&f.limit, "limit", kriegspiel.DefaultLimit, "moves of each side after which the game is a draw")
	console.Complete(cmd, "rules", kriegspiel.Names()...)
}

// game returns the game, at its beginning.
func (f *gameFlags) game() (*kriegspiel.Referee, error) {
	rules, err := rulesFlag(f.rules)
	if err != nil {
		return nil, err
	}
	start, err := rules.ReadStart(f.fen)
	if err != nil {
		return nil, fmt.Errorf("--fen: %w", err)
	}
	if f.limit < 1 {
		return nil, fmt.Errorf("--limit %d: must be at least 1", f.limit)
	}
	return start.Referee(rules, f.limit), nil
}

// sideFlag reads a flag that names a side.
func sideFlag(name, value string) (chess.Color, error) {
	side, err := kriegspiel.ParseSide(value)
	if err != nil {
		return 0, fmt.Errorf("--%s: %w", name, err)
	}
	return side, nil
}

// rulesFlag returns the rule set that --rules names.
func rulesFlag(name string) (*kriegspiel.Rules, error) {
	rules, err := kriegspiel.ParseRules(name)
	if err != nil {
		return nil, fmt.Errorf("--rules: %w", err)
	}
	return rules, nil
}

func newKriegspielRules() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "rules",
		Short:   "List the rule sets",
		Example: "  blindsight kriegspiel rules",
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, r := range kriegspiel.All() {
				var err error
				if asJSON {
					err = console.WriteJSON(cmd.OutOrStdout(), struct {
						Name  string `json:"name"`
						Doc   string `json:"doc"`
						Draws string `json:"draws"`
					}{r.Name, r.Doc, draws(r)})
				} else {
					_, err = fmt.Fprintf(cmd.OutOrStdout(), "%-12s  %s\n%14sdrawn by %s\n", r.Name, r.Doc, "", draws(r))
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a rule set")
	return cmd
}

// draws says how games are drawn under a rule set, beside stalemate.
func draws(r *kriegspiel.Rules) string {
	text := "too little to mate with"
	if r.MinorEachDraws {
		text += ", a knight or bishop each included"
	}
	if r.Draws {
		text += ", the third repetition, fifty moves"
	}
	return text
}

func newKriegspielPlayers() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "players",
		Short:   "List the Kriegspiel players",
		Example: "  blindsight kriegspiel players",
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, p := range kriegspielers.Catalogue {
				var err error
				if asJSON {
					err = console.WriteJSON(cmd.OutOrStdout(), console.PlayerJSON(p.Name, p.Doc, p.Params))
				} else {
					_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", p.Name, p.Doc)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a player")
	return cmd
}
