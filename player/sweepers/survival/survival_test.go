package survival_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/deduction"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/survival"
	"blindsight/player/sweepers/sweeptest"
)

// atOnce is strong without an exact end, so that games are long.
func atOnce() *strong.Player {
	o := strong.Default()
	o.Exact = 0
	return strong.New(o)
}

// What games count is, on average, what the player wins: exactly known by walking through all that it can come to see.
func TestGamesAreTrue(t *testing.T) {
	for _, first := range []minesweeper.First{minesweeper.Windows, minesweeper.None} {
		g := sweeptest.NewGame(t, minesweeper.Rules{Height: 4, Width: 4, Mines: 4, First: first, AutoOpen: true})
		e, err := optimum.Evaluate(t.Context(), g, atOnce(), blindsight.Budget{}, 1, optimum.EvaluateOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := e.Value.Float64()
		p := survival.New(atOnce(), blindsight.Budget{})
		sum, squares, guesses := 0.0, 0.0, 0
		const n = 600
		for game := range uint64(n) {
			x, err := p.Game(t.Context(), rand.New(rand.NewPCG(game, 1)), g, func(guess *survival.Guess) (bool, error) {
				guesses++
				if guess.Weight <= 0 || guess.Weight > 1 || guess.Safe <= 0 || guess.Safe > 1 || guess.Safe == 1 && guess.Position != nil {
					t.Fatalf("%+v", guess)
				}
				return true, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / n
		if bound := 4.5 * math.Sqrt((squares/n-mean*mean)/n); math.Abs(mean-want) > bound || bound > 0.05 || guesses < 2*n {
			t.Errorf("%s: %.4f ± %.4f, exactly %.4f; %d guesses", first, mean, bound, want, guesses)
		}
	}
}

// What plays after a cell are worth, on average, is what the player wins from there: the exact value of what follows,
// where it plays the optimum.
func TestPlaysAfterACellAreTrue(t *testing.T) {
	v := sweeptest.ViewOf(t, "3x4/4 windows\n....\n.2..\n....\n")
	var root deduction.Position
	if err := root.Count(v); err != nil {
		t.Fatal(err)
	}
	o := strong.Default()
	d, err := strong.New(o).Choose(t.Context(), nil, v, blindsight.Budget{})
	if err != nil || d.Measure != blindsight.ExactReturn || len(d.Actions) < 2 {
		t.Fatalf("%+v, %v", d, err)
	}
	p := survival.New(strong.New(o), blindsight.Budget{})
	rng := rand.New(rand.NewPCG(1, 1))
	for _, a := range d.Actions[:2] {
		p.Forget()
		sum, squares := 0.0, 0.0
		const n = 600
		for range n {
			var board minesweeper.State
			root.Draw(rng, &board)
			x, err := p.After(t.Context(), rng, v, &root, &board, a.Action)
			if err != nil {
				t.Fatal(err)
			}
			sum, squares = sum+x, squares+x*x
		}
		mean := sum / n
		if bound := 4.5*math.Sqrt(max(squares/n-mean*mean, 0)/n) + 1e-9; a.Value == a.Bound && math.Abs(mean-a.Value) > bound {
			t.Errorf("cell %d: %.4f ± %.4f, exactly %.4f", a.Action, mean, bound, a.Value)
		}
	}
}

// A context that has ended is told, and so is what the caller says.
func TestErrors(t *testing.T) {
	g := sweeptest.NewGame(t, sweeptest.Boards[0].Rules)
	p := survival.New(atOnce(), blindsight.Budget{})
	if _, err := p.Game(sweeptest.Over(), rand.New(rand.NewPCG(1, 1)), g, func(*survival.Guess) (bool, error) { return true, nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	mine := errors.New("enough")
	if _, err := p.Game(t.Context(), rand.New(rand.NewPCG(1, 1)), g, func(*survival.Guess) (bool, error) { return true, mine }); !errors.Is(err, mine) {
		t.Error(err)
	}
}

// One game on a classic board: how many guesses it had, all of which survived.
func ExamplePlays() {
	g, err := minesweeper.New(minesweeper.Rules{Height: 9, Width: 9, Mines: 20, AutoOpen: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	guesses := 0
	x, err := survival.New(strong.New(strong.Default()), blindsight.Budget{}).Game(
		context.Background(), rand.New(rand.NewPCG(1, 1)), g,
		func(*survival.Guess) (bool, error) { guesses++; return true, nil })
	fmt.Println(guesses > 1, x > 0 && x < 1, err)
	// Output: true true <nil>
}
