package opponentfit

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"blindsight/internal/golden"
	"blindsight/player/kriegspielers"
)

// quick is a player with a belief that decides soon.
const quick = "foresight,sample=50,exact=50,mate=0"

func small() *Plan {
	return &Plan{LessonPlan: kriegspielers.LessonPlan{Player: quick, Sims: 1, Seed: 1}, Games: 5}
}

// A small fit, made anew by three workers, is byte for byte the one that is kept, which one worker made.
func TestSmallFit(t *testing.T) {
	workers := 3
	if golden.Update() {
		workers = 1
	}
	f, err := Run(t.Context(), small(), workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Moves.Loss >= f.Moves.UniformLoss {
		t.Errorf("the model of moves does not help on games held out: %+v", f.Moves)
	}
	var text []byte
	for i, source := range f.Source(small(), "blindsight kriegspiel fit --games 5 --sims 1 --seed 1 --player "+quick, "test") {
		text = append(text, fmt.Sprintf("== %s\n%s", small().Files()[i], source)...)
	}
	golden.Check(t, filepath.Join("testdata", "small.golden"), string(text))
}

func TestPlans(t *testing.T) {
	for _, spoil := range []func(*Plan){
		func(p *Plan) { p.Games = 4 },
		func(p *Plan) { p.Sims = 0 },
		func(p *Plan) { p.Player = "random" },
		func(p *Plan) { p.Player = "nobody" },
		func(p *Plan) { p.Against = "greedy" },
		func(p *Plan) { p.Against = "nobody" },
		func(p *Plan) { p.Style = "nobody" },
	} {
		p := small()
		spoil(p)
		if _, err := Run(t.Context(), p, 1, nil); err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Run(ctx, small(), 1, func(int) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// What was never seen has the rate of a half.
func ExampleFit_Rate() {
	f := Fit{Hung: [9]int{kriegspielers.TookBack: 9}, Taken: [9]int{kriegspielers.TookBack: 7}}
	fmt.Println(f.Rate(kriegspielers.TookBack), f.Rate(kriegspielers.TookChecker))
	// Output: 0.75 0.5
}
