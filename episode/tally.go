package episode

import (
	"time"

	"blindsight"
)

// Tally is what a player did, in one game or in many: how often it decided, how long that
// took, and how the beliefs behind it fared. The zero one is that of no decision.
type Tally struct {
	Decisions   int
	Simulations int64
	Thought     time.Duration // in all
	Longest     time.Duration // decision
	// Exact, Sampled and Guessed are decisions on an exact belief, on a sample of one, and
	// without a belief that agrees with all that was seen; of a player that has no belief
	// there are none.
	Exact, Sampled, Guessed int
	Health                  blindsight.Health
}

// Count counts a decision, by its simulations, the health of the belief behind it, and its time.
func (t *Tally) Count(simulations int, h blindsight.Health, thought time.Duration) {
	t.Decisions++
	t.Simulations += int64(simulations)
	t.Thought += thought
	t.Longest = max(t.Longest, thought)
	switch {
	case h.Fallbacks > 0:
		t.Guessed++
	case h.Samples == 0: // a player that has no belief
	case h.Asymptotic:
		t.Sampled++
	default:
		t.Exact++
	}
	t.Health = t.Health.Add(h)
}

// Add counts what was done elsewhere.
func (t *Tally) Add(u *Tally) {
	t.Decisions += u.Decisions
	t.Simulations += u.Simulations
	t.Thought += u.Thought
	t.Longest = max(t.Longest, u.Longest)
	t.Exact += u.Exact
	t.Sampled += u.Sampled
	t.Guessed += u.Guessed
	t.Health = t.Health.Add(u.Health)
}

// SecondsPerDecision returns the mean time of a decision, 0 without any.
func (t *Tally) SecondsPerDecision() float64 {
	return t.Thought.Seconds() / float64(max(t.Decisions, 1))
}
