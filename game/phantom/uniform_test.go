package phantom_test

import (
	"math"
	"math/bits"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
	"blindsight/internal/randstream"
)

// uniformValues are what side 0 gains on average if both sides try uniformly among
// what is legal. The source is an exact chain by another program; that of classical
// tic-tac-toe is also the value of uniform open tic-tac-toe, 737/1260 - 363/1260.
var uniformValues = []struct {
	settings  string
	value     float64
	tolerance float64
}{
	{"hex 3x3 classical", 1. / 3, 1e-12},
	{"hex 3x3 abrupt", 0.266926, 5e-7},
	{"tictactoe classical", 187. / 630, 1e-12},
	{"tictactoe abrupt", 0.316275, 5e-7},
}

// The exact chain over all boards, by the rules of the package. Its sums are floats, of
// some thousand terms: good to about 14 digits.
func TestUniformValuesExactly(t *testing.T) {
	for _, c := range uniformValues {
		chain := newChain(parse(t, c.settings))
		got := chain.value(&phantom.State{}, 0)
		t.Logf("%s: %.12f", c.settings, got)
		if math.Abs(got-c.value) > c.tolerance {
			t.Errorf("%s: %.12f, want %.12f", c.settings, got, c.value)
		}
	}
}

// chain is the Markov chain of two sides that play uniformly. A cell is empty, or a side's
// and the other knows it or not: five cases, so a board is a number to base five.
type chain struct {
	game   *phantom.Game
	powers []int
	values []float64 // to side 0, by number; NaN where not known yet
}

func newChain(g *phantom.Game) *chain {
	c := &chain{game: g}
	n := 1
	for range g.Cells() {
		c.powers = append(c.powers, n)
		n *= 5
	}
	c.values = make([]float64, n)
	for i := range c.values {
		c.values[i] = math.NaN()
	}
	return c
}

// value returns the value of a state whose number is given.
func (c *chain) value(s *phantom.State, number int) float64 {
	if !math.IsNaN(c.values[number]) {
		return c.values[number]
	}
	side := s.Turn
	legal := ^(s.Stones[side] | s.Known[side]) & (1<<c.game.Cells() - 1)
	sum := 0.0
	for set := legal; set != 0; set &= set - 1 {
		cell := phantom.Cell(bits.TrailingZeros64(set))
		next := *s
		step := c.game.Step(nil, &next, cell)
		if step.Done() {
			sum += step.Reward * float64(1-2*side)
			continue
		}
		change := 1 + int(side) // a stone that is not known
		if step.Seen == phantom.Refused {
			change = 2 // it is known now: three or four
		}
		sum += c.value(&next, number+change*c.powers[cell])
	}
	c.values[number] = sum / float64(bits.OnesCount64(legal))
	return c.values[number]
}

// A hundred thousand games by views and rules, each of two views that pick at random.
func TestUniformValuesByPlay(t *testing.T) {
	const games = 100_000
	for i, c := range uniformValues {
		g := parse(t, c.settings)
		rng := randstream.New(1, "game/phantom/uniform", uint64(i))
		views := [2]*phantom.View{g.NewView(0), g.NewView(1)}
		empty := [2]*phantom.View{g.NewView(0), g.NewView(1)}
		sum, squares := 0.0, 0.0
		for range games {
			var s phantom.State
			views[0].CopyFrom(empty[0])
			views[1].CopyFrom(empty[1])
			for turn := g.Start(rng, &s); turn != blindsight.Over; {
				cell := views[turn].Pick(rng)
				step := g.Step(rng, &s, cell)
				if step.Done() {
					gain := step.Reward
					if turn == 1 {
						gain = step.Other
					}
					sum, squares = sum+gain, squares+gain*gain
				} else {
					tell(t, views, turn, cell, step)
				}
				turn = step.Next
			}
		}
		mean := sum / games
		deviation := math.Sqrt((squares/games - mean*mean) / games)
		t.Logf("%s: %.5f ± %.5f, exactly %.6f", c.settings, mean, deviation, c.value)
		if math.Abs(mean-c.value) > 4*deviation {
			t.Errorf("%s: %.5f ± %.5f in %d games, want %.6f", c.settings, mean, deviation, games, c.value)
		}
	}
}

// tell tells both views what their sides may know of a step. It is no t.Helper, which would
// take more time than all else.
func tell(t testing.TB, views [2]*phantom.View, side blindsight.Side, cell phantom.Cell, step blindsight.Step[phantom.Answer]) {
	if err := views[side].Did(cell, step.Seen); err != nil {
		t.Fatal(err)
	}
	if step.Silent {
		return
	}
	if err := views[side.Other()].Heard(step.Heard); err != nil {
		t.Fatal(err)
	}
}
