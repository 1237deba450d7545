package minescmd

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/cmd/minescmd/minescreen"
	"blindsight/coach/minecoach"
	"blindsight/player/sweepers"
)

func newMinesHuman() *cobra.Command {
	var board boardFlags
	var seed, number uint64
	var hint minecoach.Adviser
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "human",
		Short: "Play Minesweeper in the terminal",
		Long: `Play Minesweeper in the terminal.

Keys: the arrows or h j k l move the cursor, around the edges of a torus; space or
enter opens a cell; f sets a flag or takes it away; c, or space on an open number,
opens all other neighbours once as many of them have flags as the number says; n deals
the next game, r the same again; q quits. The mouse opens with its left button and
flags with the right one.

The coach sees no more of the board than you do. ? or i gives one hint, what the player
of --hint would open and why; ? again gives all reasons and the chance to win, as 'mines
advise' does. o shows the exact risk of every closed cell in per cent, o again hides it.

` + aboutPlainPlayers + `

The boards are those that 'mines play' plays for the same --seed. A line with the
result of the last game is printed at the end.`,
		Example: `  blindsight mines human --board 16x30/99
  blindsight mines human --board 9x9/12 --neighbours hex --seed 7 --hint bssuct --time 3s`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkAdviser(cmd, &hint, "hint"); err != nil {
				return err
			}
			g, err := board.game()
			if err != nil {
				return err
			}
			if _, err := sweepers.Catalogue.New(hint.Player, g); err != nil {
				return fmt.Errorf("--hint: %w", err)
			}
			in, out, ok := console.Terminal(cmd.InOrStdin(), cmd.OutOrStdout())
			if !ok {
				return errors.New("mines human needs a terminal to read keys from and to draw on: in pipes and scripts use 'mines play'")
			}
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64N(1_000_000) // short enough to be typed again
			}
			game := minescreen.New(g, seed, number, time.Now)
			err = minescreen.Show(cmd.Context(), in, out, game, &hint)
			if err != nil && !errors.Is(err, context.Canceled) {
				return console.Failed(err)
			}
			interrupted := err != nil
			if asJSON {
				err = console.WriteJSON(out, game.Report())
			} else {
				_, err = fmt.Fprintln(out, game.Summary())
			}
			if err == nil && interrupted {
				return console.Failed(errors.New("interrupted"))
			}
			return err
		},
	}
	board.add(cmd)
	board.addAutoOpen(cmd)
	f := cmd.Flags()
	f.Uint64Var(&seed, "seed", 0, "seed of the boards (default a new one each time, shown on the screen)")
	f.Uint64Var(&number, "game", 0, "number of the first board")
	addAdviser(cmd, &hint, "hint")
	f.BoolVar(&asJSON, "json", false, "print the result as one JSON object")
	return cmd
}
