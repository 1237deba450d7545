package planners

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/discrete"
	"blindsight/game/pomdp"
	"blindsight/search/bounded"
	"blindsight/search/pointbased"
)

func rockGame(t *testing.T, layout string) (*pomdp.Game, *blindsight.Tables, pomdp.RockSample) {
	t.Helper()
	r, err := pomdp.RockSampleOf(layout)
	if err != nil {
		t.Fatal(err)
	}
	g, err := pomdp.NewGenerated(r, 0)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := g.Tables()
	if err != nil {
		t.Fatal(err)
	}
	return g, tables, r
}

// The best plays of who sees all are the values of the MDP, in every state.
func TestRoutesAreTheMDP(t *testing.T) {
	for _, layout := range []string{"4x4", "5x5", "3:1.1@1.1", "4:0.0/3.3/1.2/2.2/0.3@3.0"} {
		_, tables, r := rockGame(t, layout)
		values, routes := pointbased.MDP(t.Context(), tables, pointbased.Settled), newRoutes(r)
		for s, want := range values[:tables.States-1] {
			place, set := s>>len(r.Rocks), s&(1<<len(r.Rocks)-1)
			if got := routes.values[place][set]; math.Abs(got-want) > 1e-6 {
				t.Fatalf("%s: at %d with %b it is %v, want %v", layout, place, set, got, want)
			}
		}
	}
}

// On any way through the beliefs of RockSample both spaces say the same: chances, rewards, and what is gained by who sees all. The lower bound in factors is
// nowhere below that of who goes east for ever, and nowhere above the upper bound.
func TestSpacesAgree(t *testing.T) {
	g, tables, r := rockGame(t, "4x4")
	long := *boundsOf(g, tables)
	long.seen = pointbased.MDP(t.Context(), tables, pointbased.Settled)
	rng := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		rocks, listed := newRocks(newRoutes(r)), newListed(tables, &long)
		x, y := rocks.begin(), listed.begin()
		for range 15 {
			low, high, _ := rocks.Bounds(x)
			base, top, _ := listed.Bounds(y)
			if low < base-1e-9 || low > high+1e-9 || math.Abs(high-top) > 1e-6 {
				t.Fatalf("%+v: bounds %v and %v, listed %v and %v", rocks.beliefs[x], low, high, base, top)
			}
			a := rng.IntN(tables.Actions)
			gained, after := rocks.Act(x, a, nil)
			want, other := listed.Act(y, a, nil)
			if math.Abs(gained-want) > 1e-9 || len(after) != len(other) {
				t.Fatalf("action %d brings %v and %d outcomes, want %v and %d", a, gained, len(after), want, len(other))
			}
			if len(after) == 0 {
				break
			}
			i := rng.IntN(len(after))
			if math.Abs(after[i].Chance-other[i].Chance) > 1e-9 || after[i].Seen != other[i].Seen {
				t.Fatalf("action %d: %+v, want %+v", a, after[i], other[i])
			}
			x, y = after[i].To, other[i].To
		}
	}
}

// The beliefs of a space are those of the Bayes filter, and their chances add up to that of the play going on.
func TestListedIsTheFilter(t *testing.T) {
	for _, problem := range []pomdp.Generator{pomdp.UsualTag(), pomdp.UsualTiger(), pomdp.UsualGrid(3, 4)} {
		g, err := pomdp.NewGenerated(problem, 0)
		if err != nil {
			t.Fatal(err)
		}
		tables, err := g.Tables()
		if err != nil {
			t.Fatal(err)
		}
		s, filter := newListed(tables, &bounds{}), discrete.NewBelief(tables, false)
		rng := rand.New(rand.NewPCG(5, 5))
		for range 20 {
			at := s.begin()
			filter.Begin()
			for range 10 {
				a := rng.IntN(tables.Actions)
				_, outcomes := s.Act(at, a, nil)
				if len(outcomes) == 0 {
					break
				}
				o := outcomes[rng.IntN(len(outcomes))]
				if want := filter.Update(a, int(o.Seen)); math.Abs(o.Chance-want) > 1e-12 {
					t.Fatalf("observation %d of action %d has chance %v, want %v", o.Seen, a, o.Chance, want)
				}
				at = o.To
				states, chances := s.of(at)
				for i, state := range states {
					if want := filter.Chance(int(state)); math.Abs(chances[i]-want) > 1e-9 {
						t.Fatalf("state %d has chance %v, want %v", state, chances[i], want)
					}
				}
			}
		}
		// A belief that is kept alone is the same one.
		states, chances := s.of(int32(len(s.beliefs) - 1))
		states, chances = append([]int32(nil), states...), append([]float64(nil), chances...)
		if at := s.rebase(int32(len(s.beliefs) - 1)); at != 0 || len(s.beliefs) != 1 || !s.like(0, states, chances) {
			t.Error("a belief changes when the others are forgotten")
		}
	}
}

// Whatever the belief, a search brackets the optimum, and closes on it: RockSample(4,4) is worth 19.0100 to 19.0103 by the reference.
func TestSearchBracketsTheOptimum(t *testing.T) {
	g, _, _ := rockGame(t, "4x4")
	for _, factored := range []bool{true, false} {
		s, err := spaceOf(g, factored)
		if err != nil {
			t.Fatal(err)
		}
		search := bounded.New(s, 0)
		lower, upper := search.Bounds(0)
		first := upper - lower
		for _, sims := range []int{0, 1, 10, 200} {
			search.Run(t.Context(), 0, blindsight.Budget{Simulations: sims})
			lower, upper = search.Bounds(0)
			if lower > 19.0103 || upper < 19.0100 {
				t.Errorf("factored %v: after %d simulations more it is worth between %v and %v", factored, sims, lower, upper)
			}
		}
		t.Logf("factored %v: from %.4f to %.4f, a gap of %.4f before", factored, lower, upper, first)
		if upper-lower > first/3 {
			t.Errorf("factored %v: only from %v to %v", factored, lower, upper)
		}
	}
}
