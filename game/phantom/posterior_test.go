package phantom_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/phantom"
	"blindsight/internal/randstream"
)

// small are games whose plays can all be listed.
var small = []string{"hex 2x2 classical", "hex 2x2 abrupt", "hex 2x3 classical", "hex 2x3 abrupt", "tictactoe 1x5 classical", "tictactoe 1x5 abrupt"}

// walk lists all plays in which a side does what it did and its opponent plays uniformly, by
// the rules alone, and calls visit with each state that agrees with the side's whole past,
// with its probability.
func walk(g *phantom.Game, s *phantom.State, side blindsight.Side, past []phantom.Event, chance float64, visit func(*phantom.State, float64)) {
	if len(past) == 0 && (s.Turn == side || s.Turn == blindsight.Over) {
		visit(s, chance)
		return
	}
	if s.Turn == blindsight.Over {
		return
	}
	v := g.NewView(s.Turn)
	g.ViewOf(s, s.Turn, v)
	legal := v.Legal(nil)
	if s.Turn == side {
		next := *s
		if step := g.Step(nil, &next, past[0].Action); step.Seen == past[0].Seen {
			walk(g, &next, side, past[1:], chance, visit)
		}
		return
	}
	for _, c := range legal {
		next := *s
		step := g.Step(nil, &next, c)
		switch {
		case step.Silent:
			walk(g, &next, side, past, chance/float64(len(legal)), visit)
		case len(past) > 0 && past[0].Heard && past[0].Seen == step.Heard:
			walk(g, &next, side, past[1:], chance/float64(len(legal)), visit)
		}
	}
}

// In random plays on small boards, the posterior is that of all plays, listed by the
// rules, board by board; and the boards that package enumerate finds are its support.
func TestPosteriorAgainstAllPlays(t *testing.T) {
	unequal := 0
	for i, settings := range small {
		g := parse(t, settings)
		for number := range uint64(20) {
			rng := randstream.New(uint64(i), "game/phantom/posterior", number)
			var told [2]phantom.Posterior // follow the play; fresh ones take it up
			play(t, g, rng, func(s *phantom.State, views [2]*phantom.View) {
				for side, v := range views {
					follow(&told[side], v)
					if s.Turn != blindsight.Side(side) {
						continue
					}
					var fresh phantom.Posterior
					fresh.Begin(v)
					for _, p := range []*phantom.Posterior{&told[side], &fresh} {
						if compare(t, settings, g, p, v) {
							unequal++
						}
					}
				}
			})
		}
	}
	if unequal < 20 {
		t.Errorf("%d beliefs have boards of different weights: the test says little", unequal)
	}
}

// follow tells a posterior the last event of a view, or lets it begin.
func follow(p *phantom.Posterior, v *phantom.View) {
	past := v.Past()
	if len(past) == 0 {
		p.Begin(v)
		return
	}
	// A view is shown after every step, also one that it did not notice: count what was told.
	for _, e := range past[p.Told():] {
		if e.Heard {
			p.Heard(e.Seen)
		} else {
			p.Did(e.Action, e.Seen)
		}
	}
}

// compare holds a posterior against all plays, and reports whether its weights differ.
func compare(t *testing.T, settings string, g *phantom.Game, p *phantom.Posterior, v *phantom.View) bool {
	t.Helper()
	if err := p.Err(); err != nil {
		t.Fatalf("%s: %v", settings, err)
	}
	want, sum := map[phantom.Board]float64{}, 0.0
	walk(g, &phantom.State{}, v.Side(), v.Past(), 1, func(s *phantom.State, chance float64) {
		want[s.Board] += chance
		sum += chance
	})
	least, most := 1.0, 0.0
	plain := map[phantom.Board]bool{} // as a trail has them
	for b, chance := range p.All() {
		if math.Abs(chance-want[b]/sum) > 1e-12 {
			t.Fatalf("%s, %v: %+v has probability %v, want %v", settings, v.Past(), b, chance, want[b]/sum)
		}
		least, most = min(least, chance), max(most, chance)
		if g.Rules().Variant == phantom.Classical {
			b.Known = [2]uint64{}
		}
		plain[b] = true
	}
	if p.Len() != len(want) {
		t.Fatalf("%s, %v: %d boards, want %d", settings, v.Past(), p.Len(), len(want))
	}
	listed := enumerate.New[phantom.Board](enumerate.Options{Workers: 1})
	if err := listed.Advance(t.Context(), v.Trail(), nil); err != nil {
		t.Fatal(err)
	}
	for b := range listed.All() {
		if !plain[*b] {
			t.Fatalf("%s, %v: %+v is listed, and not in the posterior", settings, v.Past(), *b)
		}
	}
	if listed.Len() != len(plain) {
		t.Fatalf("%s, %v: %d boards are listed, %d in the posterior", settings, v.Past(), listed.Len(), len(plain))
	}
	return most > 1.01*least
}

// States that are drawn agree with the view, and come as often as they should, the order
// in which the opponent tried included: four standard deviations for each of them.
func TestPosteriorDraws(t *testing.T) {
	for i, c := range []struct {
		settings string
		side     blindsight.Side
		play     []phantom.Cell // of both sides
	}{
		{"tictactoe 1x5 classical", 0, []phantom.Cell{1, 1, 3, 3, 2, 2, 0}},
		{"hex 2x3 classical", 1, []phantom.Cell{0, 0, 1, 1, 2}},
		{"hex 2x3 abrupt", 0, []phantom.Cell{0, 0, 1, 4, 4, 5}},
		{"hex 2x3 abrupt", 1, []phantom.Cell{0, 0, 1, 2, 2}},
	} {
		g := parse(t, c.settings)
		var s phantom.State
		for _, cell := range c.play {
			g.Step(nil, &s, cell)
		}
		v, drawn := g.NewView(c.side), g.NewView(c.side)
		g.ViewOf(&s, c.side, v)
		want, sum := map[phantom.State]float64{}, 0.0
		walk(g, &phantom.State{}, c.side, v.Past(), 1, func(s *phantom.State, chance float64) {
			want[*s] += chance
			sum += chance
		})
		var p phantom.Posterior
		p.Begin(v)
		const draws = 50_000
		rng := randstream.New(uint64(i), "game/phantom/draws")
		counts := map[phantom.State]int{}
		for range draws {
			if err := p.Sample(rng, &s); err != nil {
				t.Fatal(err)
			}
			if g.ViewOf(&s, c.side, drawn); drawn.Key() != v.Key() || !slices.Equal(drawn.Past(), v.Past()) {
				t.Fatalf("%s: a state of another view was drawn", c.settings)
			}
			counts[s]++
		}
		for s, chance := range want {
			chance /= sum
			if d := float64(counts[s]) - draws*chance; math.Abs(d) > 4*math.Sqrt(draws*chance) {
				t.Errorf("%s: drawn %d times, want %.1f", c.settings, counts[s], draws*chance)
			}
			delete(counts, s)
		}
		if len(want) < 5 || len(counts) > 0 {
			t.Errorf("%s: %d states, %d drawn that cannot be", c.settings, len(want), len(counts))
		}
	}
}

// Rejection, by playing from the start and keeping what agrees, gives the same posterior.
func TestPosteriorAgainstRejection(t *testing.T) {
	for i, settings := range []string{"tictactoe classical", "tictactoe abrupt", "hex 3x3 abrupt"} {
		g := parse(t, settings)
		rng := randstream.New(uint64(i), "game/phantom/rejection")
		v := g.NewView(0)
		truth := phantom.State{}
		for _, c := range []phantom.Cell{4, 0, 8, 2, 2} {
			g.Step(nil, &truth, c)
		}
		g.ViewOf(&truth, 0, v)
		past := v.Past()
		var p phantom.Posterior
		p.Begin(v)
		want := map[phantom.Board]float64{}
		for b, chance := range p.All() {
			want[b] = chance
		}
		counts, kept := map[phantom.Board]int{}, 0
		opponent := g.NewView(1)
	next:
		for range 100_000 {
			var s phantom.State
			for told := 0; told < len(past); {
				if s.Turn == 0 {
					if step := g.Step(rng, &s, past[told].Action); step.Seen != past[told].Seen {
						continue next
					}
					told++
					continue
				}
				g.ViewOf(&s, 1, opponent)
				step := g.Step(rng, &s, opponent.Pick(rng))
				if step.Silent {
					continue
				}
				if step.Heard != past[told].Seen {
					continue next
				}
				told++
			}
			kept++
			counts[s.Board]++
		}
		for b, n := range counts {
			if want[b] == 0 {
				t.Errorf("%s: %+v agrees, and is not in the posterior (%d times)", settings, b, n)
			}
		}
		for b, chance := range want {
			if d := float64(counts[b]) - float64(kept)*chance; math.Abs(d) > 4*math.Sqrt(float64(kept)*chance) {
				t.Errorf("%s: %+v came %d times of %d, want %.1f", settings, b, counts[b], kept, float64(kept)*chance)
			}
		}
		t.Logf("%s: %d boards, %d of 100000 kept", settings, len(want), kept)
	}
}

// What cannot have been, and what is too much, are typed errors.
func TestPosteriorErrors(t *testing.T) {
	g := parse(t, "hex 5x5")
	p := phantom.Posterior{Limit: 1000}
	v := g.NewView(1)
	p.Begin(v)
	for c := range phantom.Cell(4) {
		p.Heard(phantom.Placed)
		p.Did(c, phantom.Placed)
	}
	var s phantom.State
	if !errors.Is(p.Err(), blindsight.ErrTooMany) || p.Sample(nil, &s) == nil || p.Len() != 0 {
		t.Errorf("%v after too much", p.Err())
	}
	p.Begin(v)
	if p.Err() != nil {
		t.Errorf("%v after a new beginning", p.Err())
	}
	p.Heard(phantom.Passed)
	if !errors.Is(p.Err(), blindsight.ErrInconsistent) {
		t.Errorf("%v after what is never heard", p.Err())
	}
	for range p.All() {
		t.Error("boards after an error")
	}
}
