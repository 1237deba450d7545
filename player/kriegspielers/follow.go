package kriegspielers

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/cputime"
)

// Follower is a player, or a belief, that is told what its side does and hears.
type Follower = blindsight.Follower[*kriegspiel.View, kriegspiel.Attempt, kriegspiel.Percept]

var (
	_ belief   = (*Tracker)(nil)
	_ belief   = (*tracker1)(nil)
	_ Follower = (*believer)(nil)
	_ Follower = (*hunter)(nil)
)

// errNotTold is returned by a player who is asked about another view than the one that
// follows from what it was told.
var errNotTold = errors.New("the player was not told what happened before this view: tell it, or begin anew")

// belief is a belief that is kept from turn to turn: a [Tracker], or that of before.
type belief interface {
	Follower
	Update(ctx context.Context, rng *rand.Rand) error
	States() []chess.Position
	Exact() bool
	Guessed() bool
	Health() blindsight.Health
	// updateTo takes in as many turns, and none if it has.
	updateTo(ctx context.Context, rng *rand.Rand, turns int) error
	// turnsTaken returns how many turns were taken in, -1 if none was and the start was not either.
	turnsTaken() int
	// told returns what it was told, nil before that.
	told() *kriegspiel.View
}

// upTo brings a belief up to date for a decision on a view, and returns how it fared.
func upTo(ctx context.Context, rng *rand.Rand, t belief, v *kriegspiel.View) (blindsight.Health, error) {
	if t.told().Key() != v.Key() {
		return blindsight.Health{}, errNotTold
	}
	before := t.Health()
	if t.turnsTaken() < 0 {
		before = blindsight.Health{}
	}
	// A belief that has taken in half of what was heard is none, so this is not cut when the processor time of the decision is over.
	if err := t.Update(cputime.Whole(ctx), rng); err != nil {
		return blindsight.Health{}, err
	}
	return since(t, before), nil
}

// feed tells followers what happened in one game, as the view of a side recalls it.
type feed struct {
	begun bool
	told  int // events
}

// tell tells a follower what it has not been told yet. The view must be of the game that
// the feed was begun with, gone on.
func (f *feed) tell(to Follower, v *kriegspiel.View) {
	past := v.Told()
	if !f.begun {
		to.Begin(v)
	} else {
		for _, e := range past[f.told:] {
			if e.Heard {
				to.Heard(e.Seen)
			} else {
				to.Did(e.Action, e.Seen)
			}
		}
	}
	f.begun, f.told = true, len(past)
}

// NewSummoned returns a player of one game who is not told what happens, but summoned for
// each decision: he is then told what the view recalls since the last one.
func NewSummoned(p Player) Player {
	if f, ok := p.(Follower); ok {
		return &summoned{Player: p, follower: f}
	}
	return p
}

type summoned struct {
	Player
	follower Follower
	feed
}

func (s *summoned) Choose(ctx context.Context, rng *rand.Rand, v *kriegspiel.View, b blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	s.tell(s.follower, v)
	return s.Player.Choose(ctx, rng, v, b)
}
