package blindsight

import (
	"context"
	"errors"
	"math/rand/v2"
)

// Sampler is an estimator: it draws complete states that agree with a view. In the words of
// the field it is a belief (a belief state, the posterior over hidden states), known by its
// samples; a state that is drawn and then played as if it were known is a determinization. It
// may keep a memory between calls (a Markov chain does), so each goroutine needs
// one of its own. One that is a [Follower] (a particle filter) must be told each step
// of the play by whoever asks it, and speaks of the play that it was told of.
type Sampler[S, V any] interface {
	// Sample sets s to a state consistent with v. Effort is how hard to try where
	// that is a choice: paper A's number of simulations through the node that asks.
	// On an error ([ErrExhausted], [ErrInconsistent], or the context's) s holds no
	// meaning; an inconsistent state is never returned as if it were one. A Follower
	// that is asked with a view that it was not told of may return another error.
	//
	// There is one exception, for whoever studies paper A to the letter:
	// metropolis.Literal hands out what its chain has come to, consistent or not, and
	// counts the inconsistent states in its health. Whoever uses a sampler that may do so
	// must stand what such a state shows, which may be what the view refuses.
	Sample(ctx context.Context, rng *rand.Rand, v V, effort int, s *S) error
	// Reset forgets what was learnt for earlier decisions; the health stays, and so does
	// what a Follower was told.
	Reset()
	// Health tells how the sampler has fared since it was made.
	Health() Health
}

// ErrExhausted is returned by an estimator that gave up before it found a
// consistent state. There may be one.
var ErrExhausted = errors.New("no consistent state found within the effort allowed")

// ErrInconsistent is returned by an estimator that has shown that no state
// agrees with the view.
var ErrInconsistent = errors.New("no state agrees with what was seen")

// ErrTooMany is returned where a list of states would be longer than allowed.
var ErrTooMany = errors.New("more states than allowed")

// Health is what an estimator says of itself: the diagnostics of a belief, as the share of draws
// accepted and the effective sample size are.
type Health struct {
	Asymptotic bool  // some states came from a distribution that is exact only in the limit of effort
	Samples    int64 // states handed out
	Draws      int64 // candidates looked at to get them
	Accepted   int64 // candidates accepted
	Distinct   int64 // distinct states handed out, summed over decisions (an estimate from 33 a decision on)
	Failures   int64 // times the estimator gave up
	Fallbacks  int64 // decisions made without a belief that agrees with what was seen: at random, or on a guess
	Full       int64 // decisions whose search used up its memory and grew no more
	Scattered  int64 // decisions whose action hardly ever led to the same view twice: no plan could look past it
	// Inconsistent counts those of Samples that contradict the view. Only paper A's
	// algorithms to the letter hand out any.
	Inconsistent int64 `json:",omitempty"`
	// Guessed counts those of Samples that are known to agree with what was seen last alone:
	// none that agree with all of it were found.
	Guessed int64 `json:",omitempty"`
	// Effective is the effective sample size of the weighted particles behind decisions,
	// summed over decisions; an exact belief adds nothing.
	Effective float64 `json:",omitempty"`
}

// Add returns the health of both together.
func (h Health) Add(g Health) Health {
	return Health{
		Asymptotic:   h.Asymptotic || g.Asymptotic,
		Samples:      h.Samples + g.Samples,
		Draws:        h.Draws + g.Draws,
		Accepted:     h.Accepted + g.Accepted,
		Distinct:     h.Distinct + g.Distinct,
		Failures:     h.Failures + g.Failures,
		Fallbacks:    h.Fallbacks + g.Fallbacks,
		Full:         h.Full + g.Full,
		Scattered:    h.Scattered + g.Scattered,
		Inconsistent: h.Inconsistent + g.Inconsistent,
		Guessed:      h.Guessed + g.Guessed,
		Effective:    h.Effective + g.Effective,
	}
}

// Since returns what happened since an earlier health of the same estimators.
func (h Health) Since(before Health) Health {
	return Health{
		Asymptotic:   h.Asymptotic,
		Samples:      h.Samples - before.Samples,
		Draws:        h.Draws - before.Draws,
		Accepted:     h.Accepted - before.Accepted,
		Distinct:     h.Distinct - before.Distinct,
		Failures:     h.Failures - before.Failures,
		Fallbacks:    h.Fallbacks - before.Fallbacks,
		Full:         h.Full - before.Full,
		Scattered:    h.Scattered - before.Scattered,
		Inconsistent: h.Inconsistent - before.Inconsistent,
		Guessed:      h.Guessed - before.Guessed,
		Effective:    h.Effective - before.Effective,
	}
}

// Acceptance returns the share of candidates that were accepted, 0 if there were none.
func (h Health) Acceptance() float64 {
	if h.Draws == 0 {
		return 0
	}
	return float64(h.Accepted) / float64(h.Draws)
}
