package gamescmd

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"blindsight/catalog"
	"blindsight/cmd/console"
	"blindsight/internal/plural"
	"blindsight/registry"
)

// NewGames returns the command games.
func NewGames() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "games [GAME]",
		Short: "List the games, or describe one",
		Long: `List the games that can be played, or describe one with its settings and players.

Settings and parameters of players are written as NAME=VALUE, separated by commas;
what is left out has the default that is shown.`,
		Example: `  blindsight games
  blindsight games phantom
  blindsight games --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			list := registry.Games()
			if len(args) > 0 {
				g, err := registry.Find(args[0])
				if err != nil {
					return err
				}
				list = []*catalog.Game{g}
			}
			out := cmd.OutOrStdout()
			for _, g := range list {
				switch {
				case asJSON:
					if err := console.WriteJSON(out, newGameJSON(g)); err != nil {
						return err
					}
				case len(args) > 0:
					describeGame(out, g)
				default:
					fmt.Fprintf(out, "%s: %s (%s)\n", g.Name, g.Doc, plural.Form(len(g.Players), "1 player", "%d players"))
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a game")
	return cmd
}

// gameJSON describes a game.
type gameJSON struct {
	Name     string              `json:"name"`
	Doc      string              `json:"doc"`
	Sides    []string            `json:"sides"`
	Settings []console.ParamJSON `json:"settings"`
	Players  []string            `json:"players"`
}

func newGameJSON(g *catalog.Game) gameJSON {
	j := gameJSON{Name: g.Name, Doc: g.Doc, Sides: g.Sides, Settings: console.ParamsJSON(g.Settings), Players: []string{}}
	for _, p := range g.Players {
		j.Players = append(j.Players, p.Name)
	}
	return j
}

// describeGame writes all about a game.
func describeGame(out io.Writer, g *catalog.Game) {
	fmt.Fprintf(out, "%s: %s\n", g.Name, g.Doc)
	console.WriteParams(out, g.Settings)
	for _, p := range g.Players {
		fmt.Fprintf(out, "player %s: %s\n", p.Name, p.Doc)
		console.WriteParams(out, p.Params)
	}
}
