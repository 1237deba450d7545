package andor

// Depth-first IPNS, the variant that the paper's conclusion suggests, after df-pn (Nagai
// 2002): instead of beginning at the root for each state, a search stays below a node
// until its numbers reach thresholds, beyond which another part of the tree is the most
// proving one. It is IPNS in another order, with the numbers of d-ipns.
//
// Its memory is bounded. When that runs short, what is below nodes off the path is
// forgotten, the largest parts first since those nearest to the root come first. Such a
// node keeps its states and numbers, and is built again when the search comes back. Each
// time that happens its thresholds are doubled, so that after a few times the search stays
// until the node is decided: it ends whatever is forgotten.

// deepen searches below a node until it is decided or one of its numbers has reached a
// threshold.
func (p *ipns[S, A, O]) deepen(n *ipnsNode[S, A, O], pn, dn int) {
	p.path = append(p.path, n)
	defer func() { p.path = p.path[:len(p.path)-1] }()
	if n.gone {
		p.build(n)
	}
	for p.update(n); n.pn > 0 && n.dn > 0 && n.pn < pn && n.dn < dn && !p.stopped(); p.update(n) {
		c, second := p.mostProving(n)
		if c == nil {
			p.update(p.step(n))
			p.forget(len(p.path))
			continue
		}
		// One more than the next best; a quarter more saves many ways back and forth.
		next := second + second/4 + 1
		if n.or {
			p.deepen(c, widen(min(next, pn), c.times), widen(dn-n.dn+c.dn, c.times))
		} else {
			p.deepen(c, widen(pn-n.pn+c.pn, c.times), widen(min(next, dn), c.times))
		}
	}
}

// widen doubles a threshold for each time that a node was forgotten.
func widen(threshold int, times uint8) int {
	if times >= 30 || threshold >= never>>times {
		return never
	}
	return threshold << times
}

// owe counts one more pending state for a node that is gone.
func (n *ipnsNode[S, A, O]) owe() { n.pn, n.dn = min(n.pn+1, never), min(n.dn, 1) }

// build makes again what was forgotten below a node, from the states it was fed, or for
// the AND node of an attempt from those of its parent.
func (p *ipns[S, A, O]) build(n *ipnsNode[S, A, O]) {
	n.gone = false
	states := n.states
	switch {
	case n.replies:
		n.seen = make(map[entry[S, O]]struct{})
	case !n.or:
		states = n.parent.states
	}
	for i := range states {
		if n.dead || p.stopped() {
			return
		}
		p.forget(len(p.path) - 1)
		if n.or || n.replies {
			p.feed(n, &states[i])
		} else {
			p.integrate(n.parent, n, &states[i])
		}
	}
}

// forget makes room when memory runs short, below the first nodes of the path.
func (p *ipns[S, A, O]) forget(nodes int) {
	bound := memoryOf(p.memory)
	if p.held < bound/4*3 {
		return
	}
	for k, n := range p.path[:nodes] {
		for _, c := range n.children {
			if k+1 < len(p.path) && c == p.path[k+1] || c.gone || c.dead {
				continue
			}
			p.empty(c)
			c.gone = true
			c.times = min(c.times+1, 30)
		}
		if p.held < bound/2 {
			return
		}
	}
}
