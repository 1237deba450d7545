package pointbased

import "slices"

// sawtooth is the upper bound in a room (Hauskrecht 2000, section 4.2.4; Smith, Simmons, Heuristic search
// value iteration for POMDPs, 2004): values at the corners, where the state is known, and at some beliefs
// between. The value function is convex, so it lies below the straight line from a point to whatever the
// corners give on the other side.
type sawtooth struct {
	corners []float64 // by place
	moved   int64     // when corners were lowered last
	log     []point   // oldest first; what was lowered again stands in it twice
	last    int64     // when something was lowered last
	sift    int       // how long the log may grow before it is sifted
}

// point is a belief whose upper bound was lowered.
type point struct {
	node *node
	when int64 // old if it was lowered again later
}

// stale tells whether the point stands again in the log, further on.
func (p point) stale() bool { return p.when != p.node.lowered }

// lower lets the sawtooth know of a node's upper bound, which was lowered.
func (w *sawtooth) lower(n *node, now int64) {
	w.last = now
	if len(n.belief.p) == 1 {
		w.corners[n.belief.at[0]] = n.upper
		w.moved = now
		for _, p := range w.log {
			p.node.below = p.node.belief.dot(w.corners) - p.node.upper
		}
		return
	}
	n.below = n.belief.dot(w.corners) - n.upper
	n.lowered = now
	w.log = append(w.log, point{n, now})
	if len(w.log) > w.sift {
		w.sort()
	}
}

// bound returns the least upper bound at a belief that points lowered after a time give, or the one known if
// that is less. Dense has the chances of all places.
func (w *sawtooth) bound(b belief, dense []float64, known float64, after int64, except *node) float64 {
	base := b.dot(w.corners)
	need := max(base-known, 0) // how far below the corners' the bound is
	if w.moved > after {
		after = 0
	}
	for i := len(w.log) - 1; i >= 0; i-- {
		x := w.log[i]
		if x.when <= after {
			break
		}
		if n := x.node; n.below > need && !x.stale() && n != except {
			need = max(need, n.below*n.belief.share(dense, need/n.below))
		}
	}
	return min(known, base-need)
}

// share returns how much of b can be taken out of a belief: the greatest share r such that nothing of
// it, minus r times b, is negative. It gives up, and returns 0, where that is no more than least.
func (b belief) share(dense []float64, least float64) float64 {
	at, p := b.at, b.p[:len(b.at)]
	for i, place := range at {
		if dense[place] <= least*p[i] {
			return 0
		}
	}
	share := 1.0
	for i, place := range at {
		share = min(share, dense[place]/p[i])
	}
	return share
}

// sort takes out of the log what is old, and what the other points say as well.
func (w *sawtooth) sort() {
	w.log = slices.DeleteFunc(w.log, point.stale)
	if len(w.log) > w.sift/2 {
		dense := make([]float64, len(w.corners))
		kept := w.log[:0:0]
		for i, x := range w.log {
			n := x.node
			n.belief.spread(dense)
			rest := sawtooth{corners: w.corners, log: w.log[i+1:]}
			implied := rest.bound(n.belief, dense, n.upper+n.below, 0, nil)
			rest.log = kept
			implied = rest.bound(n.belief, dense, implied, 0, nil)
			if implied > n.upper {
				kept = append(kept, x)
			}
			n.belief.clear(dense)
		}
		w.log = kept
	}
	w.sift = max(64, 2*len(w.log))
}

// spread writes the chances of all places.
func (b belief) spread(dense []float64) {
	for i, at := range b.at {
		dense[at] = b.p[i]
	}
}

// clear takes away what spread wrote.
func (b belief) clear(dense []float64) {
	for _, at := range b.at {
		dense[at] = 0
	}
}
