package pointbased

// sawtooth is the upper bound in a room (Hauskrecht 2000, section 4.2.4; Smith, Simmons, Heuristic search
// value iteration for POMDPs, 2004): values at the corners, where the state is known, and at some beliefs
// between. The value function is convex, so it lies below the straight line from a point to whatever the
// corners give on the other side.
type sawtooth struct {
	corners []float64 // by place
	moved   int64     // when corners were lowered last
	log     []point   // oldest first
	last    int64     // when something was lowered last
	sift    int       // how long the log may grow before it is sifted
}

// point is a belief whose upper bound was lowered.
type point struct {
	below  float64 // how far it is below what the corners give; 0 if it was lowered again later
	when   int64
	peak   int32 // the place of its greatest chance, which most beliefs lack
	most   float64
	belief belief
	node   *node
}

// lower lets the sawtooth know of a node's upper bound, which was lowered.
func (w *sawtooth) lower(n *node, now int64) {
	w.last = now
	if len(n.belief.p) == 1 {
		w.corners[n.belief.at[0]] = n.upper
		w.moved = now
		for i := range w.log {
			if p := &w.log[i]; p.below > 0 {
				p.below = p.belief.dot(w.corners) - p.node.upper
			}
		}
		return
	}
	if n.entry >= 0 {
		w.log[n.entry].below = 0
	}
	p := point{below: n.belief.dot(w.corners) - n.upper, when: now, belief: n.belief, node: n}
	for i, x := range n.belief.p {
		if x > p.most {
			p.peak, p.most = n.belief.at[i], x
		}
	}
	n.entry = len(w.log)
	w.log = append(w.log, p)
	if len(w.log) > w.sift {
		w.sort()
	}
}

// bound returns the least upper bound at a belief that points lowered after a time give, or the one known if
// that is less. Dense has the chances of all places.
func (w *sawtooth) bound(b belief, dense []float64, known float64, after int64) float64 {
	base := b.dot(w.corners)
	need := max(base-known, 0) // how far below the corners' the bound is
	if w.moved > after {
		after = 0
	}
	for i := len(w.log) - 1; i >= 0; i-- {
		x := &w.log[i]
		if x.when <= after {
			break
		}
		if x.below > need && x.below*dense[x.peak] > need*x.most {
			need = max(need, x.below*x.belief.share(dense, need/x.below))
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

// sort takes out of the log what is old, and, if that is not half of it, what the other points say as well.
func (w *sawtooth) sort() {
	live := 0
	for i := range w.log {
		if w.log[i].below > 0 {
			live++
		}
	}
	if live > w.sift/2 {
		w.thin()
	}
	kept := w.log[:0]
	for i, p := range w.log {
		switch {
		case p.below > 0:
			p.node.entry = len(kept)
			kept = append(kept, p)
		case p.node.entry == i:
			p.node.entry = -1
		}
	}
	clear(w.log[len(kept):])
	w.log = kept
	w.sift = max(64, 2*len(kept))
}

// thin makes points old that the others imply.
func (w *sawtooth) thin() {
	dense := make([]float64, len(w.corners))
	for i := range w.log {
		x := &w.log[i]
		below := x.below
		if below <= 0 {
			continue
		}
		x.below = 0
		x.belief.spread(dense)
		if w.bound(x.belief, dense, x.node.upper+below, 0) > x.node.upper {
			x.below = below
		}
		x.belief.clear(dense)
	}
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
