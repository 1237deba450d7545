package uct

import (
	"context"
	"math/rand/v2"

	"blindsight"
)

// SeatView is a view that knows of which game and side it is, and whether that side is to act.
type SeatView[G, V any, A, O comparable] interface {
	SideView[V, A, O]
	Game() G               // the same value for all views of a game
	Side() blindsight.Side // whose view it is
	Mine() bool            // that side is to act
}

// Seats is a player for whichever game of a kind and side it is asked about, by planners of [NewSides]. It follows one play at a time: make it with [NewSeats], one for each goroutine.
type Seats[G comparable, S any, V SeatView[G, V, A, O], A, O comparable] struct {
	newPlanner func(G, blindsight.Side) *Planner[S, V, A, O]
	game       G
	side       blindsight.Side
	planner    *Planner[S, V, A, O] // for that game and side; nil before the first
}

// NewSeats returns a player that makes a planner when it comes to another game or side, and keeps it until the next.
func NewSeats[G comparable, S any, V SeatView[G, V, A, O], A, O comparable](newPlanner func(G, blindsight.Side) *Planner[S, V, A, O]) *Seats[G, S, V, A, O] {
	return &Seats[G, S, V, A, O]{newPlanner: newPlanner}
}

// sit makes a planner for the game and the side of a view, unless it has one.
func (p *Seats[G, S, V, A, O]) sit(v V) {
	if g, side := v.Game(), v.Side(); p.planner == nil || p.game != g || p.side != side {
		p.game, p.side, p.planner = g, side, p.newPlanner(g, side)
	}
}

// Begin says that a play begins, or is taken up, with this view.
func (p *Seats[G, S, V, A, O]) Begin(v V) {
	p.sit(v)
	p.planner.Begin(v)
}

// Did tells the beliefs what the own side did and saw.
func (p *Seats[G, S, V, A, O]) Did(a A, o O) {
	if p.planner != nil {
		p.planner.Did(a, o)
	}
}

// Heard tells the beliefs what was heard of the other side.
func (p *Seats[G, S, V, A, O]) Heard(o O) {
	if p.planner != nil {
		p.planner.Heard(o)
	}
}

// Choose searches, as long as the budget says.
func (p *Seats[G, S, V, A, O]) Choose(ctx context.Context, rng *rand.Rand, v V, b blindsight.Budget) (blindsight.Decision[A], error) {
	if !v.Mine() {
		return blindsight.Decision[A]{}, blindsight.ErrNotAsked
	}
	p.sit(v)
	return p.planner.Choose(ctx, rng, v, b)
}
