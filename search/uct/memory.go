package uct

import "runtime"

// large is from how many bytes on what is kept is worth a collection of garbage: the
// collector by itself would let garbage become as much as that before it comes.
const large = 32 << 20

// store is part of the memory of a tree.
type store interface {
	// footprint returns the bytes in use, those that n elements more would add to them, and
	// those that are kept from an earlier decision.
	footprint(n int) (held, more, kept int64)
	// clear takes all elements away and keeps the memory for others.
	clear()
	// release gives the memory back that no element uses.
	release()
}

// fits tells whether there is memory for a node with what belongs to it, so many choices
// among that. Where there is not, the tree is full from then on. What an earlier decision
// left does not count, so that no decision depends on those before it; it is given back
// where it would be too much.
func (t *tree[S, V, A, O]) fits(choices int) bool {
	if t.full {
		return false
	}
	if t.nodes.roomy(1) && t.edges.roomy(1) && t.kids.roomy(1) && t.choices.roomy(choices) && t.shared.roomy() && t.links.roomy() {
		return true // and what goes beside these has room where they have
	}
	held, more, kept := t.footprint(choices)
	t.full = held+more > t.limit
	if !t.full && held+more+kept > t.limit {
		t.release()
		if kept >= large {
			runtime.GC()
		}
	}
	return !t.full
}

// footprint is that of the whole tree, for one node more with so many choices. The lists
// of actions that it writes on, which grow by copies, are as long as the longest.
func (t *tree[S, V, A, O]) footprint(choices int) (held, more, kept int64) {
	held = 2 * int64(t.widest) * int64(2*size[A]()+size[rated[A]]())
	for _, s := range t.stores {
		n := 1
		if s == &t.choices || s == &t.odds {
			n = choices
		}
		h, m, k := s.footprint(n)
		held, more, kept = held+h, more+m, kept+k
	}
	return held, more, kept
}

// clear takes all nodes away and keeps the memory for others.
func (t *tree[S, V, A, O]) clear() {
	for _, s := range t.stores {
		s.clear()
	}
	if _, _, kept := t.footprint(0); kept >= large {
		runtime.GC()
	}
}

// release gives the memory back that the nodes do not use.
func (t *tree[S, V, A, O]) release() {
	for _, s := range t.stores {
		s.release()
	}
}
