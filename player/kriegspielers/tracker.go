package kriegspielers

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/particle"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// TrackerOptions say how much a [Tracker] may hold.
type TrackerOptions struct {
	// Exact is how many positions the exact belief may have after any one move.
	Exact int
	// Sample is how many positions are kept beyond that.
	Sample int
	// Effort is how many positions are led on, at most, to find a sample that was lost, or
	// the exact belief, again; 0 stands for 15,000, about 40 ms.
	Effort int
	// Likely says that a sample is drawn by how likely a blind opponent is to have made his moves (see [replies]). Without it all
	// that is possible counts alike, and nothing is assumed of him.
	Likely bool
	// Styles says that the opponent's style is learnt from what is heard of him; without it he is taken to play as belief-1 does. It needs Likely.
	Styles bool
}

// DefaultTracker are the options of the players of the catalogue.
var DefaultTracker = TrackerOptions{Exact: 20_000, Sample: 6_000}

// filter is the general filter, of Kriegspiel.
type filter = particle.Filter[chess.Position, *kriegspiel.View, kriegspiel.Attempt, kriegspiel.Percept]

// Tracker keeps the belief of one side from turn to turn: what it knew at its last turn
// is not worked out again. It is a [particle.NewSet] with what chess knows of its beliefs:
//
//   - after captures, checks and refusals the belief may be small enough to be exact again;
//   - when the opponent has one man left beside his king, or none, the positions with these on
//     any squares at all hold the belief;
//   - where no position is found that agrees with the whole game, men of the opponent are put
//     elsewhere: what agrees with the last turns is guessed.
//
// Programs of Kriegspiel call such a set of positions a metaposition.
//
// A tracker is told what its side does and hears, as a [blindsight.Follower] is, and works
// it out when it is asked to, by [Tracker.Update]. It belongs to one goroutine.
type Tracker struct {
	options particle.Options
	view    *kriegspiel.View // what it was told, nil before it was told anything
	game    *positionGame
	filter  *filter
	turns   int   // taken in; -1 if not even the start is
	lost    int64 // times when no position was found
	likely  bool
	first   byStyle     // how likely the styles are before anything was heard
	over    func() bool // see hasten
}

// NewTracker returns a tracker. It must be told where a game begins. It panics if the options do not pass their Check.
func NewTracker(o TrackerOptions) *Tracker {
	must(o.Check())
	if o.Effort == 0 {
		o.Effort = 15_000
	}
	t := &Tracker{options: particle.Options{Exact: o.Exact, Particles: o.Sample, Effort: o.Effort}, turns: -1, likely: o.Likely, first: byStyle{likeBelief: 1}}
	if o.Styles {
		t.first = unknown
	}
	return t
}

// States returns the positions of the belief at the beginning of the turn that was
// taken in last; tries of a turn under way are not taken in. They are in no particular
// order, must not be changed, and are valid until the next call of Update.
func (t *Tracker) States() []chess.Position {
	if t.turns < 0 {
		return nil
	}
	return t.filter.States()
}

// Odds returns how much each of States counts, nil where all count alike.
func (t *Tracker) Odds() []float64 {
	if t.turns < 0 {
		return nil
	}
	return t.filter.Odds()
}

// Exact reports whether the positions are all that agree with what is known.
func (t *Tracker) Exact() bool { return t.turns >= 0 && t.filter.Exact() }

// Guessed reports whether the positions agree with what was heard last alone: none were
// found that agree with the whole game.
func (t *Tracker) Guessed() bool { return t.turns >= 0 && t.filter.Guessed() }

// Health returns how the belief fared since the game began. Draws are positions looked at
// and Accepted those kept, turn by turn; Failures counts how often no position of a sample
// was left and another one was looked for.
func (t *Tracker) Health() blindsight.Health {
	if t.turns < 0 {
		return blindsight.Health{}
	}
	h := t.filter.Health()
	h.Failures = t.lost + int64(t.filter.Revived())
	return h
}

// Begin says that a game begins, or is taken up, with a view.
func (t *Tracker) Begin(v *kriegspiel.View) {
	t.view = v.Clone()
	t.game = newPositionGame(t.view)
	hooks := t.game.hooks()
	if t.likely {
		t.game.change = mistake
		hooks.Likely, hooks.Types, hooks.Invent = t.game.likely, t.first[:], t.game.invent
	}
	t.filter = particle.NewSet[*kriegspiel.View](t.game, blindsight.Side(v.Side()), t.options).Hook(hooks)
	t.restart()
}

// restart forgets the belief, not what was told.
func (t *Tracker) restart() {
	t.filter.Begin(t.view)
	t.turns, t.lost = -1, 0
}

// styles returns how likely each style is the opponent's, by all that was taken in.
func (t *Tracker) styles() byStyle {
	if known := t.filter.Types(); known != nil {
		return byStyle(known)
	}
	return t.first
}

// Did says that the own side made an attempt, and what was answered. It panics where that
// cannot have happened.
func (t *Tracker) Did(a kriegspiel.Attempt, h kriegspiel.Percept) { mustHold(t.view.Did(a, h)) }

// Heard says what was heard of the opponent. It panics where that cannot have happened.
func (t *Tracker) Heard(h kriegspiel.Percept) { mustHold(t.view.Heard(h)) }

// mustHold panics if a tracker was told what cannot be: what it knows would be of no game.
func mustHold(err error) {
	if err != nil {
		panic(fmt.Sprintf("kriegspielers: a tracker was told what cannot be: %v", err))
	}
}

// Update takes in all turns that are over, as far as it was told of them. When no position
// could be found, States is empty; later turns may find some. An error is that of the
// context, or says that no position agrees with what was told.
//
// The exact belief costs what [enumerate.Belief.Advance] costs, a sample about 3
// microseconds for each of its positions.
func (t *Tracker) Update(ctx context.Context, rng *rand.Rand) error {
	return t.updateTo(ctx, rng, t.view.Turns())
}

func (t *Tracker) updateTo(ctx context.Context, rng *rand.Rand, turns int) error {
	if turns <= t.turns {
		return nil
	}
	t.game.learn(t.view)
	for n := max(0, t.turns); n < turns; n++ {
		t.game.tell(t.filter, n)
	}
	t.filter.Hasten(t.options.Particles, t.over)
	err := t.filter.Update(ctx, rng)
	if errors.Is(err, particle.ErrDeprived) {
		t.lost++
		err = nil
	}
	if err != nil {
		t.restart() // with other random numbers it would go on as no other
		return err
	}
	t.turns = turns
	return nil
}

// hasten makes updates keep so many positions of a sample, and come to an end when over says so, with fewer; nil is never.
func (t *Tracker) hasten(sample int, over func() bool) { t.options.Particles, t.over = sample, over }

func (t *Tracker) turnsTaken() int { return t.turns }

func (t *Tracker) told() *kriegspiel.View { return t.view }

// Agrees reports whether a position of the belief agrees with the tries of the turn under
// way as well.
func Agrees(v *kriegspiel.View, p *chess.Position) bool {
	for _, try := range v.Tries() {
		if try.Attempt == kriegspiel.Any {
			if v.Rules().Any(p) != try.Heard {
				return false
			}
		} else if p.Legal(try.Attempt.Move()) {
			return false
		}
	}
	return true
}
