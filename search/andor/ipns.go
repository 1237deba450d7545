package andor

import (
	"slices"
	"unsafe"
)

// ipns is incremental proof-number search (the paper's section on incremental search,
// "IPNS"): AND nodes hold states that have not been expanded, and each step expands the
// one state that can contribute most to a proof or disproof of the whole tree. It keeps
// the whole tree but for what is disproved.
//
// A state that is not expanded counts as one to prove and one to disprove. That assumes
// the same work everywhere, which a depth limit belies: the nearer the limit, the less
// there is to do. So the paper expects more of an "IPNS adapted to the depth limit": here
// d-ipns (weighted), where such a state counts by the depth that is left. With bound it is
// df-ipns, the depth-first variant: see ipns_depth.go.
//
// With the prefix g a disproved refused child disproves the OR node above it, as in pns;
// with l, of states and children that are equal to it, those after a move come first, with x
// those in which the attempt was refused.
type ipns[S comparable, A comparable, O Percept] struct {
	rules[S, A, O]
	*work
	prefixes
	weighted bool
	bound    bool

	to        S
	target    *ipnsNode[S, A, O] // of replies
	visit     func(O) bool
	first     turn[A] // of the root
	treeBytes int
	path      []*ipnsNode[S, A, O] // of the depth-first variant
}

// ipnsNode is an OR node, whose children are the AND nodes of attempts, or an AND node:
// that of an attempt, or that below an EXPAND node.
type ipnsNode[S comparable, A comparable, O Percept] struct {
	or       bool
	dead     bool // disproved
	cut      bool // an AND node: disproved, and its parent with it, by the greedy pruning
	useful   bool // an AND node: the attempt moves in a state seen so far, or tells states apart
	replies  bool // an AND node below an EXPAND node
	stay     bool
	gone     bool  // what is below it was forgotten
	times    uint8 // how often
	attempt  int
	depth    int
	o        O // what was heard before it
	pn, dn   int
	parent   *ipnsNode[S, A, O]
	children []*ipnsNode[S, A, O]
	pending  []entry[S, O]            // of an AND node
	moves    int                      // how many of them are after a move
	seen     map[entry[S, O]]struct{} // of replies, for duplicates
	states   []S                      // all that it was fed, kept where it may be forgotten
	turn     *turn[A]                 // of an OR node
}

func newIPNS[S comparable, A comparable, O Percept](g rules[S, A, O], w *work, p prefixes, weighted, bound bool) *ipns[S, A, O] {
	n := &ipns[S, A, O]{rules: g, work: w, prefixes: p, weighted: weighted, bound: bound}
	n.visit = n.reply
	return n
}

func (p *ipns[S, A, O]) prove(belief []S, depth int, t turn[A]) bool {
	defer func() { p.hold(-p.treeBytes); p.treeBytes = 0 }()
	root := p.newNode(nil, false, depth)
	p.first = t
	var none O
	for i := range belief {
		p.pend(root, entry[S, O]{belief[i], none, true})
	}
	p.update(root)
	if p.bound {
		p.path = p.path[:0]
		p.deepen(root, never, never)
		return root.pn == 0
	}
	for root.pn > 0 && root.dn > 0 && !p.stopped() {
		n := root
		for {
			next, _ := p.mostProving(n)
			if next == nil {
				break
			}
			n = next
		}
		for n = p.step(n); n != nil; n = n.parent {
			p.update(n)
		}
	}
	return root.pn == 0
}

// Weights of d-ipns: how many times as much work a state is to prove, and to disprove,
// for each own move more that is left. Found by measurement on random problems.
const (
	proofWeight    = 2
	disproofWeight = 8
	mostWeight     = 1 << 20
)

// pendingNumbers returns proof and disproof number of a pending state: one in which the
// attempt did not move or which is to be replied to, or one after a reply.
func (p *ipns[S, A, O]) pendingNumbers(n *ipnsNode[S, A, O], stay bool) (pn, dn int) {
	pn, dn = 1, 1
	if !p.weighted {
		return pn, dn
	}
	// A state at depth d leaves (d-1)/2 own moves after this one; after a move the reply
	// is to come, and one bad reply disproves.
	for d := n.depth; d > 2; d -= 2 {
		pn = min(pn*proofWeight, mostWeight)
		if stay || d > 4 {
			dn = min(dn*disproofWeight, mostWeight)
		}
	}
	if n.replies {
		pn = max(pn/proofWeight, 1)
	}
	return pn, dn
}

func (p *ipns[S, A, O]) newNode(parent *ipnsNode[S, A, O], or bool, depth int) *ipnsNode[S, A, O] {
	p.node()
	n := &ipnsNode[S, A, O]{or: or, parent: parent, depth: depth}
	p.holdTree(int(unsafe.Sizeof(*n)))
	return n
}

func (p *ipns[S, A, O]) holdTree(n int) {
	p.treeBytes += n
	p.hold(n)
}

func (p *ipns[S, A, O]) pend(n *ipnsNode[S, A, O], e entry[S, O]) {
	n.pending = append(n.pending, e)
	if !e.stay {
		n.moves++
	}
	p.holdTree(int(unsafe.Sizeof(e)))
}

// empty drops all that is below a node, and gives its memory back.
func (p *ipns[S, A, O]) empty(n *ipnsNode[S, A, O]) {
	var e entry[S, O]
	p.holdTree(-(len(n.pending) + len(n.seen)) * int(unsafe.Sizeof(e)))
	for _, c := range n.children {
		p.empty(c)
		p.holdTree(-int(unsafe.Sizeof(*c)) - len(c.states)*int(unsafe.Sizeof(e.s)) - c.turnBytes())
	}
	n.children, n.pending, n.moves, n.seen = nil, nil, 0, nil
}

// take gives an OR node its turn.
func (p *ipns[S, A, O]) take(n *ipnsNode[S, A, O], t turn[A]) {
	n.turn = &t
	p.holdTree(n.turnBytes())
}

// turnBytes returns how much memory the turn of a node takes. The nodes of one turn share
// the list.
func (n *ipnsNode[S, A, O]) turnBytes() int {
	switch {
	case n.turn == nil:
		return 0
	case n.stay:
		return int(unsafe.Sizeof(*n.turn))
	}
	return int(unsafe.Sizeof(*n.turn)) + len(n.turn.list)*int(unsafe.Sizeof(n.turn.list[0]))
}

// update computes proof and disproof number. Of an OR node only attempts count that are
// useful: one that was never legal is saved for later.
func (p *ipns[S, A, O]) update(n *ipnsNode[S, A, O]) {
	if n.gone && !n.dead {
		return // it keeps the numbers it had
	}
	least, sum := never, 0
	cut := false
	for _, c := range n.children {
		cut = cut || c.cut
		switch {
		case n.or && c.dead:
		case n.or && c.useful:
			least, sum = min(least, c.pn), min(sum+c.dn, never)
		case !n.or:
			least, sum = min(least, c.dn), min(sum+c.pn, never)
		}
	}
	if n.or {
		n.pn, n.dn = least, sum
		if cut {
			n.pn, n.dn = never, 0
		}
		return
	}
	if k := n.moves; k > 0 {
		pn, dn := p.pendingNumbers(n, false)
		least, sum = min(least, dn), min(sum+k*pn, never)
	}
	if k := len(n.pending) - n.moves; k > 0 {
		pn, dn := p.pendingNumbers(n, true)
		least, sum = min(least, dn), min(sum+k*pn, never)
	}
	if n.dead {
		least, sum = 0, never
	}
	n.pn, n.dn = sum, least
	if n.dn == 0 {
		n.dead = true
		n.cut = n.cut || p.cuts(n)
		p.empty(n)
	}
}

// cuts reports whether a disproved AND node disproves its parent as well: its refused
// child is disproved.
func (p *ipns[S, A, O]) cuts(n *ipnsNode[S, A, O]) bool {
	if !p.prefixes.greedy || n.parent == nil || !n.parent.or {
		return false
	}
	for _, c := range n.children {
		if c.stay && c.dn == 0 && p.rules.greedy(n.parent.turn, n.attempt, c.o) {
			return true
		}
	}
	return false
}

// before reports whether of two children of an AND node, equal by their numbers, the first
// comes first by the prefixes.
func (p *ipns[S, A, O]) before(c, d *ipnsNode[S, A, O]) bool {
	return c.stay != d.stay && (p.legalFirst && d.stay || p.refusedFirst && c.stay)
}

// mostProving returns the child through which the most proving state is reached, nil if
// it is pending at the node itself; and the number, of the kind that counts for this
// choice, of what comes next.
func (p *ipns[S, A, O]) mostProving(n *ipnsNode[S, A, O]) (best *ipnsNode[S, A, O], second int) {
	least := never
	second = never
	if n.moves > 0 {
		_, least = p.pendingNumbers(n, false)
	}
	if len(n.pending) > n.moves {
		_, dn := p.pendingNumbers(n, true)
		least, second = min(least, dn), max(least, dn)
	}
	for _, c := range n.children {
		number := c.dn
		switch {
		case n.or && (c.dead || !c.useful), !n.or && c.pn == 0:
			continue
		case n.or:
			number = c.pn
		}
		if number < least || number == least && (best == nil || !n.or && p.before(c, best)) { // deeper first
			best, least, second = c, number, least
		} else {
			second = min(second, number)
		}
	}
	return best, second
}

// step expands a pending state of an AND node, and returns the node whose numbers are to
// be computed first.
func (p *ipns[S, A, O]) step(n *ipnsNode[S, A, O]) *ipnsNode[S, A, O] {
	k := 0
	for p.weighted && n.moves > 0 && n.pending[k].stay {
		k++ // those after a move are easier to disprove
	}
	if p.legalFirst || p.refusedFirst {
		k = max(0, slices.IndexFunc(n.pending, func(e entry[S, O]) bool { return e.stay == p.refusedFirst }))
	}
	e := n.pending[k]
	n.pending = slices.Delete(n.pending, k, k+1)
	if !e.stay {
		n.moves--
	}
	p.holdTree(-int(unsafe.Sizeof(e)))
	c := p.child(n, &e)
	if p.bound {
		c.states = append(c.states, e.s)
		p.holdTree(int(unsafe.Sizeof(e.s)))
	}
	p.feed(c, &e.s)
	return c
}

// feed is INCREMENTAL-EXPAND of a child of an AND node: its AND nodes, or itself below an
// EXPAND node, get what follows from a state.
func (p *ipns[S, A, O]) feed(c *ipnsNode[S, A, O], s *S) {
	if c.gone { // to be done when it is built again
		c.owe()
		return
	}
	if !c.or {
		p.target = c
		p.game.Replies(s, &p.to, p.visit)
		return
	}
	if c.turn == nil {
		p.take(c, p.newTurn(s, nil))
	}
	if c.children == nil {
		for i := range c.turn.list {
			if c.turn.open(i) {
				and := p.newNode(c, false, c.depth)
				and.attempt = i
				c.children = append(c.children, and)
			}
		}
	}
	for _, and := range c.children {
		switch {
		case and.dead:
		case and.gone:
			and.owe()
		default:
			p.integrate(c, and, s)
			p.update(and)
		}
	}
}

// integrate gives a state of an OR node to the AND node of an attempt.
func (p *ipns[S, A, O]) integrate(n, and *ipnsNode[S, A, O], s *S) {
	o, moved := p.game.Try(s, n.turn.list[and.attempt], &p.to)
	if !moved {
		p.pend(and, entry[S, O]{*s, o, true})
		differ := false
		for _, c := range and.children {
			differ = differ || c.o != o
		}
		for i := range and.pending {
			differ = differ || and.pending[i].o != o
		}
		and.useful = and.useful || !n.turn.useless(and.attempt, differ)
		return
	}
	and.useful = true
	p.state()
	switch over, won := p.game.Ended(o); {
	case won:
	case over || n.depth <= 1:
		and.dead = true
	default:
		p.pend(and, entry[S, O]{p.to, o, false})
	}
}

// child returns the child of an AND node to which an entry belongs.
func (p *ipns[S, A, O]) child(n *ipnsNode[S, A, O], e *entry[S, O]) *ipnsNode[S, A, O] {
	for _, c := range n.children {
		if c.o == e.o && c.stay == e.stay {
			return c
		}
	}
	c := p.newNode(n, e.stay || n.replies, n.depth)
	c.o, c.stay = e.o, e.stay
	switch {
	case n.parent == nil: // the root is the only child of a node that holds its states
		p.take(c, p.first)
	case n.replies:
		c.depth -= 2
	case e.stay:
		p.take(c, p.after(n.parent.turn, n.attempt, e.o))
	default:
		c.replies = true
		c.seen = make(map[entry[S, O]]struct{})
	}
	n.children = append(n.children, c)
	return c
}

// reply adds a reply to the AND node below an EXPAND node.
func (p *ipns[S, A, O]) reply(o O) bool {
	p.state()
	if over, _ := p.game.Ended(o); over {
		p.target.dead = true
		return false
	}
	e := entry[S, O]{p.to, o, false}
	if _, ok := p.target.seen[e]; !ok {
		p.target.seen[e] = struct{}{}
		p.holdTree(int(unsafe.Sizeof(e)))
		p.pend(p.target, e)
	}
	return !p.stopped()
}
