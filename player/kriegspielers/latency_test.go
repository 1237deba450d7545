package kriegspielers

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/cputime"
	"blindsight/internal/randstream"
)

var (
	latencyGames  = flag.Int("latency", 0, "measure what decisions cost in so many games")
	latencyTime   = flag.Duration("latency-time", 100*time.Millisecond, "processor time allowed for a decision in these games")
	latencyPlayer = flag.String("latency-player", "foresight", "whose decisions")
)

// TestLatency measures, when told so by -latency, what decisions cost beside what was allowed, in processor time, so that others on the
// machine do not matter. Games are of a player against itself with secret lines, under all rule sets in turn.
//
//	go test ./player/kriegspielers -run TestLatency -latency 20 -v
func TestLatency(t *testing.T) {
	if *latencyGames == 0 {
		t.Skip("without -latency")
	}
	var ratios []float64
	sims := 0
	for n := range uint64(*latencyGames) {
		rules := kriegspiel.All()[n%6]
		start := chess.Start()
		g := kriegspiel.NewReferee(rules, &start, 0)
		var players [2]Player
		var told [2]feed
		for side := range players {
			var err error
			if players[side], err = Catalogue.New(*latencyPlayer, rules); err != nil {
				t.Fatal(err)
			}
		}
		streams := [2]*rand.Rand{randstream.New(9, "latency", n, 0), randstream.New(9, "latency", n, 1)}
		for g.Result() == kriegspiel.Unfinished {
			side := g.Side()
			v := g.View(side)
			told[side].tell(players[side].(Follower), v)
			a, given := kriegspiel.Setups().Draw(9, n, side).Next(v)
			if !given {
				d, used := timed(t, players[side], streams[side], v)
				if ratio := used.Seconds() / latencyTime.Seconds(); ratio > 1.1 {
					b := players[side].(believing).keeps()
					t.Logf("%s, game %d, turn %d, %d tries: %.2f; %d positions, exact %v, guessed %v", rules, n, v.Turns(), len(v.Tries()), ratio, len(b.States()), b.Exact(), b.Guessed())
				}
				ratios = append(ratios, used.Seconds()/latencyTime.Seconds())
				sims += d.Simulations
				a = d.Action
			}
			if _, err := g.Try(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	slices.Sort(ratios)
	at := func(share float64) float64 { return ratios[min(len(ratios)-1, int(share*float64(len(ratios))))] }
	t.Logf("%d decisions of %v: of the time allowed, half cost at most %.2f, 90%% %.2f, 99%% %.2f, 99.9%% %.2f, the dearest %.2f; %d simulations each",
		len(ratios), *latencyTime, at(0.5), at(0.9), at(0.99), at(0.999), ratios[len(ratios)-1], sims/len(ratios))
}

// timed lets a player decide and returns what that cost.
func timed(t *testing.T, p Player, rng *rand.Rand, v *kriegspiel.View) (blindsight.Decision[kriegspiel.Attempt], time.Duration) {
	ctx, stop := cputime.Limit(context.Background(), *latencyTime)
	defer stop()
	begin := threadTime()
	d, err := p.Choose(ctx, rng, v, blindsight.Budget{CPU: *latencyTime, Time: 20 * *latencyTime})
	if err != nil {
		t.Fatal(err)
	}
	return d, threadTime() - begin
}
