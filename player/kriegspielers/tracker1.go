package kriegspielers

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// tracker1 is the [Tracker] of before the general filter, of the player belief-1: it is kept, and decides, as it
// was, so that the new one can be measured against it. It keeps the belief of one side from turn to turn, exact as
// long as it is small enough, beyond that a sample.
type tracker1 struct {
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

// newTracker1 returns a tracker. It must be told where a game begins.
func newTracker1(o TrackerOptions) *tracker1 {
	if o.Effort == 0 {
		o.Effort = 15_000
	}
	return &tracker1{options: o, seen: make(map[chess.Position]struct{})}
}

// States returns the positions of the belief at the beginning of the turn that was
// taken in last; tries of a turn under way are not taken in. They are in no particular
// order, must not be changed, and are valid until the next call of Update.
func (t *tracker1) States() []chess.Position {
	if t.sampled {
		return t.states
	}
	return t.list
}

// Exact reports whether the positions are all that agree with what is known.
func (t *tracker1) Exact() bool { return !t.sampled }

// Guessed reports whether the positions agree with what was heard last alone: none were
// found that agree with the whole game.
func (t *tracker1) Guessed() bool { return t.guessed }

// Health returns how the belief fared since the game began. Draws are positions looked at
// and Accepted those kept, turn by turn; Failures counts how often no position of a sample
// was left and another one was drawn.
func (t *tracker1) Health() blindsight.Health { return t.health }

// Begin says that a game begins, or is taken up, with a view.
func (t *tracker1) Begin(v *kriegspiel.View) {
	t.view, t.record = v.Clone(), nil
}

// Did says that the own side made an attempt, and what was answered. It panics where that
// cannot have happened.
func (t *tracker1) Did(a kriegspiel.Attempt, h kriegspiel.Percept) { mustHold(t.view.Did(a, h)) }

// Heard says what was heard of the opponent. It panics where that cannot have happened.
func (t *tracker1) Heard(h kriegspiel.Percept) { mustHold(t.view.Heard(h)) }

// Update takes in all turns that are over, as far as it was told of them. When no position
// could be found, States is empty; later turns may find some. An error is that of the
// context, or says that no position agrees with what was told.
//
// The exact belief costs what [enumerate.Belief.Advance] costs, a sample about 3
// microseconds for each of its positions.
func (t *tracker1) Update(ctx context.Context, rng *rand.Rand) error {
	return t.updateWith(ctx, rng, t.view.Turns(), t.view.Own())
}

func (t *tracker1) updateTo(ctx context.Context, rng *rand.Rand, turns int) error {
	known := t.view.Record()
	known.Turns, known.Result = known.Turns[:turns], kriegspiel.Unfinished
	then, _, err := kriegspiel.Replay(known)
	if err != nil {
		return err
	}
	return t.updateWith(ctx, rng, turns, then.Own())
}

func (t *tracker1) told() *kriegspiel.View { return t.view }

// updateWith takes in as many turns, after which the own men stood so.
func (t *tracker1) updateWith(ctx context.Context, rng *rand.Rand, turns int, own chess.Position) error {
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
func (t *tracker1) turnsTaken() int {
	if t.record == nil {
		return -1
	}
	return len(t.record.Turns)
}

// takeIn brings the belief up to date with the record.
func (t *tracker1) takeIn(ctx context.Context, rng *rand.Rand, own chess.Position) error {
	if !t.sampled {
		if err := t.advance(ctx); !errors.Is(err, blindsight.ErrTooMany) {
			return err
		}
		t.overflow()
	}
	return t.sample(ctx, rng, own)
}

// reset begins a game.
func (t *tracker1) reset(rec *kriegspiel.Record) {
	*t = tracker1{
		options: t.options, view: t.view, record: rec,
		seen: t.seen, list: t.list[:0], pool: t.pool[:0], wide: t.wide[:0], states: t.states[:0],
	}
	t.begin(0, nil)
}

// begin makes the positions after so many turns the exact belief.
func (t *tracker1) begin(turns int, states []chess.Position) {
	t.base, t.bases = turns, states
	t.exact = enumerate.New[chess.Position](enumerate.Options{States: t.options.Exact, Workers: 1})
	t.sampled, t.guessed, t.past, t.around = false, false, nil, nil
}

// trail returns what was heard from a turn on, when the game stood as in one of some
// positions; nil for the start of the game.
func (t *tracker1) trail(turn int, from []chess.Position) *kriegspiel.Trail {
	side, _ := t.record.Scope.Side()
	trail, err := t.record.Trail(side)
	if err != nil {
		panic(err) // the record is filtered for its side
	}
	trail = trail.Part(turn, trail.Turns())
	if from != nil {
		trail = trail.From(from)
	}
	return trail
}

// advance brings the exact belief up to date.
func (t *tracker1) advance(ctx context.Context) error {
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
func (t *tracker1) overflow() {
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
