package pointbased_test

import (
	"errors"
	"flag"
	"testing"
	"time"

	"blindsight/certificate/policy"
	"blindsight/game/pomdp"
	"blindsight/search/pointbased"
)

var large = flag.Bool("problems", false, "solve problems that take minutes: go test ./search/pointbased -run TestLarge -problems -v -cpu 1")

// The larger problems within the time that the reference solver was given, on one core: bounds at least as good as
// its own, and policies that are proved.
func TestLarge(t *testing.T) {
	if !*large {
		t.Skip("takes minutes: -problems")
	}
	rocks := func(name string, half float64) interface{ Model() (*pomdp.Model, error) } {
		layout, err := pomdp.RockSampleOf(name)
		if err != nil {
			t.Fatal(err)
		}
		layout.HalfLife = half
		return layout
	}
	for _, c := range []struct {
		name         string
		problem      interface{ Model() (*pomdp.Model, error) }
		time         time.Duration
		lower, upper float64
	}{
		{"RockSample 5x5, d0 = 4", rocks("5x5", 4), 60 * time.Second, 19.2369, 20.2},
		{"RockSample 7x8", rocks("7x8", 20), 75 * time.Second, 21.113, 24.591},
		{"Tag", pomdp.UsualTag(), 79 * time.Second, -6.201, -1.880},
		{"RockSample 11x11", rocks("11x11", 20), 83 * time.Second, 20.992, 28.085},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := tables(t, c.problem)
			s, err := pointbased.New(t.Context(), p, c.time)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Run(t.Context(), pointbased.Limits{Gap: 1e-3, Time: c.time}, nil); err != nil && !errors.Is(err, pointbased.ErrTime) {
				t.Error(err)
			}
			b := s.Bounds()
			t.Logf("%+v", b)
			if b.Lower < c.lower-1e-4 || b.Upper > c.upper {
				t.Errorf("from %v to %v, the reference solver from %v to %v", b.Lower, b.Upper, c.lower, c.upper)
			}
			found := &policy.Policy{}
			for _, v := range s.Policy() {
				found.Vectors = append(found.Vectors, policy.Vector(v))
			}
			if r, err := policy.Check(t.Context(), p, found, 1e-6); err != nil || !r.Proved {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}
