package uct_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/search/uct"
)

// A node with n visits considers ceil(Factor * n^Exponent) actions, at least one.
// Untried ones have by far the greatest bound and are tried as soon as they are
// considered, so after n simulations, of which the last found n-1 visits at the
// root, that many were tried.
func TestWideningFollowsTheFormula(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 5, Width: 5, Mines: 5})
	v := g.NewView()
	for _, w := range []uct.Widening{{Factor: 1, Exponent: 0.5}, {Factor: 2, Exponent: 0.25}, {Factor: 0.5, Exponent: 0.7}, {Factor: 3, Exponent: 0}, {Factor: 0.1, Exponent: 1}} {
		p := newPlanner(g, widened(uct.PaperA(), w.Factor, w.Exponent))
		for _, n := range []int{1, 2, 5, 17, 65, 300, 3000} {
			d := decide(t, p, v, uint64(n), n)
			tried := 0
			for _, s := range d.Actions {
				if s.Simulations > 0 {
					tried++
				}
			}
			want := min(max(int(math.Ceil(w.Factor*math.Pow(float64(n-1), w.Exponent))), 1), n, 25)
			if tried != want {
				t.Errorf("%+v: %d actions after %d simulations, want %d", w, tried, n, want)
			}
		}
	}
}

// Widening delays actions but forgets none.
func TestWideningFindsTheBest(t *testing.T) {
	skipUnderRace(t)
	g := newGame(t, minesweeper.Rules{Height: 3, Width: 3, Mines: 3})
	v := position(t, g, "1.2", "...", "...")
	for _, c := range configs() {
		t.Run(name(c), func(t *testing.T) {
			c.Widening = uct.Widening{Factor: 1, Exponent: 0.5} // all 7 from 37 visits on
			for seed := range uint64(5) {
				d := decide(t, newPlanner(g, c), v, seed, 5000)
				if d.Action != 3 { // worth 0.6111, the next 0.4444: see TestMirroredBoards
					t.Errorf("seed %d: chose cell %d", seed, d.Action)
				}
			}
		})
	}
}

// The order in which actions are let in is drawn anew for each decision.
func TestWideningOrderIsRandom(t *testing.T) {
	g := newGame(t, minesweeper.Rules{Height: 5, Width: 5, Mines: 5})
	p := newPlanner(g, widened(uct.PaperA(), 1, 0)) // one action for ever
	count := make(map[cell]int)
	const decisions = 2500
	for seed := range uint64(decisions) {
		count[decide(t, p, g.NewView(), seed, 2).Action]++
	}
	// Each of 25 cells comes first in 100 of 2,500 cases, with a deviation of 10.
	for c := range cell(25) {
		if n := count[c]; n < 50 || n > 150 {
			t.Errorf("cell %d was first %d times of %d, want about 100", c, n, decisions)
		}
	}
	if len(count) != 25 {
		t.Errorf("cells that came first: %v", count)
	}
}

// lottery is a problem of two steps: the first ends a share of all plays for nothing, and
// shows one of some numbers in the others, each of which the second step then pays 1 for.
type lottery struct{ ends, all int }

// ticket is the hidden state: a number below lottery.ends ends the play.
type ticket struct{ number, steps int }

func (l lottery) Start(rng *rand.Rand, s *ticket) blindsight.Side {
	*s = ticket{number: rng.IntN(l.all)}
	return 0
}

func (l lottery) Step(_ *rand.Rand, s *ticket, _ int) blindsight.Step[int] {
	s.steps++
	switch {
	case s.number < l.ends:
		return blindsight.Step[int]{Next: blindsight.Over}
	case s.steps == 2:
		return blindsight.Step[int]{Reward: 1, Next: blindsight.Over}
	}
	return blindsight.Step[int]{Seen: s.number}
}

// tickets draws from the exact belief.
type tickets struct{ lottery }

func (t tickets) Sample(_ context.Context, rng *rand.Rand, v *blindsight.History[int, int], _ int, s *ticket) error {
	t.Start(rng, s)
	if past := v.Past(); len(past) > 0 {
		*s = ticket{number: past[0].Seen, steps: 1}
	}
	return nil
}

func (tickets) Reset() {}

func (tickets) Health() blindsight.Health { return blindsight.Health{} }

// However few outcomes are let in, an action is as dangerous as it is. In the second lottery one play of 800 shows a
// given number, so that draws for it are mostly given up.
func TestWideningOfOutcomesKeepsTheDanger(t *testing.T) {
	for _, l := range []lottery{{4, 8}, {792, 800}} {
		for _, at := range []uct.Sampling{uct.AtRoot, uct.AtNodes} {
			for _, outcomes := range []uct.Widening{{}, {Factor: 1}, {Factor: 2}, {Factor: 1, Exponent: 0.5}} {
				c := uct.Config{Sampling: at, Bandit: uct.UCB1, Backup: uct.Mean, Outcomes: outcomes}
				p := uct.New(l, func() blindsight.Sampler[ticket, *blindsight.History[int, int]] { return tickets{l} }, c)
				const simulations = 20_000
				d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 2)), blindsight.NewHistory[int, int](0, 1), blindsight.Budget{Simulations: simulations})
				if err != nil {
					t.Fatal(err)
				}
				sum := 0.0
				for _, a := range d.Actions {
					sum += a.Mean * float64(a.Simulations)
				}
				want := 1 - float64(l.ends)/float64(l.all)
				if mean := sum / simulations; math.Abs(mean-want) > 4*math.Sqrt(want*(1-want)/simulations) {
					t.Errorf("%+v, sampling %d, outcomes %+v: the mean of all plays is %.4f, not %.4f", l, at, outcomes, mean, want)
				}
			}
		}
	}
}
