package andor

import "unsafe"

// incremental is what DBU and DUB share: a tree that is proved state by state (the
// paper's method INCREMENTAL-EXPAND and its function SOLVE-TOP). Feeding a state to a
// node extends the proof below it to that state, changing attempts where need be, and
// reports false only if the states fed so far have no guaranteed win.
//
// Where the paper integrates a state into the children of all attempts at once, an OR
// node here keeps the states it was fed, and gives them to an attempt when that becomes
// the first that is left: the same proofs and disproofs, with fewer states constructed.
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
// in which it is legal.
func (d *incremental[S, A, O]) follow(n *orNode[S, A, O]) outcome {
	a := n.turn.list[n.now]
	for pass := range 2 {
		for k := range n.states {
			if d.legalFirst {
				if _, moved := d.game.Try(&n.states[k], a, &d.scratch); moved == (pass == 1) {
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
