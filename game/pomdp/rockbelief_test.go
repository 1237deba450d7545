package pomdp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight/belief/discrete"
	"blindsight/game/pomdp"
)

// The belief in factors is that of the Bayes filter over all states, after any play: the chance of a state is the product of
// those of its rocks.
func TestRockBeliefIsTheFilter(t *testing.T) {
	r, err := pomdp.RockSampleOf("3:2.0/0.1/1.2@0.0")
	if err != nil {
		t.Fatal(err)
	}
	r.HalfLife = 3
	m, err := r.Model()
	if err != nil {
		t.Fatal(err)
	}
	tables, err := m.Tables()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 7))
	for range 300 {
		factored, filter := r.FirstBelief(), discrete.NewBelief(tables, false)
		for range 12 {
			a := pomdp.Action(rng.IntN(len(m.Actions)))
			reward := 0.0
			for s, p := range filter.All() {
				reward += p * tables.Rewards[a][s]
			}
			next, mean, over := r.Leaves(factored, a)
			if math.Abs(mean-reward) > 1e-12 {
				t.Fatalf("%s brings %v, want %v", m.Actions[a], mean, reward)
			}
			o, chance := pomdp.Seen(0), 1.0
			if rock := r.Checks(a); rock >= 0 {
				o = pomdp.Seen(rng.IntN(2))
				next, chance = next.Observes(rock, r.Right(next.At, rock), o)
			}
			if over {
				chance = 0
			}
			if want := filter.Update(int(a), int(o)); math.Abs(chance-want) > 1e-12 {
				t.Fatalf("%s shows %d with chance %v, want %v", m.Actions[a], o, chance, want)
			}
			if chance == 0 {
				break
			}
			factored = next
			for s, p := range filter.All() {
				product := 1.0
				for i := range r.Rocks {
					if s>>i&1 == 1 {
						product *= factored.Good[i]
					} else {
						product *= 1 - factored.Good[i]
					}
				}
				if at := s >> len(r.Rocks); at != factored.At.Y*r.Size+factored.At.X || math.Abs(product-p) > 1e-12 {
					t.Fatalf("state %s has chance %v, the rocks say %v at %v", m.States[s], p, product, factored.At)
				}
			}
		}
	}
}

// A way leads where it is to lead, and to sample there.
func TestToward(t *testing.T) {
	r, err := pomdp.RockSampleOf("7x8")
	if err != nil {
		t.Fatal(err)
	}
	for _, to := range r.Rocks {
		b, steps := r.FirstBelief(), 0
		for ; b.At != to; steps++ {
			var over bool
			if b, _, over = r.Leaves(b, r.Toward(b.At, to)); over || steps > 20 {
				t.Fatalf("%v is not reached", to)
			}
		}
		if want := max(to.X-r.Start.X, r.Start.X-to.X) + max(to.Y-r.Start.Y, r.Start.Y-to.Y); steps != want {
			t.Errorf("%v is reached in %d steps, want %d", to, steps, want)
		}
		if _, reward, over := r.Leaves(b, r.Toward(b.At, to)); reward != 0 || over || b.Good == [pomdp.MostRocks]float64{} {
			t.Errorf("to sample an unknown rock at %v brings %v, %v", to, reward, over)
		}
	}
}
