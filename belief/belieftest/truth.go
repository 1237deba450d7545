package belieftest

import (
	"errors"
	"fmt"
	"math"

	"blindsight"
)

// Enumerable is a problem whose states can be listed and told apart.
type Enumerable[S, V any] interface {
	blindsight.Lister[S, V]
	blindsight.Fingerprinter[S]
}

// Truth is the exact belief at a view: every state that agrees with it, and its
// probability. It never changes and may be shared as far as its fingerprint may.
type Truth[S any] struct {
	fingerprint func(*S) uint64
	index       map[uint64]int // from fingerprints to places in probability
	probability []float64
}

// Enumerate lists the states of a view, all equally likely. It takes as long as
// listing them does, and returns an error if two share a fingerprint.
func Enumerate[S, V any](problem Enumerable[S, V], v V) (*Truth[S], error) {
	t := &Truth[S]{fingerprint: problem.Fingerprint, index: map[uint64]int{}}
	for s := range problem.States(v) {
		if err := t.add(s, 1); err != nil {
			return nil, err
		}
	}
	t.normalise()
	return t, nil
}

// NewTruth returns a belief that is known otherwise, for instance by Bayes' rule:
// the states, told apart by their fingerprints, and their weights, which need not
// sum to 1. It returns an error if two states share a fingerprint or a weight is not
// positive.
func NewTruth[S any](fingerprint func(*S) uint64, states []S, weights []float64) (*Truth[S], error) {
	if len(states) != len(weights) {
		return nil, fmt.Errorf("%d states with %d weights", len(states), len(weights))
	}
	t := &Truth[S]{fingerprint: fingerprint, index: map[uint64]int{}}
	for i := range states {
		if !(weights[i] > 0) {
			return nil, fmt.Errorf("state %d has weight %v: leave out what cannot be", i, weights[i])
		}
		if err := t.add(&states[i], weights[i]); err != nil {
			return nil, err
		}
	}
	t.normalise()
	return t, nil
}

func (t *Truth[S]) add(s *S, weight float64) error {
	f := t.fingerprint(s)
	if i, ok := t.index[f]; ok {
		return fmt.Errorf("states %d and %d of the list share the fingerprint %#x", i, len(t.probability), f)
	}
	t.index[f] = len(t.probability)
	t.probability = append(t.probability, weight)
	return nil
}

func (t *Truth[S]) normalise() {
	sum := 0.0
	for _, w := range t.probability {
		sum += w
	}
	for i := range t.probability {
		t.probability[i] /= sum
	}
}

// States returns how many states there are.
func (t *Truth[S]) States() int { return len(t.probability) }

// Has tells whether s is one of the states.
func (t *Truth[S]) Has(s *S) bool {
	_, ok := t.index[t.fingerprint(s)]
	return ok
}

// Probability returns the probability of a state, 0 if it is none of the states.
func (t *Truth[S]) Probability(s *S) float64 {
	i, ok := t.index[t.fingerprint(s)]
	if !ok {
		return 0
	}
	return t.probability[i]
}

// count draws n states and returns how often each of the truth was drawn.
func (t *Truth[S]) count(n int, draw func(*S) error) ([]int, error) {
	if t.States() == 0 {
		return nil, errors.New("no state agrees with the view")
	}
	counts := make([]int, t.States())
	var s S
	for i := range n {
		if err := draw(&s); err != nil {
			return nil, fmt.Errorf("sample %d of %d: %w", i, n, err)
		}
		at, ok := t.index[t.fingerprint(&s)]
		if !ok {
			return nil, fmt.Errorf("sample %d is none of the %d states: %+v", i, t.States(), s)
		}
		counts[at]++
	}
	return counts, nil
}

// Fit tells how well samples fit a truth.
type Fit struct {
	States    int     // of the truth
	Samples   int     // drawn
	Statistic float64 // Pearson's chi-square
	Degrees   int     // its degrees of freedom
	P         float64 // how likely a fit this bad or worse is by chance
}

// String returns the fit as one line for a log.
func (f Fit) String() string {
	return fmt.Sprintf("%d states, %d samples: chi-square %.2f with %d degrees of freedom, p = %.4f",
		f.States, f.Samples, f.Statistic, f.Degrees, f.P)
}

// Compare draws n independent states, which draw must set, and compares them with
// the truth by Pearson's chi-square test. It returns an error where p ≤ 0.001 (and if
// draw does, or draws a state that cannot be). States expected fewer than five times
// are taken together.
func (t *Truth[S]) Compare(n int, draw func(*S) error) (Fit, error) {
	counts, err := t.count(n, draw)
	if err != nil {
		return Fit{}, err
	}
	fit := Fit{States: t.States(), Samples: n}
	fit.Statistic, fit.Degrees = chiSquare(counts, t.probability)
	fit.P = chiSquareSurvival(fit.Statistic, fit.Degrees)
	if fit.P <= 0.001 {
		return fit, fmt.Errorf("biased: %v", fit)
	}
	return fit, nil
}

// Distance is the total variation distance between what was drawn and the truth:
// half the sum of the absolute differences of the probabilities, from 0 (equal) to 1.
type Distance struct {
	Measured float64
	// Floor is what n perfect samples would show on the average: a distance near it
	// is all that n samples can tell.
	Floor float64
	// Deviation bounds the standard deviation of Measured from its own mean.
	Deviation float64
}

// String returns the distance as a few words for a log.
func (d Distance) String() string {
	return fmt.Sprintf("%.4f (floor %.4f, deviation at most %.4f)", d.Measured, d.Floor, d.Deviation)
}

// TotalVariation draws n independent states, which draw must set, and returns how
// far their frequencies are from the truth.
func (t *Truth[S]) TotalVariation(n int, draw func(*S) error) (Distance, error) {
	counts, err := t.count(n, draw)
	if err != nil {
		return Distance{}, err
	}
	// One sample more or less changes the distance by 1/n at most, hence the bound
	// (McDiarmid, On the method of bounded differences, 1989, Lemma 1.2).
	d := Distance{Deviation: 0.5 / math.Sqrt(float64(n))}
	for i, p := range t.probability {
		d.Measured += math.Abs(float64(counts[i])/float64(n)-p) / 2
		d.Floor += meanDeviation(n, p) / float64(n) / 2
	}
	return d, nil
}
