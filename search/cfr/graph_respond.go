package cfr

import (
	"context"
	"math"
	"slices"
	"sync"

	"blindsight"
	"blindsight/internal/pace"
)

// Respond returns what the best response of a side to the other's plan gains on average, exactly but
// for the rounding of float64 numbers, and how many information sets it has looked at. Who responds
// forgets nothing: all that it can do, see and hear is walked in its order, depth first, with the states that
// are possible then and their chances. No more is held than one line of that. It takes time in
// proportion to all information sets times the states in each; the first decision is dealt to the workers.
func (g *Graph[A]) Respond(ctx context.Context, side blindsight.Side, other Plan, workers int) (value float64, sets int64, err error) {
	r := newResponder(ctx, g, side, other)
	r.workers = workers
	for _, o := range g.starts {
		value += o.chance * r.gain(&o)
		if o.to != none {
			r.note(o.to, 0, o.chance)
		}
	}
	value += r.each(0, r.after)
	return value, r.sets, pace.Err(ctx)
}

// Bounds returns between what the value of the game is to side 0, as two plans prove by the best
// responses to them (see [Form.Bounds]), and how many information sets each side has.
func (g *Graph[A]) Bounds(ctx context.Context, plans [2]Plan, workers int) (lo, hi float64, sets [2]int64, err error) {
	if hi, sets[0], err = g.Respond(ctx, 0, plans[1], workers); err != nil {
		return 0, 0, sets, err
	}
	lo, sets[1], err = g.Respond(ctx, 1, plans[0], workers)
	return -lo, hi, sets, err
}

// responder walks what one side can come to know.
type responder[A comparable] struct {
	graph   *Graph[A]
	ctx     context.Context
	side    blindsight.Side
	other   Plan
	workers int // that the next decision is dealt to

	sets     int64
	held     []possible // a stack: what the walk presently holds
	observed []int16    // a stack beside it: what was observed
	slots    []int32    // by node: its place in what is being put together, else none
}

// possible is a state with its weight, the chance that all but the own choices lead to it.
type possible struct {
	node   int32
	told   int16 // number of what the own side observed of it, or none
	weight float64
}

func newResponder[A comparable](ctx context.Context, g *Graph[A], side blindsight.Side, other Plan) *responder[A] {
	r := &responder[A]{graph: g, ctx: ctx, side: side, other: other, slots: make([]int32, len(g.nodes))}
	for i := range r.slots {
		r.slots[i] = none
	}
	return r
}

// gain returns what an outcome brings to the side that responds.
func (r *responder[A]) gain(o *outcome) float64 {
	if r.side == 1 {
		return -o.gain
	}
	return o.gain
}

// note puts a state on the stack.
func (r *responder[A]) note(node int32, told int16, weight float64) {
	r.held = append(r.held, possible{node, told, weight})
}

// each visits what was noted since the stack had this height: all with the same observation
// together, each state once. It takes it from the stack, and returns the sum of what visit does.
func (r *responder[A]) each(from int, visit func([]possible) float64) (sum float64) {
	to, first := len(r.held), len(r.observed)
	for _, p := range r.held[from:to] {
		if !slices.Contains(r.observed[first:], p.told) {
			r.observed = append(r.observed, p.told)
		}
	}
	for i := first; i < first+len(r.observed[first:]); i++ {
		told := r.observed[i]
		for j := from; j < to; j++ {
			p := r.held[j]
			if p.told != told {
				continue
			}
			if slot := r.slots[p.node]; slot != none {
				r.held[slot].weight += p.weight
				continue
			}
			r.slots[p.node] = int32(len(r.held))
			r.held = append(r.held, p)
		}
		list := r.held[to:]
		for _, p := range list {
			r.slots[p.node] = none
		}
		last := len(r.observed)
		sum += visit(list)
		r.held, r.observed = r.held[:to], r.observed[:last]
	}
	r.held, r.observed = r.held[:from], r.observed[:first]
	return sum
}

// after returns the gain from states on which the own side was told the same: it decides, or the other side
// does.
func (r *responder[A]) after(list []possible) float64 {
	from, gained := len(r.held), 0.0
	for _, p := range list {
		gained += r.answer(p.node, p.weight)
	}
	return gained + r.each(from, func(list []possible) float64 {
		if list[0].told == none { // no observation more: the own side decides
			return r.decide(list)
		}
		return r.after(list)
	})
}

// answer notes to what the other side's plan leads from a state, up to the next observation or
// decision of the own side, and returns what is gained on the way.
func (r *responder[A]) answer(number int32, weight float64) (gained float64) {
	n := &r.graph.nodes[number]
	if n.side == r.side {
		r.note(number, none, weight)
		return 0
	}
	at := r.graph.span(n)
	for a := range at.count {
		w := weight * r.other[at.first+a]
		if w == 0 {
			continue
		}
		for _, o := range r.graph.of(n, a) {
			gained += w * o.chance * r.gain(&o)
			switch {
			case o.to == none:
			case o.heard == none:
				gained += r.answer(o.to, w*o.chance)
			default:
				r.note(o.to, o.heard, w*o.chance)
			}
		}
	}
	return gained
}

// decide returns the gain of the best action in an information set, whose states all are in the list.
func (r *responder[A]) decide(list []possible) float64 {
	r.sets++
	if r.sets%1024 == 0 && pace.Err(r.ctx) != nil {
		return 0
	}
	actions := r.graph.span(&r.graph.nodes[list[0].node]).count
	if r.workers > 1 {
		return r.deal(list, actions)
	}
	best := math.Inf(-1)
	for a := range actions {
		best = max(best, r.try(list, a))
	}
	return best
}

// try returns the gain of an action.
func (r *responder[A]) try(list []possible, action int32) float64 {
	from, gained := len(r.held), 0.0
	for _, p := range list {
		for _, o := range r.graph.of(&r.graph.nodes[p.node], action) {
			gained += p.weight * o.chance * r.gain(&o)
			if o.to != none {
				r.note(o.to, o.seen, p.weight*o.chance)
			}
		}
	}
	return gained + r.each(from, r.after)
}

// deal is decide with several workers, an action each.
func (r *responder[A]) deal(list []possible, actions int32) float64 {
	workers := r.workers
	r.workers = 1
	gains, next := make([]float64, actions), make(chan int32)
	var wait sync.WaitGroup
	hands := make([]*responder[A], min(workers, int(actions)))
	for i := range hands {
		hands[i] = newResponder(r.ctx, r.graph, r.side, r.other)
		wait.Go(func() {
			for a := range next {
				gains[a] = hands[i].try(list, a)
			}
		})
	}
	for a := range actions {
		next <- a
	}
	close(next)
	wait.Wait()
	for _, h := range hands {
		r.sets += h.sets
	}
	return slices.Max(gains)
}
