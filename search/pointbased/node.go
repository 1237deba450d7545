package pointbased

import "math"

// node is a belief that was expanded: a point of the set R in the paper. Beliefs reached on several ways
// are one node.
type node struct {
	number int32 // of its room
	room   *room
	belief belief

	upper, lower float64
	best         *vector // the best one of those it has looked at, which gives lower
	seen         int64   // when it looked at vectors and points last

	entry int // of its point in the sawtooth; -1 if it has none

	edges   []edge  // by action
	bin     *bin    // of beliefs that look like it
	counted float64 // as what its lower bound is counted there
}

// edge is an action at a node.
type edge struct {
	reward       float64
	upper, lower float64
	children     []child // nil before the action was looked at
	fresh        int64   // when it was looked at last
	dead         bool    // another action is better for certain
}

// child is what an observation after an action leads to. Its belief is not kept, as most are not
// gone to: it is computed anew when there is something new to hold it against.
type child struct {
	outcome      int32
	chance       float64
	upper, lower float64
	best         *vector
	seen         int64
	node         *node // nil if it is none
}

// newNode expands a belief, which is copied.
func (s *Solver) newNode(number int32, b belief) *node {
	r := s.rooms[number]
	n := &node{number: number, room: r, upper: math.Inf(1), lower: math.Inf(-1), seen: -1, entry: -1}
	if len(b.at) == len(r.states) {
		n.belief.at = r.places
	} else {
		n.belief.at = s.ints.copy(b.at)
	}
	n.belief.p = s.floats.copy(b.p)
	n.edges = make([]edge, len(r.stages))
	n.upper = math.Inf(-1)
	for a := range n.edges {
		e := &n.edges[a]
		e.reward = n.belief.dot(r.stages[a].rewards)
		e.upper, e.lower = n.belief.dot(r.informed[a]), math.Inf(-1)
		n.upper = max(n.upper, e.upper)
	}
	s.memory += int64(256 + 12*len(b.p) + 80*len(n.edges))
	s.look(n)
	n.bin = s.guesses.add(n)
	r.nodes = append(r.nodes, n)
	s.nodes++
	return n
}

// intern returns the node of a belief, a new one if there is none yet.
func (s *Solver) intern(number int32, b belief) *node {
	key := b.key(number)
	if n := s.find(key, number, b); n != nil {
		return n
	}
	n := s.newNode(number, b)
	s.known[key] = append(s.known[key], n)
	s.memory += 64
	return n
}

func (s *Solver) find(key uint64, number int32, b belief) *node {
	for _, n := range s.known[key] {
		if n.number == number && n.belief.equal(b) {
			return n
		}
	}
	return nil
}

// look holds a node against the vectors and points that came since it looked last.
func (s *Solver) look(n *node) {
	r := n.room
	if n.seen >= r.last() {
		return
	}
	n.lower, n.best = r.greatest(n.belief, n.lower, n.best, n.seen)
	dense := s.dense(n.belief, r)
	upper := r.saw.bound(n.belief, dense, n.upper, n.seen)
	s.forget(n.belief, dense)
	n.upper = upper
	n.seen = s.now
}

// dense returns the chances of a belief at all places of a room. They are to be forgotten again.
func (s *Solver) dense(b belief, r *room) []float64 {
	if len(b.p) == len(r.states) {
		return b.p
	}
	b.spread(s.scratch)
	return s.scratch
}

func (s *Solver) forget(b belief, dense []float64) {
	if len(b.p) != len(dense) || &b.p[0] != &dense[0] {
		b.clear(dense)
	}
}

// last returns when something new came to a room.
func (r *room) last() int64 {
	last := r.saw.last
	if n := len(r.vectors); n > 0 {
		last = max(last, r.vectors[n-1].born)
	}
	return last
}

// refresh brings a node up to date: the upper bounds of actions that may be best, the lower bounds of
// all that are not worse for certain. It backs both bounds up (algorithm 3 of the paper), and adds a vector
// if that raises the lower one.
func (s *Solver) refresh(n *node) {
	s.look(n)
	s.round++
	for { // the upper bound is that of the best action: others need not be as fresh
		a := n.upperBest()
		e := &n.edges[a]
		if e.fresh == s.round {
			s.lowerUpper(n, e.upper)
			break
		}
		s.renew(n, a)
	}
	best := -1
	for a := range n.edges {
		e := &n.edges[a]
		e.dead = e.dead || e.upper < n.lower
		if !e.dead && e.fresh != s.round {
			s.renew(n, a)
		}
		if !e.dead && (best < 0 || e.lower > n.edges[best].lower) {
			best = a
		}
	}
	if best >= 0 && n.edges[best].lower > n.lower+s.tiny {
		s.backup(n, best)
	}
}

// upperBest returns the action of greatest upper bound.
func (n *node) upperBest() int {
	best := 0
	for a := range n.edges {
		if n.edges[a].upper > n.edges[best].upper {
			best = a
		}
	}
	return best
}

// lowerUpper lowers the upper bound of a node.
func (s *Solver) lowerUpper(n *node, upper float64) {
	if upper >= n.upper-s.tiny {
		return
	}
	n.upper = upper
	s.now++
	n.room.saw.lower(n, s.now)
}

// renew brings an action of a node up to date.
func (s *Solver) renew(n *node, a int) {
	e, st := &n.edges[a], &n.room.stages[a]
	e.fresh = s.round
	if e.children != nil && !s.stale(e, st) {
		s.sum(e)
		return
	}
	s.predict(n.belief, st)
	if e.children == nil {
		s.expand(e, st)
	} else {
		for i := range e.children {
			s.renewChild(&e.children[i], st)
		}
	}
	s.sum(e)
}

// stale tells whether there is anything new for an action's children. Those that are nodes are
// brought up to date on the way.
func (s *Solver) stale(e *edge, st *stage) (stale bool) {
	for i := range e.children {
		c := &e.children[i]
		if c.node != nil {
			s.look(c.node)
		} else if c.seen < s.rooms[st.outcomes[c.outcome].room].last() {
			stale = true
		}
	}
	return stale
}

// sum adds up the bounds of an action.
func (s *Solver) sum(e *edge) {
	upper, lower := 0.0, 0.0
	for i := range e.children {
		c := &e.children[i]
		if c.node != nil {
			c.take(c.node)
		}
		upper += c.chance * c.upper
		lower += c.chance * c.lower
	}
	e.upper = min(e.upper, e.reward+s.tables.Discount*upper)
	e.lower = max(e.lower, e.reward+s.tables.Discount*lower)
}

// take takes over what a node knows.
func (c *child) take(n *node) {
	c.upper = min(c.upper, n.upper)
	if n.lower > c.lower {
		c.lower, c.best = n.lower, n.best
	}
}

// expand makes the children of an action, of which the ends are predicted.
func (s *Solver) expand(e *edge, st *stage) {
	e.children = make([]child, 0, len(st.outcomes))
	for i := range st.outcomes {
		b, chance := s.update(&st.outcomes[i])
		if chance == 0 {
			continue
		}
		number := st.outcomes[i].room
		r := s.rooms[number]
		c := child{outcome: int32(i), chance: chance, upper: math.Inf(-1), lower: math.Inf(-1), seen: -1}
		if n := s.find(b.key(number), number, b); n != nil {
			c.node, c.upper = n, math.Inf(1)
			s.look(n)
			c.take(n)
		} else {
			for a := range r.informed {
				c.upper = max(c.upper, b.dot(r.informed[a]))
			}
			s.compare(&c, r, b)
		}
		e.children = append(e.children, c)
	}
	s.memory += int64(24 + 64*len(e.children))
}

// renewChild holds a child against what came since it was looked at last.
func (s *Solver) renewChild(c *child, st *stage) {
	o := &st.outcomes[c.outcome]
	r := s.rooms[o.room]
	if c.node != nil || c.seen >= r.last() {
		return
	}
	b, _ := s.update(o)
	s.compare(c, r, b)
}

// compare holds a child's belief against vectors and points of its room.
func (s *Solver) compare(c *child, r *room, b belief) {
	c.lower, c.best = r.greatest(b, c.lower, c.best, c.seen)
	dense := s.dense(b, r)
	c.upper = r.saw.bound(b, dense, c.upper, c.seen)
	s.forget(b, dense)
	c.seen = s.now
}

// visit returns the node of a child.
func (s *Solver) visit(n *node, a int, c *child) *node {
	if c.node == nil {
		st := &n.room.stages[a]
		s.predict(n.belief, st)
		o := &st.outcomes[c.outcome]
		b, _ := s.update(o)
		c.node = s.intern(o.room, b)
		c.node.upper = min(c.node.upper, c.upper)
	}
	return c.node
}

// predict computes how likely the ends of a stage are.
func (s *Solver) predict(b belief, st *stage) {
	ends := s.ends[:st.ends]
	clear(ends)
	for i, at := range b.at {
		p := b.p[i]
		for j := st.first[at]; j < st.first[at+1]; j++ {
			ends[st.to[j]] += p * st.chance[j]
		}
	}
}

// update returns the belief after an observation, of which the ends are predicted, and its chance. The
// belief is overwritten by the next.
func (s *Solver) update(o *outcome) (belief, float64) {
	at, p := s.at[:0], s.p[:0]
	sum := 0.0
	for i, end := range o.ends {
		if x := s.ends[end] * o.likely[i]; x > 0 {
			at, p = append(at, o.places[i]), append(p, x)
			sum += x
		}
	}
	s.at, s.p = at, p
	if sum == 0 {
		return belief{}, 0
	}
	for i := range p {
		p[i] /= sum
	}
	return belief{at, p}, sum
}
