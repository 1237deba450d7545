package andor

import "unsafe"

// DBU, "depth, then breadth, then uncertainty" (the paper's figure "The DBU algorithm,
// which builds upon DFS"), is the incremental search with firstOnly switched off: a
// state that is fed to a node is followed through all children of its AND nodes before
// the next state is looked at. So a proof is built for one state of the belief and then
// extended to the others one at a time; proved children are kept, to be extended. Of its
// pseudocode feedOR is SOLVE-TOP of an OR node for one more state, advance is SOLVE of an
// OR node, feedKid is SOLVE of an AND node, feedExpand SOLVE of an EXPAND node.

// feedOR feeds a state to an OR node.
func (d *incremental[S, A, O]) feedOR(n *orNode[S, A, O], s *S) bool {
	if d.stopped() {
		return false
	}
	if n.turn.list == nil {
		n.turn = d.newTurn(s, n.list)
		n.list = n.turn.list
	}
	n.states = append(n.states, *s)
	d.hold(int(unsafe.Sizeof(*s)))
	if n.and != nil {
		switch d.try(n, s) {
		case fine:
			return true
		case cut:
			return false
		}
		d.fail(n)
	}
	return d.advance(n)
}

// fail drops the attempt that is followed: it is disproved.
func (d *incremental[S, A, O]) fail(n *orNode[S, A, O]) {
	n.dead.add(n.now)
	d.dropAND(n.and)
	n.and = nil
}

// advance follows the next attempt that wins in all states fed so far. An attempt that is
// legal in none of them is saved for later.
func (d *incremental[S, A, O]) advance(n *orNode[S, A, O]) bool {
	for i := range n.turn.list {
		if n.dead.has(i) || !n.turn.open(i) || d.deferred(n, i) {
			continue
		}
		if d.stopped() {
			return false
		}
		n.now, n.and = i, d.newAND(n.depth)
		switch d.follow(n) {
		case fine:
			return true
		case cut:
			return false
		}
		d.fail(n)
	}
	return false
}

// deferred reports whether an attempt changes nothing in the states fed so far.
func (d *incremental[S, A, O]) deferred(n *orNode[S, A, O], i int) bool {
	var first O
	for k := range n.states {
		o, moved := d.game.Try(&n.states[k], n.turn.list[i], &d.scratch)
		if moved {
			return false
		}
		if k == 0 {
			first = o
		} else if o != first {
			return n.turn.useless(i, true)
		}
	}
	return n.turn.useless(i, false)
}

// follow feeds all states to the attempt that is followed, with the prefix l first those
// in which it is legal, with x first those in which it is refused.
func (d *incremental[S, A, O]) follow(n *orNode[S, A, O]) outcome {
	a := n.turn.list[n.now]
	for pass := range 2 {
		for k := range n.states {
			if d.legalFirst || d.refusedFirst {
				if _, moved := d.game.Try(&n.states[k], a, &d.scratch); moved != (d.legalFirst == (pass == 0)) {
					continue
				}
			} else if pass == 1 {
				break
			}
			if r := d.try(n, &n.states[k]); r != fine {
				return r
			}
		}
	}
	return fine
}

// try feeds a state to the AND node of the attempt that is followed.
func (d *incremental[S, A, O]) try(n *orNode[S, A, O], s *S) outcome {
	to := &n.to
	o, moved := d.game.Try(s, n.turn.list[n.now], to)
	if moved {
		d.state()
		switch over, won := d.game.Ended(o); {
		case won:
			return fine
		case over || n.depth <= 1:
			return lost
		}
	} else {
		to = s
	}
	c, first := n.and.kid(o, !moved)
	if d.firstOnly && !first {
		c.pending = append(c.pending, *to)
		d.hold(int(unsafe.Sizeof(*to)))
		return fine
	}
	if d.feedKid(n, c, to) {
		return fine
	}
	if !moved && d.prefixes.greedy && d.rules.greedy(&n.turn, n.now, o) {
		return cut
	}
	return lost
}

// feedKid feeds a state to a child of the AND node of an attempt.
func (d *incremental[S, A, O]) feedKid(n *orNode[S, A, O], c *kid[S, A, O], s *S) bool {
	if c.stay {
		if c.or == nil {
			c.or = d.newOR(n.depth)
			c.or.turn = d.after(&n.turn, n.now, c.o)
		}
		return d.feedOR(c.or, s)
	}
	if c.expand == nil {
		d.node()
		c.expand = d.newAND(n.depth)
	}
	return d.feedExpand(c.expand, s)
}

// feedExpand feeds a state to an EXPAND node: each reply to it is fed to the OR node of
// what is heard, as soon as it is generated.
func (d *incremental[S, A, O]) feedExpand(n *andNode[S, A, O], s *S) bool {
	n.ok = true
	d.game.Replies(s, &n.to, n.visit)
	return n.ok
}

// reply feeds the state in n.to, after which o was heard.
func (n *andNode[S, A, O]) reply(o O) bool {
	d := n.solver
	d.state()
	if over, _ := d.game.Ended(o); over || d.stopped() {
		n.ok = false
		return false
	}
	c, first := n.kid(o, false)
	if c.or == nil {
		c.or = d.newOR(n.depth - 2)
	}
	if !d.unseen(c, &n.to) {
		return true
	}
	if d.firstOnly && !first {
		c.pending = append(c.pending, n.to)
		d.hold(int(unsafe.Sizeof(n.to)))
		return true
	}
	n.ok = d.feedOR(c.or, &n.to)
	return n.ok
}
