package metropolis_test

import (
	"strings"
	"testing"

	"blindsight/belief/belieftest"
	"blindsight/belief/metropolis"
	"blindsight/game/minesweeper"
)

// efforts are the steps at which the distance from the exact belief is measured.
var efforts = []int{0, 4, 16, 64, 256}

// mixing are positions that a chain mixes within the greatest effort: they have many
// placements that differ by few mines.
var mixing = []struct {
	name, board string
	neighbours  minesweeper.Neighbours
	rows        []string
}{
	{"eight", "4x4/4", minesweeper.Eight, []string{"..2.", ".2..", "....", "...."}},
	{"torus", "3x5/4", minesweeper.Torus, []string{".2...", ".2...", "..2.."}},
	{"sparse", "4x4/4", minesweeper.Eight, []string{"....", ".2..", "....", "...1"}},
}

// slow is a position of 24 placements where nearly every change breaks a number: the
// chain needs ten times as many steps.
var slow = []string{"..1.", ".2..", "....", "..21"}

// falls fails the test unless distances fall from the first effort to the last by
// more than chance could, rise nowhere, and end at the floor of a perfect sampler.
// Deviation bounds what chance does: by McDiarmid's inequality one distance is off by
// five times as much with probability exp(-25/2), and the difference of two by seven
// times with probability exp(-49/4), both under 5e-6.
func falls(t *testing.T, distances []belieftest.Distance) {
	t.Helper()
	slack := 5 * distances[0].Deviation
	first, last := distances[0], distances[len(distances)-1]
	if first.Measured < last.Measured+7*first.Deviation {
		t.Errorf("does not fall: %v at first, %v at last", first, last)
	}
	for i, d := range distances[1:] {
		if before := distances[i]; d.Measured > before.Measured && d.Measured > d.Floor+slack {
			t.Errorf("rises from %v to %v at effort %d", before, d, efforts[i+1])
		}
	}
	if last.Measured > last.Floor+slack {
		t.Errorf("at the greatest effort the distance is %v", last)
	}
}

// table writes distances in a line for the log.
func table(distances []belieftest.Distance) string {
	var b strings.Builder
	for i, d := range distances {
		if i == 0 {
			b.WriteString("floor " + decimal(d.Floor))
		}
		b.WriteString(", " + decimal(d.Measured))
	}
	return b.String()
}

// Start at a solution (paper B, Alg. 3): what the solver finds is far from uniform,
// and the chain mends that.
func TestVariationFallsFromASolution(t *testing.T) {
	for _, p := range mixing {
		t.Run(p.name, func(t *testing.T) {
			g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
			var distances []belieftest.Distance
			for _, effort := range efforts {
				d, err := subject(g, metropolis.Solve).TotalVariation(belieftest.Position[view]{View: v}, effort, 4000)
				if err != nil {
					t.Fatal(err)
				}
				distances = append(distances, d)
			}
			t.Log(table(distances))
			falls(t, distances)
		})
	}
}

// Start where the last chain ended (paper A, Alg. 4), all in one decision: with no
// effort a state is the neighbour of the last, and the samples of states with many
// neighbours too many; with much effort they are as good as independent.
func TestVariationFallsWhenInheriting(t *testing.T) {
	for _, p := range mixing {
		t.Run(p.name, func(t *testing.T) {
			g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
			truth, err := belieftest.Enumerate(g, v)
			if err != nil {
				t.Fatal(err)
			}
			var distances []belieftest.Distance
			for _, effort := range efforts {
				sampler, rng := metropolis.New(solvable{g}, metropolis.Inherit, 0), newRand(uint64(effort))
				d, err := truth.TotalVariation(4000, func(s *state) error {
					return sampler.Sample(t.Context(), rng, v, effort, s)
				})
				if err != nil {
					t.Fatal(err)
				}
				distances = append(distances, d)
			}
			t.Log(table(distances))
			falls(t, distances)
		})
	}
}

// Start at random (paper A, Alg. 3): the way to the first consistent state already
// mixes, so that its bias is a few percent at most. On the positions where it is
// greatest it falls as the matrix says.
func TestVariationFallsFromARandomStart(t *testing.T) {
	for _, p := range small[:2] {
		t.Run(p.name, func(t *testing.T) {
			g, v := position(t, rules(t, p.board, minesweeper.Windows, p.neighbours), p.rows...)
			k := newKernel(g, v)
			arrived := k.arrival()
			var distances []belieftest.Distance
			var exact []string
			for _, effort := range efforts {
				d, err := subject(g, metropolis.Random).TotalVariation(belieftest.Position[view]{View: v}, effort, 25_000)
				if err != nil {
					t.Fatal(err)
				}
				distances = append(distances, d)
				// The measured distance is at least the exact one on the average, and at most
				// that and the floor together (the triangle inequality).
				want := distance(k.after(effort, arrived))
				exact = append(exact, decimal(want))
				if slack := 5 * d.Deviation; d.Measured < want-slack || d.Measured > want+d.Floor+slack {
					t.Errorf("effort %d: distance %v, the matrix says %.4f", effort, d, want)
				}
			}
			t.Log(table(distances), "; exact ", exact)
			falls(t, distances)
		})
	}
}

// A chain may need more steps than a search gives it: on this position it is still
// clearly away from the floor after 64 steps, and needs some hundred. That is what
// Asymptotic in the health warns of.
func TestSlowPosition(t *testing.T) {
	g, v := position(t, rules(t, "4x4/4", minesweeper.Windows, minesweeper.Eight), slow...)
	at := func(effort int) belieftest.Distance {
		d, err := subject(g, metropolis.Solve).TotalVariation(belieftest.Position[view]{View: v}, effort, 4000)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("effort %d: %v", effort, d)
		return d
	}
	if d := at(64); d.Measured < d.Floor+5*d.Deviation {
		t.Errorf("after 64 steps the distance is %v: not slow at all", d)
	}
	if d := at(1000); d.Measured > d.Floor+5*d.Deviation {
		t.Errorf("after 1000 steps the distance is %v", d)
	}
}

// subject is what the checks are about: a chain with one of the starts.
func subject(g *minesweeper.Game, start metropolis.Start) belieftest.Subject[state, view] {
	return belieftest.Subject[state, view]{
		New:        metropolis.New(solvable{g}, start, 0).Fresh,
		Problem:    g,
		Asymptotic: true,
		Effort:     200,
	}
}
