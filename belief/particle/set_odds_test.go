package particle_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/particle"
)

// walk is where somebody who cannot be seen is on a ring, with a trace of how he came there, so that there are far more states than
// places. In turn with the own side, which does nothing, he goes on, mostly forward; at every sixth place it is heard.
type walk struct{ place, trace uint16 }

const ring = 24

// steps are his, with their chances.
var steps = []struct {
	by     uint16
	chance float64
}{{1, 0.7}, {0, 0.2}, {ring - 1, 0.1}}

type walking struct{}

func (walking) Fingerprint(s *walk) uint64 { return uint64(s.place)<<16 | uint64(s.trace) }

func (walking) Starts(_ blindsight.Side, _ bool, s *walk, visit func(float64) bool) bool {
	*s = walk{}
	return visit(1)
}

func (walking) Successors(_ blindsight.Side, past []blindsight.Event[rune, int], _ bool, s, to *walk, visit func(float64) bool) bool {
	last := past[len(past)-1]
	if !last.Heard {
		*to = *s
		return visit(1)
	}
	for i, step := range steps {
		*to = walk{(s.place + step.by) % ring, (3*s.trace + uint16(i)) % 59049}
		if bells(to.place) == last.Seen && !visit(step.chance) {
			return false
		}
	}
	return true
}

func bells(place uint16) int {
	if place%6 == 0 {
		return 1
	}
	return 0
}

// likelyStep is how likely he is to go from one state to another.
func likelyStep(_ []blindsight.Event[rune, int], s *walk) func(*walk, []float64) {
	from := *s
	return func(to *walk, chances []float64) {
		chances[0] = 0
		for _, step := range steps {
			if (from.place+step.by)%ring == to.place {
				chances[0] = step.chance
			}
		}
	}
}

// A set that is sampled by odds gives each place the chance that Bayes' rule gives it, by a filter over the places alone, which shares no code;
// one that is not is far from it.
func TestSampledByOdds(t *testing.T) {
	for _, likely := range []bool{true, false} {
		worst, sampled := 0.0, 0
		for seed := range uint64(6) {
			hooks := particle.Hooks[walk, rune, int]{}
			if likely {
				hooks.Likely = likelyStep
			}
			f := particle.NewSet[*blindsight.History[rune, int]](particle.Unweighted[walk, rune, int](walking{}), 0, particle.Options{Exact: 1, Particles: 3000}).Hook(hooks)
			f.Begin(blindsight.NewHistory[rune, int]('w'))
			rules, rng := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
			place := uint16(0)
			var truth [ring]float64
			truth[0] = 1
			for range 14 {
				f.Did('w', 0)
				x := rules.Float64()
				for _, step := range steps {
					if x -= step.chance; x < 0 {
						place = (place + step.by) % ring
						break
					}
				}
				f.Heard(bells(place))
				truth = bayesPlaces(truth, bells(place))
				if err := f.Update(t.Context(), rng); err != nil {
					t.Fatal(err)
				}
				if f.Exact() {
					continue
				}
				sampled++
				worst = max(worst, variation(f, &truth))
			}
		}
		if sampled < 40 {
			t.Errorf("only %d samples", sampled)
		}
		// 3,000 draws over 24 places leave about 24·sqrt(2/(24·π·3000)) = 0.05 of twice the distance by chance alone.
		if likely && worst > 0.1 {
			t.Errorf("by odds: as far as %.3f from Bayes' rule", worst)
		}
		if !likely && worst < 0.3 {
			t.Errorf("without odds: only %.3f from Bayes' rule, so that this tests nothing", worst)
		}
	}
}

// bayesPlaces is Bayes' rule for the places.
func bayesPlaces(p [ring]float64, heard int) (q [ring]float64) {
	sum := 0.0
	for x, w := range p {
		for _, step := range steps {
			if y := (uint16(x) + step.by) % ring; bells(y) == heard {
				q[y] += w * step.chance
				sum += w * step.chance
			}
		}
	}
	for y := range q {
		q[y] /= sum
	}
	return q
}

// variation returns the total variation between a sample and chances of places.
func variation(f *particle.Filter[walk, *blindsight.History[rune, int], rune, int], truth *[ring]float64) float64 {
	var p [ring]float64
	odds, sum := f.Odds(), 0.0
	for i, s := range f.States() {
		w := 1.0
		if odds != nil {
			w = odds[i]
		}
		p[s.place] += w
		sum += w
	}
	d := 0.0
	for x := range p {
		d += math.Abs(p[x]/sum-truth[x]) / 2
	}
	return d
}

// In haste a set goes on with fewer states, any of those that it would have had: still near to Bayes' rule, and never without any.
func TestHastened(t *testing.T) {
	most, sum, turns := 0, 0.0, 0
	for seed := range uint64(40) {
		hooks := particle.Hooks[walk, rune, int]{Likely: likelyStep}
		f := particle.NewSet[*blindsight.History[rune, int]](particle.Unweighted[walk, rune, int](walking{}), 0, particle.Options{Exact: 1, Particles: 3000}).Hook(hooks)
		asked := 0
		f.Hasten(3000, func() bool { asked++; return asked > 30 })
		f.Begin(blindsight.NewHistory[rune, int]('w'))
		rules, rng := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
		place := uint16(0)
		var truth [ring]float64
		truth[0] = 1
		for range 14 {
			f.Did('w', 0)
			x := rules.Float64()
			for _, step := range steps {
				if x -= step.chance; x < 0 {
					place = (place + step.by) % ring
					break
				}
			}
			f.Heard(bells(place))
			truth = bayesPlaces(truth, bells(place))
			asked = 0
			if err := f.Update(t.Context(), rng); err != nil {
				t.Fatal(err)
			}
			if f.Exact() {
				continue
			}
			most = max(most, len(f.States()))
			sum += variation(f, &truth)
			turns++
		}
	}
	// Some 900 states over 24 places are as far as 0.1 by chance alone; a part of them that is not any would be further.
	if most > 3000 || sum > 0.12*float64(turns) {
		t.Errorf("as many as %d states, on average %.3f from Bayes' rule", most, sum/float64(turns))
	}
	t.Logf("at most %d states, on average %.3f from Bayes' rule", most, sum/float64(turns))
}

// Of a sample that was guessed, a part is invented anew with every turn, and has a quarter of all odds. Nothing is in a sample that was not.
func TestGuessesAreRenewed(t *testing.T) {
	const (
		mark  = 60000 // no trace that steps leave
		never = 2     // is heard nowhere
	)
	renewed := 0
	for seed := range uint64(60) {
		invented := 0
		hooks := particle.Hooks[walk, rune, int]{
			Likely:  likelyStep,
			Disturb: func(rng *rand.Rand, s *walk, _ float64) bool { s.place = uint16(rng.IntN(ring)); return true },
			Invent: func(rng *rand.Rand, past []blindsight.Event[rune, int], s *walk, _ float64) bool {
				invented++
				s.place, s.trace = uint16(rng.IntN(ring)), mark
				return past[len(past)-1].Seen == never || bells(s.place) == past[len(past)-1].Seen
			},
		}
		f := particle.NewSet[*blindsight.History[rune, int]](particle.Unweighted[walk, rune, int](walking{}), 0, particle.Options{Exact: 1, Particles: 400, Effort: 400}).Hook(hooks)
		f.Begin(blindsight.NewHistory[rune, int]('w'))
		rules, rng := rand.New(rand.NewPCG(seed, 1)), rand.New(rand.NewPCG(seed, 2))
		for turn := range 20 {
			was, before, heard := f.Guessed(), invented, bells(uint16(rules.IntN(ring)))
			if turn == 8 {
				heard = never
			}
			f.Did('w', 0)
			f.Heard(heard)
			if err := f.Update(t.Context(), rng); err != nil {
				break // nothing was found at all
			}
			if !f.Guessed() && invented > before {
				t.Fatal("a sample that agrees with all that was heard holds what was invented")
			}
			odds := f.Odds()
			if !was || odds == nil {
				continue // only just guessed, or anew: all counts alike
			}
			total, fresh := 0.0, 0.0
			for i, s := range f.States() {
				if total += odds[i]; s.trace == mark {
					fresh += odds[i]
				}
			}
			if math.Abs(fresh/total-0.25) > 0.02 {
				t.Fatalf("seed %d: what was invented has %.3f of the odds", seed, fresh/total)
			}
			renewed++
		}
	}
	if renewed < 50 {
		t.Errorf("looked at %d samples only", renewed)
	}
}
