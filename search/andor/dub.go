package andor

// DUB, "depth, then uncertainty, then breadth" (the paper's figure "The DUB algorithm,
// which builds upon DBU"), has two sets of methods. The inner ones are those of DBU but
// for AND nodes, of which only the first child is followed (firstOnly): they prove one
// branch of the tree of beliefs for all states on it. The outer ones, here, prove the
// other children, deepest first.

// outerOR is OUTER of an OR node: where the attempt that is followed fails on a further
// branch, the next one is tried.
func (d *incremental[S, A, O]) outerOR(n *orNode[S, A, O]) bool {
	for {
		switch d.outerAND(n) {
		case fine:
			return true
		case cut:
			return false
		}
		if d.stopped() {
			return false
		}
		d.fail(n)
		if !d.advance(n) {
			return false
		}
	}
}

// outerAND is OUTER of the AND node of an attempt: its children are proved one after the
// other, and dropped. The first is the one that is proved in part. Of the others come first, with the prefix l, those
// of legal attempts, and with x the refused one, whichever state showed it first.
func (d *incremental[S, A, O]) outerAND(n *orNode[S, A, O]) outcome {
	for pass := range 2 {
		for k := range n.and.kids {
			c := &n.and.kids[k]
			second := k > 0 && (d.legalFirst && c.stay || d.refusedFirst && !c.stay)
			if second != (pass == 1) {
				continue
			}
			if r := d.outerKid(n, c); r != fine {
				return r
			}
			d.dropKid(c)
		}
	}
	return fine
}

// outerKid proves a child of the AND node of an attempt, for all its states.
func (d *incremental[S, A, O]) outerKid(n *orNode[S, A, O], c *kid[S, A, O]) outcome {
	ok := true
	for i := range c.pending { // SOLVE of the AND node, for the child that is now first
		if ok = d.feedKid(n, c, &c.pending[i]); !ok {
			break
		}
	}
	if ok && c.stay {
		ok = d.outerOR(c.or)
	} else if ok {
		ok = d.outerExpand(c.expand)
	}
	switch {
	case d.stopped():
		return lost
	case !ok && c.stay && d.prefixes.greedy && d.rules.greedy(&n.turn, n.now, c.o):
		return cut
	case !ok:
		return lost
	}
	return fine
}

// outerExpand is OUTER of an EXPAND node and of its AND node.
func (d *incremental[S, A, O]) outerExpand(n *andNode[S, A, O]) bool {
	for k := range n.kids {
		c := &n.kids[k]
		for i := range c.pending {
			if !d.feedOR(c.or, &c.pending[i]) {
				return false
			}
		}
		if !d.outerOR(c.or) {
			return false
		}
		d.dropKid(c)
	}
	return true
}
