package strong

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/sweeptest"
)

// guessing returns the stage that guesses, the last one.
func guessing(p *Player) *compared { return p.stages[len(p.stages)-1].(*compared) }

// fitGame plays a game that survives every guess and calls each at those where the
// weights decide.
func fitGame(t *testing.T, g *minesweeper.Game, p *Player, rng *rand.Rand, each func(v *minesweeper.View)) {
	t.Helper()
	s := guessing(p)
	o := &s.playouts
	o.view = g.NewView()
	v := o.view
	g.Start(rng, &o.state)
	for v.Left() > 0 {
		s.list = s.list[:0]
		c := p.decide(context.Background(), rng, v, blindsight.Budget{})
		if c.err != nil {
			t.Fatal(c.err)
		}
		if c.exact() {
			return
		}
		if len(s.list) > 1 && c.safe < 1 {
			each(v)
		}
		for v.Started() && o.state.Mine(c.Action) {
			p.position.Draw(rng, &o.state)
		}
		o.open(rng, v, c.Action)
	}
}

// The score of a guess is the sum of its features by their weights, with the bound that ends
// it early out of the way. Features are those of positions in which the weights decide.
func TestScoreIsLinear(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	p := New(Default())
	s := guessing(p)
	f := NewFeatures(Default())
	compared := 0
	for game := range uint64(3) {
		fitGame(t, g, p, rand.New(rand.NewPCG(game, 3)), func(v *minesweeper.View) {
			list, err := f.Of(t.Context(), v)
			if err != nil || len(list) != len(s.list) {
				t.Fatalf("%d candidates, want %d: %v", len(list), len(s.list), err)
			}
			for i := range s.list {
				if c := &list[i]; c.Cell != p.position.cell(s.list[i].unknown) || c.Safe != s.list[i].safe {
					t.Errorf("game %d: candidate %d is %+v", game, i, c)
				}
				for depth := 2; depth < len(weightsAhead); depth++ {
					want := 0.0
					for k, x := range list[i].Features {
						want += x * weightsAhead[depth].At(k)
					}
					if got := s.score(&p.position, &s.list[i], &weightsAhead[depth], math.Inf(-1)); math.Abs(got-want) > 1e-9 {
						t.Errorf("game %d, depth %d: %v, want %v", game, depth, got, want)
					}
					compared++
				}
			}
		})
	}
	if compared < 50 {
		t.Errorf("only %d scores compared", compared)
	}
	few := sweeptest.ViewOf(t, "2x4/3 windows\n..1.\n....\n")
	if list, err := f.Of(t.Context(), few); err != nil || list != nil {
		t.Errorf("where the exact search decides: %v, %v", list, err)
	}
}

// Names and fields of the weights go together, and their text is read back.
func TestWeightsText(t *testing.T) {
	for k, name := range WeightNames() {
		var w Weights
		w.Set(k, 1)
		if reflect.ValueOf(w).FieldByName(name).Float() != 1 || w.At(k) != 1 || reflect.TypeFor[Weights]().NumField() != len(WeightNames()) {
			t.Errorf("%s is not field %d", name, k)
		}
	}
	a, err := ParseWeights("Safe:0.5/2.More:-1")
	want := Fitted()
	want[2].Safe, want[3].Safe, want[2].More = 0.5, 0.5, -1
	if err != nil || a != want || Fitted()[2].Safe == 0.5 {
		t.Errorf("%+v, %v", a, err)
	}
	if b, err := ParseWeights(a.Text()); err != nil || b != a {
		t.Errorf("%s: %+v, %v", a.Text(), b, err)
	}
	for _, bad := range []string{"", "Safe", "Safe:x", "Safer:1", "4.Safe:1", "x.Safe:1", "Safe:NaN", "Safe:1/"} {
		if _, err := ParseWeights(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if p, err := ParseParts("exact/playouts"); err != nil || p != Exact|Playouts {
		t.Errorf("%b, %v", p, err)
	}
	if _, err := ParseParts("exact/"); err == nil {
		t.Error("a part without a name is taken")
	}
}

// What is left out does not speak; everything else decides as before.
func TestWithout(t *testing.T) {
	all := len(New(Default()).stages)
	for i, name := range PartNames() {
		o := Default()
		o.Without = 1 << i
		p := New(o)
		want := all
		switch o.Without {
		case Book, Exact, Alone, Together:
			want--
		case Small:
			want -= 2
		}
		if len(p.stages) != want {
			t.Errorf("without %s: %d stages, want %d", name, len(p.stages), want)
		}
		switch guess := p.stages[len(p.stages)-1].(type) {
		case *compared:
			if o.Without == Playouts || o.Without == Weighing {
				t.Errorf("without %s: %T", name, guess)
			}
		case *weighed:
			if o.Without != Playouts {
				t.Errorf("without %s: %T", name, guess)
			}
		case safest:
			if o.Without != Weighing {
				t.Errorf("without %s: %T", name, guess)
			}
		}
	}
	v := sweeptest.ViewOf(t, "2x4/3 windows\n..1.\n....\n")
	o := Default()
	o.Without = Exact
	if d, err := New(o).Choose(t.Context(), nil, v, blindsight.Budget{}); err != nil || d.Measure == blindsight.ExactReturn {
		t.Errorf("without exact searches: %+v, %v", d, err)
	}
}

// Leaving off where a guess cannot be the best changes nothing.
func TestScoreMayBeCut(t *testing.T) {
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true, Objective: minesweeper.Win})
	if err != nil {
		t.Fatal(err)
	}
	p := New(Default())
	s := guessing(p)
	cut := 0
	for game := range uint64(3) {
		fitGame(t, g, p, rand.New(rand.NewPCG(game, 4)), func(*minesweeper.View) {
			for depth := 2; depth < len(weightsAhead); depth++ {
				top := math.Inf(-1)
				for i := range s.list {
					c := &s.list[i]
					whole := s.score(&p.position, c, &weightsAhead[depth], math.Inf(-1))
					short := s.score(&p.position, c, &weightsAhead[depth], top)
					if short != whole {
						cut++
						if whole > top || short > top {
							t.Errorf("game %d, depth %d: %v was cut to %v above %v", game, depth, whole, short, top)
						}
					}
					top = max(top, whole)
				}
			}
		})
	}
	if cut < 50 {
		t.Errorf("only %d scores were cut", cut)
	}
}
