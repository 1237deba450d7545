package gunners

import (
	"errors"

	"blindsight/catalog"
	"blindsight/game/battleship"
	"blindsight/search/uct"
)

// Catalogue lists the players of Battleship.
var Catalogue = catalog.Table[Dealt, Player]{
	{
		Name:    "random",
		Doc:     "shoots at a cell uniformly at random",
		Instant: true,
		Build:   func(Dealt, *catalog.Values) Player { return NewRandom() },
	},
	{
		Name:    "density",
		Doc:     "shoots where a hit is most likely by the exact belief; simulations are the fleets it is estimated by where it cannot be counted",
		Instant: true,
		Build:   onUniform(NewDensity),
	},
	{
		Name:    "hunt",
		Doc:     "as density, but hunts for the ships that will be found last",
		Instant: true,
		Build:   onUniform(NewHunt),
	},
	{
		Name:    "ahead",
		Doc:     "as hunt, and looks ahead to the end once the fleets that are left can be listed",
		Instant: true,
		Build:   onUniform(NewAhead),
	},
	{
		Name:   "uct",
		Doc:    "searches by simulations on the exact belief",
		Params: []catalog.Param{explore},
		Build: func(g Dealt, v *catalog.Values) Player {
			c := config(v)
			return onUniform(func(g *battleship.Game) Player { return NewUCT(g, c) })(g, v)
		},
	},
	{
		Name:   "bsr-uct",
		Doc:    "searches by simulations on a belief by rejection, which gives up after some hits",
		Params: []catalog.Param{explore},
		Build: func(g Dealt, v *catalog.Values) Player {
			c := config(v)
			if v.Err() != nil {
				return nil
			}
			return NewBSR(g, 0, c)
		},
	},
}

var explore = catalog.Param{Name: "explore", Default: "0", Doc: "factor of the bandit's bonus, 0 for its default"}

// config reads how a search shall go.
func config(v *catalog.Values) uct.Config {
	c := uct.Config{Exploration: v.Float("explore")}
	if err := c.Check(); err != nil {
		v.Fail(err)
	}
	return c
}

// onUniform builds a player whose belief takes fleets for equally likely.
func onUniform(build func(*battleship.Game) Player) func(Dealt, *catalog.Values) Player {
	return func(g Dealt, v *catalog.Values) Player {
		uniform, ok := g.(*battleship.Game)
		if !ok {
			v.Fail(errors.New("it takes all fleets for equally likely, which they are not with deal=ship-by-ship: use random or bsr-uct"))
		}
		if v.Err() != nil {
			return nil
		}
		return build(uniform)
	}
}
