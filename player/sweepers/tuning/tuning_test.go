package tuning

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/game/minesweeper"
	"blindsight/internal/golden"
	"blindsight/player/sweepers/strong"
	"blindsight/player/sweepers/sweeptest"
)

func small(t testing.TB) *Plan {
	board := sweeptest.NewGame(t, minesweeper.Rules{Height: 9, Width: 9, Mines: 10, AutoOpen: true})
	other := sweeptest.NewGame(t, minesweeper.Rules{Height: 4, Width: 5, Mines: 5, AutoOpen: true})
	return &Plan{
		Boards: []*minesweeper.Game{board}, Small: []*minesweeper.Game{other}, Instant: 20, Games: 3, Sims: 200, Playouts: 1, Seed: 1,
		Constants: []string{"Loose", "Round", "Caution"},
	}
}

// A small file, made anew by three workers, is byte for byte the one that is kept, which one worker made.
func TestSmallFile(t *testing.T) {
	workers := 3
	if golden.Update() {
		workers = 1
	}
	p := small(t)
	played := 0
	choices, err := Run(t.Context(), p, workers, func(n int) { played = n })
	if err != nil {
		t.Fatal(err)
	}
	if played != p.Total() {
		t.Errorf("%d games were played, Total says %d", played, p.Total())
	}
	text := Source(p, choices, "blindsight mines tune --board 9x9/10 --small-board 4x5/5 --instant 20 --games 3 --sims 200 --playouts 1 --constant Loose,Round,Caution", "test")
	golden.Check(t, filepath.Join("testdata", "small.golden"), string(text))
}

// The constants in use are those of the file that the command wrote.
func TestConstantsInUse(t *testing.T) {
	text, err := os.ReadFile("../strong/constants_fitted.go")
	if err != nil {
		t.Fatal(err)
	}
	in := strong.Tuned()
	for k, name := range strong.ConstantNames() {
		if !strings.Contains(strings.Join(strings.Fields(string(text)), " "), fmt.Sprintf("%s: %s,", name, number(in.At(k)))) {
			t.Errorf("%s is %v, which the file does not say", name, in.At(k))
		}
	}
}

// A value is taken only if it is better beyond doubt, and of two such the better one.
func TestChoose(t *testing.T) {
	in := strong.Tuned()
	list := (&Plan{}).trials(&in)
	if want := 2 + 2*len(strong.ConstantNames()); len(list) != want {
		t.Fatalf("%d trials, want %d: some value of the grid is not allowed", len(list), want)
	}
	gains := make([][]float64, len(list))
	for i, g := range list {
		gains[i] = []float64{0.1, 0.2, 0.1, 0.2}
		if g.where == atOnce {
			gains[i] = make([]float64, 4)
		}
	}
	set := func(name string, other int, x ...float64) {
		for i, g := range list {
			if g.constant >= 0 && strong.ConstantNames()[g.constant] == name {
				if other--; other < 0 {
					gains[i] = x
					return
				}
			}
		}
	}
	set("Window", 0, 0.02, 0.02, 0.021, 0.02)
	set("Window", 1, 0.05, 0.05, 0.051, 0.05)
	set("Loose", 0, 0.5, -0.1, 0.5, -0.1)
	set("Reach", 1, 0.12, 0.22, 0.121, 0.22)
	set("Round", 1, 0.05, 0.15, 0.05, 0.16)
	for _, c := range choose(&in, list, gains) {
		want := c.InUse
		switch c.Name {
		case "Window":
			want = c.InUse + 0.05
		case "Reach":
			want = 2 * c.InUse
		}
		if math.Abs(c.Chosen-want) > 1e-9 {
			t.Errorf("%s: chosen %v, want %v: %+v", c.Name, c.Chosen, want, c.Others)
		}
	}
}

func TestPlans(t *testing.T) {
	for _, spoil := range []func(*Plan){
		func(p *Plan) { p.Boards = nil },
		func(p *Plan) { p.Small = nil },
		func(p *Plan) { p.Games = 1 },
		func(p *Plan) { p.Sims = 0 },
		func(p *Plan) { p.Playouts = 0 },
		func(p *Plan) { p.Constants = []string{"Rounds"} },
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
}

func ExampleChoice_Text() {
	c := Choice{Name: "Round", InUse: 16, Chosen: 16, Others: []Other{{8, -0.001, -0.003, 0.001, true}, {32, 0, 0, 0, false}}}
	fmt.Println(c.Text())
	// Output: 8 wins -0.10 (-0.30 to +0.10); 32 made no difference
}
