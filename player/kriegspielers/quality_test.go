package kriegspielers

import (
	"context"
	"flag"
	"math"
	"runtime"
	"testing"
	"time"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
)

var (
	qualityGames   = flag.Int("quality", 0, "compare beliefs on so many games")
	qualitySims    = flag.Int("quality-sims", 400, "simulations a decision in these games")
	qualityAgainst = flag.String("quality-against", "belief-1", "of foresight against this player, about whom they are")
)

// TestBeliefQuality compares beliefs, when told so by -quality, on the same games of foresight against another player: how often they are guessed, how
// likely they take the true squares of the opponent's king and of his men to be, which style they take for his at the end, and what they cost.
//
//	go test ./player/kriegspielers -run TestBeliefQuality -quality 20 -quality-against paranoid -v
func TestBeliefQuality(t *testing.T) {
	if *qualityGames == 0 {
		t.Skip("without -quality")
	}
	runtime.LockOSThread() // whose time is measured
	defer runtime.UnlockOSThread()
	kinds := []struct {
		name  string
		o     TrackerOptions
		weigh bool
		cpu   time.Duration // for a decision, of which an update has its share
	}{
		{"likely", TrackerOptions{Exact: 20_000, Sample: 6_000, Likely: true, Styles: true}, false, 0},
		{"likely, weighed", TrackerOptions{Exact: 20_000, Sample: 6_000, Likely: true, Styles: true}, true, 0},
		{"likely, 100 ms", TrackerOptions{Exact: 20_000, Sample: 6_000, Likely: true, Styles: true}, true, 100 * time.Millisecond},
		{"12000, 100 ms", TrackerOptions{Exact: 20_000, Sample: 12_000, Likely: true, Styles: true}, true, 100 * time.Millisecond},
		{"4000, 100 ms", TrackerOptions{Exact: 20_000, Sample: 4_000, Likely: true, Styles: true}, true, 100 * time.Millisecond},
		{"24000, 400 ms", TrackerOptions{Exact: 20_000, Sample: 24_000, Likely: true, Styles: true}, true, 400 * time.Millisecond},
	}
	king, men, guessed, turns := make([]float64, len(kinds)), make([]float64, len(kinds)), make([]int, len(kinds)), 0
	took := make([]time.Duration, len(kinds))
	tempers := make([]byStyle, len(kinds))
	for n := range uint64(*qualityGames) {
		rules := kriegspiel.MustRules([]string{"berkeley", "wild16"}[n%2])
		trackers := make([]*Tracker, len(kinds))
		feeds := make([]feed, len(kinds))
		for i := range kinds {
			trackers[i] = NewTracker(kinds[i].o)
		}
		opponent, err := Catalogue.New(*qualityAgainst, rules)
		if err != nil {
			t.Fatal(err)
		}
		players := [2]Player{NewForesight(DefaultForesight), opponent}
		contested(t, rules, chess.StartFEN, players, 1000+n, *qualitySims, 120, func(g *kriegspiel.Referee, _ blindsight.Decision[kriegspiel.Attempt]) {
			v := g.View(chess.White)
			if g.Side() != chess.White || len(v.Tries()) > 0 {
				return
			}
			turns++
			truth := g.Position()
			for i, tr := range trackers {
				feeds[i].tell(tr, v)
				begin := time.Now()
				if limit := kinds[i].cpu; limit > 0 {
					tr.hasten(kinds[i].o.Sample, newSpending(context.Background(), blindsight.Budget{CPU: limit}, false).before(beliefShare))
				}
				if err := tr.Update(context.Background(), randstream.New(1, "quality", n, uint64(v.Turns()))); err != nil {
					t.Fatal(err)
				}
				took[i] += time.Since(begin)
				if tr.Guessed() {
					guessed[i]++
				}
				k, m := squaresLoss(v, tr, kinds[i].weigh, &truth)
				king[i] += k
				men[i] += m
			}
		})
		for i, tr := range trackers {
			shares := tr.styles()
			tempers[i].add(&shares)
		}
	}
	for i, k := range kinds {
		for style := range tempers[i] {
			tempers[i][style] /= float64(*qualityGames)
		}
		t.Logf("%-22s king %.3f bits, men %.3f bits each, guessed %.1f%%, %.1f ms a turn; of %d turns; styles %.2f", k.name,
			king[i]/float64(turns), men[i]/float64(turns), 100*float64(guessed[i])/float64(turns), took[i].Seconds()*1000/float64(turns), turns, tempers[i])
	}
}

// squaresLoss returns -log2 of what a belief gives the true square of the king, and the mean of that of all men by their kinds; a
// hundredth of it is spread over all squares.
func squaresLoss(v *kriegspiel.View, tr *Tracker, weigh bool, truth *chess.Position) (king, men float64) {
	states := tr.States()
	weights := make([]float64, 0, len(states))
	if weigh {
		var p plausibility
		styles := tr.styles()
		p.begin(v, &styles)
		weights = p.weigh(states, weights)
	} else {
		for range states {
			weights = append(weights, 1)
		}
	}
	for i, x := range tr.Odds() {
		weights[i] *= x
	}
	them := v.Side().Other()
	total, count := 0.0, 0
	for _, w := range weights {
		total += w
	}
	for list := truth.Men(them); list != 0; list &= list - 1 {
		s := list.First()
		kind := truth.KindAt(s)
		there := 0.0
		for i := range states {
			if c, k := states[i].At(s); k == kind && c == them {
				there += weights[i]
			}
		}
		loss := -math.Log2(0.99*there/max(total, 1e-300) + 0.01/64)
		if men += loss; kind == chess.King {
			king = loss
		}
		count++
	}
	return king, men / float64(count)
}
