package phantoms

import (
	"fmt"

	"blindsight/catalog"
	"blindsight/game/phantom"
	"blindsight/search/uct"
)

// Catalogue lists the players of phantom tic-tac-toe and dark hex.
var Catalogue = catalog.Table[*phantom.Game, Player]{
	{
		Name:    "random",
		Doc:     "tries a cell uniformly at random, of those neither own nor known to be the opponent's",
		Instant: true,
		Build:   func(*phantom.Game, *catalog.Values) Player { return NewRandom() },
	},
	{
		Name: "andor",
		Doc:  "wins for certain where that is possible (paper C), else as another player",
		Params: []catalog.Param{
			{Name: "states", Default: fmt.Sprint(defaultStates), Doc: "boards that a search may construct"},
			{Name: "safe", Default: "false", Doc: "where no win is certain, make sure of a draw if that is possible", Choices: []string{"true", "false"}},
			{Name: "else", Default: "random", Doc: "who decides where nothing is certain; uct has its defaults", Choices: []string{"random", "uct"}},
		},
		Instant: true,
		Build: func(_ *phantom.Game, v *catalog.Values) Player {
			o := GuaranteedOptions{States: int64(v.Int("states")), Safe: v.Bool("safe")}
			if v.Choice("else") == "uct" {
				o.Fallback = buildUCT(UCTOptions{}, v)
			}
			return NewGuaranteed(o)
		},
	},
	{
		Name: "uct",
		Doc:  "searches the views of both sides by simulations (multiple-observer information-set MCTS)",
		Params: []catalog.Param{
			{Name: "belief", Default: ExactBelief.String(), Doc: "how hidden boards are drawn", Choices: []string{ExactBelief.String(), RejectionBelief.String(), ParticleBelief.String()}},
			{Name: "opponent", Default: "learns", Doc: "what he does in simulations", Choices: []string{"learns", "uniform"}},
			{Name: "explore", Default: "0", Doc: "factor of the bandit's bonus, 0 for its default"},
		},
		Build: func(_ *phantom.Game, v *catalog.Values) Player {
			o := UCTOptions{Uniform: v.Choice("opponent") == "uniform", Config: uct.Config{Exploration: v.Float("explore")}}
			for b := range ParticleBelief + 1 {
				if b.String() == v.Choice("belief") {
					o.Belief = b
				}
			}
			return buildUCT(o, v)
		},
	},
}

// buildUCT makes a searching player, and tells the values what is wrong with them.
func buildUCT(o UCTOptions, v *catalog.Values) Player {
	if err := o.Check(); err != nil {
		v.Fail(err)
		return nil
	}
	return NewUCT(o)
}
