package kriegspielers

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// BelieverOptions are the settings of the player that [NewBeliever] returns.
type BelieverOptions struct {
	Tracker TrackerOptions
	Mate    int // positions of a belief up to which guaranteed mates are searched for, 0 for never
	Depth   int // of these mates at most, in moves of both sides
	// Bit is what a bit of what is heard is worth, in pawns. A great worth makes an aggressive
	// player, who captures, checks and asks by tries: paper C found that beliefs remain small
	// with certain aggressive styles of play.
	Bit float64
	// Endings says that a lone king is hunted by tables of guaranteed mates and over the exact belief
	// (see package loneking).
	Endings bool
}

// DefaultBeliever are the settings of the catalogue.
var DefaultBeliever = BelieverOptions{Tracker: DefaultTracker, Mate: 200, Depth: 7, Bit: 0.06}

// NewBeliever returns the complete player. It keeps its belief from turn to turn (see
// [Tracker]), searches for a guaranteed mate where the belief is small, and plays the plan
// found. Otherwise it looks one ply ahead: it values the position after each attempt in
// each position of the belief, or in as many as the budget allows (see judge), and chooses
// by the mean. A refused attempt costs little: where it is refused it counts as the best
// other attempt there. What is heard is worth something as well, by its entropy.
//
// It stands for the White of paper C's database, who estimates exactly and makes "a complex
// static approximation" to a lookahead of some plies. How many is a digit that our copy of
// the paper has lost; one ply is our inference.
//
// A simulation of its budget is one attempt valued in one position; of the wall time the
// mate search gets up to a third. Without a budget it makes 20,000 simulations. It panics if the options
// do not pass their Check.
func NewBeliever(o BelieverOptions) Player {
	return newBeliever(o, NewTracker(o.Tracker))
}

// NewBeliever1 returns the player that [NewBeliever] was before its belief became a general
// [particle.Filter], to measure the new one against: it decides as it did.
func NewBeliever1(o BelieverOptions) Player { return newBeliever(o, newTracker1(o.Tracker)) }

func newBeliever(o BelieverOptions, t belief) *believer {
	must(o.Check())
	return &believer{options: o, tracker: t, turn: table{bit: o.Bit}}
}

type believer struct {
	options BelieverOptions
	tracker belief
	mates   mater
	turn    table
	buf     []kriegspiel.Attempt
	small   []chess.Position
	blind   greedy // decides where there is no belief
	ending  ending // decides against a lone king
}

// freeSimulations are made without a budget.
const freeSimulations = 20_000

// Begin says that a game begins, or is taken up, with a view.
func (b *believer) Begin(v *kriegspiel.View) {
	b.tracker.Begin(v)
	b.mates = mater{}
	b.turn = table{bit: b.options.Bit}
	b.ending.begin()
}

func (b *believer) Did(a kriegspiel.Attempt, h kriegspiel.Percept) {
	b.tracker.Did(a, h)
	b.mates.did(a, h)
}

func (b *believer) Heard(h kriegspiel.Percept) {
	b.tracker.Heard(h)
	b.mates.heard(h)
}

func (b *believer) Choose(ctx context.Context, rng *rand.Rand, v *kriegspiel.View, budget blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	start := time.Now()
	if budget == (blindsight.Budget{}) {
		budget.Simulations = freeSimulations
	}
	d, settled, err := b.ready(ctx, ctx, rng, v, budget)
	if settled || err != nil {
		return d, err
	}
	health := d.Health
	b.turn.begin(v, b.buf, b.tracker.States(), rng)
	rows := b.turn.fill(ctx, v, budget, start)
	if rows == 0 {
		return b.without(ctx, rng, v, budget, health)
	}
	d = b.turn.decide(v, rng)
	handed(&health, rows)
	d.Health = health
	return d, nil
}

// ready brings the belief up to date and lists the attempts, and looks for mates until another context ends. Where a mate is guaranteed, its plan goes on, or a lone king is hunted, the decision is
// settled; else it holds how the belief fared, and nothing more.
func (b *believer) ready(ctx, mates context.Context, rng *rand.Rand, v *kriegspiel.View, budget blindsight.Budget) (d blindsight.Decision[kriegspiel.Attempt], settled bool, err error) {
	if b.buf = v.Legal(b.buf[:0]); len(b.buf) == 0 {
		return d, false, blindsight.ErrNotAsked
	}
	if b.tracker.told() == nil {
		b.Begin(v)
	}
	if d.Health, err = upTo(ctx, rng, b.tracker, v); err != nil {
		return d, false, err
	}
	if a, ok := b.mates.due(); ok && slices.Contains(b.buf, a) {
		handed(&d.Health, b.consistent(v, math.MaxInt))
		d.Action, d.Value = a, valueMate
		return d, true, nil
	}
	if b.options.Endings {
		if h, ok := b.ending.decide(rng, v, b.alone(v)); ok {
			handed(&d.Health, max(1, len(b.small)))
			if !h.certain { // no table knows a mate; a search may
				if a, ok := b.search(mates, v, h.belief, budget); ok {
					h.decision = blindsight.Decision[kriegspiel.Attempt]{Action: a, Value: valueMate}
				}
			}
			h.decision.Health = d.Health
			return h.decision, true, nil
		}
	}
	if n := b.consistent(v, b.options.Mate+1); n > 0 {
		if a, ok := b.search(mates, v, b.small, budget); ok {
			handed(&d.Health, n)
			d.Action, d.Value = a, valueMate
			return d, true, nil
		}
	}
	return d, false, nil
}

// without decides where there is no belief.
func (b *believer) without(ctx context.Context, rng *rand.Rand, v *kriegspiel.View, budget blindsight.Budget, health blindsight.Health) (blindsight.Decision[kriegspiel.Attempt], error) {
	health.Fallbacks = 1
	d, err := b.blind.Choose(ctx, rng, v, budget)
	d.Health = health
	return d, err
}

// search looks for a mate that is guaranteed in a belief, if that is not too large.
func (b *believer) search(ctx context.Context, v *kriegspiel.View, belief []chess.Position, budget blindsight.Budget) (kriegspiel.Attempt, bool) {
	if len(belief) > b.options.Mate {
		return 0, false
	}
	a, ok := b.mates.search(ctx, v, belief, b.options.Depth, budget)
	return a, ok && slices.Contains(b.buf, a)
}

// hunted is what is decided against a lone king.
type hunted struct {
	decision blindsight.Decision[kriegspiel.Attempt]
	certain  bool             // a table knows a guaranteed mate
	belief   []chess.Position // with the king wherever he may be
}

// alone returns the positions of an exact belief in which the opponent has his king alone, none of another.
func (b *believer) alone(v *kriegspiel.View) []chess.Position {
	b.small = b.small[:0]
	if states := b.tracker.States(); b.tracker.Exact() && len(states) > 0 && states[0].Men(v.Side().Other()).Count() == 1 {
		b.consistent(v, math.MaxInt)
	}
	return b.small
}

// consistent collects positions of the belief that agree with the tries of this turn, at
// most limit, and returns their number.
func (b *believer) consistent(v *kriegspiel.View, limit int) int {
	b.small = b.small[:0]
	states := b.tracker.States()
	for i := range states {
		if Agrees(v, &states[i]) {
			if b.small = append(b.small, states[i]); len(b.small) >= limit {
				break
			}
		}
	}
	return len(b.small)
}
