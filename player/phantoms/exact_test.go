package phantoms_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/rejection"
	"blindsight/game/phantom"
	"blindsight/internal/randstream"
	"blindsight/player/phantoms"
)

// after returns the view of a side after these attempts.
func after(t testing.TB, settings string, side blindsight.Side, cells ...phantom.Cell) *phantom.View {
	t.Helper()
	g := parse(t, settings)
	var s phantom.State
	for _, c := range cells {
		g.Step(nil, &s, c)
	}
	v := g.NewView(side)
	g.ViewOf(&s, side, v)
	return v
}

// rejected draws a state by rejection: it plays what the side did, and lets the opponent play
// uniformly, until all is as it was.
func rejected(rng *rand.Rand, v *phantom.View, s *phantom.State) {
	g, other := v.Game(), v.Side().Other()
	opponent, same := g.NewView(other), g.NewView(v.Side())
again:
	for turn := g.Start(rng, s); ; turn = s.Turn {
		g.ViewOf(s, v.Side(), same)
		told := len(same.Past())
		if !slices.Equal(same.Past(), v.Past()[:min(told, len(v.Past()))]) {
			goto again
		}
		if turn == v.Side() {
			if told == len(v.Past()) {
				return
			}
			g.Step(rng, s, v.Past()[told].Action)
			continue
		}
		if turn == blindsight.Over {
			goto again
		}
		g.ViewOf(s, other, opponent)
		g.Step(rng, s, opponent.Pick(rng))
	}
}

// Drawn states have the past of the view, and their boards come as often as by rejection, on views that
// alternate.
func TestExactAgainstRejection(t *testing.T) {
	views := []*phantom.View{
		after(t, "tictactoe classical", 0, 4, 0, 0, 8, 8, 2),
		after(t, "hex 3x3 abrupt", 1, 4, 4, 0, 8, 8),
		after(t, "hex 3x3 classical", 1, 4, 4, 0, 8, 8, 7, 0, 2),
	}
	e := phantoms.NewExact(0)
	made := parse(t, "hex").NewView(0)
	rng := randstream.New(1, "player/phantoms/exact")
	const draws = 5_000
	var counts [3]map[phantom.Board][2]int
	for i, v := range views {
		counts[i] = map[phantom.Board][2]int{}
		for range draws {
			var s phantom.State
			rejected(rng, v, &s)
			n := counts[i][s.Board]
			n[1]++
			counts[i][s.Board] = n
		}
	}
	for range draws {
		for i, v := range views {
			var s phantom.State
			if err := e.Sample(t.Context(), rng, v, 0, &s); err != nil {
				t.Fatal(err)
			}
			v.Game().ViewOf(&s, v.Side(), made)
			if !slices.Equal(made.Past(), v.Past()) {
				t.Fatalf("view %d: the state has another past", i)
			}
			n := counts[i][s.Board]
			n[0]++
			counts[i][s.Board] = n
		}
	}
	for i := range views {
		if len(counts[i]) < 4 {
			t.Errorf("view %d: %d boards: the test says little", i, len(counts[i]))
		}
		for b, n := range counts[i] { // two counts of equal means: their difference has the variance of their sum
			if d := float64(n[0] - n[1]); math.Abs(d) > 4.5*math.Sqrt(float64(n[0]+n[1])) {
				t.Errorf("view %d, %+v: drawn %d times, by rejection %d", i, b, n[0], n[1])
			}
		}
	}
	h := e.Health()
	if h.Samples != 3*draws || h.Accepted != h.Draws || h.Draws != h.Samples || h.Failures != 0 || h.Distinct < 10 {
		t.Errorf("health %+v", h)
	}
}

// What is too much to list, or no longer wanted, is a typed error that is counted.
func TestExactGivesUp(t *testing.T) {
	var s phantom.State
	rng := randstream.New(1, "player/phantoms/exact")
	small := phantoms.NewExact(50)
	large := after(t, "hex 5x5 classical", 0, 0, 1, 2, 3, 4, 5)
	if err := small.Sample(t.Context(), rng, large, 0, &s); !errors.Is(err, blindsight.ErrExhausted) {
		t.Errorf("%v for a large belief", err)
	}
	if err := small.Fresh().Sample(t.Context(), rng, large, 0, &s); !errors.Is(err, blindsight.ErrExhausted) {
		t.Errorf("%v for a large belief of a fresh one", err)
	}
	e := phantoms.NewExact(0)
	// A view at the end of a game has its states, too.
	v := parse(t, "tictactoe 3x3 classical").NewView(0)
	for _, err := range []error{
		v.Did(0, phantom.Placed), v.Heard(phantom.Placed), v.Did(6, phantom.Placed), v.Heard(phantom.Placed),
		v.Did(3, phantom.Refused), v.Did(1, phantom.Placed), v.Heard(phantom.Placed), v.Did(4, phantom.Refused), v.Did(2, phantom.Won),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Sample(t.Context(), rng, v, 0, &s); err != nil {
		t.Errorf("%v for a view at the end of a game", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := e.Sample(ctx, rng, large, 0, &s); !errors.Is(err, context.Canceled) {
		t.Errorf("%v after the context", err)
	}
	if h := e.Health(); h.Failures != 1 || h.Samples != 1 {
		t.Errorf("health %+v", h)
	}
}

// The kit for estimators that follow a play finds nothing, for either side.
func TestExactFollows(t *testing.T) {
	for _, settings := range []string{"hex 2x3 classical", "hex 2x3 abrupt", "tictactoe 1x5 classical"} {
		for side := range blindsight.Side(2) {
			g := parse(t, settings)
			t.Run(fmt.Sprint(settings, " side ", side), func(t *testing.T) {
				belieftest.RunFollowed(t, belieftest.Followed[phantom.State, *phantom.View, phantom.Cell, phantom.Answer]{
					New: phantoms.NewExact(0).Fresh, Game: g, NewView: g.NewView, Sides: 2, Side: side,
					Reference: rejection.ReplaySide(g, side, nil, 0).Fresh,
				})
			})
		}
	}
}
