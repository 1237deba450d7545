package andor

import (
	"context"
	"slices"
)

// Plan is what to do in a turn to win: an attempt, and what to do next, by what is heard.
type Plan[A comparable, O Percept] struct {
	Attempt A
	Stay    []Next[A, O] // where it does not move: it is refused, or a question answered
	Moved   []Heard[A, O]
}

// Next is a plan for what is heard.
type Next[A comparable, O Percept] struct {
	Heard O
	Plan  *Plan[A, O]
}

// Heard is what is heard of an own move: it has won, or there are replies.
type Heard[A comparable, O Percept] struct {
	Heard   O
	Won     bool
	Replies []Next[A, O] // what is heard of the opponent's move, and what to do then
}

// Plan returns a plan that wins from a belief within a depth, the least that is found,
// if there is one; else it is nil. Only percepts that can occur are in it. It is the
// work of best, whatever the algorithm of the solver.
func (s *Solver[S, A, O]) Plan(ctx context.Context, belief []S, depth int) (*Plan[A, O], Result) {
	depth = s.start(ctx, depth)
	b := s.best
	if b == nil || b.parts.NoTable {
		b = newBest(s.rules, &s.work, Parts{})
	}
	m := free
	if s.asker != nil {
		m = unasked
	}
	for d := 1; d <= depth; d += 2 {
		won := b.solve(belief, d, m, nil)
		if s.work.stopped() {
			return nil, s.result(Unknown, 0)
		}
		if won {
			plan := b.planOf(belief, d, m)
			if s.work.stopped() {
				return nil, s.result(Unknown, 0)
			}
			return plan, s.result(Win, d)
		}
	}
	return nil, s.result(None, 0)
}

// planOf returns a plan for a belief that is won. Where the work stops it is not whole.
func (b *best[S, A, O]) planOf(belief []S, depth int, m mode) *Plan[A, O] {
	if depth <= 2 {
		start := len(b.plan)
		b.turn(belief, depth, m, nil)
		list := slices.Clone(b.plan[start:])
		b.plan = b.plan[:start]
		if b.stopped() {
			return nil
		}
		return b.walk(belief, depth, list, m == burdened)
	}
	if !b.solve(belief, depth, m, nil) {
		return nil
	}
	f := b.table.find(belief, depth, m)
	if f == nil {
		panic("andor: a belief is won and not remembered")
	}
	return b.walk(belief, int(f.depth), f.plan, f.mode == burdened)
}

// walk returns a plan that tries the attempts of a list in order. What is left after the
// last one is free: only an attempt that pays leaves anything.
func (b *best[S, A, O]) walk(belief []S, depth int, list []A, due bool) *Plan[A, O] {
	m := b.mark()
	defer b.release(m)
	question := func(a A) bool { return b.asker != nil && a == b.asker.Question() }
	for len(list) > 0 && !due && !question(list[0]) && b.legalNowhere(belief, list[0]) {
		list = list[1:]
	}
	if len(list) == 0 {
		return b.planOf(belief, depth, free)
	}
	p := &Plan[A, O]{Attempt: list[0]}
	moved, stay := map[O][]S{}, map[O][]S{}
	var order []O // of moved, then of stay: never the order of a map
	var stays []O
	for i := range belief {
		var to S
		o, ok := b.game.Try(&belief[i], list[0], &to)
		switch {
		case ok && moved[o] == nil:
			order = append(order, o)
			fallthrough
		case ok:
			moved[o] = append(moved[o], to)
		case stay[o] == nil:
			stays = append(stays, o)
			fallthrough
		default:
			stay[o] = append(stay[o], belief[i])
		}
	}
	for _, o := range order {
		_, won := b.game.Ended(o)
		h := Heard[A, O]{Heard: o, Won: won}
		if !won {
			h.Replies = b.planReplies(moved[o], depth)
		}
		p.Moved = append(p.Moved, h)
	}
	for _, o := range stays {
		next := Next[A, O]{Heard: o}
		switch {
		case question(list[0]) && b.asker.Obliges(o):
			next.Plan = b.planOf(stay[o], depth, burdened)
		case question(list[0]):
			next.Plan = b.planOf(stay[o], depth, free)
		default:
			next.Plan = b.walk(stay[o], depth, list[1:], false)
		}
		p.Stay = append(p.Stay, next)
	}
	return p
}

func (b *best[S, A, O]) legalNowhere(belief []S, a A) bool {
	for i := range belief {
		if _, moved := b.game.Try(&belief[i], a, &b.to); moved {
			return false
		}
	}
	return true
}

// planReplies returns plans for all that can be heard of the replies to a belief.
func (b *best[S, A, O]) planReplies(belief []S, depth int) []Next[A, O] {
	m := b.mark()
	defer b.release(m)
	mode := unasked
	if b.asker == nil {
		mode = free
	}
	from, _ := b.expand(belief)
	var plans []Next[A, O]
	for _, g := range b.split(from, len(b.entries), prefixes{}) {
		plans = append(plans, Next[A, O]{g.o, b.planOf(g.states, depth-2, mode)})
	}
	return plans
}
