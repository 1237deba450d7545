package gunners

import (
	"context"
	"flag"
	"fmt"
	"math"
	"runtime"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/game/battleship"
	"blindsight/internal/cputime"
	"blindsight/internal/randstream"
	"blindsight/search/uct"
)

var (
	games   = flag.Int("games", 4, "games that Strength plays")
	player  = flag.String("player", "ahead", "the player that Strength measures: random, density, hunt, ahead, uct or bsr")
	setting = flag.String("setting", "usual", "the setting that Strength plays, as battleship.ParseRules reads it")
	sims    = flag.Int("sims", 0, "the budget of a shot; 0 means the player's own")
)

func named(g *battleship.Game, name string) (Player, error) {
	switch name {
	case "random":
		return NewRandom(), nil
	case "density":
		return NewDensity(g), nil
	case "hunt":
		return NewHunt(g), nil
	case "ahead":
		return NewAhead(g), nil
	case "uct":
		return NewUCT(g, uct.Config{}), nil
	case "bsr":
		return NewBSR(g, 0, uct.Config{}), nil
	}
	return nil, fmt.Errorf("no player is called %q", name)
}

// How many shots a player needs on average, and how much processor time for each. For a number that says something:
//
//	go test ./player/gunners -run Strength -games 1000 -v -timeout 1h
//
// It fails at more than 50 ms of processor time a shot, where a player that knows the belief needs more than 60 shots, by 4
// standard errors, and where ahead needs more than 45 in 1,000 games or more of the usual setting.
func TestStrength(t *testing.T) {
	g := mustNew(t, *setting)
	p, err := named(g, *player)
	if err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var sum, squares float64
	var health blindsight.Health
	decided, sampled, seconds := 0, 0, 0.0
	for n := range uint64(*games) {
		var s battleship.State
		g.Start(randstream.New(1, "gunners/strength/fleet", n), &s)
		shots := 0
		begin := cputime.Thread()
		_, err := episode.Solo(context.Background(), randstream.New(1, "gunners/strength/player", n), g, &s, g.NewView(), p,
			blindsight.Budget{Simulations: *sims}, func(m *episode.Move[battleship.Cell, battleship.Seen]) {
				shots++
				if m.Decision.Health.Samples > 0 {
					sampled++
				}
				health = health.Add(m.Decision.Health)
			})
		seconds += cputime.Thread() - begin
		if err != nil {
			t.Fatal(err)
		}
		decided += shots
		sum += float64(shots)
		squares += float64(shots) * float64(shots)
		if testing.Verbose() && n%100 == 99 {
			t.Logf("%d games: %.3f shots on average", n+1, sum/float64(n+1))
		}
	}
	n := float64(*games)
	mean := sum / n
	deviation := math.Sqrt(max(squares/n-mean*mean, 0) / (n - 1))
	each := 1000 * seconds / float64(decided)
	t.Logf("%s, %s: %.3f shots on average, standard error %.3f (%d games); %.2f ms of processor time a shot; %.0f%% of the beliefs sampled, %d fallbacks",
		g.Rules(), *player, mean, deviation, *games, each, 100*float64(sampled)/float64(decided), health.Fallbacks)
	if each > 50 {
		t.Error("the player is slower than it should be")
	}
	if *player != "random" && mean-4*deviation > 60 || *player == "ahead" && *setting == "usual" && *games >= 1000 && mean > 45 {
		t.Error("the player is weaker than it should be")
	}
}
