package particle_test

import (
	"testing"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/episode"
	"blindsight/game/phantom"
	"blindsight/player/phantoms"
	"blindsight/search/uct"
)

// A search for two sides on particles, told by the play: phantom tic-tac-toe against uniformly
// random attempts, where uniform play itself scores 187/630 and the best response 61/64. In no
// decision is the belief lost.
func TestServesASearchForTwoSides(t *testing.T) {
	g, err := phantom.Parse("tictactoe classical")
	if err != nil {
		t.Fatal(err)
	}
	planner := uct.NewSides(g, 0, particle.NewSide(g, 0, nil, particle.Options{Particles: 200}).Fresh, uct.Config{Trees: 1})
	const games = 40
	score, decisions := 0.0, 0
	for number := range uint64(games) {
		rules := newRand(number)
		var s phantom.State
		turn := g.Start(rules, &s)
		seats := []episode.Seat[*phantom.View, phantom.Cell]{
			{View: g.NewView(0), Planner: planner, RNG: newRand(100 + number), Budget: blindsight.Budget{Simulations: 200}},
			{View: g.NewView(1), Planner: phantoms.NewRandom(), RNG: newRand(200 + number)},
		}
		gained, err := episode.Play(t.Context(), rules, g, &s, turn, seats, func(m *episode.Move[phantom.Cell, phantom.Answer]) {
			if h := m.Decision.Health; m.Side == 0 && h.Samples > 0 {
				decisions++
				if h.Fallbacks > 0 || h.Failures > 0 || h.Guessed > 0 || h.Effective <= 1 {
					t.Errorf("game %d: health %+v", number, h)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		score += gained[0]
	}
	t.Logf("score %.3f in %d games, %d decisions", score/games, games, decisions)
	if score/games < 0.6 || decisions < 2*games {
		t.Errorf("score %.3f in %d games, %d decisions", score/games, games, decisions)
	}
}
