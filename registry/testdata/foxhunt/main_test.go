package main

import (
	"math"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/game/gametest"
)

// The game keeps the promises of package blindsight.
func TestConformance(t *testing.T) {
	for _, h := range []hunt{2, 3, 5} {
		gametest.Run(t, gametest.Case[int, *view, int, bool]{Game: h, NewView: h.newView})
	}
}

// fewest returns how many looks it takes on average, with at most so many, where the fox is in each hole with the
// chance that is given (in all the chance that it is not caught yet). As long as the hunt goes on
// nothing but misses were seen, so that the best plan is the best sequence of holes: all are tried.
// Where they do not end the hunt for certain there is no plan.
func fewest(chance []float64, looks int) float64 {
	left := 0.0
	for _, p := range chance {
		left += p
	}
	if left < 1e-12 {
		return 0
	}
	if looks == 0 {
		return math.Inf(1)
	}
	best := math.Inf(1)
	last := len(chance) - 1
	for hole := range chance {
		next := make([]float64, len(chance))
		for fox, p := range chance {
			switch {
			case fox == hole:
			case fox == 0:
				next[1] += p
			case fox == last:
				next[last-1] += p
			default:
				next[fox-1] += p / 2
				next[fox+1] += p / 2
			}
		}
		best = min(best, left+fewest(next, looks-1))
	}
	return best
}

// On both beliefs uct needs at most a tenth more looks than the best plan, within 3 standard errors, in
// 400 hunts in four holes, and looking anywhere needs many more.
func TestUCTOnTwoBeliefs(t *testing.T) {
	best := fewest([]float64{0.25, 0.25, 0.25, 0.25}, 6)
	s, err := foxhunt.Open("holes=4")
	if err != nil {
		t.Fatal(err)
	}
	for _, player := range []string{"uct,belief=rejection", "uct,belief=particle", "random"} {
		m, err := s.Seat(player)
		if err != nil {
			t.Fatal(err)
		}
		const hunts = 400
		sum, squares := 0.0, 0.0
		for n := range uint64(hunts) {
			r, err := m.Play(t.Context(), catalog.Play{Seed: 1, Number: n, Budgets: []blindsight.Budget{{Simulations: 300}}})
			if err != nil || !r.Over || r.Gained[0] != -float64(r.Steps) {
				t.Fatalf("%+v, %v", r, err)
			}
			if h := r.Sides[0].Health; h.Failures+h.Fallbacks > 0 || player != "random" && h.Samples == 0 {
				t.Fatalf("%s: %+v", player, h)
			}
			sum += float64(r.Steps)
			squares += float64(r.Steps * r.Steps)
		}
		mean := sum / hunts
		deviation := math.Sqrt((squares/hunts - mean*mean) / hunts)
		t.Logf("%s: %.2f ± %.2f looks, the best plan %.2f", player, mean, deviation, best)
		if good := mean-3*deviation <= 1.1*best; good != (player != "random") {
			t.Errorf("%s: %.2f ± %.2f looks, the best plan needs %.2f", player, mean, deviation, best)
		}
	}
}
