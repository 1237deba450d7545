package bounded_test

import (
	"context"
	"math"
	"testing"

	"blindsight"
	"blindsight/search/bounded"
)

// tiger is the usual Tiger by how many growls more came from the left than from the right, a model that shares nothing with tables: belief 0 is no
// difference, 2n is n more from the left, 2n-1 n more from the right. It is worth 19.3714 by the reference solver with closed bounds.
type tiger struct {
	asked int // how often bounds were asked for
	held  int64
}

func number(more int) int32 {
	if more > 0 {
		return int32(2 * more)
	}
	return int32(-2*more - min(1, -more))
}

func moreOf(belief int32) int {
	if belief%2 == 0 {
		return int(belief) / 2
	}
	return -int(belief+1) / 2
}

// left is the chance of the tiger to be there.
func left(belief int32) float64 { return 1 / (1 + math.Pow(0.15/0.85, float64(moreOf(belief)))) }

func (*tiger) Actions() int      { return 3 }
func (*tiger) Discount() float64 { return 0.95 }
func (t *tiger) Held() int64     { return t.held }

func (t *tiger) Bounds(int32) (lower, upper float64, first int) {
	t.asked++
	return -20, 200, 0 // who listens for ever, and who opens the right door for ever
}

func (t *tiger) Promise(_ int32, upper []float64) {
	for a := range upper {
		upper[a] = 200
	}
}

func (t *tiger) Act(belief int32, a int, buf []bounded.Outcome) (float64, []bounded.Outcome) {
	t.held += 100
	p := left(belief)
	switch a {
	case 1:
		return 10 - 110*p, append(buf, bounded.Outcome{Chance: 1, To: 0})
	case 2:
		return 10 - 110*(1-p), append(buf, bounded.Outcome{Chance: 1, To: 0})
	}
	growl := p*0.85 + (1-p)*0.15
	more := moreOf(belief)
	return -1, append(buf,
		bounded.Outcome{Chance: growl, Seen: 0, To: number(more + 1)}, bounded.Outcome{Chance: 1 - growl, Seen: 1, To: number(more - 1)})
}

// The bounds hold at every moment, move towards each other and close on the known value, at which the search stops by itself.
func TestBoundsClose(t *testing.T) {
	s := bounded.New(&tiger{}, 0)
	before, above := s.Bounds(0)
	for range 2000 {
		if n, full := s.Run(t.Context(), 0, blindsight.Budget{Simulations: 1}); n == 0 || full {
			break
		}
		lower, upper := s.Bounds(0)
		if lower < before || upper > above || lower > 19.3715 || upper < 19.3713 {
			t.Fatalf("bounds %v and %v after %v and %v", lower, upper, before, above)
		}
		before, above = lower, upper
	}
	if math.Abs(before-19.3714) > 1e-4 || math.Abs(above-19.3714) > 1e-4 {
		t.Errorf("the bounds come to %v and %v, want 19.3714", before, above)
	}
	if a, worth := s.Decide(0); a != 0 || worth != before {
		t.Errorf("it does %d for %v", a, worth)
	}
	if a, _ := s.Decide(number(2)); a != 2 { // two growls more from the left: the right door
		t.Errorf("at two growls more it does %d", a)
	}
}

// The same simulations in one call or in many, with another search before that is forgotten or without, are one search.
func TestRunsAddUp(t *testing.T) {
	one, many := bounded.New(&tiger{}, 0), bounded.New(&tiger{}, 0)
	many.Run(t.Context(), 6, blindsight.Budget{Simulations: 9})
	many.Forget()
	one.Run(t.Context(), 0, blindsight.Budget{Simulations: 30})
	for range 15 {
		many.Run(t.Context(), 0, blindsight.Budget{Simulations: 2})
	}
	x, y := one.Stats(0), many.Stats(0)
	for a := range x {
		if x[a] != y[a] {
			t.Errorf("action %d: %+v at once, %+v in parts", a, x[a], y[a])
		}
	}
}

// A search stops with the context and at its memory, and what it decides then rests on what there is; without any simulation that is the
// policy behind the first bound.
func TestLimits(t *testing.T) {
	s := bounded.New(&tiger{}, 0)
	if n, full := s.Run(t.Context(), 0, blindsight.Budget{}); n != 0 || full || s.Stats(0) != nil {
		t.Errorf("%d simulations without a budget, %v", n, s.Stats(0))
	}
	if a, worth := s.Decide(0); a != 0 || worth != -20 {
		t.Errorf("without a search it does %d for %v", a, worth)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, _ := s.Run(ctx, 0, blindsight.Budget{Simulations: 100}); n != 0 {
		t.Errorf("%d simulations after the end", n)
	}
	small := bounded.New(&tiger{}, 4000)
	n, full := small.Run(t.Context(), 0, blindsight.Budget{Simulations: 1 << 20})
	if !full || n == 0 || small.Held() > 2*4000 {
		t.Errorf("%d simulations, full %v, with %d bytes of %d", n, full, small.Held(), small.Memory())
	}
}
