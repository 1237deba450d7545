package andor

// dfs is depth-first search over beliefs (the paper's first figure of pseudocode, "the
// DFS algorithm", with its method EXPAND for OR nodes). With early termination it is UDB.
type dfs[S comparable, A comparable, O Percept] struct {
	*builder[S, A, O]
	prefixes
}

func (d *dfs[S, A, O]) prove(belief []S, depth int, t turn[A]) bool {
	d.builder.early = d.prefixes.early
	return d.or(belief, depth, &t)
}

// or solves an OR node: EXPAND builds the children of all attempts, leaves out those that
// have failed and stops at one that is won; then they are searched in order. Attempts that
// are legal in no state are left out as they are generated. The states of a child are not
// kept but built again when its turn comes, so that only those of the branch under search
// are held; against the search of a child that is little work. They are counted each time.
func (d *dfs[S, A, O]) or(belief []S, depth int, t *turn[A]) bool {
	d.node()
	m := d.mark()
	defer d.release(m)
	var children attemptSet
	for i := range t.list {
		if !t.open(i) || d.stopped() {
			continue
		}
		from, moves, differ, failed := d.try(belief, t.list[i], depth)
		switch {
		case failed || moves == 0 && t.useless(i, differ):
		case len(d.entries) == from:
			return true
		default:
			children.add(i)
		}
		d.entries = d.entries[:from]
		d.account()
	}
	for i := range t.list {
		if !children.has(i) {
			continue
		}
		proved, cut := d.and(belief, i, depth, t)
		if proved {
			return true
		}
		if cut || d.stopped() {
			return false
		}
	}
	return false
}

// and solves an AND node: all its children must be proved. It reports whether a disproof
// disproves its parent as well.
func (d *dfs[S, A, O]) and(belief []S, i, depth int, t *turn[A]) (proved, cut bool) {
	m := d.mark()
	defer d.release(m)
	from, _, _, _ := d.try(belief, t.list[i], depth)
	groups := d.split(from, len(d.entries), d.prefixes)
	for k := range groups {
		g := &groups[k]
		if !g.stay {
			if !d.expandNode(g.states, depth) {
				return false, false
			}
			continue
		}
		next := d.after(t, i, g.o)
		if !d.or(g.states, depth, &next) {
			return false, d.prefixes.greedy && d.rules.greedy(t, i, g.o)
		}
	}
	return !d.stopped(), false
}

// expandNode solves an EXPAND node and its AND node: the replies are split by what is
// heard, and a turn begins.
func (d *dfs[S, A, O]) expandNode(belief []S, depth int) bool {
	d.node()
	m := d.mark()
	defer d.release(m)
	from, failed := d.expand(belief)
	if failed || d.stopped() {
		return false
	}
	groups := d.split(from, len(d.entries), d.prefixes)
	for k := range groups {
		inner := d.mark()
		t := d.fresh(&groups[k].states[0])
		proved := d.or(groups[k].states, depth-2, &t)
		d.release(inner)
		if !proved {
			return false
		}
	}
	return true
}
