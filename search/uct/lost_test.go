package uct_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/search/uct"
)

// raffle has tickets that lose, draw or win, with chances 1/2, 1/4, 1/4, and end the play
// with 0, 0 or 1. A draw is seen: it is an end without reward that is not lost.
type raffle struct{}

func (raffle) Start(rng *rand.Rand, ticket *int) blindsight.Side {
	*ticket = rng.IntN(4)
	return 0
}

func (raffle) Step(_ *rand.Rand, ticket *int, a int) blindsight.Step[int] {
	step := blindsight.Step[int]{Next: blindsight.Over}
	switch {
	case a == 1:
		step.Reward = 0.35 // for the ticket, unseen
	case *ticket == 3:
		step.Reward = 1
	case *ticket == 2:
		step.Seen = 1
	}
	return step
}

type raffleSampler struct{ health blindsight.Health }

func (b *raffleSampler) Sample(_ context.Context, rng *rand.Rand, _ *tigerView, _ int, ticket *int) error {
	*ticket = rng.IntN(4)
	b.health.Samples++
	return nil
}

func (b *raffleSampler) Reset() {}

func (b *raffleSampler) Health() blindsight.Health { return b.health }

// raffleGuide knows the odds of not losing, and what losing is.
type raffleGuide struct{ drawLoses bool }

func (raffleGuide) Candidates(_ *tigerView, legal []int) ([]int, bool) { return legal, false }

func (raffleGuide) Rollout(rng *rand.Rand, _ *tigerView) int { return rng.IntN(2) }

func (raffleGuide) Value(*tigerView) (float64, bool) { return 0, false }

func (g raffleGuide) Odds(_ *tigerView, a int) float64 {
	switch {
	case a == 1:
		return 1
	case g.drawLoses:
		return 0.25
	}
	return 0.5
}

func (g raffleGuide) Lost(end blindsight.Step[int]) bool {
	return end.Reward == 0 && (end.Seen == 0 || g.drawLoses)
}

func (raffleGuide) Likelihood(*tigerView) float64 { return 0 }

func (raffleGuide) Twins(*tigerView, int) int { return 1 }

// What is lost is the forecaster's to say: the ticket is worth 1/4 whether a draw is among
// what its odds are about or not. Taken for lost against the odds, draws would be drawn
// again and the ticket look worth 1/2.
func TestForecasterSaysWhatIsLost(t *testing.T) {
	for _, drawLoses := range []bool{false, true} {
		p := uct.New(raffle{}, func() blindsight.Sampler[int, *tigerView] { return &raffleSampler{} }, uct.Config{Weighted: true})
		p.Guided(func() uct.Guide[*tigerView, int] { return raffleGuide{drawLoses} })
		d, err := p.Choose(context.Background(), rand.New(rand.NewPCG(1, 1)), blindsight.NewHistory[int, int](0, 1), blindsight.Budget{Simulations: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range d.Actions {
			// The ticket pays 1/2 or 0: the standard error from 1,000 plays is 0.008.
			if want := []float64{0.25, 0.35}[a.Action]; math.Abs(a.Value-want) > 0.03 {
				t.Errorf("a draw loses %v: action %d is worth %.3f after %d simulations, want %.2f", drawLoses, a.Action, a.Value, a.Simulations, want)
			}
		}
		if d.Action != 1 {
			t.Errorf("a draw loses %v: action %d, want to sell the ticket", drawLoses, d.Action)
		}
	}
}
