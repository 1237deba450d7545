package phantom_test

import (
	"math"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
	"blindsight/internal/randstream"
)

// Views do not count the order in which the own side tried. Against uniform play in the
// classical variant nothing is lost by that: views with equal keys leave equal chances for
// every set of the opponent's stones. In the abrupt variant they may not, nor, in both, for what
// he knows; unless views have perfect recall, which then count all that matters of it.
func TestWhatTheOrderTells(t *testing.T) {
	for _, c := range []struct {
		settings  string
		knowledge bool // count what the opponent knows, too
		differ    bool
	}{
		{"tictactoe classical", false, false},
		{"tictactoe classical", true, true},
		{"tictactoe abrupt", false, true},
		{"hex 2x3 classical", false, false},
		{"hex 2x3 abrupt", false, true},
		{"tictactoe classical recall", true, false},
		{"tictactoe abrupt recall", true, false},
		{"hex 2x3 abrupt recall", true, false},
	} {
		g := parse(t, c.settings)
		seen := map[blindsight.Key]map[phantom.Board]float64{}
		pairs, differ := 0, 0
		for number := range uint64(300) {
			rng := randstream.New(1, "game/phantom/order", number)
			play(t, g, rng, func(s *phantom.State, views [2]*phantom.View) {
				v := views[s.Turn&1]
				if s.Turn == blindsight.Over || len(v.Past()) > 6 {
					return
				}
				var p phantom.Posterior
				p.Begin(v)
				chances := map[phantom.Board]float64{}
				for b, chance := range p.All() {
					if !c.knowledge {
						b.Known = [2]uint64{}
					}
					chances[b] += chance
				}
				before, met := seen[v.Key()]
				if !met {
					seen[v.Key()] = chances
					return
				}
				pairs++
				if len(before) != len(chances) {
					differ++
					return
				}
				for b, chance := range chances {
					if math.Abs(chance-before[b]) > 1e-9 {
						differ++
						return
					}
				}
			})
		}
		t.Logf("%+v: %d of %d pairs of views differ", c, differ, pairs)
		if c.differ != (differ > 0) || pairs < 200 {
			t.Errorf("%+v: %d of %d pairs of views with equal keys have different chances", c, differ, pairs)
		}
	}
}
