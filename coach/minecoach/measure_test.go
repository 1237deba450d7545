package minecoach_test

import (
	"context"
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// The full measure of the coach:
//
//	go test ./player/sweepers -run CoachMeasured -coach-positions 200 -coach-played 100 -coach-games 2000 -v -timeout 2h
var (
	coachPositions = flag.Int("coach-positions", 10, "positions of 9x9/10 and 5x5/k in which the coach's exact chances are held against the solver")
	coachPlayed    = flag.Int("coach-played", 2, "positions in which its estimates are held against games that strong plays on")
	coachGames     = flag.Int("coach-games", 300, "games that strong plays on in each of these")
)

// fullMeasure is from how many positions on the time that exact chances take is held
// against what is promised: a few on a busy machine say nothing of it.
const fullMeasure = 100

// midgame returns a position on the way of a random game that is neither untouched nor won:
// of 9x9/10, or of 5x5 with 4 to 10 mines. Cells that are certainly safe are opened first more
// often than not, so that all stages come up.
func midgame(t *testing.T, rng *rand.Rand, fits func(placements *big.Int) bool) *minesweeper.View {
	t.Helper()
	counter := &minecoach.Analyst{}
	for {
		r := minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true}
		if rng.IntN(2) == 0 {
			r = minesweeper.Rules{Height: 5, Width: 5, Mines: 4 + rng.IntN(7), AutoOpen: true}
		}
		g := sweeptest.NewGame(t, r)
		var s minesweeper.State
		g.Deal(rng.Uint64(), 0, &s)
		v := g.NewView()
		var found []*minesweeper.View
		for v.Left() > 0 {
			c, forced := v.Forced()
			if !forced {
				legal := v.Legal(nil)
				c = legal[rng.IntN(len(legal))]
				if v.Started() {
					a, err := counter.Analyse(context.Background(), v)
					if err != nil {
						t.Fatal(err)
					}
					if fits(a.Placements) {
						found = append(found, v.Clone())
					}
					if rng.IntN(4) > 0 {
						c = a.Best[rng.IntN(len(a.Best))]
					}
				}
			}
			step := g.Step(rng, &s, c)
			if step.Seen == minesweeper.Mine {
				break
			}
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
		}
		if len(found) > 0 {
			return found[rng.IntN(len(found))]
		}
	}
}

// The coach's chances in the middle of games: with at most 8,000 placements left always
// exact, up to 20,000 exact within two seconds in nine of ten, and never exact where the
// solver says otherwise.
func TestCoachMeasuredAgainstSolver(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 1))
	within, tried := 0, 0
	slowest := time.Duration(0)
	for n := range *coachPositions {
		few := n%2 == 0
		v := midgame(t, rng, func(p *big.Int) bool {
			switch {
			case !p.IsInt64():
				return false
			case few:
				return p.Int64() <= minecoach.ExactPlacements
			}
			return p.Int64() > minecoach.ExactPlacements && p.Int64() <= minecoach.TriedPlacements
		})
		solver := reveal.New(reveal.Options{Workers: 1, Memory: 64 << 20})
		coach := minecoach.New(minecoach.NewAnalyst(minecoach.ExactPlacements, solver), 0, 0)
		coach.Time = 5 * time.Second
		if !few {
			coach.Time = 2 * time.Second
		}
		begin := time.Now()
		c, err := coach.Advise(context.Background(), v, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		if few && (!c.Exact || c.Analysis.Win == nil) {
			t.Errorf("%s placements: not exact", c.Analysis.Placements)
		}
		if !few {
			tried++
			if c.Exact {
				within++
				slowest = max(slowest, time.Since(begin))
			} else if c.Of != minecoach.StrongPlaysOn {
				t.Errorf("of %q: %s", c.Of, c.Text())
			}
		}
		if !c.Exact {
			continue
		}
		d, err := optimum.NewPlayer(v.Game(), reveal.New(reveal.Options{Workers: 1, Memory: 256 << 20})).Choose(context.Background(), nil, v, blindsight.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(d.Value-c.Win) > 1e-12 && v.Left() > 0 {
			t.Errorf("%s placements: exact %v, the solver has %v", c.Analysis.Placements, c.Win, d.Value)
		}
	}
	t.Logf("with 8,001 to 20,000 placements %d of %d are exact, the slowest after %v", within, tried, slowest)
	if *coachPositions >= fullMeasure && 10*within < 9*tried { // on a machine that does nothing else
		t.Errorf("only %d of %d are exact", within, tried)
	}
}

// Beyond that the coach's chance is what strong wins by playing on: in nine of ten positions
// the two differ by less than the 95% interval of their difference.
func TestCoachMeasuredAgainstPlay(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 2))
	good := 0
	for range *coachPlayed {
		v := midgame(t, rng, func(p *big.Int) bool { return !p.IsInt64() || p.Int64() > minecoach.TriedPlacements })
		c, err := newCoach(1000).Advise(context.Background(), v, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		won := playedOn(t, rng, v, c.Cell, *coachGames)
		rate := float64(won) / float64(*coachGames)
		spread := math.Hypot((c.High-c.Low)/2, 1.96*math.Sqrt(max(rate*(1-rate), 0.25/float64(*coachGames))/float64(*coachGames)))
		if math.Abs(rate-c.Win) < spread {
			good++
		} else {
			t.Logf("%s, %d open: said %.4f (%.4f to %.4f), won %.4f of %d", v.Game().Rules(), len(v.Opened()), c.Win, c.Low, c.High, rate, *coachGames)
		}
	}
	t.Logf("%d of %d positions agree", good, *coachPlayed)
	if least := *coachPlayed * 9 / 10; good < least {
		t.Errorf("only %d of %d agree", good, *coachPlayed)
	}
}

// playedOn opens a cell in placements drawn from the belief, lets strong play on without a
// budget, and returns how many games it wins. It knows nothing of forecasts.
func playedOn(t *testing.T, rng *rand.Rand, v *minesweeper.View, first minesweeper.Cell, games int) (won int) {
	t.Helper()
	g := v.Game()
	var sums counting.Sums
	var counter counting.Counter
	g.Constraints(v, &sums)
	if err := counter.Count(&sums); err != nil {
		t.Fatal(err)
	}
	p := strong.New(strong.Default())
	for range games {
		var board minesweeper.State
		g.Assign(v, counter.Sample(rng, nil), &board)
		w, c := v.Clone(), first
		for {
			step := g.Step(rng, &board, c)
			if step.Seen == minesweeper.Mine {
				break
			}
			if err := w.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
			if w.Left() == 0 {
				won++
				break
			}
			d, err := p.Choose(context.Background(), rng, w, blindsight.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			c = d.Action
		}
	}
	return won
}
