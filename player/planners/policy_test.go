package planners_test

import (
	"testing"

	"blindsight"
	"blindsight/certificate/policy"
	"blindsight/episode"
	"blindsight/game/pomdp"
	"blindsight/internal/randstream"
	"blindsight/player/planners"
	"blindsight/search/pointbased"
)

// A policy of closed bounds decides as the exact values of the Tiger do, told of a play or taking it up in the middle.
func TestPolicyIsPlayed(t *testing.T) {
	g := newGame(t, pomdp.UsualTiger())
	tables, err := g.Tables()
	if err != nil {
		t.Fatal(err)
	}
	s, err := pointbased.New(t.Context(), tables, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(t.Context(), pointbased.Limits{Gap: 1e-6, Trials: 1000}, nil); err != nil {
		t.Fatal(err)
	}
	found := &policy.Policy{}
	for _, v := range s.Policy() {
		found.Vectors = append(found.Vectors, policy.Vector(v))
	}
	player, err := planners.NewPolicy(g, found)
	if err != nil {
		t.Fatal(err)
	}
	values, of := worth()
	for n := range uint64(20) {
		more := 0
		var state pomdp.State
		rng := randstream.New(1, "planners/policy", n)
		view := g.NewView()
		seats := []episode.Seat[*pomdp.View, pomdp.Action]{{View: view, Planner: player, Budget: blindsight.Budget{Simulations: 1}, RNG: rng}}
		_, err := episode.Play(t.Context(), rng, g, &state, g.Start(rng, &state), seats, func(m *episode.Move[pomdp.Action, pomdp.Seen]) {
			if lost := values[more+far] - of(more, m.Decision.Action); lost > 1e-4 {
				t.Fatalf("after %d more growls from the left it does %d, and loses %v", more, m.Decision.Action, lost)
			}
			switch {
			case m.Decision.Action != 0:
				more = 0
			case m.Step.Seen == 0:
				more = min(more+1, far)
			default:
				more = max(more-1, -far)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := planners.NewPolicy(g, found)
		if err != nil {
			t.Fatal(err)
		}
		d, err := fresh.Choose(t.Context(), rng, view, blindsight.Budget{})
		if lost := values[more+far] - of(more, d.Action); err != nil || lost > 1e-4 {
			t.Fatalf("taken up after %d more growls: it does %d, and loses %v; %v", more, d.Action, lost, err)
		}
	}
	if _, err := planners.NewPolicy(g, &policy.Policy{Vectors: []policy.Vector{{Values: make([]float64, 3)}}}); err == nil {
		t.Error("a policy of three states plays the Tiger")
	}
}
