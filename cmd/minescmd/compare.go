package minescmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment/minesexchange"
)

func newMinesCompare() *cobra.Command {
	var games int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Compare two players on the same boards, by which games they won",
		Long: `Compare two players on the same boards, by which games they won: how many each, how
many only one of them, and the difference of their win rates with its 95% interval and
the p-value of McNemar's exact test.

A and B are files that 'mines play --outcomes' or 'mines play --per-game' wrote, or text
of 0 and 1, one character a game (- is standard input). They must hold the same games,
numbered from 0, on the same boards: where the files say which, that is checked.

The interval of the difference is Newcombe's (method 10), made of Wilson's intervals of the
two rates; it holds for few games too.`,
		Example: `  blindsight mines play --board 9x9/10 --player csp --games 1000 --time 0 --outcomes csp.txt
  blindsight mines play --board 9x9/10 --player strong --games 1000 --time 0 --outcomes strong.txt
  blindsight mines compare strong.txt csp.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			err := console.WantArguments(cmd, args)
			if len(args) < 2 {
				err = fmt.Errorf("%w: give two files, as 'mines play --outcomes' writes them", err)
			}
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("games") && games < 1 {
				return fmt.Errorf("--games %d: must be at least 1", games)
			}
			if args[0] == "-" && args[1] == "-" {
				return console.BadUsage(errors.New("both A and B are standard input: name a file for one of them"))
			}
			var series [2]*minesexchange.Series
			for i, arg := range args {
				in, name, err := console.OpenInput(cmd, []string{arg})
				if err != nil {
					return err
				}
				series[i], err = minesexchange.Read(in, name)
				in.Close()
				if err != nil {
					return err
				}
			}
			c, err := minesexchange.CompareFiles(args, series, games)
			if err != nil {
				return err
			}
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), c)
			}
			_, err = cmd.OutOrStdout().Write([]byte(c.String()))
			return err
		},
	}
	f := cmd.Flags()
	f.IntVar(&games, "games", 0, "compare only so many games, the first ones (default all)")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
