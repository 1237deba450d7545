package judgefit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"blindsight/internal/golden"
	"blindsight/player/kriegspielers"
)

// quick is a player with a belief that decides soon.
const quick = "foresight,sample=50,exact=50,mate=0"

func small() *Plan {
	return &Plan{kriegspielers.LessonPlan{Player: quick, Sims: 1, Seed: 1}, 5, DefaultRidge, ""}
}

// A small file, made anew by three workers, is byte for byte the one that is kept, which one worker made.
func TestSmallFile(t *testing.T) {
	workers := 3
	if golden.Update() {
		workers = 1
	}
	f, err := Run(t.Context(), small(), workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	for _, lo := range []float64{0.49, 0.51} {
		m := &Meeting{Player: "foresight", Games: 20, Sims: 10, Seed: 1, Score: 0.55, Lo: lo, Hi: 0.6}
		text = append(text, f.Source(small(), m, "blindsight kriegspiel tune --games 5 --sims 1 --seed 1 --player "+quick, "test")...)
	}
	m := &Meeting{Player: "foresight", Against: "belief-1", Games: 20, Sims: 10, Seed: 1, Score: 0.6, Used: 0.625, Lo: -0.1, Hi: 0.05}
	text = append(text, f.Source(small(), m, "blindsight kriegspiel tune --games 5 --sims 1 --seed 1 --player "+quick, "test")...)
	golden.Check(t, filepath.Join("testdata", "small.golden"), string(text))
}

// Scores that were drawn by another evaluation are explained by it, on positions held out too. What is fixed, as pawns are, says how weights
// are to be scaled.
func TestFitFindsTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	used := kriegspielers.InUse()
	n := len(kriegspielers.EvaluationNames())
	truth := used
	truth.Queen, truth.Reach = 3, 2
	draw := func(count int) (list []kriegspielers.Valued) {
		for range count {
			v := kriegspielers.Valued{Slopes: make([]float64, n), Value: 10 * rng.NormFloat64()}
			real := v.Value
			for k := range n {
				v.Slopes[k] = float64(rng.IntN(5) - 2)
				v.Value += used.At(k) * v.Slopes[k]
				real += truth.At(k) * v.Slopes[k]
			}
			if rng.Float64() < 1/(1+math.Exp2(-0.2*real)) {
				v.Score = 1
			}
			list = append(list, v)
		}
		return list
	}
	f, err := fit(used, nil, draw(3000), draw(1000), 1)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(f.Weights.Queen-truth.Queen) > 1 || math.Abs(f.Weights.Reach-truth.Reach) > 1 || math.Abs(f.Weights.Rook-truth.Rook) > 1 {
		t.Errorf("fitted %+v", f.Weights)
	}
	// What is held stays, and the others are fitted as if it had been in use.
	k := slices.Index(kriegspielers.EvaluationNames(), "Reach")
	g, err := fit(used, map[int]float64{k: truth.Reach}, draw(3000), draw(1000), 1)
	if err != nil {
		t.Fatal(err)
	}
	if g.Weights.Reach != truth.Reach || math.Abs(g.Weights.Queen-truth.Queen) > 1 || g.Loss >= g.LossByHand {
		t.Errorf("with Reach held at %v: %+v", truth.Reach, g)
	}
	if f.Loss >= f.LossByHand || f.LossByHand >= f.LossUnknown || math.Abs(f.Pawn-0.2) > 0.04 {
		t.Errorf("%+v", f)
	}
}

func TestPlans(t *testing.T) {
	for _, spoil := range []func(*Plan){
		func(p *Plan) { p.Games = 4 },
		func(p *Plan) { p.Sims = 0 },
		func(p *Plan) { p.Player = "random" },
		func(p *Plan) { p.Ridge = 0 },
		func(p *Plan) { p.Hold = "Kingout:0" },
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

func ExampleMeeting_Better() {
	fmt.Println((&Meeting{Score: 0.6, Lo: 0.48, Hi: 0.72}).Better(), (&Meeting{Score: 0.6, Lo: 0.55, Hi: 0.65}).Better())
	fmt.Println((&Meeting{Against: "belief-1", Score: 0.6, Used: 0.62, Lo: -0.05, Hi: 0.01}).Better())
	// Output:
	// false true
	// false
}
