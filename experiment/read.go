package experiment

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"blindsight"
	"blindsight/internal/jsontree"
)

// maxPlan is the greatest size of a plan in bytes.
const maxPlan = 16 << 20

// Read reads a plan. Name is used in errors, which are of type [*jsontree.Error]
// where the text is wrong: they say line and column, what is wrong and what to do.
//
//	{
//	  "name": "example",
//	  "game": "minesweeper",
//	  "seed": 1,
//	  "games": 1000,
//	  "groups": [
//	    {
//	      "settings": [{"board": "4x4/4"}, {"board": "4x4/6", "rule": "gnomine"}],
//	      "players": ["sps", "csp"],
//	      "budgets": [{"sims": 100}]
//	    }
//	  ]
//	}
//
// A group may have "games" and "seed" of its own; without any seed it is [DefaultSeed], that
// of 'mines play'. A budget is {"sims": N}, which makes
// results repeatable, or {"time": "20ms"}, or {"cpu": "20ms"} of the deciding thread's processor; {"time": "0"} is none, for players that decide
// at once. A setting of Minesweeper has the keys board, rule, neighbours and auto_open,
// with the defaults of 'mines play'.
//
// Settings of other games are texts, as the commands write them: ["board=hex,rows=3", ""].
// Where two sides play, "games" is even, and a group may have "opponents", which every player
// meets; without them the players of a group meet one another, each pair of them once.
func Read(r io.Reader, name string) (*Plan, error) { return readText(r, name, false) }

// ReadForeign reads a plan that comes from elsewhere. What would have this machine read a file
// of its own is refused before anything is opened.
func ReadForeign(r io.Reader, name string) (*Plan, error) { return readText(r, name, true) }

func readText(r io.Reader, name string, foreign bool) (*Plan, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxPlan+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxPlan {
		return nil, fmt.Errorf("%s: more than %d MiB: this is not a plan", name, maxPlan>>20)
	}
	root, err := jsontree.Parse(data, name)
	if err != nil {
		return nil, err
	}
	return readPlan(root, foreign)
}

func readPlan(n *jsontree.Node, foreign bool) (*Plan, error) {
	if err := n.Keys("name", "game", "seed", "games", "groups"); err != nil {
		return nil, err
	}
	var p Plan
	v, err := n.Need("name", "call the experiment something")
	if err != nil {
		return nil, err
	}
	if p.Name, err = v.Str(); err != nil {
		return nil, err
	}
	if strings.TrimSpace(p.Name) == "" || strings.ContainsAny(p.Name, "\r\n\t") {
		return nil, v.Errorf("the name %q: want a name on one line", p.Name)
	}
	if v, err = n.Need("game", "say what is played, one of "+gameNames()); err != nil {
		return nil, err
	}
	if p.Game, err = v.Str(); err != nil {
		return nil, err
	}
	g, err := findGame(p.Game)
	if err != nil {
		return nil, v.Errorf("%v", err)
	}
	if foreign {
		g = g.forStrangers()
	}
	if v, err = n.Need("groups", "list what is played, as in [{\"settings\": ..., \"players\": ..., \"budgets\": ...}]"); err != nil {
		return nil, err
	}
	groups, err := v.List()
	if err != nil {
		return nil, err
	}
	seen := make(map[Cell]bool)
	for _, node := range groups {
		group, err := readGroup(n, node, g)
		if err != nil {
			return nil, err
		}
		p.Groups = append(p.Groups, *group)
		for c := range group.cells() {
			key := c
			key.Games = 0
			if seen[key] {
				return nil, node.Errorf("the cell %s is there twice: leave one away, or give the group another seed", &c)
			}
			seen[key] = true
			c.Index = len(p.Cells)
			p.Cells = append(p.Cells, c)
		}
		if len(p.Cells) > MaxCells {
			return nil, node.Errorf("more than %d cells: make a plan for each part", MaxCells)
		}
	}
	return &p, nil
}

// readGroup reads a group; what it leaves open is taken from the plan around it.
func readGroup(plan, n *jsontree.Node, g *game) (*Group, error) {
	keys := []string{"settings", "players", "budgets", "games", "seed"}
	if g.sides > 1 {
		keys = slices.Insert(keys, 2, "opponents")
	}
	if err := n.Keys(keys...); err != nil {
		return nil, err
	}
	if err := countCells(n, g); err != nil {
		return nil, err
	}
	var group Group
	games := cmp.Or(n.Get("games"), plan.Get("games"))
	if games == nil {
		return nil, plan.Errorf("the key \"games\" is missing: say how many games each cell has, for all groups or in each")
	}
	number, err := games.Uint(1, MaxGames)
	if err != nil {
		return nil, err
	}
	if g.sides > 1 && number%2 == 1 {
		return nil, games.Errorf("%d games: want an even number, since games come in pairs with the sides swapped", number)
	}
	group.Games, group.Seed = int(number), DefaultSeed
	if seed := cmp.Or(n.Get("seed"), plan.Get("seed")); seed != nil {
		if group.Seed, err = seed.Uint(0, math.MaxUint64); err != nil {
			return nil, err
		}
	}
	if err := eachItem(n, "settings", g.about, func(v *jsontree.Node) error {
		s, err := g.setting(v)
		group.Settings = append(group.Settings, s)
		return err
	}); err != nil {
		return nil, err
	}
	if err := readPlayers(n, g, &group); err != nil {
		return nil, err
	}
	const about = "say what a decision may cost, as in [{\"sims\": 1000}] or [{\"time\": \"100ms\"}]; players that do not search ignore it"
	err = eachItem(n, "budgets", about, func(v *jsontree.Node) error {
		b, err := readBudget(v)
		if err != nil {
			return err
		}
		group.Budgets = append(group.Budgets, b)
		for _, player := range slices.Concat(group.Players, group.Opponents) {
			if !b.None() {
				break
			}
			if err := g.instant(player); err != nil {
				return v.Errorf("time 0: %v", err)
			}
		}
		return nil
	})
	return &group, err
}

// eachItem calls do for all items of a list that must be there; about says what it is for.
func eachItem(n *jsontree.Node, key, about string, do func(*jsontree.Node) error) error {
	v, err := n.Need(key, about)
	if err != nil {
		return err
	}
	items, err := v.List()
	for _, item := range items {
		if err := do(item); err != nil {
			return err
		}
	}
	return err
}

// readPlayers reads who plays in a group and, where two sides play, whom they meet.
func readPlayers(n *jsontree.Node, g *game, group *Group) error {
	read := func(to *[]string) func(*jsontree.Node) error {
		return func(v *jsontree.Node) error {
			player, err := v.Str()
			if err != nil {
				return err
			}
			*to = append(*to, player)
			for _, s := range group.Settings {
				if err := g.player(s, player); err != nil {
					return v.Errorf("%v", err)
				}
			}
			return nil
		}
	}
	if err := eachItem(n, "players", "list who plays, as in [\"csp\"]", read(&group.Players)); err != nil || g.sides == 1 {
		return err
	}
	if n.Get("opponents") != nil {
		return eachItem(n, "opponents", "", read(&group.Opponents))
	}
	if group.Mutual = true; len(group.Players) < 2 {
		return n.Errorf("%s meets nobody: name a second player, or opponents", group.Players[0])
	}
	return nil
}

// countCells refuses a group that is far too large before it is read.
func countCells(n *jsontree.Node, g *game) error {
	length := func(key string) int {
		if v := n.Get(key); v != nil && len(v.Items) > 0 {
			return len(v.Items)
		}
		return 1
	}
	opponents := length("opponents")
	if g.sides > 1 && n.Get("opponents") == nil {
		opponents = length("players")
	}
	cells := 1
	for _, count := range []int{length("settings"), length("players"), opponents, length("budgets")} {
		if cells *= count; cells > MaxCells {
			return n.Errorf("more than %d cells: make a plan for each part", MaxCells)
		}
	}
	return nil
}

func readBudget(n *jsontree.Node) (Budget, error) {
	if err := n.Keys("sims", "time", "cpu"); err != nil {
		return Budget{}, err
	}
	given := ""
	for _, kind := range []string{"sims", "time", "cpu"} {
		switch {
		case n.Get(kind) == nil:
		case given == "":
			given = kind
		default:
			given = "several"
		}
	}
	switch given {
	case "sims":
		v, err := n.Get(given).Uint(1, 1<<40)
		return Budget{blindsight.Budget{Simulations: int(v)}}, err
	case "time", "cpu":
		return readTime(n.Get(given), given)
	}
	return Budget{}, n.Errorf("want one of {\"sims\": 1000}, {\"time\": \"100ms\"} and {\"cpu\": \"100ms\"}")
}

// readTime reads a time by the clock, or of the processor.
func readTime(n *jsontree.Node, kind string) (Budget, error) {
	text, err := n.Str()
	if err != nil {
		return Budget{}, err
	}
	d, err := time.ParseDuration(text)
	switch {
	case err != nil || d < 0 || d > MaxTime:
		return Budget{}, n.Errorf("%s %q: want a time of at most %s, as in \"100ms\", or \"0\" for none", kind, text, MaxTime)
	case kind == "cpu":
		return Budget{blindsight.Budget{CPU: d}}, nil
	}
	return Budget{blindsight.Budget{Time: d}}, nil
}
