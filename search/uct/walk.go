package uct

import "blindsight"

// walk is one side's way through a simulation of two: down its own tree, by its own
// views, as long as that knows them, and then on by random actions.
type walk[S any, V View[V, A, O], A, O comparable] struct {
	*tree[S, V, A, O]
	hearing blindsight.Hearing[O] // the view
	policy  Policy[V, A]          // that was given to the side, nil where it learns

	// told is the side's own time: what it did and heard since the root. Steps as such are
	// not counted, since a side does not know of those that were silent to it: nodes told
	// apart by them would know what the side cannot.
	told    int
	hop     hop     // under way, if taken
	taken   bool    // the side has acted in the tree, and the hop goes on
	fresh   bool    // that began at a new node: no further node is made
	outside bool    // the side has left the tree
	leaf    int32   // the node that it left from without an action, or none
	gained  float64 // since the hop began, or the tree was left
	weight  float64 // of the next reward
}

// begin begins a simulation. The view is the side's at the root.
func (w *walk[S, V, A, O]) begin() {
	w.told, w.taken, w.fresh, w.outside, w.leaf = 0, false, false, false, none
	w.gained, w.weight = 0, 1
	w.path = w.path[:0]
	w.pass++
}

// gain adds what a step brings to the side.
func (w *walk[S, V, A, O]) gain(reward float64) {
	w.gained += w.weight * reward
	w.weight *= w.config.Discount
}

// act returns the side's next action: what the rules force, what its policy wants, what its
// tree chooses, or any legal one. It is false where there is none.
func (w *walk[S, V, A, O]) act() (a A, ok bool) {
	if w.forcing != nil {
		if a, ok = w.forcing.Forced(); ok {
			return a, true
		}
	}
	if w.policy != nil {
		return w.policy(w.rng, w.view), true
	}
	if !w.outside {
		var stuck bool
		if a, ok, stuck = w.follow(); ok || stuck {
			return a, ok
		}
		w.outside = true
	}
	if w.picker != nil {
		return w.picker.Pick(w.rng), true
	}
	w.actions = w.view.Legal(w.actions[:0])
	if len(w.actions) == 0 {
		return a, false
	}
	return w.actions[w.rng.IntN(len(w.actions))], true
}

// follow goes on to the node of the view and returns the action to take there. It is
// not ok where the tree ends, and stuck where the view has no legal action.
func (w *walk[S, V, A, O]) follow() (a A, ok, stuck bool) {
	if w.fresh {
		w.close(true)
		return a, false, false
	}
	key, transformation := w.key(w.told)
	at := w.arrive(key, transformation)
	if at == none {
		return a, false, false
	}
	n := w.nodes.at(at)
	if n.count == 0 {
		return a, false, true
	}
	fresh := n.visits == 0
	if fresh && at != w.top && w.config.Backup == Best {
		w.leaf = at
		return a, false, false
	}
	h := hop{node: at, edge: none, odds: 1}
	if a, ok = w.choose(n, fresh, transformation, &h); !ok {
		w.leaf = at
		return a, false, false
	}
	if w.symmetry != nil {
		a = w.symmetry.FromCanonical(transformation, a)
	}
	w.hop, w.taken, w.fresh = h, true, fresh && w.config.Backup == Mean
	w.gained, w.weight = 0, 1
	return a, true, false
}

// arrive returns the node of the view, to which the hop under way has led, or none where
// there is no memory for it. What a drawn state has put the side into is a root for it,
// that no hop leads to.
func (w *walk[S, V, A, O]) arrive(key blindsight.Key, transformation int) int32 {
	if w.taken {
		at := w.kid(w.hop.edge, key, transformation, w.weight)
		w.close(at == none)
		return at
	}
	if at := w.reached(key); at != none {
		return at
	}
	choices := 0
	if w.config.Widening.Factor != 0 {
		choices = w.widest
	}
	if !w.fits(choices) {
		return none
	}
	at := w.grow(key, transformation)
	w.shared.put(at)
	return at
}

// close ends the hop under way where the side acts again, by a rollout or at a node.
func (w *walk[S, V, A, O]) close(rolled bool) {
	w.hop.reward, w.hop.discount, w.hop.rolled = w.gained, w.weight, rolled
	w.path = append(w.path, w.hop)
	w.gained, w.weight, w.taken = 0, 1, false
}

// end learns from the simulation, which is over. A side with a policy has no path and
// learns nothing.
func (w *walk[S, V, A, O]) end() {
	if w.taken {
		w.close(false)
	}
	if w.leaf != none {
		n := w.nodes.at(w.leaf)
		n.visits++
		n.value += (w.gained - n.value) / float64(n.visits)
		if n.visits == 1 {
			n.rolled = n.value
		}
	}
	w.learn(w.gained)
}
