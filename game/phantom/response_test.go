package phantom_test

import (
	"math"
	"math/bits"
	"sync"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
	"blindsight/internal/randstream"
)

// The best response of the first player to uniform play in classical phantom tic-tac-toe:
// 61/64 by a corner, 0.942708 by the centre, 0.9375 by an edge. The source is an exact
// computation by another program.
func TestBestResponseToUniformPlay(t *testing.T) {
	r := ticTacToeResponse()
	empty := r.game.NewView(0)
	for _, c := range []struct {
		cell  phantom.Cell
		value float64
	}{
		{0, 61. / 64},
		{2, 61. / 64},
		{6, 61. / 64},
		{8, 61. / 64},
		{4, 0.942708},
		{1, 0.9375},
		{3, 0.9375},
		{5, 0.9375},
		{7, 0.9375},
	} {
		got := r.worth(empty, stonesOf(empty), c.cell)
		if math.Abs(got-c.value) > 5e-7 {
			t.Errorf("cell %d first: %.6f, want %.6f", c.cell, got, c.value)
		}
	}
	best, value := r.best(empty)
	t.Logf("cell %d, %.6f; %d views", best, value, len(r.known))
	if math.Abs(value-61./64) > 1e-12 {
		t.Errorf("the best response is worth %.12f, want 61/64", value)
	}
}

// Played against uniform play, the best response gains what it should and never loses.
func TestBestResponsePlayed(t *testing.T) {
	const games = 20_000
	r := ticTacToeResponse()
	g := r.game
	rng := randstream.New(1, "game/phantom/response")
	sum, squares := 0.0, 0.0
	for range games {
		var s phantom.State
		views := [2]*phantom.View{g.NewView(0), g.NewView(1)}
		for turn := g.Start(rng, &s); turn != blindsight.Over; {
			cell := views[turn].Pick(rng)
			if turn == 0 {
				cell, _ = r.best(views[0])
			}
			step := g.Step(rng, &s, cell)
			if step.Done() {
				gain := step.Reward
				if turn == 1 {
					gain = step.Other
				}
				if gain < 0 {
					t.Fatal("a game is lost")
				}
				sum, squares = sum+gain, squares+gain*gain
			}
			tell(t, views, turn, cell, step)
			turn = step.Next
		}
	}
	mean := sum / games
	deviation := math.Sqrt((squares/games - mean*mean) / games)
	t.Logf("%.5f ± %.5f", mean, deviation)
	if math.Abs(mean-61./64) > 4*deviation {
		t.Errorf("%.5f ± %.5f, want 61/64", mean, deviation)
	}
}

// response finds the best response to uniform play over views, by their exact posteriors.
// Views whose keys are equal leave the same chances for the opponent's stones
// (TestWhatTheOrderTells), and a uniform player's next stone depends on nothing else.
type response struct {
	game  *phantom.Game
	known map[blindsight.Key]answer
}

type answer struct {
	cell  phantom.Cell
	value float64
}

// ticTacToeResponse is shared by tests: it takes a second to find.
var ticTacToeResponse = sync.OnceValue(func() *response {
	g, err := phantom.Parse("tictactoe classical")
	if err != nil {
		panic(err)
	}
	return &response{g, map[blindsight.Key]answer{}}
})

// best returns the best cell of a view in which it is the own turn, and what it is worth.
func (r *response) best(v *phantom.View) (phantom.Cell, float64) {
	if a, known := r.known[v.Key()]; known {
		return a.cell, a.value
	}
	a := answer{value: math.Inf(-1)}
	stones := stonesOf(v)
	for _, c := range v.Legal(nil) {
		if value := r.worth(v, stones, c); value > a.value+1e-12 {
			a = answer{c, value}
		}
	}
	r.known[v.Key()] = a
	return a.cell, a.value
}

// weighted is a board without what the opponent knows, with its probability.
type weighted struct {
	board  phantom.Board
	chance float64
}

// stonesOf returns the posterior of a view, boards that differ in the opponent's knowledge
// put together.
func stonesOf(v *phantom.View) (list []weighted) {
	var p phantom.Posterior
	p.Begin(v)
	numbers := map[phantom.Board]int{}
	for b, chance := range p.All() {
		b.Known[v.Side().Other()] = 0
		n, met := numbers[b]
		if !met {
			n = len(list)
			numbers[b] = n
			list = append(list, weighted{b, 0})
		}
		list[n].chance += chance
	}
	return list
}

// worth returns what a cell is worth if the best one is tried ever after.
func (r *response) worth(v *phantom.View, stones []weighted, c phantom.Cell) float64 {
	opponent := v.Side().Other()
	refused, placed, value := 0.0, 0.0, 0.0
	for _, w := range stones {
		s, chance := phantom.State{Board: w.board}, w.chance
		switch step := r.game.Step(nil, &s, c); {
		case step.Seen == phantom.Refused:
			refused += chance
		case step.Done():
			value += chance * step.Reward
		default:
			// His stone falls on each empty cell with the same chance, whatever he knows.
			s.Known[opponent] = s.Stones[v.Side()]
			empty := ^(s.Stones[0] | s.Stones[1]) & (1<<r.game.Cells() - 1)
			chance /= float64(bits.OnesCount64(empty))
			for set := empty; set != 0; set &= set - 1 {
				next := s
				reply := r.game.Step(nil, &next, phantom.Cell(bits.TrailingZeros64(set)))
				if reply.Done() {
					value += chance * reply.Other
				} else {
					placed += chance
				}
			}
		}
	}
	if refused > 0 {
		value += refused * r.after(v, c, phantom.Refused)
	}
	if placed > 0 {
		value += placed * r.after(v, c, phantom.Placed)
	}
	return value
}

// after returns the value of the next own decision after an answer.
func (r *response) after(v *phantom.View, c phantom.Cell, a phantom.Answer) float64 {
	next := v.Clone()
	err := next.Did(c, a)
	if err == nil && a == phantom.Placed {
		err = next.Heard(phantom.Placed)
	}
	if err != nil {
		panic(err)
	}
	_, value := r.best(next)
	return value
}
