package kriegspiel

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// A snapshot is what a sample was after some turns.
type snapshot struct {
	turns  int
	states []chess.Position
}

const (
	recentSnapshots = 12     // are kept whole
	snapshotStates  = 300    // are kept of older ones
	searchAsked     = 15_000 // positions led on to find a sample or the exact belief again
	poor            = 10     // a sample is that has fewer than one in so many of its positions
	recentTurns     = 8      // an exact belief not longer ago may be found again
)

// sample brings the sample up to date.
func (t *Tracker) sample(ctx context.Context, rng *rand.Rand) error {
	turns := len(t.record.Turns)
	from := t.taken
	trail := t.trail(from, t.states)
	for turn := range turns - from {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(t.states) == 0 {
			break
		}
		t.step(trail, turn, rng)
		if t.record.Turns[from+turn].Hidden && len(t.states) > 0 {
			t.remember(from+turn+1, rng)
		}
		t.lead(from + turn)
	}
	t.taken = turns
	if t.surrounded() || t.regained(ctx) {
		t.health.Accepted += int64(len(t.list))
		return ctx.Err()
	}
	if len(t.states) == 0 {
		t.health.Failures++
	}
	if len(t.states) < t.options.Sample/poor {
		t.search(ctx, rng)
	}
	return ctx.Err()
}

// step leads the sample on by one turn: to all that can follow, and of these so many at
// random.
func (t *Tracker) step(trail *kriegspiel.Trail, turn int, rng *rand.Rand) {
	t.pool = t.pool[:0]
	var to chess.Position
	visit := func() bool {
		t.pool = append(t.pool, to)
		return true
	}
	for i := range t.states {
		trail.Successors(turn, &t.states[i], &to, visit)
	}
	t.health.Draws += int64(len(t.pool))
	t.states = t.thin(t.states[:0], t.pool, t.options.Sample, rng)
	t.health.Accepted += int64(len(t.states))
}

// thin appends at most n different positions of a pool, at random. The pool is shuffled.
func (t *Tracker) thin(list, pool []chess.Position, n int, rng *rand.Rand) []chess.Position {
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
func (t *Tracker) remember(turns int, rng *rand.Rand) {
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
func (t *Tracker) search(ctx context.Context, rng *rand.Rand) {
	clear(t.seen)
	for _, p := range t.states {
		t.seen[p] = struct{}{}
	}
	asked := searchAsked
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
			t.health.Accepted++
			if t.states = append(t.states, *p); len(t.states) >= t.options.Sample/poor {
				asked = 0
				break
			}
		}
		stop()
		t.health.Draws += int64(trail.drawn)
		asked -= trail.asked
		if len(t.states) > 0 && asked < searchAsked/2 {
			break
		}
	}
}

// regained looks for the exact belief, if the last one is not long ago and something was
// heard that can have made it small again.
func (t *Tracker) regained(ctx context.Context) bool {
	turns := len(t.record.Turns)
	first := t.base + t.exact.Turns()
	if !t.sampled || turns-first > recentTurns || !t.telling(t.tried) || len(t.states) >= t.options.Sample {
		return false
	}
	t.tried = turns
	inner, stop := context.WithCancel(ctx)
	defer stop()
	trail := &counted{Trail: t.trail(first, t.past[0].states), limit: searchAsked, stop: stop}
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
func (t *Tracker) telling(turn int) bool {
	for _, e := range t.record.Turns[turn:] {
		if h := e.LastHeard(); e.Illegal > 0 || len(e.Tries) > 1 || h.Captured() != chess.NoSquare || h.Check() != 0 {
			return true
		}
	}
	return false
}

// become makes positions the exact belief of now.
func (t *Tracker) become(states []chess.Position) {
	t.begin(len(t.record.Turns), states)
	t.list = append(t.list[:0], states...)
}

// upper is a set of positions that holds the belief after some turns.
type upper struct {
	turns  int
	states []chess.Position
}

// lead leads on the positions that hold the belief by the turn of a number; where there are
// none and the opponent has his king alone, it begins with that king anywhere.
func (t *Tracker) lead(turn int) {
	e := &t.record.Turns[turn]
	if t.around == nil {
		if !e.Hidden || len(t.states) == 0 || t.enemies(turn+1) != 1 {
			return
		}
		side, _ := t.record.Scope.Side()
		t.around = &upper{turn + 1, loneKings(&t.states[0], side)}
		return
	}
	t.pool = t.pool[:0]
	var to chess.Position
	trail := t.trail(t.around.turns, nil)
	for i := range t.around.states {
		trail.Successors(0, &t.around.states[i], &to, func() bool {
			t.pool = append(t.pool, to)
			return true
		})
	}
	clear(t.seen)
	t.around.states = t.around.states[:0]
	for _, p := range t.pool {
		if _, ok := t.seen[p]; !ok {
			t.seen[p] = struct{}{}
			t.around.states = append(t.around.states, p)
		}
	}
	t.around.turns = turn + 1
}

// enemies returns how many men the opponent has after so many turns.
func (t *Tracker) enemies(turns int) int {
	side, _ := t.record.Scope.Side()
	n := t.record.Start.Men(side.Other()).Count()
	for _, e := range t.record.Turns[:turns] {
		if !e.Hidden && e.LastHeard().Captured() != chess.NoSquare {
			n--
		}
	}
	return n
}

// loneKings returns all positions with the own men of one, and the opponent's king
// alone, on any square.
func loneKings(p *chess.Position, side chess.Color) []chess.Position {
	own := p.Only(side)
	var list []chess.Position
	for s := chess.A1; s < chess.NoSquare; s++ {
		if own.Occupied().Has(s) {
			continue
		}
		q := own
		q.Put(s, side.Other(), chess.King)
		if q.Check() == nil {
			list = append(list, q)
		}
	}
	return list
}

// surrounded reports whether the sample is all of the positions that hold the belief: then
// it is the belief.
func (t *Tracker) surrounded() bool {
	if t.around == nil || len(t.around.states) != len(t.states) {
		return false
	}
	t.become(append([]chess.Position(nil), t.states...))
	return true
}
