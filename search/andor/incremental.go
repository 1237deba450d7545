package andor

import "unsafe"

// incremental is what DBU and DUB share: a tree that is proved state by state (the
// paper's method INCREMENTAL-EXPAND and its function SOLVE-TOP). Feeding a state to a
// node extends the proof below it to that state, changing attempts where need be, and
// reports false only if the states fed so far have no guaranteed win.
//
// Where the paper integrates a state into the children of all attempts at once, an OR
// node here keeps the states it was fed, and gives them to an attempt when that becomes
// the first that is left: the same proofs and disproofs, mostly with fewer states constructed; with more where an
// attempt would have failed at once in a state that is still to come.
// Replies are followed one by one as they are generated, so that a disproof by a single
// reply constructs no others.
type incremental[S comparable, A comparable, O Percept] struct {
	rules[S, A, O]
	*work
	prefixes
	firstOnly bool // DUB: of an AND node only the first child is followed at once

	scratch S
	freeOR  []*orNode[S, A, O]
	freeAND []*andNode[S, A, O]
}

// orNode is an OR node with the states fed to it and the attempt that wins in all of
// them, as far as it has been followed.
type orNode[S comparable, A comparable, O Percept] struct {
	depth  int
	turn   turn[A]
	list   []A // memory of the turn's list, if it is this node's own
	states []S
	dead   attemptSet // attempts that were disproved
	now    int        // the attempt that is followed
	and    *andNode[S, A, O]
	table  []int32 // of states, 1 + their number, for duplicates; empty while they are few
	to     S       // the state after the attempt that is followed
}

// andNode is the AND node of an attempt, or an EXPAND node with its AND node: its
// children, by what was heard.
type andNode[S comparable, A comparable, O Percept] struct {
	kids  []kid[S, A, O]
	depth int

	// Of an EXPAND node.
	solver *incremental[S, A, O]
	to     S
	ok     bool
	visit  func(O) bool
}

// kid is a child of an AND node: an OR node if the attempt did not move or a reply was
// heard, else an EXPAND node. Pending states have not been fed to it.
type kid[S comparable, A comparable, O Percept] struct {
	o       O
	stay    bool
	or      *orNode[S, A, O]
	expand  *andNode[S, A, O]
	pending []S
}

// outcome of feeding a state.
type outcome uint8

const (
	fine outcome = iota
	lost         // the node has failed
	cut          // and its parent with it, by the greedy pruning
)

func newIncremental[S comparable, A comparable, O Percept](g rules[S, A, O], w *work, p prefixes, firstOnly bool) *incremental[S, A, O] {
	return &incremental[S, A, O]{rules: g, work: w, prefixes: p, firstOnly: firstOnly}
}

func (d *incremental[S, A, O]) prove(belief []S, depth int, t turn[A]) bool {
	n := d.newOR(depth)
	n.turn = t
	defer d.dropOR(n)
	for i := range belief {
		if !d.feedOR(n, &belief[i]) {
			return false
		}
	}
	return !d.stopped() && (!d.firstOnly || d.outerOR(n))
}

func (d *incremental[S, A, O]) newOR(depth int) *orNode[S, A, O] {
	d.node()
	var n *orNode[S, A, O]
	if k := len(d.freeOR); k > 0 {
		n, d.freeOR = d.freeOR[k-1], d.freeOR[:k-1]
		*n = orNode[S, A, O]{states: n.states[:0], list: n.list[:0], table: n.table[:0]}
	} else {
		n = new(orNode[S, A, O])
	}
	n.depth = depth
	d.hold(int(unsafe.Sizeof(*n)))
	return n
}

func (d *incremental[S, A, O]) dropOR(n *orNode[S, A, O]) {
	d.hold(-int(unsafe.Sizeof(*n)) - len(n.states)*int(unsafe.Sizeof(n.states[0])))
	if n.and != nil {
		d.dropAND(n.and)
		n.and = nil
	}
	d.freeOR = append(d.freeOR, n)
}

func (d *incremental[S, A, O]) newAND(depth int) *andNode[S, A, O] {
	var n *andNode[S, A, O]
	if k := len(d.freeAND); k > 0 {
		n, d.freeAND = d.freeAND[k-1], d.freeAND[:k-1]
		n.kids = n.kids[:0]
	} else {
		n = &andNode[S, A, O]{solver: d}
		n.visit = n.reply
	}
	n.depth = depth
	d.hold(int(unsafe.Sizeof(*n)))
	return n
}

func (d *incremental[S, A, O]) dropAND(n *andNode[S, A, O]) {
	for k := range n.kids {
		d.dropKid(&n.kids[k])
	}
	d.hold(-int(unsafe.Sizeof(*n)))
	d.freeAND = append(d.freeAND, n)
}

// dropKid gives back what is below a child.
func (d *incremental[S, A, O]) dropKid(c *kid[S, A, O]) {
	if c.or != nil {
		d.dropOR(c.or)
	}
	if c.expand != nil {
		d.dropAND(c.expand)
	}
	d.hold(-len(c.pending) * int(unsafe.Sizeof(*new(S))))
	c.or, c.expand, c.pending = nil, nil, c.pending[:0]
}

// kid returns the child for what was heard, and whether it is the first one.
func (n *andNode[S, A, O]) kid(o O, stay bool) (c *kid[S, A, O], first bool) {
	for k := range n.kids {
		if c := &n.kids[k]; c.o == o && c.stay == stay {
			return c, k == 0
		}
	}
	if k := len(n.kids); k < cap(n.kids) {
		n.kids = n.kids[:k+1]
		c := &n.kids[k]
		*c = kid[S, A, O]{o: o, stay: stay, pending: c.pending[:0]}
	} else {
		n.kids = append(n.kids, kid[S, A, O]{o: o, stay: stay})
	}
	return &n.kids[len(n.kids)-1], len(n.kids) == 1
}

// unseen reports whether a state is fed to a child of an EXPAND node for the first time,
// and remembers it. Pending states are few, and looked at one by one.
func (d *incremental[S, A, O]) unseen(c *kid[S, A, O], s *S) bool {
	for k := range c.pending {
		if c.pending[k] == *s {
			return false
		}
	}
	n := c.or
	if len(n.states) < 16 {
		for k := range n.states {
			if n.states[k] == *s {
				return false
			}
		}
		return true
	}
	if 2*(len(n.states)+1) > len(n.table) {
		size := max(64, 4*len(n.table))
		if cap(n.table) >= size {
			n.table = n.table[:size]
			clear(n.table)
		} else {
			n.table = make([]int32, size)
		}
		for k := range n.states {
			*n.slot(d.game.Hash(&n.states[k]), &n.states[k]) = int32(k + 1)
		}
	}
	slot := n.slot(d.game.Hash(s), s)
	if *slot != 0 {
		return false
	}
	*slot = int32(len(n.states) + 1) // where feedOR will put it
	return true
}

// slot returns the place of a state in the table, or the empty one where it belongs.
func (n *orNode[S, A, O]) slot(h uint64, s *S) *int32 {
	mask := uint64(len(n.table) - 1)
	for k := h & mask; ; k = (k + 1) & mask {
		if at := n.table[k]; at == 0 || n.states[at-1] == *s {
			return &n.table[k]
		}
	}
}
