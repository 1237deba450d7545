package uct_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/game/phantom"
	"blindsight/search/uct"
)

// TestSeats: a player of either side makes a planner for each game and side that it comes to, plays as that one does, and is not asked out of turn.
func TestSeats(t *testing.T) {
	type planner = uct.Planner[phantom.State, *phantom.View, phantom.Cell, phantom.Answer]
	var made []blindsight.Side
	newPlanner := func(g *phantom.Game, side blindsight.Side) *planner {
		made = append(made, side)
		return uct.NewSides(g, side, particle.NewSide(g, side, nil, particle.Options{}).Fresh, uct.Config{})
	}
	g, err := phantom.New(phantom.Rules{Kind: phantom.TicTacToe, Rows: 3, Cols: 3})
	if err != nil {
		t.Fatal(err)
	}
	seats := uct.NewSeats(newPlanner)
	var _ blindsight.Follower[*phantom.View, phantom.Cell, phantom.Answer] = seats
	budget := blindsight.Budget{Simulations: 200}
	choose := func(p blindsight.Planner[*phantom.View, phantom.Cell], v *phantom.View) blindsight.Decision[phantom.Cell] {
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 2)), v, budget)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	seats.Did(0, 0) // before a play: nobody to tell
	first := g.NewView(0)
	seats.Begin(first)
	alone := newPlanner(g, 0)
	alone.Begin(first)
	if got, want := choose(seats, first), choose(alone, first); got.Action != want.Action || got.Value != want.Value {
		t.Errorf("%v of %v, the planner itself %v of %v", got.Action, got.Value, want.Action, want.Value)
	}
	second := g.NewView(1)
	if _, err := seats.Choose(context.Background(), rand.New(rand.NewPCG(1, 2)), second, budget); !errors.Is(err, blindsight.ErrNotAsked) {
		t.Errorf("out of turn: %v", err)
	}
	seats.Begin(second)
	if len(made) != 3 || made[0] != 0 || made[2] != 1 {
		t.Errorf("planners were made for %v", made)
	}
}
