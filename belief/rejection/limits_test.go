package rejection_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/rejection"
	"blindsight/game/minesweeper"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// hopeless returns an expert board with forty safe cells open: as good as no random
// placement shows the same numbers.
func hopeless(t testing.TB) (*minesweeper.Game, view) {
	t.Helper()
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99})
	if err != nil {
		t.Fatal(err)
	}
	rng, v := newRand(40), g.NewView()
	var s state
	g.Start(rng, &s)
	for len(v.Opened()) < 40 {
		c := v.Pick(rng)
		if s.Laid() && s.Mine(c) {
			continue
		}
		if err := v.Did(c, g.Step(rng, &s, c).Seen); err != nil {
			t.Fatal(err)
		}
	}
	return g, v
}

// A hopeless search ends soon after its context does. Without that it would take hours; a
// minute is for a machine that is busy with other things.
func TestCancelStopsHopelessRejection(t *testing.T) {
	g, v := hopeless(t)
	sampler := rejection.New(g, 1<<30)
	ctx, cancel := context.WithCancel(t.Context())
	var cancelled time.Time
	time.AfterFunc(20*time.Millisecond, func() { cancelled = time.Now(); cancel() })
	var s state
	err := sampler.Sample(ctx, newRand(1), v, 0, &s)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	late := time.Since(cancelled)
	t.Logf("stopped %v after the context, %d draws", late, sampler.Health().Draws)
	if late > time.Minute {
		t.Errorf("stopped %v after the context", late)
	}
	if h := sampler.Health(); h.Failures != 1 || h.Samples != 0 || h.Accepted != 0 || h.Draws == 0 {
		t.Errorf("health %+v", h)
	}
}

func TestGivesUpAtItsCap(t *testing.T) {
	g, v := hopeless(t)
	const draws = 700
	sampler := rejection.New(g, draws)
	var s state
	for calls := int64(1); calls <= 3; calls++ {
		if err := sampler.Sample(t.Context(), newRand(1), v, 0, &s); !errors.Is(err, blindsight.ErrExhausted) {
			t.Fatalf("error %v", err)
		}
		if h := sampler.Health(); h != (blindsight.Health{Draws: draws * calls, Failures: calls}) {
			t.Errorf("health after %d calls: %+v", calls, h)
		}
	}
}

// Two mines where there is one, and an expert board with caps that are too small and
// larger than any patience.
func TestHopelessPositions(t *testing.T) {
	g, contradiction := position(t, rules(t, "3x3/1", minesweeper.Windows, minesweeper.Eight), "0..", "...", "..2")
	belieftest.Run(t, subject(g), belieftest.Position[view]{Name: "contradiction", View: contradiction, Hopeless: true})

	g, v := hopeless(t)
	for _, draws := range []int{1, 1 << 30} {
		t.Run(fmt.Sprint(draws, " draws"), func(t *testing.T) {
			e := subject(g)
			e.New = rejection.New(g, draws).Fresh
			belieftest.Run(t, e, belieftest.Position[view]{Name: "expert board", View: v, Hopeless: true, Large: true})
		})
	}
}

// With a small cap some calls fail and some do not; the health counts both.
func TestSmallCapIsCountedHonestly(t *testing.T) {
	p := positions[3]
	g, v := position(t, rules(t, p.board, p.first, p.neighbours), p.rows...)
	e := subject(g)
	e.New = rejection.New(g, 30).Fresh
	for name, check := range map[string]func(belieftest.Position[view]) error{"honest": e.Honest, "consistent": e.Consistent} {
		if err := check(belieftest.Position[view]{View: v}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The acceptance told is that of the prior: 165 of the C(17,5) = 6188 placements
	// on closed cells. 20,000 calls of up to 30 draws; five standard deviations.
	sampler, rng := e.New(), newRand(3)
	var s state
	for range 20_000 {
		if err := sampler.Sample(t.Context(), rng, v, 0, &s); err != nil && !errors.Is(err, blindsight.ErrExhausted) {
			t.Fatal(err)
		}
	}
	h := sampler.Health()
	if h.Failures == 0 || h.Samples == 0 || h.Samples+h.Failures != 20_000 {
		t.Errorf("%d samples and %d failures of 20000", h.Samples, h.Failures)
	}
	if got, want := h.Acceptance(), 165./6188; got < 0.95*want || got > 1.05*want {
		t.Errorf("acceptance %.5f, want %.5f", got, want)
	}
}

// The default cap is used for 0, and for nonsense.
func TestDefaultCap(t *testing.T) {
	g, v := hopeless(t)
	for _, draws := range []int{0, -5} {
		sampler := rejection.New(g, draws)
		var s state
		if err := sampler.Sample(t.Context(), newRand(1), v, 0, &s); !errors.Is(err, blindsight.ErrExhausted) ||
			!strings.Contains(err.Error(), "within the effort") {
			t.Errorf("error %v", err)
		}
		if h := sampler.Health(); h.Draws != rejection.DefaultMaxDraws {
			t.Errorf("%d draws with a cap of %d", h.Draws, draws)
		}
	}
}
