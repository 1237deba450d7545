package rejection_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/rejection"
)

// tiger is the Tiger problem (Kaelbling, Littman, Cassandra 1998): behind one of two
// doors is a tiger; listening tells which with probability 0.85. Here it may also
// change the door before each listening.
type tiger struct{ restless float64 }

const (
	left = iota
	right
)

func (tiger) Start(rng *rand.Rand, s *int) blindsight.Side {
	*s = rng.IntN(2)
	return 0
}

func (p tiger) Step(rng *rand.Rand, s *int, _ string) blindsight.Step[int] {
	if rng.Float64() < p.restless {
		*s = 1 - *s
	}
	heard := *s
	if rng.Float64() < 0.15 {
		heard = 1 - heard
	}
	return blindsight.Step[int]{Seen: heard}
}

func (tiger) Fingerprint(s *int) uint64 { return uint64(*s) }

// filter returns the probability of left after what was heard, by Bayes' rule.
func (p tiger) filter(heard []int) float64 {
	l := 0.5
	for _, h := range heard {
		l = l*(1-p.restless) + (1-l)*p.restless
		if h == left {
			l = l * 0.85 / (l*0.85 + (1-l)*0.15)
		} else {
			l = l * 0.15 / (l*0.15 + (1-l)*0.85)
		}
	}
	return l
}

// Replay against the exact posterior. The fractions are worked out by hand:
// after left, left 0.85²/(0.85²+0.15²) = 289/298; left and right cancel; the restless
// tiger (0.2) is at 0.5 as before, then heard left 17/20, moved 0.71, and heard left
// 0.6035/0.647 = 1207/1294.
func TestReplayAgainstBayes(t *testing.T) {
	for _, c := range []struct {
		restless float64
		heard    []int
		left     float64
	}{
		{0, nil, 0.5},
		{0, []int{left}, 17. / 20},
		{0, []int{left, left}, 289. / 298},
		{0, []int{left, right}, 0.5},
		{0, []int{left, left, right}, 17. / 20},
		{0.2, []int{left}, 17. / 20},
		{0.2, []int{left, left}, 1207. / 1294},
		{0.2, []int{right, right, left, right}, math.NaN()}, // by the filter alone
	} {
		t.Run(fmt.Sprint(c.restless, c.heard), func(t *testing.T) {
			p := tiger{c.restless}
			want := p.filter(c.heard)
			if !math.IsNaN(c.left) && math.Abs(want-c.left) > 1e-12 {
				t.Fatalf("the filter gives %v, by hand it is %v", want, c.left)
			}
			truth, err := belieftest.NewTruth(p.Fingerprint, []int{left, right}, []float64{want, 1 - want})
			if err != nil {
				t.Fatal(err)
			}
			v := blindsight.NewHistory[string, int]("listen")
			for _, h := range c.heard {
				if err := v.Did("listen", h); err != nil {
					t.Fatal(err)
				}
			}
			sampler, rng := rejection.Replay(p, 0), newRand(7)
			fit, err := truth.Compare(20_000, func(s *int) error { return sampler.Sample(t.Context(), rng, v, 0, s) })
			t.Log(fit)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// What was heard can be impossible only where the rules say so: a play that ends
// before the history does explains nothing.
func TestReplayOfAnEndedPlay(t *testing.T) {
	v := blindsight.NewHistory[string, int]("listen")
	for range 2 {
		if err := v.Did("listen", left); err != nil {
			t.Fatal(err)
		}
	}
	var s int
	if err := rejection.Replay(short{}, 50).Sample(t.Context(), newRand(1), v, 0, &s); err != blindsight.ErrExhausted {
		t.Errorf("error %v", err)
	}
}

// short ends with its first step.
type short struct{ tiger }

func (p short) Step(rng *rand.Rand, s *int, a string) blindsight.Step[int] {
	step := p.tiger.Step(rng, s, a)
	step.Next = blindsight.Over
	return step
}

// coins: one of three coins, which show heads with probability 1/4, 1/2 and 3/4, was
// drawn and tossed. The prior weighs them 1, 2, 3.
type coins struct{}

type tosses struct{ heads, tails int }

func (coins) Propose(rng *rand.Rand, _ tosses, s *int) {
	*s = []int{0, 1, 1, 2, 2, 2}[rng.IntN(6)]
}

func (coins) Likelihood(v tosses, s *int) float64 {
	p := float64(*s+1) / 4
	return math.Pow(p, float64(v.heads)) * math.Pow(1-p, float64(v.tails))
}

func (coins) Fingerprint(s *int) uint64 { return uint64(*s) }

// Likelihoods strictly between 0 and 1. After two heads and one tail they are
// 3, 8 and 9 of 64, times the prior 3 : 16 : 27.
func TestFractionalLikelihood(t *testing.T) {
	truth, err := belieftest.NewTruth(coins{}.Fingerprint, []int{0, 1, 2}, []float64{3, 16, 27})
	if err != nil {
		t.Fatal(err)
	}
	sampler, rng := rejection.New(coins{}, 0), newRand(7)
	draw := func(s *int) error { return sampler.Sample(t.Context(), rng, tosses{2, 1}, 0, s) }
	fit, err := truth.Compare(20_000, draw)
	t.Log(fit)
	if err != nil {
		t.Error(err)
	}
	// A draw is accepted with probability (1·3 + 2·8 + 3·9)/(6·64) = 46/384.
	if got := sampler.Health().Acceptance(); math.Abs(got-46./384) > 0.005 {
		t.Errorf("acceptance %v, want %v", got, 46./384)
	}
	if h := sampler.Health(); h.Distinct != 3 {
		t.Errorf("health %+v, want 3 distinct states", h)
	}
}

// urn holds the same coins and draws from the posterior itself: the weights are those
// worked out above, and every state has likelihood 1.
type urn struct{ coins }

func (urn) Propose(rng *rand.Rand, _ tosses, s *int) {
	switch u := rng.IntN(3 + 16 + 27); {
	case u < 3:
		*s = 0
	case u < 3+16:
		*s = 1
	default:
		*s = 2
	}
}

func (urn) Likelihood(tosses, *int) float64 { return 1 }

// A game may propose from its posterior, with a likelihood of 1: the belief is the
// same as by rejection, and no draw is in vain.
func TestProposalsFromThePosterior(t *testing.T) {
	truth, err := belieftest.NewTruth(coins{}.Fingerprint, []int{0, 1, 2}, []float64{3, 16, 27})
	if err != nil {
		t.Fatal(err)
	}
	sampler, rng := rejection.New(urn{}, 1), newRand(7)
	fit, err := truth.Compare(20_000, func(s *int) error { return sampler.Sample(t.Context(), rng, tosses{2, 1}, 0, s) })
	t.Log(fit)
	if err != nil {
		t.Error(err)
	}
	if h := sampler.Health(); h.Draws != h.Samples || h.Failures != 0 {
		t.Errorf("health %+v, want as many draws as samples", h)
	}
}
