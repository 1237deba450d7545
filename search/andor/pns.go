package andor

import (
	"slices"
	"unsafe"
)

// Infinite proof and disproof numbers.
const never = 1 << 30

// pnsNode is a node of the tree of proof-number search. A leaf has no children yet.
type pnsNode[S comparable, A comparable, O Percept] struct {
	or       bool // an OR node; else an AND node, or an EXPAND node with its AND node
	expanded bool
	cuts     bool // disproved, it disproves its grandparent, by the greedy pruning
	cut      bool // an AND node: a child that cuts was disproved
	depth    int
	attempt  int // of an AND node
	pn, dn   int // proof and disproof number
	parent   *pnsNode[S, A, O]
	children []*pnsNode[S, A, O]
	states   []S     // of an OR or EXPAND leaf
	turn     turn[A] // of an OR node
}

// pns is proof-number search (Allis 1994, as the paper uses it): each step expands a most
// proving leaf. Its nodes are beliefs; it keeps all of the tree that is not decided. An OR node is expanded together with
// the AND nodes of its attempts, and an EXPAND node with its own, so that an attempt counts what may be heard of it from the
// start: the paper names them apart, but does not say what is expanded at once. Ties are broken by the
// order of children, in which with the prefix l legal ones come first, with x refused ones.
// With e a belief is built no further than to its first failing state.
//
// With g a disproved refused child disproves the OR node above it. The paper did not try
// that: the pruning could force a choice between the aims of proof and disproof, which
// proof-number search has both at the same time. So the numbers by which it chooses stay
// as they are here, and only what has been disproved counts.
type pns[S comparable, A comparable, O Percept] struct {
	*builder[S, A, O]
	prefixes
}

func newPNS[S comparable, A comparable, O Percept](g rules[S, A, O], w *work, p prefixes) *pns[S, A, O] {
	return &pns[S, A, O]{builder: newBuilder(g, w), prefixes: p}
}

func (p *pns[S, A, O]) prove(belief []S, depth int, t turn[A]) bool {
	p.builder.early = p.prefixes.early
	root := p.leaf(nil, true, depth, belief)
	defer p.drop(root)
	root.turn = t
	for root.pn > 0 && root.dn > 0 && !p.stopped() {
		n := root
		for n.expanded {
			n = n.mostProving()
		}
		m := p.mark()
		if n.or {
			p.expandOR(n)
		} else {
			p.expandReplies(n)
		}
		p.release(m)
		for ; n != nil; n = n.parent {
			if !p.update(n) {
				break
			}
		}
	}
	return root.pn == 0
}

// leaf returns a new leaf with a belief.
func (p *pns[S, A, O]) leaf(parent *pnsNode[S, A, O], or bool, depth int, states []S) *pnsNode[S, A, O] {
	p.node()
	n := &pnsNode[S, A, O]{or: or, depth: depth, pn: 1, dn: 1, parent: parent, states: slices.Clone(states)}
	p.hold(int(unsafe.Sizeof(*n)) + len(states)*int(unsafe.Sizeof(p.to)))
	return n
}

// mostProving returns the child through which the most proving leaf is reached.
func (n *pnsNode[S, A, O]) mostProving() *pnsNode[S, A, O] {
	best := n.children[0]
	for _, c := range n.children[1:] {
		if n.or && c.pn < best.pn || !n.or && c.dn < best.dn {
			best = c
		}
	}
	return best
}

// update computes the numbers of an expanded node from its children; it reports whether
// they have changed. Proved children of an AND node and disproved ones of an OR node
// are dropped, and all of them once the node is decided.
func (p *pns[S, A, O]) update(n *pnsNode[S, A, O]) bool {
	least, sum := never, 0
	kept := n.children[:0]
	lost := false
	for _, c := range n.children {
		lost = lost || c.cut
		n.cut = n.cut || c.cuts && c.dn == 0
		low, high := c.pn, c.dn
		if !n.or {
			low, high = high, low
		}
		least = min(least, low)
		sum = min(sum+high, never)
		if high > 0 {
			kept = append(kept, c)
		} else {
			p.drop(c)
		}
	}
	clear(n.children[len(kept):])
	n.children = kept
	pn, dn := least, sum
	if !n.or {
		pn, dn = sum, least
	}
	if lost {
		pn, dn = never, 0
	}
	if pn == 0 || dn == 0 {
		for _, c := range n.children {
			p.drop(c)
		}
		n.children = nil
	}
	changed := pn != n.pn || dn != n.dn
	n.pn, n.dn = pn, dn
	return changed
}

// drop gives back the memory of a node and of all below it.
func (p *pns[S, A, O]) drop(n *pnsNode[S, A, O]) {
	p.hold(-int(unsafe.Sizeof(*n)) - len(n.states)*int(unsafe.Sizeof(p.to)))
	for _, c := range n.children {
		p.drop(c)
	}
}

// expandOR builds the AND nodes of all attempts, split into leaves.
func (p *pns[S, A, O]) expandOR(n *pnsNode[S, A, O]) {
	n.expanded = true
	if n.turn.list == nil {
		n.turn = p.newTurn(&n.states[0], nil)
	}
	t := &n.turn
	for i := range t.list {
		if !t.open(i) || p.stopped() {
			continue
		}
		m := p.mark()
		from, moves, differ, failed := p.try(n.states, t.list[i], n.depth)
		if !failed && (moves > 0 || !t.useless(i, differ)) {
			and := &pnsNode[S, A, O]{expanded: true, depth: n.depth, attempt: i, parent: n}
			p.hold(int(unsafe.Sizeof(*and)))
			for _, g := range p.split(from, len(p.entries), p.prefixes) {
				c := p.leaf(and, g.stay, n.depth, g.states)
				if g.stay {
					c.turn = p.after(t, i, g.o)
					c.cuts = p.prefixes.greedy && p.rules.greedy(t, i, g.o)
				}
				and.children = append(and.children, c)
			}
			p.update(and)
			n.children = append(n.children, and)
		}
		p.release(m)
		if k := len(n.children); k > 0 && n.children[k-1].pn == 0 {
			break
		}
	}
	p.hold(-len(n.states) * int(unsafe.Sizeof(p.to)))
	n.states = nil
}

// expandReplies builds the child of an EXPAND node, split into OR leaves.
func (p *pns[S, A, O]) expandReplies(n *pnsNode[S, A, O]) {
	n.expanded = true
	from, failed := p.expand(n.states)
	if failed {
		lost := &pnsNode[S, A, O]{pn: never, dn: 0, parent: n}
		p.hold(int(unsafe.Sizeof(*lost)))
		n.children = append(n.children, lost)
	} else {
		for _, g := range p.split(from, len(p.entries), p.prefixes) {
			n.children = append(n.children, p.leaf(n, true, n.depth-2, g.states))
		}
	}
	p.hold(-len(n.states) * int(unsafe.Sizeof(p.to)))
	n.states = nil
}
