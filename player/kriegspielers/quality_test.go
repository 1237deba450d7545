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

// qualityParts are the moves at which parts of games begin that are told of for themselves.
var qualityParts = [...]int{0, 30, 60, 100}

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
		{"even", TrackerOptions{Exact: 20_000, Sample: 6_000}, true, 0},
		{"likely", TrackerOptions{Exact: 20_000, Sample: 6_000, Likely: true}, true, 0},
		{"styles", TrackerOptions{Exact: 20_000, Sample: 6_000, Likely: true, Styles: true}, true, 0},
		{"styles, 100 ms", TrackerOptions{Exact: 20_000, Sample: 6_000, Likely: true, Styles: true}, true, 100 * time.Millisecond},
		{"24000, 400 ms", TrackerOptions{Exact: 20_000, Sample: 24_000, Likely: true, Styles: true}, true, 400 * time.Millisecond},
	}
	type tally struct {
		king, men      float64
		turns, guessed int
		took           time.Duration
	}
	tallies := make([][len(qualityParts)]tally, len(kinds))
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
		contested(t, rules, chess.StartFEN, players, 1000+n, *qualitySims, 400, func(g *kriegspiel.Referee, _ blindsight.Decision[kriegspiel.Attempt]) {
			v := g.View(chess.White)
			if g.Side() != chess.White || len(v.Tries()) > 0 {
				return
			}
			part := len(qualityParts) - 1
			for v.Turns()/2 < qualityParts[part] {
				part--
			}
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
				sum := &tallies[i][part]
				sum.turns++
				sum.took += time.Since(begin)
				if tr.Guessed() {
					sum.guessed++
				}
				k, m := squaresLoss(v, tr, kinds[i].weigh, &truth)
				sum.king += k
				sum.men += m
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
		for part, sum := range tallies[i] {
			n := float64(max(1, sum.turns))
			t.Logf("%-22s from move %3d: king %.3f bits, men %.3f bits each, guessed %4.1f%%, %.1f ms a turn; of %d turns; styles %.2f", k.name, qualityParts[part],
				sum.king/n, sum.men/n, 100*float64(sum.guessed)/n, sum.took.Seconds()*1000/n, sum.turns, tempers[i])
		}
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
