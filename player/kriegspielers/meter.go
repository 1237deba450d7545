package kriegspielers

import (
	"sync/atomic"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// Meter counts the work of a solver while it runs, for whoever waits for it. Any
// goroutine may read it.
type Meter struct{ steps atomic.Int64 }

// Steps returns how many attempts and turns of the opponent have been played out so far.
func (m *Meter) Steps() int64 { return m.steps.Load() }

// NewMeteredSolver returns a solver whose work a meter counts. It is slower by the
// counting, some nanoseconds for each attempt. It panics if the options do not pass their Check.
func NewMeteredSolver(r *kriegspiel.Rules, o andor.Options, m *Meter) *Solver {
	metered := metered{contest{r}, m}
	if asks(r) {
		return andor.New[chess.Position, kriegspiel.Attempt, kriegspiel.Percept](meteredAskable{metered, askable{}}, o)
	}
	return andor.New[chess.Position, kriegspiel.Attempt, kriegspiel.Percept](metered, o)
}

// metered is a contest that counts.
type metered struct {
	contest
	meter *Meter
}

// Try counts and tries.
func (g metered) Try(s *chess.Position, a kriegspiel.Attempt, to *chess.Position) (kriegspiel.Percept, bool) {
	g.meter.steps.Add(1)
	return g.contest.Try(s, a, to)
}

// Replies counts and plays the replies.
func (g metered) Replies(s, to *chess.Position, visit func(kriegspiel.Percept) bool) bool {
	g.meter.steps.Add(1)
	return g.contest.Replies(s, to, visit)
}

// meteredAskable is a contest that counts and in which "Any?" may be asked.
type meteredAskable struct {
	metered
	ask askable
}

// Question returns "Any?".
func (g meteredAskable) Question() kriegspiel.Attempt { return g.ask.Question() }

// Obliges reports whether the answer is yes.
func (g meteredAskable) Obliges(h kriegspiel.Percept) bool { return g.ask.Obliges(h) }

// Pays reports whether an attempt is a pawn capture, by what its player knows.
func (g meteredAskable) Pays(p *chess.Position, a kriegspiel.Attempt) bool { return g.ask.Pays(p, a) }
