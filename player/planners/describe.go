package planners

import (
	"fmt"
	"slices"
	"strings"

	"blindsight"
	"blindsight/belief/discrete"
	"blindsight/catalog"
	"blindsight/game/pomdp"
	"blindsight/search/uct"
)

// Catalogue lists the players of POMDPs.
var Catalogue = catalog.Table[*pomdp.Game, Player]{
	{
		Name:    "random",
		Doc:     "does anything, uniformly at random",
		Instant: true,
		Build:   func(*pomdp.Game, *catalog.Values) Player { return NewRandom() },
	},
	{
		Name: "uct",
		Doc:  "searches the beliefs that may follow, between bounds of what they are worth",
		Params: []catalog.Param{
			{Name: "belief", Default: ExactBelief.String(), Doc: "how the hidden state is known; exact is a chance for each rock in rocksample, and listed elsewhere", Choices: beliefs},
			{Name: "particles", Default: "0", Doc: "how many particles there are, 0 for the filter's default"},
		},
		Build: func(g *pomdp.Game, v *catalog.Values) Player {
			o := UCTOptions{Belief(max(0, slices.Index(beliefs, v.Choice("belief")))), v.Int("particles")}
			if v.Err() != nil {
				return nil
			}
			if err := o.Check(); err != nil {
				v.Fail(err)
				return nil
			}
			p, err := NewUCT(g, o)
			if err != nil {
				v.Fail(err)
			}
			return p
		},
	},
	{
		Name: "pomcp",
		Doc:  "searches with nothing but the rules: UCT over histories, on particles, with random rollouts",
		Params: []catalog.Param{
			{Name: "particles", Default: "0", Doc: "how many particles there are, 0 for the filter's default"},
			{Name: "explore", Default: "0", Doc: "factor of the bandit's bonus, 0 for its default"},
		},
		Build: func(g *pomdp.Game, v *catalog.Values) Player {
			o := POMCPOptions{v.Int("particles"), uct.Config{Exploration: v.Float("explore")}}
			if v.Err() != nil {
				return nil
			}
			if err := o.Check(g); err != nil {
				v.Fail(err)
				return nil
			}
			return NewPOMCP(g, o)
		},
	},
	{
		Name:    "policy",
		Doc:     "keeps the exact belief and follows a policy of alpha vectors",
		Params:  []catalog.Param{{Name: "file", Default: "", Doc: "a policy file, as 'pomdp solve --policy' writes them", Path: true}},
		Instant: true,
		Build: func(g *pomdp.Game, v *catalog.Values) Player {
			p, err := ReadPolicy(g, v.Text("file"))
			if err != nil {
				v.Fail(err)
			}
			return p
		},
	},
}

// Game describes POMDPs.
var Game = catalog.Describe(catalog.Description[*pomdp.Game, pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen]{
	Name:  "pomdp",
	Doc:   "any POMDP: a file in Cassandra's format, or one of the usual problems",
	Sides: []string{"agent"},
	Settings: append([]catalog.Param{
		{Name: "file", Default: "", Doc: "a .pomdp file, in place of a problem", Path: true},
		{Name: "problem", Default: Problems[0], Doc: "which one", Choices: Problems},
		{Name: "horizon", Default: "0", Doc: "steps after which a play is cut; 0 is as long as they count"},
	}, Parameters...),
	New: func(v *catalog.Values) *pomdp.Game {
		g, err := newGame(v)
		if err != nil {
			v.Fail(err)
		}
		return g
	},
	NewView:  func(g *pomdp.Game, _ blindsight.Side) *pomdp.View { return g.NewView() },
	Players:  Catalogue,
	View:     func(_ *pomdp.Game, v *pomdp.View) string { return v.String() },
	Action:   actionName,
	Seen:     seenName,
	ReadSeen: readSeen,
	Drawer:   drawn,
})

func actionName(g *pomdp.Game, a pomdp.Action) string { return g.Model().Actions[a] }

func seenName(g *pomdp.Game, o pomdp.Seen) string { return g.Model().Observations[o] }

// drawn draws states from the exact belief.
func drawn(g *pomdp.Game, _ blindsight.Side) catalog.Drawer[*pomdp.View] {
	tables, err := g.Tables()
	if err != nil {
		panic("planners: a game without tables: " + err.Error())
	}
	filter := discrete.New[pomdp.State, *pomdp.View, pomdp.Action, pomdp.Seen](tables, false)
	return catalog.Drawn(filter, func(_ *pomdp.View, s *pomdp.State) string { return g.Model().States[*s] })
}

// newGame makes the game of its settings.
func newGame(v *catalog.Values) (*pomdp.Game, error) {
	horizon := v.Int("horizon")
	if v.Err() != nil {
		return nil, v.Err()
	}
	switch name := v.Text("file"); {
	case name != "" && v.Text("problem") != Problems[0]:
		return nil, fmt.Errorf("file=%s and problem=%s exclude each other", name, v.Text("problem"))
	case name != "":
		m, err := readFile(name, v)
		if err != nil {
			return nil, err
		}
		return pomdp.NewGame(m, horizon)
	}
	made, err := Generate(v.Text("problem"), v)
	if err != nil {
		return nil, err
	}
	return pomdp.NewGenerated(made, horizon)
}

// readSeen reads an observation by its name.
func readSeen(g *pomdp.Game, _ *pomdp.View, text string) (pomdp.Seen, error) {
	names := g.Model().Observations
	if i := slices.Index(names, text); i >= 0 {
		return pomdp.Seen(i), nil
	}
	var some []string
	for _, name := range names[:min(len(names), 10)] {
		some = append(some, fmt.Sprintf("%q", name))
	}
	return 0, fmt.Errorf("%q: want one of %s", text, strings.Join(some, ", "))
}
