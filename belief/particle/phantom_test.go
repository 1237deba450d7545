package particle_test

import (
	"fmt"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/particle"
	"blindsight/belief/rejection"
	"blindsight/game/phantom"
	"blindsight/player/phantoms"
)

// Phantom games, both sides, by plain simulation: against the game's own exact belief, and the
// replays of belief/rejection against the same.
func TestPhantomGames(t *testing.T) {
	for _, rules := range []string{"hex 2x2 classical", "hex 2x2 abrupt", "tictactoe classical", "tictactoe abrupt"} {
		g, err := phantom.Parse(rules)
		if err != nil {
			t.Fatal(err)
		}
		for side := range blindsight.Side(2) {
			t.Run(fmt.Sprint(rules, "/", side), func(t *testing.T) {
				e := belieftest.Followed[phantom.State, *phantom.View, phantom.Cell, phantom.Answer]{
					New:     particle.NewSide(g, side, nil, particle.Options{Particles: 100}).Fresh,
					Game:    g,
					NewView: g.NewView,
					Sides:   2, Side: side,
					Reference:  phantoms.NewExact(0).Fresh,
					Asymptotic: true,
					Plays:      2, Steps: 6, Samples: 150,
				}
				belieftest.RunFollowed(t, e)
				e.Asymptotic = false
				e.New = func() blindsight.Sampler[phantom.State, *phantom.View] {
					return &replays{Sampler: rejection.ReplaySide(g, side, nil, 0)}
				}
				t.Run("rejection", func(t *testing.T) { belieftest.RunFollowed(t, e) })
			})
		}
	}
}

// replays need not be told anything: the view keeps its past.
type replays struct {
	*rejection.Sampler[phantom.State, *phantom.View]
}

func (*replays) Begin(*phantom.View)              {}
func (*replays) Did(phantom.Cell, phantom.Answer) {}
func (*replays) Heard(phantom.Answer)             {}
