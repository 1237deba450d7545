package kriegspielers

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/belieftest"
	"blindsight/belief/enumerate"
	"blindsight/belief/particle"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// board is Kriegspiel with the position as its state, for the kit of beliefs: a referee who keeps
// nothing else.
type board struct {
	rules *kriegspiel.Rules
	start chess.Position
}

func (b board) Start(_ *rand.Rand, p *chess.Position) blindsight.Side {
	*p = b.start
	return blindsight.Side(p.Side())
}

func (b board) Step(_ *rand.Rand, p *chess.Position, a kriegspiel.Attempt) blindsight.Step[kriegspiel.Percept] {
	var to chess.Position
	h, moved := b.rules.Try(p, a, &to)
	step := blindsight.Step[kriegspiel.Percept]{Seen: h, Heard: h, Silent: h == kriegspiel.Illegal && !b.rules.RefusalsHeard}
	if moved {
		*p = to
		h = b.rules.Drawn(p, h)
		step.Seen, step.Heard = h, h
	}
	step.Next = blindsight.Side(p.Side())
	if h.Over() {
		step.Next = blindsight.Over
	}
	return step
}

func (b board) Fingerprint(p *chess.Position) uint64 { return p.Hash() }

func (b board) NewView(side blindsight.Side) *kriegspiel.View {
	return kriegspiel.NewView(b.rules, chess.Color(side), &b.start)
}

// possible returns the positions that agree with a view, all alike, by enumeration from the start.
func (b board) possible(v *kriegspiel.View) (*belieftest.Truth[chess.Position], error) {
	rec := v.Record()
	rec.Turns = rec.Turns[:v.Turns()]
	e, err := NewEstimate(context.Background(), rec, v.Side(), enumerate.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	var states []chess.Position
	var weights []float64
	for p := range e.Belief.All() {
		if Agrees(v, p) {
			states, weights = append(states, *p), append(weights, 1)
		}
	}
	return belieftest.NewTruth(b.Fingerprint, states, weights)
}

// drawing is a tracker as a sampler: of the positions that agree with the turn under way, one at random.
type drawing struct{ *Tracker }

func (d drawing) Sample(ctx context.Context, rng *rand.Rand, v *kriegspiel.View, _ int, p *chess.Position) error {
	if err := d.Update(ctx, rng); err != nil {
		return err
	}
	list := agreeing(v, d.Tracker)
	if len(list) == 0 {
		return particle.ErrDeprived
	}
	*p = list[rng.IntN(len(list))]
	return nil
}

func (drawing) Reset() {}

// The tracker passes the kit of beliefs, leaks included, under all rule sets and for both sides:
// exact, and with a sample.
func TestTrackerConforms(t *testing.T) {
	start := mustPosition(t, "7k/6pp/8/8/8/8/PP6/K7 w - - 0 1")
	for i, rules := range kriegspiel.All() {
		for _, o := range []TrackerOptions{DefaultTracker, {Exact: 5, Sample: 12}} {
			b := board{rules, start}
			side := blindsight.Side((i + o.Exact) & 1)
			e := belieftest.Followed[chess.Position, *kriegspiel.View, kriegspiel.Attempt, kriegspiel.Percept]{
				New:     func() blindsight.Sampler[chess.Position, *kriegspiel.View] { return drawing{NewTracker(o)} },
				Game:    b,
				NewView: b.NewView,
				Sides:   2, Side: side,
				Truth: b.possible,
				Plays: 2, Steps: 8, Samples: 800,
				Asymptotic: o.Exact == 5,
			}
			checks := map[string]func() error{"consistent": e.Consistent, "blind": e.Blind, "seeded": e.Seeded, "stops": e.Stops}
			if !e.Asymptotic { // the belief of a sample is even only in the limit
				checks["unbiased"] = e.Unbiased
			}
			for name, check := range checks {
				if err := check(); err != nil {
					t.Errorf("%s, %+v, side %d: %s: %v", rules, o, side, name, err)
				}
			}
		}
	}
}
