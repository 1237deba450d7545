package phantom_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/game/phantom"
	"blindsight/internal/randstream"
)

// games are one of each kind and variant, and some that are not square or as large as can be.
var games = []string{
	"tictactoe classical", "tictactoe abrupt", "hex 3x3 classical", "hex 3x3 abrupt",
	"hex 2x5 classical", "hex 4x3 abrupt", "tictactoe 3x5 classical", "hex 8x8 classical", "hex 8x8 abrupt",
}

// play lets two sides play at random, with the step and both views before each.
func play(t *testing.T, g *phantom.Game, rng *rand.Rand, each func(s *phantom.State, views [2]*phantom.View)) *phantom.State {
	t.Helper()
	var s phantom.State
	views := [2]*phantom.View{g.NewView(0), g.NewView(1)}
	for turn := g.Start(rng, &s); turn != blindsight.Over; {
		each(&s, views)
		cell := views[turn].Pick(rng)
		step := g.Step(rng, &s, cell)
		tell(t, views, turn, cell, step)
		turn = step.Next
	}
	each(&s, views)
	return &s
}

// The view that is made of a state is the view that was told step by step, past included.
func TestViewOfIsWhatWasTold(t *testing.T) {
	for i, settings := range games {
		g := parse(t, settings)
		made := g.NewView(1)
		for number := range uint64(50) {
			rng := randstream.New(uint64(i), "game/phantom/views", number)
			play(t, g, rng, func(s *phantom.State, views [2]*phantom.View) {
				for side, told := range views {
					g.ViewOf(s, blindsight.Side(side), made)
					if !reflect.DeepEqual(made.Clone(), told.Clone()) {
						t.Fatalf("%s, side %d: made %+v, told %+v", settings, side, made, told)
					}
					if made.Key() != told.Key() {
						t.Fatalf("%s, side %d: keys differ", settings, side)
					}
				}
			})
		}
	}
}

// What a view says is true of the state, and legal is exactly what it cannot rule out by
// its own stones and refusals.
func TestViewsAreTrue(t *testing.T) {
	for i, settings := range games {
		g := parse(t, settings)
		for number := range uint64(50) {
			rng := randstream.New(uint64(i), "game/phantom/true", number)
			play(t, g, rng, func(s *phantom.State, views [2]*phantom.View) {
				for side, v := range views {
					other := 1 - side
					least, most := v.Opponent()
					stones := len(cells(s.Stones[other]))
					switch {
					case v.Own() != s.Stones[side], v.Known()&^s.Stones[other] != 0, v.Known() != s.Known[side]:
						t.Fatalf("%s: %+v does not fit %+v", settings, v, s.Board)
					case stones < least || stones > most || g.Rules().Variant == phantom.Classical && least != most:
						t.Fatalf("%s: the opponent has %d stones, not %d to %d", settings, stones, least, most)
					case v.Mine() != (s.Turn == blindsight.Side(side)):
						t.Fatalf("%s: side %d thinks that it is its turn: %v", settings, side, v.Mine())
					}
					var want []phantom.Cell
					for c := range phantom.Cell(g.Cells()) {
						if s.Turn != blindsight.Over && (v.Own()|v.Known())>>c&1 == 0 {
							want = append(want, c)
						}
					}
					if got := v.Legal(nil); !slices.Equal(got, want) {
						t.Fatalf("%s: legal %v, want %v", settings, got, want)
					}
				}
			})
		}
	}
}

func cells(set uint64) (list []phantom.Cell) {
	for c := range phantom.Cell(phantom.MaxCells) {
		if set>>c&1 != 0 {
			list = append(list, c)
		}
	}
	return list
}

// What each side observes and gains, step by step, as the rules say it.
func TestSteps(t *testing.T) {
	type step = blindsight.Step[phantom.Answer]
	const over = blindsight.Over
	for _, c := range []struct {
		settings string
		cells    []phantom.Cell
		steps    []step
	}{
		{"tictactoe classical", []phantom.Cell{4, 4, 0, 0, 8, 8, 2, 4, 6, 1}, []step{
			{Seen: phantom.Placed, Heard: phantom.Placed, Next: 1},
			{Seen: phantom.Refused, Silent: true, Next: 1},
			{Seen: phantom.Placed, Heard: phantom.Placed, Next: 0},
			{Seen: phantom.Refused, Silent: true, Next: 0},
			{Seen: phantom.Placed, Heard: phantom.Placed, Next: 1},
			{Seen: phantom.Refused, Silent: true, Next: 1},
			{Seen: phantom.Placed, Heard: phantom.Placed, Next: 0},
			{}, // 4 is own: not played
			{Seen: phantom.Placed, Heard: phantom.Placed, Next: 1},
			{Seen: phantom.Won, Heard: phantom.Won, Next: over, Reward: 1, Other: -1}, // 0, 1, 2
		}},
		{"tictactoe classical", []phantom.Cell{4, 0, 2, 6, 3, 5, 1, 7, 8}, append(slices.Repeat([]step{
			{Seen: phantom.Placed, Heard: phantom.Placed, Next: 1},
			{Seen: phantom.Placed, Heard: phantom.Placed, Next: 0},
		}, 4), step{Seen: phantom.Drawn, Heard: phantom.Drawn, Next: over})},
		{"hex 2x2 abrupt", []phantom.Cell{0, 0, 3, 3, 2}, []step{
			{Seen: phantom.Placed, Heard: phantom.Passed, Next: 1},
			{Seen: phantom.Refused, Heard: phantom.Passed, Next: 0},
			{Seen: phantom.Placed, Heard: phantom.Passed, Next: 1}, // 0 and 3 do not touch
			{Seen: phantom.Refused, Heard: phantom.Passed, Next: 0},
			{Seen: phantom.Won, Heard: phantom.Won, Next: over, Reward: 1, Other: -1},
		}},
	} {
		g := parse(t, c.settings)
		var s phantom.State
		g.Start(nil, &s)
		for i, want := range c.steps {
			if want == (step{}) {
				if !panics(func() { g.Step(nil, &s, c.cells[i]) }) {
					t.Errorf("%s, step %d: an own cell may be tried", c.settings, i)
				}
				continue
			}
			if got := g.Step(nil, &s, c.cells[i]); got != want {
				t.Errorf("%s, step %d: %+v, want %+v", c.settings, i, got, want)
			}
		}
		if s.Turn != over || !panics(func() { g.Step(nil, &s, c.cells[len(c.cells)-1]) }) {
			t.Errorf("%s: the game goes on", c.settings)
		}
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}

// A view refuses what cannot have happened, and is unchanged by it.
func TestViewRefuses(t *testing.T) {
	const heard = 100 // as a cell: the view hears the answer
	type event struct {
		cell   phantom.Cell
		answer phantom.Answer
	}
	for _, c := range []struct {
		settings string
		side     blindsight.Side
		past     []event
		last     event
		reason   string
	}{
		{"tictactoe", 0, nil, event{0, phantom.Refused}, "all stones that the opponent may have placed are known"},
		{"tictactoe", 0, nil, event{9, phantom.Placed}, "the cell is own"},
		{"tictactoe", 0, nil, event{0, phantom.Won}, "would not have ended"},
		{"tictactoe", 0, nil, event{0, phantom.Drawn}, "would not have ended"},
		{"tictactoe", 0, nil, event{0, phantom.Passed}, "not what is heard"},
		{"tictactoe", 0, nil, event{heard, phantom.Placed}, "not that side's turn"},
		{"tictactoe", 1, nil, event{0, phantom.Placed}, "not that side's turn"},
		{"tictactoe", 1, nil, event{heard, phantom.Passed}, "not what is heard"},
		{"tictactoe", 1, nil, event{heard, phantom.Refused}, "not what is heard"},
		{"tictactoe", 1, nil, event{heard, phantom.Drawn}, "would not have ended"},
		{"tictactoe abrupt", 1, nil, event{heard, phantom.Placed}, "not what is heard"},
		{"tictactoe", 1, []event{{heard, phantom.Placed}, {0, phantom.Refused}}, event{0, phantom.Placed}, "known to be the opponent's"},
		{"tictactoe", 1, []event{{heard, phantom.Placed}, {0, phantom.Refused}}, event{1, phantom.Refused}, "are known"},
		{"tictactoe", 0, []event{{0, phantom.Placed}, {heard, phantom.Placed}, {1, phantom.Placed}, {heard, phantom.Placed}}, event{2, phantom.Placed}, "would have ended"},
		{"hex 2x2", 0, []event{{0, phantom.Placed}, {heard, phantom.Placed}, {3, phantom.Placed}}, event{heard, phantom.Placed}, "full"},
		{"hex 2x2", 0, []event{{0, phantom.Placed}}, event{heard, phantom.Drawn}, "would not have ended"},
		{"hex 2x2", 0, []event{{0, phantom.Placed}, {heard, phantom.Won}}, event{1, phantom.Placed}, "over"},
		{"hex 2x2", 0, []event{{0, phantom.Placed}, {heard, phantom.Won}}, event{heard, phantom.Placed}, "over"},
		{"hex 3x2", 1, []event{{heard, phantom.Placed}, {0, phantom.Placed}, {heard, phantom.Placed}, {1, phantom.Refused}, {4, phantom.Placed}, {heard, phantom.Placed}, {3, phantom.Refused}}, event{5, phantom.Refused}, "would have ended"},
	} {
		v := parse(t, c.settings).NewView(c.side)
		add := func(e event) error {
			if e.cell == heard {
				return v.Heard(e.answer)
			}
			return v.Did(e.cell, e.answer)
		}
		for _, e := range c.past {
			if err := add(e); err != nil {
				t.Fatalf("%s, side %d, %v: %v", c.settings, c.side, c.past, err)
			}
		}
		before := v.Clone()
		err := add(c.last)
		if err == nil || !strings.Contains(err.Error(), c.reason) {
			t.Errorf("%s, side %d, %v after %v: %v, want %q", c.settings, c.side, c.last, c.past, err, c.reason)
		}
		if !reflect.DeepEqual(v.Clone(), before) {
			t.Errorf("%s: the view has changed", c.settings)
		}
	}
}

// viewOf returns the view of a side in a state.
func viewOf(g *phantom.Game, s *phantom.State, side blindsight.Side) *phantom.View {
	v := g.NewView(side)
	g.ViewOf(s, side, v)
	return v
}

// Picks are uniform over what is legal: the chi-squared statistic of 40,000 picks of six cells
// exceeds 25.7 in one of ten thousand runs (5 degrees of freedom).
func TestPickIsUniform(t *testing.T) {
	v := parse(t, "tictactoe").NewView(1)
	for _, err := range []error{v.Heard(phantom.Placed), v.Did(3, phantom.Refused), v.Did(0, phantom.Placed), v.Heard(phantom.Placed), v.Did(7, phantom.Refused)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	const picks = 40_000
	rng, counts, chi := randstream.New(1, "game/phantom/pick"), map[phantom.Cell]int{}, 0.0
	for range picks {
		counts[v.Pick(rng)]++
	}
	legal := v.Legal(nil)
	for _, c := range legal {
		d := float64(counts[c]) - picks/6.
		chi += d * d / (picks / 6.)
		delete(counts, c)
	}
	if len(legal) != 6 || len(counts) != 0 || chi > 25.7 {
		t.Errorf("%d cells are legal, %v picked beside them, chi-squared %.1f", len(legal), counts, chi)
	}
}

// A play with views, copies and picks allocates nothing once the views have grown.
func TestNoAllocation(t *testing.T) {
	for _, settings := range []string{"hex 8x8 classical", "hex 8x8 abrupt", "tictactoe"} {
		g := parse(t, settings)
		rng := randstream.New(1, "game/phantom/allocation")
		views := [2]*phantom.View{g.NewView(0), g.NewView(1)}
		empty := [2]*phantom.View{g.NewView(0), g.NewView(1)}
		var s, copied phantom.State
		made := g.NewView(0)
		playOn := func() {
			views[0].CopyFrom(empty[0])
			views[1].CopyFrom(empty[1])
			for turn := g.Start(rng, &s); turn != blindsight.Over; {
				cell := views[turn].Pick(rng)
				step := g.Step(rng, &s, cell)
				tell(t, views, turn, cell, step)
				turn = step.Next
				g.Copy(&copied, &s)
				g.ViewOf(&copied, 1, made)
			}
		}
		for range 1000 { // the pasts grow
			playOn()
		}
		if n := testing.AllocsPerRun(100, playOn); n > 0 {
			t.Errorf("%s: %v allocations a play", settings, n)
		}
	}
}

// Fingerprints tell states apart, those too that differ in the order of attempts only, and
// keys do not count that order.
func TestOrderOfAttempts(t *testing.T) {
	g := parse(t, "tictactoe")
	after := func(cells ...phantom.Cell) (s phantom.State) {
		for _, c := range cells {
			g.Step(nil, &s, c)
		}
		return s
	}
	a, b := after(0, 1, 2, 3), after(2, 1, 0, 3)
	if a.Board != b.Board || a == b || g.Fingerprint(&a) == g.Fingerprint(&b) {
		t.Errorf("states %+v, %+v", a, b)
	}
	va, vb := viewOf(g, &a, 0), viewOf(g, &b, 0)
	if va.Key() != vb.Key() || slices.Equal(va.Past(), vb.Past()) {
		t.Errorf("views %+v, %+v", va, vb)
	}
}
