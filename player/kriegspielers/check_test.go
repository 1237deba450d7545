package kriegspielers

import (
	"math"
	"testing"
)

// What the catalogue and the zero values say passes; what is negative or no number does not, and constructors panic with it.
func TestOptionsAreChecked(t *testing.T) {
	for _, good := range []interface{ Check() error }{
		TrackerOptions{}, DefaultTracker, HunterOptions{}, DefaultHunter, BelieverOptions{}, DefaultBeliever, ForesightOptions{}, DefaultForesight,
	} {
		if err := good.Check(); err != nil {
			t.Errorf("%+v: %v", good, err)
		}
	}
	less := TrackerOptions{Sample: -1}
	for _, bad := range []func() error{
		func() error { NewTracker(less); return less.Check() },
		func() error { NewParanoid(TrackerOptions{Exact: -1}); return nil },
		func() error { NewHunter(HunterOptions{TrackerOptions{Effort: -1}}); return nil },
		func() error { NewBeliever(BelieverOptions{Mate: -1}); return nil },
		func() error { NewBeliever(BelieverOptions{Depth: -1}); return nil },
		func() error { NewBeliever1(BelieverOptions{Bit: math.NaN()}); return nil },
		func() error { NewForesight(ForesightOptions{Pace: -1}); return nil },
		func() error { NewForesight(ForesightOptions{Wary: 2}); return nil },
		func() error {
			NewForesight(ForesightOptions{BelieverOptions: BelieverOptions{Tracker: less}})
			return nil
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("bad options made no panic")
				}
			}()
			_ = bad()
		}()
	}
}
