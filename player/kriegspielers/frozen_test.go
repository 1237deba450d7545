package kriegspielers

import (
	"fmt"
	"hash/fnv"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// The players of the ladder are frozen: others are measured by them, so for equal seeds they try the same for
// ever. The hashes are of all that is tried in a game's first plies against greedy, as these players
// played when the ladder was set up. Do NOT change them: give a player that plays otherwise another name.
func TestFrozenPlayers(t *testing.T) {
	for _, c := range []struct {
		player string
		rules  string
		sims   int
		want   string
	}{
		{"random", "berkeley", 1, "189 b605f662d87d42ab"},
		{"simple", "wild16", 1, "73 3bdb1523533599f3"},
		{"greedy", "berkeley", 1, "147 d09986d7910807b7"},
		{"hunter", "wild16", 1, "62 7537e32c0781b0fb"},
		{"belief-1", "berkeley", 400, "128 6259425728ca0abf"},
		{"belief-1", "wild16", 400, "81 9a0f7482e52e0688"},
		{"paranoid", "wild16", 300, "80 822e7ca3acf47f22"},
		{"hider", "berkeley", 1, "170 8e1538281faf1e7a"},
	} {
		rules := kriegspiel.MustRules(c.rules)
		player, err := Catalogue.New(c.player, rules)
		if err != nil {
			t.Fatal(err)
		}
		hash, tried := fnv.New64a(), 0
		contested(t, rules, chess.StartFEN, [2]Player{player, NewGreedy()}, 11, c.sims, 40, func(g *kriegspiel.Referee, d blindsight.Decision[kriegspiel.Attempt]) {
			tried++
			fmt.Fprintln(hash, d.Action)
		})
		if got := fmt.Sprintf("%d %016x", tried, hash.Sum64()); got != c.want {
			t.Errorf("%s, %s: %s, when it was frozen %s", c.player, c.rules, got, c.want)
		}
	}
}

// The settings of belief-1 are those of its time, too.
func TestFrozenSettings(t *testing.T) {
	e, err := Catalogue.Find("belief-1")
	if err != nil {
		t.Fatal(err)
	}
	v, err := catalog.ReadValues(e.Params, "")
	if err != nil {
		t.Fatal(err)
	}
	want := BelieverOptions{Tracker: TrackerOptions{Exact: 20_000, Sample: 6_000}, Mate: 200, Depth: 7, Bit: 0.06}
	if got := believerOptions(v); got != want {
		t.Errorf("the settings of belief-1 are %+v, want %+v", got, want)
	}
}
