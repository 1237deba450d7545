package kriegspielers

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/enumerate"
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
}

// DefaultTracker are the options of the players of the catalogue.
var DefaultTracker = TrackerOptions{Exact: 20_000, Sample: 6_000}

// Tracker keeps the belief of one side from turn to turn: what it knew at its last turn
// is not worked out again. As long as the belief is small enough it is exact. Beyond
// that the tracker keeps a sample: of all positions that can follow from its positions
// and agree with what was heard, so many at random. Every one of them agrees with the whole
// game; that they are all there are, only an exact belief claims. A tracker belongs to one
// goroutine.
//
// A sample becomes the exact belief again in two ways: by enumeration from the last exact
// belief, where that is not long ago, and when the opponent has one man left beside his
// king, or none: then the positions with these on any squares at all, led on by what is
// heard, hold the belief, and once they are as few as the sample, both are the belief.
//
// A sample may die out: none of its positions agrees with what is heard. Then others are
// drawn from earlier samples; where none is found with some effort, the tracker guesses
// positions that agree with the last turns, and says so from then on.
//
// A tracker is told what its side does and hears, as a [blindsight.Follower] is, and works
// it out when it is asked to, by [Tracker.Update].
type Tracker struct {
	options TrackerOptions
	view    *kriegspiel.View   // what it was told, nil before it was told anything
	record  *kriegspiel.Record // of the turns taken in, nil if none are
	exact   *enumerate.Belief[chess.Position]
	base    int              // turns before the first one of exact
	bases   []chess.Position // the belief after them, nil for the start of the game
	sampled bool
	guessed bool             // the sample agrees with the last turns alone
	taken   int              // turns that the sample has taken in
	states  []chess.Position // the sample
	wide    []chess.Position // all that could follow from the one before, some twice
	past    []snapshot
	around  *upper // positions that hold the belief, nil if there are too many
	health  blindsight.Health

	list  []chess.Position // the exact belief as a list
	pool  []chess.Position
	seen  map[chess.Position]struct{}
	tried int // turns when the exact belief was last looked for
}

// NewTracker returns a tracker. It must be told where a game begins.
func NewTracker(o TrackerOptions) *Tracker {
	if o.Effort == 0 {
		o.Effort = 15_000
	}
	return &Tracker{options: o, seen: make(map[chess.Position]struct{})}
}

// States returns the positions of the belief at the beginning of the turn that was
// taken in last; tries of a turn under way are not taken in. They are in no particular
// order, must not be changed, and are valid until the next call of Update.
func (t *Tracker) States() []chess.Position {
	if t.sampled {
		return t.states
	}
	return t.list
}

// Exact reports whether the positions are all that agree with what is known.
func (t *Tracker) Exact() bool { return !t.sampled }

// Guessed reports whether the positions agree with what was heard last alone: none were
// found that agree with the whole game.
func (t *Tracker) Guessed() bool { return t.guessed }

// Health returns how the belief fared since the game began. Draws are positions looked at
// and Accepted those kept, turn by turn; Failures counts how often no position of a sample
// was left and another one was drawn.
func (t *Tracker) Health() blindsight.Health { return t.health }

// Begin says that a game begins, or is taken up, with a view.
func (t *Tracker) Begin(v *kriegspiel.View) {
	t.view, t.record = v.Clone(), nil
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
	return t.updateTo(ctx, rng, t.view.Turns(), t.view.Own())
}

// updateTo takes in as many turns, after which the own men stood so.
func (t *Tracker) updateTo(ctx context.Context, rng *rand.Rand, turns int, own chess.Position) error {
	rec := t.view.Record()
	rec.Turns = rec.Turns[:turns:turns]
	fresh := t.record == nil
	if fresh {
		t.reset(rec)
	} else if turns <= len(t.record.Turns) {
		return nil
	}
	t.record = rec
	err := t.takeIn(ctx, rng, own)
	if err != nil {
		t.record = nil // half of it may be done: begin again
	}
	return err
}

// turnsTaken returns how many turns were taken in, -1 if none was and the start was not either.
func (t *Tracker) turnsTaken() int {
	if t.record == nil {
		return -1
	}
	return len(t.record.Turns)
}

// takeIn brings the belief up to date with the record.
func (t *Tracker) takeIn(ctx context.Context, rng *rand.Rand, own chess.Position) error {
	if !t.sampled {
		if err := t.advance(ctx); !errors.Is(err, blindsight.ErrTooMany) {
			return err
		}
		t.overflow()
	}
	return t.sample(ctx, rng, own)
}

// reset begins a game.
func (t *Tracker) reset(rec *kriegspiel.Record) {
	*t = Tracker{
		options: t.options, view: t.view, record: rec,
		seen: t.seen, list: t.list[:0], pool: t.pool[:0], wide: t.wide[:0], states: t.states[:0],
	}
	t.begin(0, nil)
}

// begin makes the positions after so many turns the exact belief.
func (t *Tracker) begin(turns int, states []chess.Position) {
	t.base, t.bases = turns, states
	t.exact = enumerate.New[chess.Position](enumerate.Options{States: t.options.Exact, Workers: 1})
	t.sampled, t.guessed, t.past, t.around = false, false, nil, nil
}

// trail returns what was heard from a turn on, when the game stood as in one of some
// positions; nil for the start of the game.
func (t *Tracker) trail(turn int, from []chess.Position) *kriegspiel.Trail {
	rest := *t.record
	rest.Turns = t.record.Turns[turn:]
	side, _ := rest.Scope.Side()
	trail, err := rest.Trail(side)
	if err != nil {
		panic(err) // the record is filtered for its side
	}
	if from != nil {
		trail = trail.From(from)
	}
	return trail
}

// advance brings the exact belief up to date.
func (t *Tracker) advance(ctx context.Context) error {
	draws := t.exact.Visited()
	err := t.exact.Advance(ctx, t.trail(t.base, t.bases), nil)
	t.health.Draws += t.exact.Visited() - draws
	if err != nil {
		return err
	}
	t.list = t.list[:0]
	for p := range t.exact.All() {
		t.list = append(t.list, *p)
	}
	t.health.Accepted += int64(len(t.list))
	return nil
}

// overflow goes over from the exact belief, grown too large, to a sample of it.
func (t *Tracker) overflow() {
	t.sampled = true
	t.states = t.states[:0]
	for p := range t.exact.All() {
		t.states = append(t.states, *p)
	}
	t.taken = t.base + t.exact.Turns()
	t.wide = append(t.wide[:0], t.states...)
	t.past = append(t.past[:0], snapshot{t.taken, append([]chess.Position(nil), t.states...)})
	t.tried = len(t.record.Turns)
	t.health.Asymptotic = true
}

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
