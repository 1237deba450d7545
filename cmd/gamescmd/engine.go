package gamescmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/engine"
	"blindsight/registry"
)

// NewEngine returns the command engine.
func NewEngine() *cobra.Command {
	var s engine.Service
	cmd := &cobra.Command{
		Use:   "engine GAME",
		Short: "Let another program use a player and its belief, by JSON lines",
		Long: `Speak the protocol of docs/engine.md on the standard input and output as the one who
plays: another program says which game and side it is, tells what that side did, saw and
heard, and asks for an action with its table, for what the side knows, or for hidden
states that agree with it. So any program can use the players and beliefs of this one.

The end of the input ends the engine. A message that makes no sense is answered by one of
type error; the engine then exits with 2.`,
		Example: `  blindsight engine phantom --player uct
  blindsight engine minesweeper --set board=16x30/99 --player strong`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if s.Game, err = registry.Find(args[0]); err != nil {
				return err
			}
			setting, err := s.Game.Open(s.Settings)
			if err != nil {
				return fmt.Errorf("--set: %w", err)
			}
			if s.Player != "" {
				if _, err := setting.Adviser(s.Player, 0); err != nil {
					return fmt.Errorf("--player: %w", err)
				}
			}
			err = s.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
			if errors.Is(err, context.Canceled) {
				return console.Failed(errors.New("interrupted"))
			}
			if err != nil {
				return console.BadInput(err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.Settings, "set", "", "settings of the game, as NAME=VALUE,…, where the greeting does not name them")
	f.StringVar(&s.Player, "player", "", "who decides (default the game's first player)")
	return cmd
}
