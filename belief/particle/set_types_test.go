package particle_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/particle"
)

// chanceOf is how likely a walker of a type is to make a step: number 0 goes as [steps] say, number 1 stays as often as that one goes forward.
func chanceOf(kind, step int) float64 {
	if kind == 1 && step < 2 {
		step = 1 - step
	}
	return steps[step].chance
}

func typedSteps(_ []blindsight.Event[rune, int], s *walk) func(*walk, []float64) {
	from := *s
	return func(to *walk, chances []float64) {
		clear(chances)
		for i, step := range steps {
			if (from.place+step.by)%ring == to.place {
				for kind := range chances {
					chances[kind] = chanceOf(kind, i)
				}
			}
		}
	}
}

// typedPlaces is what is known of place and type together, by a filter over these alone.
type typedPlaces [2][ring]float64

// hear is Bayes' rule, where a share of what is believed about the types goes back to what it was at first, with every step.
func (p *typedPlaces) hear(first []float64, heard int) {
	const restless = 0.005
	var q typedPlaces
	total := 0.0
	for x := range ring {
		for kind := range p {
			w := (1-restless)*p[kind][x] + restless*first[kind]*(p[0][x]+p[1][x])
			for i, step := range steps {
				if y := (uint16(x) + step.by) % ring; bells(y) == heard {
					q[kind][y] += w * chanceOf(kind, i)
					total += w * chanceOf(kind, i)
				}
			}
		}
	}
	for kind := range q {
		for y := range q[kind] {
			q[kind][y] /= total
		}
	}
	*p = q
}

// of returns how likely a type is.
func (p *typedPlaces) of(kind int) (sum float64) {
	for _, x := range p[kind] {
		sum += x
	}
	return sum
}

// What is believed about the types of the other side, and its places, is what Bayes' rule gives them together; by that the true type is found.
func TestTypesOfTheOtherSide(t *testing.T) {
	first := []float64{0.7, 0.3}
	worst, found, far := 0.0, 0.0, 0.0
	const games = 20
	for seed := range uint64(games) {
		hooks := particle.Hooks[walk, rune, int]{Likely: typedSteps, Types: first}
		f := particle.NewSet[*blindsight.History[rune, int]](particle.Unweighted[walk, rune, int](walking{}), 0, particle.Options{Exact: 1, Particles: 4000}).Hook(hooks)
		f.Begin(blindsight.NewHistory[rune, int]('w'))
		rules, rng := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
		kind, place := int(seed%2), uint16(0)
		var truth typedPlaces
		truth[0][0], truth[1][0] = first[0], first[1]
		for range 40 {
			f.Did('w', 0)
			x := rules.Float64()
			for i, step := range steps {
				if x -= chanceOf(kind, i); x < 0 {
					place = (place + step.by) % ring
					break
				}
			}
			f.Heard(bells(place))
			truth.hear(first, bells(place))
			if err := f.Update(t.Context(), rng); err != nil {
				t.Fatal(err)
			}
			if f.Exact() { // as large as one state: nothing is learnt of types until there is a sample
				truth = typedPlaces{}
				for kind, x := range f.Types() {
					truth[kind][f.States()[0].place] = x
				}
				continue
			}
			worst = max(worst, math.Abs(f.Types()[0]-truth.of(0)))
			var places [ring]float64
			for y := range places {
				places[y] = truth[0][y] + truth[1][y]
			}
			far = max(far, variation(f, &places))
		}
		found += f.Types()[kind] / games
	}
	if worst > 0.12 || far > 0.15 {
		t.Errorf("the types are as far as %.3f from Bayes' rule, the places %.3f", worst, far)
	}
	if found < 0.7 {
		t.Errorf("the true type is thought %.3f likely at the end", found)
	}
	t.Logf("types at most %.3f, places %.3f from Bayes' rule; the true type is thought %.3f likely at the end", worst, far, found)
}
