package kriegspielers

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/pace"
)

// A snapshot is what a sample was after some turns.
type snapshot struct {
	turns  int
	states []chess.Position
}

const (
	recentSnapshots = 12  // are kept whole
	snapshotStates  = 300 // are kept of older ones
	mostExpanded    = 5   // times as many positions as a sample has are led on to fill it
	poor            = 10  // a sample is that has fewer than one in so many of its positions
	recentTurns     = 8   // an exact belief not longer ago may be found again
)

// sample brings the sample up to date.
func (t *tracker1) sample(ctx context.Context, rng *rand.Rand, own chess.Position) error {
	turns := len(t.record.Turns)
	trail := t.trail(t.taken, nil)
	for turn := range turns - t.taken {
		if err := pace.Err(ctx); err != nil {
			return err
		}
		if t.record.Turns[t.taken+turn].Hidden {
			t.expand(trail, turn, rng)
		} else {
			t.filter(trail, turn)
		}
	}
	t.taken = turns
	t.states = t.thin(t.states[:0], t.wide, t.options.Sample, rng)
	t.surround(own)
	if t.surrounded() || t.regained(ctx) {
		t.health.Accepted += int64(len(t.list))
		return pace.Err(ctx)
	}
	if len(t.states) == 0 {
		t.health.Failures++
	}
	if t.guessed && t.around != nil || len(t.states) < t.options.Sample/poor {
		if !t.guessed {
			t.search(ctx, rng)
		}
		if len(t.states) == 0 || t.guessed {
			t.guess(ctx, rng)
		}
		t.wide = append(t.wide[:0], t.states...)
	}
	t.health.Accepted += int64(len(t.states))
	if len(t.states) > 0 {
		t.remember(turns)
	}
	return pace.Err(ctx)
}

// filter leads the sample on by an own turn: what does not agree falls out. It is done
// before the sample is made smaller: all that can have followed the turn before is looked
// at.
func (t *tracker1) filter(trail *kriegspiel.Trail, turn int) {
	t.pool = t.pool[:0]
	var to chess.Position
	visit := func() bool {
		t.pool = append(t.pool, to)
		return true
	}
	for i := range t.wide {
		trail.Successors(turn, &t.wide[i], &to, visit)
	}
	t.health.Draws += int64(len(t.wide))
	t.wide, t.pool = t.pool, t.wide
}

// expand leads the sample on by a turn of the opponent: to all that can follow from so many
// of its positions, drawn at random, and from more of them if little follows.
func (t *tracker1) expand(trail *kriegspiel.Trail, turn int, rng *rand.Rand) {
	t.pool = t.pool[:0]
	var to chess.Position
	visit := func() bool {
		t.pool = append(t.pool, to)
		return true
	}
	clear(t.seen)
	for k := range t.wide {
		if n := len(t.seen); n >= t.options.Sample && len(t.pool) >= t.options.Sample || n >= mostExpanded*t.options.Sample {
			break
		}
		i := k + rng.IntN(len(t.wide)-k)
		t.wide[k], t.wide[i] = t.wide[i], t.wide[k]
		if _, ok := t.seen[t.wide[k]]; !ok {
			t.seen[t.wide[k]] = struct{}{}
			trail.Successors(turn, &t.wide[k], &to, visit)
		}
	}
	t.health.Draws += int64(len(t.pool))
	t.wide, t.pool = t.pool, t.wide
}

// thin appends at most n different positions of a pool, at random. The pool is shuffled.
func (t *tracker1) thin(list, pool []chess.Position, n int, rng *rand.Rand) []chess.Position {
	clear(t.seen)
	for k := range pool {
		if len(t.seen) == n {
			break
		}
		i := k + rng.IntN(len(pool)-k)
		pool[k], pool[i] = pool[i], pool[k]
		if _, ok := t.seen[pool[k]]; !ok {
			t.seen[pool[k]] = struct{}{}
			list = append(list, pool[k])
		}
	}
	return list
}

// remember keeps the sample, and of one that is long past only some.
func (t *tracker1) remember(turns int) {
	t.past = append(t.past, snapshot{turns, slices.Clone(t.states)})
	if i := len(t.past) - 1 - recentSnapshots; i > 0 && len(t.past[i].states) > snapshotStates {
		t.past[i].states = slices.Clone(t.past[i].states[:snapshotStates]) // which are in random order
	}
}

// A counted trail ends a search after so many positions whose successors were asked for:
// unlike time, that is the same on every machine.
type counted struct {
	*kriegspiel.Trail
	limit int
	stop  context.CancelFunc
	asked int
	drawn int
}

func (c *counted) Successors(turn int, s, to *chess.Position, visit func() bool) bool {
	if c.asked++; c.asked == c.limit {
		c.stop()
	}
	return c.Trail.Successors(turn, s, to, func() bool {
		c.drawn++
		return visit()
	})
}

// search draws positions for a sample that has died, or nearly so: at random from what
// it was when it was last rich, then from ever earlier on.
func (t *tracker1) search(ctx context.Context, rng *rand.Rand) {
	clear(t.seen)
	for _, p := range t.states {
		t.seen[p] = struct{}{}
	}
	asked := t.options.Effort
	for i := len(t.past) - 1; i >= 0 && asked > 0; i-- {
		from := &t.past[i]
		if from.turns == t.taken || i > 0 && len(from.states) < t.options.Sample/2 {
			continue
		}
		inner, stop := context.WithCancel(ctx)
		trail := &counted{Trail: t.trail(from.turns, from.states), limit: asked, stop: stop}
		stream := enumerate.Random[chess.Position](trail, rng, enumerate.Options{})
		for p := range stream.All(inner) {
			if _, ok := t.seen[*p]; ok {
				continue
			}
			t.seen[*p] = struct{}{}
			if t.states = append(t.states, *p); len(t.states) >= t.options.Sample/poor {
				asked = 0
				break
			}
		}
		stop()
		t.health.Draws += int64(trail.drawn)
		asked -= trail.asked
		if len(t.states) > 0 && asked < t.options.Effort/2 {
			break
		}
	}
}

// regained looks for the exact belief, if the last one is not long ago and something was
// heard that can have made it small again.
func (t *tracker1) regained(ctx context.Context) bool {
	turns := len(t.record.Turns)
	first := t.base + t.exact.Turns()
	if t.guessed || turns-first > recentTurns || !t.telling(t.tried) || len(t.states) >= t.options.Sample {
		return false
	}
	t.tried = turns
	inner, stop := context.WithCancel(ctx)
	defer stop()
	trail := &counted{Trail: t.trail(first, t.past[0].states), limit: t.options.Effort, stop: stop}
	stream := enumerate.Depth[chess.Position](trail, enumerate.Options{States: t.options.Exact})
	t.pool = t.pool[:0]
	for p := range stream.All(inner) {
		t.pool = append(t.pool, *p)
	}
	t.health.Draws += int64(trail.drawn)
	if !stream.Complete() {
		return false
	}
	t.become(append([]chess.Position(nil), t.pool...))
	return true
}

// telling reports whether more than silence was heard after a turn.
func (t *tracker1) telling(turn int) bool {
	for _, e := range t.record.Turns[turn:] {
		if h := e.LastHeard(); e.Illegal > 0 || len(e.Tries) > 1 || h.Captured() != chess.NoSquare || h.Check() != 0 {
			return true
		}
	}
	return false
}

// become makes positions the exact belief of now.
func (t *tracker1) become(states []chess.Position) {
	t.begin(len(t.record.Turns), states)
	t.list = append(t.list[:0], states...)
}
