package minescmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/minesweeper"
)

func newMinesShow() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show [FILE]",
		Short: "Draw Minesweeper positions",
		Long: `Draw Minesweeper positions, read from a file or from the standard input and
separated by empty lines. A position is a header HEIGHTxWIDTH/MINES RULE
[NEIGHBOURS] and rows of . (closed), 0 to 8 (open) and F (closed, with a flag).`,
		Example: `  printf '5x3/6 windows\n..2\n..3\n..3\n..2\n221\n' | blindsight mines show`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return eachPosition(cmd, args, minesweeper.Rules{}, func(p *minesweeper.Position, n int, _ string) error {
				return showPosition(cmd.OutOrStdout(), p, n, asJSON)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a position")
	return cmd
}

func showPosition(w io.Writer, p *minesweeper.Position, n int, asJSON bool) error {
	rules := p.View.Game().Rules()
	opened := len(p.View.Opened())
	if asJSON {
		return console.WriteJSON(w, struct {
			Board      string `json:"board"`
			Rule       string `json:"rule"`
			Neighbours string `json:"neighbours"`
			Opened     int    `json:"opened"`
			Left       int    `json:"left"`
			Flags      int    `json:"flags"`
			Text       string `json:"text"`
		}{rules.Board(), rules.First.String(), rules.Neighbours.String(), opened, p.View.Left(), len(p.Flags), p.String()})
	}
	if n > 0 {
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintf(w, "%s: open %d, safe left %d, flags %d\n%s", rules, opened, p.View.Left(), len(p.Flags), minesweeper.Drawing{View: p.View, Flags: p.Flags})
	return err
}
