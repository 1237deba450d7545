package phantoms

import (
	"blindsight"
	"blindsight/catalog"
	"blindsight/game/phantom"
)

// Game describes phantom tic-tac-toe and dark hex.
var Game = catalog.Describe(catalog.Description[*phantom.Game, phantom.State, *phantom.View, phantom.Cell, phantom.Answer]{
	Name:  "phantom",
	Doc:   "tic-tac-toe or Hex in which each side sees its own stones only",
	Sides: []string{"first", "second"},
	Settings: []catalog.Param{
		{Name: "board", Default: "tictactoe", Doc: "what the stones are for", Choices: []string{"tictactoe", "hex"}},
		{Name: "rows", Default: "3", Doc: "of the board; the first player of Hex joins top and bottom"},
		{Name: "cols", Default: "3", Doc: "of the board"},
		{Name: "refusal", Default: "classical", Doc: "what follows a refused attempt: another one, or, abrupt, the opponent's turn", Choices: []string{"classical", "abrupt"}},
		{Name: "recall", Default: "false", Doc: "searches tell views apart by when stones were placed and attempts refused", Choices: []string{"true", "false"}},
	},
	New: func(v *catalog.Values) *phantom.Game {
		r := phantom.Rules{Rows: v.Int("rows"), Cols: v.Int("cols"), Recall: v.Bool("recall")}
		if v.Choice("board") == "hex" {
			r.Kind = phantom.Hex
		}
		if v.Choice("refusal") == "abrupt" {
			r.Variant = phantom.Abrupt
		}
		g, err := phantom.New(r)
		if err != nil {
			v.Fail(err)
		}
		return g
	},
	NewView: (*phantom.Game).NewView,
	Players: Catalogue,
	View:    func(_ *phantom.Game, v *phantom.View) string { return v.Draw() },
	Action:  (*phantom.Game).CellText,
	Seen:    (*phantom.Game).SeenText,
	Heard:   (*phantom.Game).HeardText,
	ReadSeen: catalog.Among[*phantom.Game, *phantom.View](
		(*phantom.Game).SeenText, phantom.Refused, phantom.Placed, phantom.Won, phantom.Drawn),
	ReadHeard: catalog.Among[*phantom.Game, *phantom.View](
		(*phantom.Game).HeardText, phantom.Placed, phantom.Passed, phantom.Won, phantom.Drawn),
	Drawer: func(g *phantom.Game, side blindsight.Side) catalog.Drawer[*phantom.View] {
		return catalog.Drawn(newBelief(ExactBelief, g, side)(), func(_ *phantom.View, s *phantom.State) string { return g.Draw(&s.Board) })
	},
	Face: &face,
})
