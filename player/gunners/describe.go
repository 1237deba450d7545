package gunners

import (
	"fmt"
	"strconv"
	"strings"

	"blindsight"
	"blindsight/belief/packing"
	"blindsight/belief/rejection"
	"blindsight/catalog"
	"blindsight/game/battleship"
)

var truth = []string{"true", "false"}

// Game describes Battleship.
var Game = catalog.Describe(catalog.Description[Dealt, battleship.State, *battleship.View, battleship.Cell, battleship.Seen]{
	Name:  "battleship",
	Doc:   "sink a hidden fleet with few shots",
	Sides: []string{"gunner"},
	Settings: []catalog.Param{
		{Name: "rules", Default: "usual", Doc: "rules that have a name, from which the others may differ", Choices: battleship.SettingNames()},
		{Name: "rows", Default: "10", Doc: "of the board"},
		{Name: "cols", Default: "10", Doc: "of the board"},
		{Name: "fleet", Default: fleetText(battleship.Usual().Fleet), Doc: "the lengths of the ships"},
		{Name: "touch", Default: "true", Doc: "ships may touch; else not even diagonally", Choices: truth},
		{Name: "announce", Default: "true", Doc: "a ship that is sunk is announced", Choices: truth},
		{Name: "bonus", Default: "0", Doc: "what the last hit brings; each shot costs 1"},
		{Name: "deal", Default: "uniform", Doc: "how fleets are drawn: all equally likely, or the longest ship first", Choices: []string{"uniform", "ship-by-ship"}},
	},
	New:     newGame,
	NewView: func(g Dealt, _ blindsight.Side) *battleship.View { return g.NewView() },
	Players: Catalogue,
	View:    func(_ Dealt, v *battleship.View) string { return v.String() },
	Action:  func(g Dealt, c battleship.Cell) string { return g.Name(c) },
	Seen:    seenText,
	ReadSeen: func(g Dealt, v *battleship.View, text string) (battleship.Seen, error) {
		known := []battleship.Seen{battleship.Miss, battleship.Hit}
		for _, length := range g.Rules().Fleet {
			known = append(known, battleship.Sunk(length))
		}
		return catalog.Among[Dealt, *battleship.View](seenText, known...)(g, v, text)
	},
	Drawer: func(g Dealt, _ blindsight.Side) catalog.Drawer[*battleship.View] {
		return catalog.Drawn(newBelief(g), func(v *battleship.View, s *battleship.State) string { return v.Game().Draw(s) })
	},
	Face: &face,
})

func seenText(_ Dealt, o battleship.Seen) string { return o.String() }

// newBelief draws fleets exactly where all are equally likely, else by rejection.
func newBelief(g Dealt) blindsight.Sampler[battleship.State, *battleship.View] {
	if uniform, ok := g.(*battleship.Game); ok {
		return packing.New(newFleets(uniform), 0, 0)
	}
	return rejection.New(g, 0)
}

// newGame returns the game of settings.
func newGame(v *catalog.Values) Dealt {
	named, err := battleship.ParseRules(v.Choice("rules"))
	if err != nil {
		v.Fail(err)
		return nil
	}
	v.Imply("rows", strconv.Itoa(named.Height))
	v.Imply("cols", strconv.Itoa(named.Width))
	v.Imply("fleet", fleetText(named.Fleet))
	v.Imply("touch", strconv.FormatBool(!named.Apart))
	v.Imply("announce", strconv.FormatBool(!named.Silent))
	v.Imply("bonus", strconv.FormatFloat(named.Bonus, 'g', -1, 64))
	r := battleship.Rules{
		Height: v.Int("rows"), Width: v.Int("cols"), Apart: !v.Bool("touch"), Silent: !v.Bool("announce"),
		Bonus: v.Float("bonus"), ByShip: v.Choice("deal") == "ship-by-ship",
	}
	for _, l := range strings.Split(v.Choice("fleet"), "-") {
		n, err := strconv.ParseUint(l, 10, 8)
		if err != nil {
			v.Fail(fmt.Errorf("fleet=%s: want lengths, as in 5-4-3-3-2", v.Choice("fleet")))
		}
		r.Fleet = append(r.Fleet, int(n))
	}
	if v.Err() != nil {
		return nil
	}
	var g Dealt
	if r.ByShip {
		g, err = battleship.NewShipByShip(r)
	} else {
		g, err = battleship.New(r)
	}
	if err != nil {
		v.Fail(err)
		return nil
	}
	return g
}

// fleetText writes lengths, as in 5-4-3-3-2.
func fleetText(lengths []int) string {
	words := make([]string, len(lengths))
	for i, l := range lengths {
		words[i] = strconv.Itoa(l)
	}
	return strings.Join(words, "-")
}
