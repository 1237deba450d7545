package cfr_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"blindsight"
	"blindsight/game/poker"
	"blindsight/internal/randstream"
	"blindsight/search/cfr"
)

// sampled plays Kuhn's poker so many times and returns the average plans on its form.
func sampled(t *testing.T, iterations int, seed uint64) (f *cfr.Form[poker.Action, poker.Seen], plans [2]cfr.Plan) {
	t.Helper()
	g := pokerGame(t, poker.Kuhn, 3)
	s, err := cfr.NewSampler(g, g.NewView, randstream.New(seed, "cfr/sampler"), 0)
	if err != nil {
		t.Fatal(err)
	}
	for range iterations {
		if err := s.Iterate(); err != nil {
			t.Fatal(err)
		}
	}
	if f, err = cfr.List(context.Background(), g, g.NewView, 0); err != nil {
		t.Fatal(err)
	}
	averages := s.Average()
	for side := range blindsight.Side(2) {
		if s.Sets(side) != f.Sets(side) {
			t.Errorf("side %d: plays have come to %d information sets of %d", side, s.Sets(side), f.Sets(side))
		}
		numbers := map[string]int{}
		for i := range s.Sets(side) {
			numbers[fmt.Sprint(s.Past(side, i, nil))] = i
		}
		plans[side], _, err = f.Ask(side, func(set int, play []float64) error {
			copy(play, s.Play(side, averages[side], numbers[fmt.Sprint(f.Past(side, set, nil))]))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return f, plans
}

// Sampled plays come near an equilibrium. Uniform play is exploitable by 0.917; with these seeds
// 0.01 to 0.02 were measured.
func TestSamplerLearnsAnEquilibrium(t *testing.T) {
	for seed := range uint64(2) {
		f, plans := sampled(t, 100_000, seed)
		gap := f.Gap(plans)
		t.Logf("seed %d: exploitable by %.4f", seed, gap)
		if gap > 0.04 {
			t.Errorf("seed %d: exploitable by %.4f", seed, gap)
		}
	}
}

// One seed gives one result.
func TestSamplerIsDeterministic(t *testing.T) {
	_, one := sampled(t, 2000, 1)
	_, again := sampled(t, 2000, 1)
	_, other := sampled(t, 2000, 2)
	if !reflect.DeepEqual(one, again) || reflect.DeepEqual(one, other) {
		t.Error("plans do not depend on the seed alone")
	}
}

// Once the memory is used up nothing is learnt any more, and what was learnt is there.
func TestSamplerInLittleMemory(t *testing.T) {
	g := phantomGame(t, "tictactoe classical")
	s, err := cfr.NewSampler(g, g.NewView, randstream.New(1, "cfr/sampler"), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	for err = nil; err == nil; {
		err = s.Iterate()
	}
	if !errors.Is(err, blindsight.ErrTooMany) || s.Plays() == 0 || s.Plays()%1024 != 0 {
		t.Errorf("after %d plays: %v", s.Plays(), err)
	}
	for side, p := range s.Average() {
		for i := range s.Sets(blindsight.Side(side)) {
			sum := 0.0
			for _, chance := range s.Play(blindsight.Side(side), p, i) {
				sum += chance
			}
			if sum < 0.999999 || sum > 1.000001 {
				t.Fatalf("side %d, set %d: the chances add up to %v", side, i, sum)
			}
		}
	}
	if _, err := cfr.NewSampler(timed{pokerGame(t, poker.Kuhn, 3)}, pokerGame(t, poker.Kuhn, 3).NewView, randstream.New(1, ""), 0); !errors.Is(err, cfr.ErrTerms) {
		t.Errorf("a game with a discount: %v", err)
	}
	unfair := unfair{pokerGame(t, poker.Kuhn, 3)}
	u, err := cfr.NewSampler(unfair, unfair.NewView, randstream.New(1, ""), 0)
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		err = errors.Join(err, u.Iterate())
	}
	if !errors.Is(err, cfr.ErrNotZeroSum) {
		t.Errorf("a game that is not zero-sum: %v", err)
	}
}
