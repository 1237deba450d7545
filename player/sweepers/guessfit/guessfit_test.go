package guessfit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/format"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"blindsight/game/minesweeper"
	"blindsight/internal/golden"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
)

func small(t testing.TB) *Plan {
	board := minesweeper.Rules{Height: 9, Width: 9, Mines: 20, AutoOpen: true}
	other := board
	other.First = minesweeper.Gnomine
	return &Plan{
		Boards: []*minesweeper.Game{sweeptest.NewGame(t, board), sweeptest.NewGame(t, other)},
		Games:  6, Seed: 1, Guesses: 2, Playouts: 3, Options: DefaultOptions(),
	}
}

// A small fit, made anew by three workers, is byte for byte the one that is kept, which one worker made, and a Go file
// as gofmt writes it.
func TestSmallFit(t *testing.T) {
	workers := 3
	if golden.Update() {
		workers = 1
	}
	p := small(t)
	f, err := Run(t.Context(), p, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := f.Source(p, "blindsight mines fit --board 9x9/20 --rule windows,gnomine --games 6 --guesses 2 --playouts 3", "test")
	if formatted, err := format.Source(text); err != nil || !bytes.Equal(formatted, text) {
		t.Errorf("gofmt would write %s: %v", formatted, err)
	}
	golden.Check(t, filepath.Join("testdata", "small.golden"), string(text))
}

// Least squares find the coefficients of made-up candidates, and the errors their noise.
func TestLeastSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	want := []float64{0.8, -0.05, 0.3}
	var sets []set
	for range 2000 {
		s := set{}
		for range 5 {
			x := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
			y := 10 + 0.1*rng.NormFloat64()
			for k := range x {
				y += 10 * want[k] * x[k] * 0.1
			}
			s.x, s.y = append(s.x, x), append(s.y, y)
		}
		if s.center() {
			sets = append(sets, s)
		}
	}
	weights, errs := leastSquares(sets, nil)
	for k := range want {
		// The shares are of the position's mean, which varies by a few percent.
		if w := want[k] * 0.1; math.Abs(weights[k]-w) > 5*errs[k]+0.02*math.Abs(w) || errs[k] > 0.001 || errs[k] == 0 {
			t.Errorf("coefficient %d: %.5f ± %.5f, want %.5f", k, weights[k], errs[k], w)
		}
	}
	if left := unexplained(sets, weights); math.Abs(left-0.01*math.Sqrt(0.8)) > 0.001 {
		t.Errorf("unexplained %.5f: the noise is 0.01 less a mean of five", left)
	}
	if skipped, _ := leastSquares(sets, []string{"Progress"}); skipped[1] != 0 {
		t.Errorf("what is left out has the weight %v", skipped[1])
	}
}

func TestPlans(t *testing.T) {
	for _, spoil := range []func(*Plan){
		func(p *Plan) { p.Boards = nil },
		func(p *Plan) { p.Games = 0 },
		func(p *Plan) { p.Guesses = 0 },
		func(p *Plan) { p.Playouts = 0 },
		func(p *Plan) { p.Options.Candidates = 0 },
	} {
		p := small(t)
		spoil(p)
		if _, err := Run(t.Context(), p, 1, nil); err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Run(ctx, small(t), 1, func(int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	won := &Plan{Boards: []*minesweeper.Game{sweeptest.NewGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 1, AutoOpen: true})}, Games: 2, Guesses: 1, Playouts: 1, Options: DefaultOptions()}
	if _, err := Run(t.Context(), won, 1, nil); err == nil {
		t.Error("a board without guesses gives weights")
	}
}

// A small fit. Two guesses ahead no reply is looked at.
func ExampleRun() {
	g, err := minesweeper.New(minesweeper.Rules{Height: 9, Width: 9, Mines: 20, AutoOpen: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	p := &Plan{Boards: []*minesweeper.Game{g}, Games: 20, Seed: 1, Guesses: 1, Playouts: 4, Options: DefaultOptions()}
	f, err := Run(context.Background(), p, 1, nil)
	fmt.Println(f.Positions > 0, f.Weights[2].Reply, len(strong.WeightNames()), err)
	// Output: true 0 12 <nil>
}
