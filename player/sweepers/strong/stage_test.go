package strong

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/sweeptest"
	"blindsight/search/reveal"
)

// counted returns a position that is counted, for a stage alone.
func counted(t *testing.T, v *minesweeper.View) *position {
	t.Helper()
	p := &position{}
	p.look(v)
	if v.Started() {
		if err := p.Count(v); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// Each stage decides positions of its kind and passes on all others: asked one by one, in positions of every kind, those
// that speak are those of the list.
func TestStagesSpeakForTheirKind(t *testing.T) {
	const (
		untouched = "4x4/4 windows\n....\n....\n....\n....\n"
		booked    = "5x5/10 windows\n..3..\n.....\n.....\n.....\n.....\n"
		safe      = "3x4/2 windows\n0...\n....\n....\n"
		few       = "2x4/3 windows\n..1.\n....\n"
		parts     = "2x5/2 windows\n.101.\n.101.\n"
		dense     = "5x5/15 windows\n.....\n.....\n..5..\n.....\n.....\n"
		sparse    = "5x5/8 windows\n.....\n.....\n..2..\n.....\n.....\n"
		large     = "9x9/20 windows\n.........\n.........\n.........\n....3....\n.........\n.........\n.........\n.........\n.........\n"
	)
	for _, c := range []struct {
		position string
		sims     int
		speak    string
	}{
		{untouched, 0, "opening at once"},
		{booked, 0, "book weighed"},
		{safe, 0, "deduced at once"},
		{few, 0, "exact weighed"},
		{parts, 0, "exact alone together weighed"},
		{dense, 0, "weighed"},
		{dense, 1000, "narrow compared"},
		{sparse, 0, "weighed"},
		{sparse, 100, "sampled compared"},
		{large, 0, "weighed"},
		{large, 100, "compared"},
	} {
		v := sweeptest.ViewOf(t, c.position)
		var speak []string
		for _, s := range New(Default()).stages {
			p := counted(t, v)
			if choice, ok := s.decide(context.Background(), p, newBudget(rand.New(rand.NewPCG(1, 1)), blindsight.Budget{Simulations: c.sims})); ok {
				if choice.err != nil {
					t.Error(choice.err)
				}
				name := strings.TrimPrefix(reflect.Indirect(reflect.ValueOf(s)).Type().String(), "strong.")
				if name == "compared" && c.sims == 0 {
					name = "weighed" // which it then asks
				}
				speak = append(speak, name)
				if name == "opening" || name == "deduced" {
					speak[len(speak)-1] += " at once" // others need not know such positions
				}
				if p.view.At(choice.Action) != minesweeper.Covered {
					t.Errorf("%s: %s opens a cell that is open", c.position, name)
				}
				if strings.HasSuffix(speak[len(speak)-1], "at once") {
					break
				}
			}
		}
		if got := strings.Join(speak, " "); got != c.speak {
			t.Errorf("%s%d simulations: %q decide, want %q", c.position, c.sims, got, c.speak)
		}
	}
}

// Exact stages say what the solver says of the whole board, those of parts open a cell that is best in it.
func TestExactStages(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 1))
	solver := reveal.New(reveal.Options{Workers: 1})
	stages := map[string]stage{
		"exact": &exact{newSolver(), 400}, "alone": &alone{newSolver(), 400}, "together": &together{newSolver(), 400},
	}
	spoken := map[string]int{}
	for range 3000 {
		v := stripView(t, rng)
		if _, forced := v.Forced(); forced || v.Left() == 0 || !v.Started() {
			continue
		}
		p := counted(t, v)
		if _, safe := p.AnySafe(v); safe || p.Counter.Size() > 400 {
			continue
		}
		a, err := p.table(400)
		if err != nil {
			t.Fatal(err)
		}
		cells := slices.Clone(p.cells)
		values, best := solver.Actions(context.Background(), a), int64(0)
		for _, x := range values {
			best = max(best, x.Lower)
		}
		for name, s := range stages {
			c, ok := s.decide(context.Background(), p, newBudget(nil, blindsight.Budget{}))
			if !ok {
				continue
			}
			spoken[name]++
			if values[slices.Index(cells, c.Action)].Lower != best {
				t.Errorf("%s opens %d, which is not best in\n%v", name, c.Action, v)
			}
			if want := float64(best) / float64(a.States); c.exact() && (c.Value < want-1e-12 || c.Value > want+1e-12) {
				t.Errorf("%s: %v, want %v", name, c.Value, want)
			}
		}
	}
	if spoken["exact"] < 100 || spoken["alone"] < 5 || spoken["together"] < 5 {
		t.Errorf("too few decisions: %v", spoken)
	}
}

// stripView returns a position of a board of one or two rows, which falls into parts soon: some safe cells are open.
func stripView(t *testing.T, rng *rand.Rand) *minesweeper.View {
	t.Helper()
	r := minesweeper.Rules{Height: 1 + rng.IntN(2), Width: 8 + rng.IntN(5)}
	r.Mines = r.Height * r.Width * (3 + rng.IntN(3)) / 10
	g := sweeptest.NewGame(t, r)
	var s minesweeper.State
	g.Start(rng, &s)
	v := g.NewView()
	for range 1 + rng.IntN(8) {
		if v.Left() == 0 {
			break
		}
		if c := v.Pick(rng); !s.Laid() || !s.Mine(c) {
			if err := v.Did(c, g.Step(rng, &s, c).Seen); err != nil {
				t.Fatal(err)
			}
		}
	}
	return v
}

// A stage that is out of time has no decision, and says so, instead of leaving the position to a guess; one that
// needs no time decides all the same.
func TestStagesOutOfTime(t *testing.T) {
	ctx := sweeptest.Over()
	v := sweeptest.ViewOf(t, "5x5/15 windows\n.....\n.....\n..5..\n.....\n.....\n")
	b := newBudget(rand.New(rand.NewPCG(1, 1)), blindsight.Budget{Simulations: 1000})
	for _, s := range []stage{&exact{newSolver(), 400}, &together{newSolver(), 400}} {
		if c, ok := s.decide(ctx, counted(t, v), b); !ok || !errors.Is(c.err, context.Canceled) {
			t.Errorf("%T: %v, %v", s, c, ok)
		}
	}
	if c, ok := (safest{}).decide(ctx, counted(t, v), b); !ok || c.err != nil || c.safe <= 0 || c.safe >= 1 {
		t.Errorf("safest: %v, %v", c, ok)
	}
}

// A view that no placement explains is an error of the stage that counts, and is forgotten.
func TestDeducedTellsContradictions(t *testing.T) {
	p := &position{}
	p.look(sweeptest.ViewOf(t, "2x3/1 windows\n0..\n..1\n"))
	bad := sweeptest.ViewOf(t, "1x4/1 windows\n.0.1\n")
	p.look(bad)
	if c, ok := (deduced{}).decide(context.Background(), p, nil); !ok || !errors.Is(c.err, blindsight.ErrInconsistent) {
		t.Errorf("%v, %v", c, ok)
	}
	good := sweeptest.ViewOf(t, "1x4/1 windows\n0...\n")
	p.look(good)
	if c, ok := (deduced{}).decide(context.Background(), p, nil); !ok || c.err != nil || c.Action != 1 {
		t.Errorf("%v, %v", c, ok)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	bad := []Options{{}, {Constants: Tuned(), Depth: 1}}
	for _, text := range []string{"Candidates:0", "Window:2", "Loose:-1", "Round:0", "LateDoubt:0", "Reach:-1", "Close:1.5"} {
		o := Default()
		if err := o.ParseConstants(text); err != nil {
			t.Error(err)
		}
		bad = append(bad, o)
	}
	for _, o := range bad {
		if o.Check() == nil {
			t.Errorf("%+v is taken", o)
		}
		func() {
			defer func() {
				if message := fmt.Sprint(recover()); !strings.HasPrefix(message, "strong: ") {
					t.Errorf("%+v: New says %q", o, message)
				}
			}()
			New(o)
		}()
	}
}

// Constants have as many names as fields, in one order, and texts say one in two ways at most.
func TestConstantNames(t *testing.T) {
	kind := reflect.TypeFor[Constants]()
	var fields []string
	for i := range kind.NumField() {
		fields = append(fields, kind.Field(i).Name)
	}
	if !slices.Equal(fields, ConstantNames()) {
		t.Errorf("the fields are %v, the names %v", fields, ConstantNames())
	}
	var c Constants
	for k, name := range ConstantNames() {
		if err := c.ParseConstants(fmt.Sprintf("%s:%d", name, k+1)); err != nil || c.At(k) != float64(k+1) {
			t.Errorf("%s is %v, %v", name, c.At(k), err)
		}
	}
	if got := fmt.Sprint(c); got != "{1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17}" {
		t.Errorf("the constants are %s", got)
	}
	for _, text := range []string{"", "Reech:1", "Reach", "Reach:x", "Reach:NaN", "Round:1.5", "Round:1e300"} {
		if err := c.ParseConstants(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
