package uct_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/search/uct"
)

// kuhn is Kuhn's poker: three cards, an ante of 1, one bet of 1. Action 0 checks or folds,
// action 1 bets or calls. Side 0 begins by having the cards dealt, by either of two actions
// that mean the same, so that a decision about it is a search of the whole game. Its
// value to side 0 is -1/18 (Kuhn 1950).
type kuhn struct{}

type kuhnState struct {
	cards [2]int // from 1, 0 before the deal
	bets  [3]int // what was done since
	count int
}

func (kuhn) Start(_ *rand.Rand, s *kuhnState) blindsight.Side {
	*s = kuhnState{}
	return 0
}

// Step lets both sides see what is done, and each its own card.
func (kuhn) Step(rng *rand.Rand, s *kuhnState, a int) blindsight.Step[int] {
	if s.cards[0] == 0 {
		s.cards[0] = 1 + rng.IntN(3)
		s.cards[1] = 1 + rng.IntN(2)
		if s.cards[1] >= s.cards[0] {
			s.cards[1]++
		}
		return blindsight.Step[int]{Seen: s.cards[0], Heard: s.cards[1], Next: 0}
	}
	actor := blindsight.Side(s.count % 2)
	s.bets[s.count] = a
	s.count++
	pot, over, shown := s.outcome()
	if !over {
		return blindsight.Step[int]{Heard: 4 + a, Seen: 4 + a, Next: actor.Other()}
	}
	if shown && s.cards[actor] > s.cards[actor.Other()] {
		pot = -pot
	}
	return blindsight.Step[int]{Next: blindsight.Over, Reward: -pot, Other: pot}
}

// outcome returns what the one who acted last has to pay unless the cards are shown and
// his is higher, and whether the play is over.
func (s *kuhnState) outcome() (pot float64, over, shown bool) {
	last := s.bets[s.count-1]
	switch {
	case s.count == 1, s.count == 2 && s.bets[0] == 0 && last == 1:
		return 0, false, false
	case last == 1:
		return 2, true, true // called
	case s.count == 2 && s.bets[0] == 0:
		return 1, true, true // both checked
	}
	return 1, true, false // folded
}

func (g kuhn) ViewOf(s *kuhnState, side blindsight.Side, v *tigerView) {
	v.CopyFrom(kuhnView(side, s.cards[side], s.bets[:s.count]...))
}

// kuhnView is what a side knows: its card, 0 before the deal, and all that was done since.
func kuhnView(side blindsight.Side, card int, bets ...int) *tigerView {
	v := blindsight.NewHistory[int, int](0, 1)
	tell := func(own bool, a, o int) {
		var err error
		if own {
			err = v.Did(a, o)
		} else {
			err = v.Heard(o)
		}
		if err != nil {
			panic(err)
		}
	}
	if card > 0 {
		tell(side == 0, 0, card)
	}
	for i, a := range bets {
		tell(i%2 == int(side), a, 4+a)
	}
	return v
}

// kuhnSampler knows the one state before the deal.
type kuhnSampler struct{ health blindsight.Health }

func (b *kuhnSampler) Sample(_ context.Context, _ *rand.Rand, v *tigerView, _ int, s *kuhnState) error {
	if len(v.Past()) > 0 {
		return blindsight.ErrInconsistent
	}
	*s = kuhnState{}
	b.health.Samples++
	return nil
}

func (b *kuhnSampler) Reset() {}

func (b *kuhnSampler) Health() blindsight.Health { return b.health }

func newKuhn(c uct.Config) *uct.Planner[kuhnState, *tigerView, int, int] {
	return uct.NewSides(kuhn{}, 0, func() blindsight.Sampler[kuhnState, *tigerView] { return &kuhnSampler{} }, c)
}

// Two sides that learn at the same time come near an equilibrium of Kuhn's poker, by the
// shares of simulations that their actions got (the average strategy). Uniform play
// is exploitable by 11/12: 1/2 + 5/12, see TestKuhnOracle.
func TestSidesLearnAnEquilibrium(t *testing.T) {
	for _, c := range []uct.Config{{}, {Backup: uct.Mean}, {Backup: uct.Mean, Bandit: uct.UCB1, Exploration: 2}} {
		for seed := range uint64(2) {
			p := newKuhn(c)
			d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(seed, 1)), kuhnView(0, 0), blindsight.Budget{Simulations: 100_000})
			if err != nil {
				t.Fatal(err)
			}
			s := averages(p)
			gap, value := exploitability(s), kuhnValue(s)
			t.Logf("backup %d, bandit %d, seed %d: exploitable by %.4f, worth %.4f, believed to be worth %.4f", c.Backup, c.Bandit, seed, gap, value, d.Value)
			// What still is explored costs about log(n)/n of the range for each situation; the
			// bounds are twice of what was measured.
			if gap > 0.08 {
				t.Errorf("backup %d, bandit %d, seed %d: exploitable by %.4f: %.2f", c.Backup, c.Bandit, seed, gap, s)
			}
			if math.Abs(value+1./18) > 0.02 || math.Abs(d.Value+1./18) > 0.05 {
				t.Errorf("backup %d, bandit %d, seed %d: worth %.4f, believed to be %.4f, want -1/18", c.Backup, c.Bandit, seed, value, d.Value)
			}
		}
	}
}

// The yardstick itself: the equilibrium that Kuhn gives (with a bluff of 1/3) is worth
// -1/18 and cannot be exploited; uniform play can, by 11/12.
func TestKuhnOracle(t *testing.T) {
	equilibrium := strategy{1: {1. / 3, 1. / 3, 0, 0}, 2: {0, 0, 1. / 3, 2. / 3}, 3: {1, 1, 1, 1}}
	if gap, value := exploitability(equilibrium), kuhnValue(equilibrium); math.Abs(gap) > 1e-12 || math.Abs(value+1./18) > 1e-12 {
		t.Errorf("equilibrium: exploitable by %v, worth %v", gap, value)
	}
	var uniform strategy
	for card := range uniform {
		uniform[card] = [4]float64{0.5, 0.5, 0.5, 0.5}
	}
	if gap := exploitability(uniform); math.Abs(gap-11./12) > 1e-12 {
		t.Errorf("uniform play: exploitable by %v, want 11/12", gap)
	}
	// The rules of the game and those of the values are two texts: plays agree.
	rng, plays, sum := rand.New(rand.NewPCG(1, 1)), 100_000, 0.0
	for range plays {
		var s kuhnState
		turn := kuhn{}.Start(rng, &s)
		for turn != blindsight.Over {
			step := kuhn{}.Step(rng, &s, rng.IntN(2))
			if turn == 0 {
				sum += step.Reward
			} else {
				sum += step.Other
			}
			turn = step.Next
		}
	}
	// A play returns at most 2: five standard errors are below 0.03.
	if got, want := sum/float64(plays), kuhnValue(uniform); math.Abs(got-want) > 0.03 {
		t.Errorf("uniform plays return %.4f, computed %.4f", got, want)
	}
}

// strategy is the chance of action 1, by card and by what was done since the deal: nothing,
// a check, a bet, a check and a bet.
type strategy [4][4]float64

// situations are what a strategy speaks of.
var situations = [4][]int{{}, {0}, {1}, {0, 1}}

// kuhnValue returns what side 0 gains if both keep to a strategy: side 0 acts in the first
// and the last situation, side 1 in the other two.
func kuhnValue(s strategy) float64 {
	total := 0.0
	for own := 1; own <= 3; own++ {
		for other := 1; other <= 3; other++ {
			if own != other {
				total += kuhnFrom(s, kuhnState{cards: [2]int{own, other}}) / 6
			}
		}
	}
	return total
}

func kuhnFrom(s strategy, at kuhnState) float64 {
	if at.count > 0 {
		pot, over, shown := at.outcome()
		if over {
			actor := (at.count - 1) % 2
			if shown && at.cards[actor] > at.cards[1-actor] {
				pot = -pot
			}
			if actor == 0 {
				return -pot
			}
			return pot
		}
	}
	i := 0
	switch {
	case at.count == 1:
		i = 1 + at.bets[0]
	case at.count == 2:
		i = 3
	}
	p := s[at.cards[at.count%2]][i]
	value := 0.0
	for a, chance := range []float64{1 - p, p} {
		if chance > 0 {
			next := at
			next.bets[next.count] = a
			next.count++
			value += chance * kuhnFrom(s, next)
		}
	}
	return value
}

// exploitability is what the two sides together could gain by best responses, each to the
// other's strategy, found by going through all pure ones.
func exploitability(s strategy) float64 {
	best := func(situations [2]int, sign float64) float64 {
		most := -10.0
		for pure := range 64 { // 3 cards, 2 situations
			t := s
			for card := 1; card <= 3; card++ {
				for j, i := range situations {
					t[card][i] = float64(pure >> (2*(card-1) + j) & 1)
				}
			}
			most = max(most, sign*kuhnValue(t))
		}
		return most
	}
	return best([2]int{0, 3}, 1) + best([2]int{1, 2}, -1)
}

// averages is the strategy of both sides by how often each action was simulated.
func averages(p *uct.Planner[kuhnState, *tigerView, int, int]) strategy {
	var s strategy
	for card := 1; card <= 3; card++ {
		for i, bets := range situations {
			side := blindsight.Side(len(bets) % 2)
			s[card][i] = 0.5
			var counts [2]int
			views := []*tigerView{kuhnView(side, card, bets...)}
			if side == 0 { // by either of two ways to have the cards dealt
				again := blindsight.NewHistory[int, int](0, 1)
				for j, e := range views[0].Past() {
					if j == 0 {
						e.Action = 1
					}
					if e.Heard {
						again.Heard(e.Seen)
					} else {
						again.Did(e.Action, e.Seen)
					}
				}
				views = append(views, again)
			}
			for _, v := range views {
				for a, n := range p.Frequencies(side, v, len(v.Past())) {
					counts[a] += n
				}
			}
			if n := counts[0] + counts[1]; n > 0 {
				s[card][i] = float64(counts[1]) / float64(n)
			}
		}
	}
	return s
}
