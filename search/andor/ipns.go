package andor

import "unsafe"

// ipns is incremental proof-number search (the paper's section on incremental search,
// "IPNS"): AND nodes hold states that have not been expanded, and each step expands the
// one state that can contribute most to a proof or disproof of the whole tree. A state
// that is not expanded counts as one to prove and one to disprove. It keeps the whole
// tree but for what is disproved.
type ipns[S comparable, A comparable, O Percept] struct {
	rules[S, A, O]
	*work
	to        S
	target    *ipnsNode[S, A, O] // of replies
	visit     func(O) bool
	first     turn[A] // of the root
	treeBytes int
}

// ipnsNode is an OR node, whose children are the AND nodes of attempts, or an AND node:
// that of an attempt, or that below an EXPAND node.
type ipnsNode[S comparable, A comparable, O Percept] struct {
	or       bool
	dead     bool // disproved
	useful   bool // an AND node: the attempt moves in a state seen so far, or tells states apart
	replies  bool // an AND node below an EXPAND node
	stay     bool
	attempt  int
	depth    int
	o        O // what was heard before it
	pn, dn   int
	parent   *ipnsNode[S, A, O]
	children []*ipnsNode[S, A, O]
	pending  []entry[S, O]
	seen     map[entry[S, O]]struct{} // of replies, for duplicates
	turn     turn[A]
}

func newIPNS[S comparable, A comparable, O Percept](g rules[S, A, O], w *work) *ipns[S, A, O] {
	p := &ipns[S, A, O]{rules: g, work: w}
	p.visit = p.reply
	return p
}

func (p *ipns[S, A, O]) prove(belief []S, depth int, t turn[A]) bool {
	defer func() { p.hold(-p.treeBytes); p.treeBytes = 0 }()
	root := p.newNode(nil, false, depth)
	p.first = t
	var none O
	for i := range belief {
		p.pend(root, entry[S, O]{belief[i], none, true})
	}
	root.update()
	for root.pn > 0 && root.dn > 0 && !p.stopped() {
		n := root
		for {
			next := n.mostProving()
			if next == nil {
				break
			}
			n = next
		}
		for n = p.step(n); n != nil; n = n.parent {
			n.update()
		}
	}
	return root.pn == 0
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
	p.holdTree(int(unsafe.Sizeof(e)))
}

// update computes proof and disproof number. Of an OR node only attempts count that are
// useful: one that was never legal is saved for later.
func (n *ipnsNode[S, A, O]) update() {
	least, sum := never, 0
	for _, c := range n.children {
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
		return
	}
	if k := len(n.pending); k > 0 {
		least, sum = min(least, 1), min(sum+k, never)
	}
	if n.dead {
		least, sum = 0, never
	}
	n.pn, n.dn = sum, least
	if n.dn == 0 {
		n.dead = true
		n.children, n.pending, n.seen = nil, nil, nil
	}
}

// mostProving returns the child through which the most proving state is reached, nil if
// it is pending at the node itself.
func (n *ipnsNode[S, A, O]) mostProving() *ipnsNode[S, A, O] {
	var best *ipnsNode[S, A, O]
	for _, c := range n.children {
		switch {
		case n.or && (c.dead || !c.useful):
		case !n.or && c.pn == 0:
		case best == nil, n.or && c.pn < best.pn, !n.or && c.dn < best.dn:
			best = c
		}
	}
	if !n.or && len(n.pending) > 0 && (best == nil || best.dn > 1) {
		return nil
	}
	return best
}

// step expands a pending state of an AND node, and returns the node whose numbers are to
// be computed first.
func (p *ipns[S, A, O]) step(n *ipnsNode[S, A, O]) *ipnsNode[S, A, O] {
	e := n.pending[0]
	n.pending = n.pending[1:]
	p.holdTree(-int(unsafe.Sizeof(e)))
	c := p.child(n, &e)
	if !c.or {
		p.target = c
		p.game.Replies(&e.s, &p.to, p.visit)
		return c
	}
	if c.turn.list == nil {
		c.turn = p.newTurn(&e.s, nil)
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
		if !and.dead {
			p.integrate(c, and, &e.s)
			and.update()
		}
	}
	return c
}

// integrate is INCREMENTAL-EXPAND of an OR node for one attempt.
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
		c.turn = p.first
	case n.replies:
		c.depth -= 2
	case e.stay:
		c.turn = p.after(&n.parent.turn, n.attempt, e.o)
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
		p.pend(p.target, e)
	}
	return !p.stopped()
}
