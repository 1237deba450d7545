package phantom_test

import (
	"math"
	"math/bits"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
)

// The best response to uniform play by another road: over views that remember the turns of all
// attempts, and by beliefs that are handed down, not by posteriors. Nothing is gained by
// remembering. Tic-tac-toe takes -infosets; the small game is found in a moment.
func TestBestResponseThatRemembers(t *testing.T) {
	for _, c := range []struct {
		settings string
		value    float64
		long     bool
	}{
		{"tictactoe classical recall", 61. / 64, true},
		// All five cells of a row: what the response that forgets is worth.
		{"tictactoe 1x5 classical recall", math.NaN(), false},
		{"hex 2x3 classical recall", 1, false}, // there is a guaranteed win
	} {
		if c.long && !*infosets {
			continue
		}
		r := &remembering{parse(t, c.settings), map[blindsight.Key]float64{}}
		got := r.value(r.game.NewView(0), []weighted{{phantom.Board{}, 1}})
		if math.IsNaN(c.value) {
			rules := r.game.Rules()
			rules.Recall = false
			g, err := phantom.New(rules)
			if err != nil {
				t.Fatal(err)
			}
			_, c.value = (&response{g, map[blindsight.Key]answer{}}).best(g.NewView(0))
		}
		t.Logf("%s: %.6f; %d views", c.settings, got, len(r.known))
		if math.Abs(got-c.value) > 1e-12 {
			t.Errorf("%s: the best response is worth %.12f, want %.12f", c.settings, got, c.value)
		}
	}
}

// remembering finds what the best response is worth in each view, mirror images once.
type remembering struct {
	game  *phantom.Game
	known map[blindsight.Key]float64
}

// value returns what a view in which it is the own turn is worth, with a belief whose weights
// need not add up to 1.
func (r *remembering) value(v *phantom.View, belief []weighted) float64 {
	key, image := v.Canonical()
	if value, known := r.known[key]; known {
		return value
	}
	best := math.Inf(-1)
	for _, c := range v.CanonicalLegal(image, nil) {
		best = max(best, r.worth(v, belief, v.FromCanonical(image, c)))
	}
	r.known[key] = best
	return best
}

func (r *remembering) worth(v *phantom.View, belief []weighted, c phantom.Cell) float64 {
	own := v.Side()
	var refused, after []weighted
	numbers := map[phantom.Board]int{}
	total, sum := 0.0, 0.0
	for _, w := range belief {
		total += w.chance
		s := phantom.State{Board: w.board}
		step := r.game.Step(nil, &s, c)
		switch {
		case step.Seen == phantom.Refused:
			refused = append(refused, weighted{s.Board, w.chance})
			continue
		case step.Done():
			sum += w.chance * step.Reward
			continue
		}
		empty := ^(s.Stones[0] | s.Stones[1]) & (1<<r.game.Cells() - 1)
		for set := empty; set != 0; set &= set - 1 {
			next, chance := s, w.chance/float64(bits.OnesCount64(empty))
			reply := r.game.Step(nil, &next, phantom.Cell(bits.TrailingZeros64(set)))
			if reply.Done() {
				sum += chance * reply.Other
				continue
			}
			n, met := numbers[next.Board]
			if !met {
				n = len(after)
				numbers[next.Board] = n
				after = append(after, weighted{next.Board, 0})
			}
			after[n].chance += chance
		}
	}
	for _, part := range []struct {
		belief []weighted
		seen   phantom.Answer
	}{{refused, phantom.Refused}, {after, phantom.Placed}} {
		if len(part.belief) == 0 {
			continue
		}
		next := v.Clone()
		if err := next.Did(c, part.seen); err != nil {
			panic(err)
		}
		if part.seen == phantom.Placed {
			if err := next.Heard(phantom.Placed); err != nil {
				panic(err)
			}
		}
		weight := 0.0
		for i := range part.belief {
			part.belief[i].board.Turn = own
			weight += part.belief[i].chance
		}
		sum += weight * r.value(next, part.belief)
	}
	return sum / total
}
