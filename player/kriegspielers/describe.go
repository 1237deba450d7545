//go:build !js

package kriegspielers

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"

	"blindsight"
	"blindsight/catalog"
	"blindsight/episode"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Game describes Kriegspiel. Game number n of a seed is that of 'kriegspiel match'.
var Game = catalog.Describe(catalog.Description[*kriegspiel.Game, kriegspiel.Referee, *kriegspiel.View, kriegspiel.Attempt, kriegspiel.Percept]{
	Name:  "kriegspiel",
	Doc:   "chess in which each side sees its own men only",
	Sides: []string{"white", "black"},
	Settings: []catalog.Param{
		{Name: "rules", Default: kriegspiel.Names()[0], Doc: "rule set: what the referee announces", Choices: kriegspiel.Names()},
		{Name: "fen", Default: "start", Doc: "position to begin with, known to both sides"},
		{Name: "limit", Default: strconv.Itoa(kriegspiel.DefaultLimit), Doc: "moves of each side after which the game is a draw"},
		{Name: "lines", Default: noLines, Doc: "secret first moves of each side: setups, those that come with the program, or a file of lines", Path: true, Known: []string{setupLines}},
	},
	New: func(v *catalog.Values) *kriegspiel.Game {
		rules := kriegspiel.MustRules(v.Choice("rules"))
		start, err := rules.ReadStart(v.Choice("fen"))
		if err != nil {
			v.Fail(err)
		}
		limit := v.Int("limit")
		if limit == 0 {
			v.Fail(fmt.Errorf("limit=0: want at least one move"))
		}
		g := kriegspiel.NewGame(rules, &start.Position, limit).After(start.Halfmoves)
		lines := v.Text("lines")
		if lines == noLines {
			return g
		}
		if start.Position != chess.Start() {
			v.Fail(fmt.Errorf("lines=%s: lines begin with the initial position: leave fen away", lines))
		}
		l, err := openLines(lines)
		if err != nil {
			v.Fail(err)
		}
		return g.Begin(l)
	},
	NewView: (*kriegspiel.Game).NewView,
	Players: catalog.On(Catalogue, (*kriegspiel.Game).Rules),
	View:    func(_ *kriegspiel.Game, v *kriegspiel.View) string { return v.Draw() },
	Action:  func(_ *kriegspiel.Game, a kriegspiel.Attempt) string { return a.String() },
	Seen:    func(_ *kriegspiel.Game, h kriegspiel.Percept) string { return h.String() },
	Heard:   func(_ *kriegspiel.Game, h kriegspiel.Percept) string { return h.String() },
	ReadSeen: func(g *kriegspiel.Game, v *kriegspiel.View, text string) (kriegspiel.Percept, error) {
		return g.Rules().ParseLast(text, v.Side())
	},
	ReadHeard: func(g *kriegspiel.Game, v *kriegspiel.View, text string) (kriegspiel.Percept, error) {
		return g.Rules().ParseLast(text, v.Side().Other())
	},
	Drawer:   newDrawer,
	Given:    (*kriegspiel.Game).Given,
	Measures: measures,
	Gauge:    newGauge,
	Stream: func(seed, n uint64, side blindsight.Side) *rand.Rand {
		return episode.KriegspielStream(seed, int(n), chess.Color(side))
	},
})

// How lines are named that are in no file.
const (
	noLines    = "none"
	setupLines = "setups"
)

// openLines returns the lines of a name, or of a file.
func openLines(name string) (*kriegspiel.Lines, error) {
	if name == setupLines {
		return kriegspiel.Setups(), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("lines=%s: want %s, %s or a file of lines: %w", name, noLines, setupLines, err)
	}
	defer file.Close()
	return kriegspiel.ReadLines(file, name)
}
