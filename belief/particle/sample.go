package particle

import (
	"context"
	"math"
	"math/rand/v2"

	"blindsight"
)

// Sample sets s to one of the particles, by weight, after it has taken in what was told. The
// view must be that which the filter was told of. One that is not, and keeps its past, is
// followed from the start of its play; any other is an [ErrUntold]. Effort is ignored: the
// particles are there, and drawing one of them takes a microsecond.
func (f *Filter[S, V, A, O]) Sample(ctx context.Context, rng *rand.Rand, v V, _ int, s *S) error {
	if err := f.ready(ctx, rng, v); err != nil {
		f.health.Failures++
		return err
	}
	i := f.pick(rng.Float64())
	f.copy(s, &f.States()[i])
	f.count(s)
	return nil
}

// ready takes in what was told, for a view.
func (f *Filter[S, V, A, O]) ready(ctx context.Context, rng *rand.Rand, v V) error {
	key := v.Key()
	if f.asked && key == f.key {
		return f.failed
	}
	recalling, recalls := any(v).(blindsight.Recalling[A, O])
	switch {
	case !f.begun, recalls && (f.asked || len(recalling.Past()) != len(f.told)):
		f.Begin(v)
	case f.asked:
		return ErrUntold
	}
	f.look(v)
	if err := f.Update(ctx, rng); err != nil {
		if f.failed != nil {
			f.key, f.asked = key, true
		}
		return err
	}
	if f.hasView && !f.guessed { // a play that was taken up by a view that does not keep its past
		if f.witness.ViewOf(&f.now.states[0], f.side, f.view); f.view.Key() != key {
			return ErrUntold
		}
	}
	f.key, f.asked, f.effective = key, true, false
	return nil
}

// count adds a state that was handed out to the health.
func (f *Filter[S, V, A, O]) count(s *S) {
	f.health.Samples++
	if !f.exact {
		f.health.Asymptotic = true
	}
	if f.guessed {
		f.health.Guessed++
	}
	if !f.effective {
		f.effective = true
		if !f.exact {
			f.health.Effective += wholeParts(f.EffectiveSize())
		}
	}
	if f.fingerprint != nil {
		f.distinct.Add(f.fingerprint(s))
	}
}

// wholeParts rounds a number to 1024ths. Sums and differences of such numbers are exact, so that
// the health of a decision, which is a difference of sums, does not depend on what was decided before.
func wholeParts(x float64) float64 { return math.Round(x*1024) / 1024 }

// Reset begins a new decision. What was told, and the particles, stay; distinct states are
// counted anew.
func (f *Filter[S, V, A, O]) Reset() {
	f.distinct.Next()
	f.effective = false
}

// Health tells how the filter has fared. Draws are the states looked at to lead particles on,
// and Accepted those kept.
func (f *Filter[S, V, A, O]) Health() blindsight.Health {
	h := f.health
	h.Distinct = f.distinct.Count()
	return h
}
