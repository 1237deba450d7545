package uct

import (
	"context"

	"blindsight"
)

// duel is one search of two sides, for one goroutine: a tree for each side, and the walks
// of the simulation under way down both of them.
type duel[S any, V View[V, A, O], A, O comparable] struct {
	game    blindsight.Game[S, A, O]
	witness blindsight.Witness[S, V]
	own     blindsight.Side // who decides: its tree has the root, the state, and the estimator
	walks   [2]walk[S, V, A, O]
}

// newDuel gives the tree of a side that decides another side to play with. Where that
// one learns too, they share the tree's part of the memory.
func newDuel[S any, V View[V, A, O], A, O comparable](own *tree[S, V, A, O], s *sides[S, V, A]) *duel[S, V, A, O] {
	d := &duel[S, V, A, O]{game: own.game, witness: s.witness, own: s.own}
	own.limit -= int64(size[duel[S, V, A, O]]() + size[tree[S, V, A, O]]())
	if s.newPolicy == nil {
		own.limit /= 2
	} else {
		d.walks[s.own.Other()].policy = s.newPolicy()
	}
	other := newTree(own.game, own.sampler, own.root, own.config, false)
	other.limit = own.limit
	other.top = none
	d.walks[s.own].tree, d.walks[s.own.Other()].tree = own, other
	for i := range d.walks {
		d.walks[i].hearing, _ = any(d.walks[i].view).(blindsight.Hearing[O])
	}
	return d
}

// none is the number of no node.
const none = -1

// plant prepares the decision for which the own tree was planted.
func (d *duel[S, V, A, O]) plant() {
	other := d.walks[d.own.Other()].tree
	other.rng = d.walks[d.own].rng
	other.fell()
}

// full tells whether the other side's tree has used up its memory.
func (d *duel[S, V, A, O]) full() bool { return d.walks[d.own.Other()].full }

// simulate plays one simulation, from which both sides learn. An error means that the
// estimator had no state for the root; nothing was learnt then.
func (d *duel[S, V, A, O]) simulate(ctx context.Context) error {
	own, other := &d.walks[d.own], &d.walks[d.own.Other()]
	own.view.CopyFrom(own.root)
	if err := own.sampler.Sample(ctx, own.rng, own.view, int(own.nodes.at(own.top).visits), &own.state); err != nil {
		return err
	}
	d.witness.ViewOf(&own.state, d.own.Other(), other.view)
	own.begin()
	other.begin()
	d.play(&own.state)
	own.end()
	other.end()
	own.simulations++
	return nil
}

// play plays from a state in which the own side acts to the end of the play or to the
// horizon. Each side is told what it may know of each step, and nothing else.
func (d *duel[S, V, A, O]) play(s *S) {
	own := &d.walks[d.own]
	turn := d.own
	for range own.config.Horizon {
		actor, other := &d.walks[turn], &d.walks[turn.Other()]
		a, ok := actor.act()
		if !ok {
			return
		}
		step := d.game.Step(own.rng, s, a)
		actor.gain(step.Reward)
		other.gain(step.Other)
		if step.Done() || !actor.observe(a, step.Seen) {
			return
		}
		actor.told++
		if !step.Silent {
			if err := other.hearing.Heard(step.Heard); err != nil {
				other.refused(err)
				return
			}
			other.told++
		}
		turn = step.Next
	}
}
