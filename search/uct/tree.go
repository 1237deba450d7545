package uct

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// node is a view that was reached. Its edges stand together in tree.edges. Most nodes
// are visited once, and boards have hundreds of actions: where nothing forbids it, a
// node has no edges before its second visit.
type node struct {
	visits     int32
	first      int32 // its edges, -1 before they are there
	count      int32
	considered int32   // how many of them widening lets in so far
	tried      int32   // the action of the first visit, where that came before the edges
	pass       int32   // the last simulation that came here, see Config.timeless
	reward     float64 // what the first visit brought, where that came before the edges,
	rest       float64 // at once and later
	scale      float64 // unit of the bandit's bonus
	most       float64 // what can be gained at most
	known      bool    // the guide knows the value
	value      float64 // that, or what the first rollout brought, or by Best what its best edge is worth
	rolled     float64 // what the first rollout brought
	likelihood float64 // of its view, by the forecaster
}

// edge is an action at a node, in terms of the canonical view where nodes are shared.
type edge[A comparable] struct {
	action   A
	visits   int32
	kids     int32   // first of its kids, -1 without
	outcomes int32   // how many they are
	mean     float64 // of the returns
	spread   float64 // sum of the squares of their differences from it
	reward   float64 // mean reward on the way to the next node
	rest     float64 // sum of what rollouts brought after that
	odds     float64 // chance to survive the action, 1 without a forecaster
	worth    float64 // by Best: what the nodes it led to are worth now
}

// variance of the returns so far.
func (e *edge[A]) variance() float64 { return e.spread / float64(max(e.visits, 1)) }

// kid is a node that an edge led to.
type kid struct {
	weight float64 // how often it did, each time with the discount of what comes after
	chance float64 // of that, up to a factor common to the edge; 0 if not known
	node   int32
	next   int32
}

// hop is one edge taken in the simulation under way.
type hop struct {
	node, edge int32   // edge is -1 where the node has none yet
	reward     float64 // until the next node or the end
	discount   float64 // for what comes after
	odds       float64 // by which both count
	rolled     bool    // a rollout came after, no node
}

// tree is one search tree with all it needs to grow, for one goroutine.
type tree[S any, V View[V, A, O], A, O comparable] struct {
	problem  blindsight.Problem[S, A, O]
	sampler  blindsight.Sampler[S, V]
	config   Config
	rng      *rand.Rand
	root     V // the view to decide on
	view     V // the view of the simulation under way
	state    S
	spare    S // target of a new draw while state is still needed
	picker   blindsight.Picker[A]
	forcing  blindsight.Forcing[A]
	symmetry blindsight.Symmetric[A]
	ranged   blindsight.Ranged
	guide    Guide[V, A]
	forecast Forecaster[V, A] // the guide, if it is one and Config.Weighted
	before   V                // the view before the action under way, where outcomes are widened
	bandit   bandit
	timeless bool  // see Config.timeless
	limit    int64 // of memory, in bytes
	edgeSize int

	nodes   []node
	edges   []edge[A]
	kids    []kid
	shared  table // nodes by the keys of their views
	links   table // kids by edge and key
	path    []hop
	actions []A
	legal   []A
	worth   []float64 // of each node, see value; NaN until it is computed
	pass    int32     // number of the simulation under way
	full    bool      // the memory is used up
	low     float64   // of all returns seen, those of nodes included
	high    float64
}

func newTree[S any, V View[V, A, O], A, O comparable](p blindsight.Problem[S, A, O], s blindsight.Sampler[S, V], root V, c Config, timeless bool) *tree[S, V, A, O] {
	t := &tree[S, V, A, O]{
		problem: p, sampler: s, config: c, root: root.Clone(), view: root.Clone(), before: root.Clone(),
		bandit: bandit{c.Bandit, c.Exploration}, timeless: timeless, limit: c.Memory / int64(c.Trees), edgeSize: size[edge[A]](),
	}
	t.picker, _ = any(t.view).(blindsight.Picker[A])
	t.forcing, _ = any(t.view).(blindsight.Forcing[A])
	t.ranged, _ = any(t.view).(blindsight.Ranged)
	if !c.Apart {
		t.symmetry, _ = any(t.view).(blindsight.Symmetric[A])
	}
	return t
}

// plant makes the tree a single root for this view.
func (t *tree[S, V, A, O]) plant(root V, rng *rand.Rand) {
	t.root.CopyFrom(root)
	t.view.CopyFrom(root)
	t.rng = rng
	if t.full {
		t.release()
	}
	t.nodes, t.edges, t.kids = t.nodes[:0], t.edges[:0], t.kids[:0]
	t.shared.clear()
	t.links.clear()
	t.sampler.Reset()
	t.pass, t.full = 0, false
	t.low, t.high = math.Inf(1), math.Inf(-1)
	key, transformation := t.key(0)
	t.shared.put(key, t.grow(transformation))
}

// key returns the key of the view under way after so many steps, and the transformation
// to the view in terms of which its node speaks.
func (t *tree[S, V, A, O]) key(depth int) (blindsight.Key, int) {
	key, transformation := t.canonical()
	if !t.timeless {
		key.Hi += uint64(depth) * 0x94d049bb133111eb
		key.Lo ^= uint64(depth) * 0x9e3779b97f4a7c15
	}
	return key, transformation
}

// canonical returns the key of the view under way, whenever that is.
func (t *tree[S, V, A, O]) canonical() (blindsight.Key, int) {
	if t.symmetry != nil {
		return t.symmetry.Canonical()
	}
	return t.view.Key(), 0
}

// list sets t.actions to the legal actions of the view under way, as its node speaks of
// them.
func (t *tree[S, V, A, O]) list(transformation int) {
	if t.symmetry != nil {
		t.actions = t.symmetry.CanonicalLegal(transformation, t.actions[:0])
	} else {
		t.actions = t.view.Legal(t.actions[:0])
	}
}

// grow makes a node for the view under way. Afterwards t.actions are its actions.
func (t *tree[S, V, A, O]) grow(transformation int) int32 {
	t.list(transformation)
	known, value, likelihood := false, 0.0, 0.0
	if t.guide != nil {
		t.consult(transformation)
		if t.forecast != nil {
			likelihood = t.forecast.Likelihood(t.view)
		}
		if len(t.nodes) > 0 { // the root wants an action
			value, known = t.guide.Value(t.view)
		}
	}
	n := node{known: known, value: value, likelihood: likelihood, first: -1, count: int32(len(t.actions)), considered: int32(len(t.actions)), tried: -1, scale: 1, most: math.Inf(1)}
	if t.bandit.formula == Scaled {
		n.scale = 0
	}
	if t.ranged != nil {
		lo, hi := t.ranged.Range()
		n.most = hi
		if t.config.Relative || t.bandit.formula == Scaled {
			n.scale = hi - lo
		}
	}
	if len(t.nodes) > 0 && t.guide == nil && t.config.Widening.Factor == 0 {
		t.nodes = append(room(t.nodes, 1), n)
		return int32(len(t.nodes) - 1)
	}
	n.first = int32(len(t.edges))
	if t.config.Widening.Factor != 0 {
		n.considered = 1
		t.rng.Shuffle(len(t.actions), func(i, j int) { t.actions[i], t.actions[j] = t.actions[j], t.actions[i] })
	}
	t.edges = room(t.edges, len(t.actions))
	for _, a := range t.actions {
		e := edge[A]{action: a, kids: -1, odds: 1}
		if t.forecast != nil {
			if t.symmetry != nil {
				a = t.symmetry.FromCanonical(transformation, a)
			}
			e.odds = t.forecast.Odds(t.view, a)
		}
		t.edges = append(t.edges, e)
	}
	if t.forecast != nil && n.considered < n.count {
		slices.SortStableFunc(t.edges[n.first:], func(x, y edge[A]) int { return cmp.Compare(y.odds, x.odds) })
	}
	t.nodes = append(room(t.nodes, 1), n)
	return int32(len(t.nodes) - 1)
}

// open gives a node its edges at its second visit, if there is memory for them. The view
// under way is its.
func (t *tree[S, V, A, O]) open(n *node, transformation int) bool {
	if !t.fits(int(n.count)) {
		return false
	}
	t.list(transformation)
	n.first = int32(len(t.edges))
	t.edges = room(t.edges, len(t.actions))
	for _, a := range t.actions {
		t.edges = append(t.edges, edge[A]{action: a, kids: -1, odds: 1})
	}
	if n.tried >= 0 {
		e := &t.edges[n.first+n.tried]
		e.visits, e.mean, e.reward, e.rest = 1, t.firstReturn(n), n.reward, n.rest
	}
	return true
}

// consult leaves of t.actions what the guide wants a node to consider. Of actions that
// the view's own symmetries make equivalent t.actions has one; where the guide keeps
// only others of them, all are considered.
func (t *tree[S, V, A, O]) consult(transformation int) {
	var alike bool
	if t.symmetry == nil {
		t.actions, alike = t.guide.Candidates(t.view, t.actions)
	} else {
		t.legal = t.view.Legal(t.legal[:0])
		t.legal, alike = t.guide.Candidates(t.view, t.legal)
		kept := 0
		for i, a := range t.actions {
			if slices.Contains(t.legal, t.symmetry.FromCanonical(transformation, a)) {
				t.actions[i], t.actions[kept] = t.actions[kept], a
				kept++
			}
		}
		if kept > 0 {
			t.actions = t.actions[:kept]
		} else {
			alike = false
		}
	}
	if alike {
		t.actions = t.actions[:1]
	}
}

// simulate plays one simulation and learns from it. An error means that the
// estimator had no state for the root; nothing was learnt then.
func (t *tree[S, V, A, O]) simulate(ctx context.Context) error {
	t.view.CopyFrom(t.root)
	if err := t.sampler.Sample(ctx, t.rng, t.view, int(t.nodes[0].visits), &t.state); err != nil {
		return err
	}
	t.path = t.path[:0]
	t.pass++
	_, transformation := t.canonical()
	future := t.descend(ctx, transformation)
	t.learn(future)
	return nil
}

// descend goes from the root to a node without visits or to the end of the play,
// writes down the path, and returns what a rollout brought after it.
func (t *tree[S, V, A, O]) descend(ctx context.Context, transformation int) float64 {
	at := int32(0)
	for depth := 0; ; {
		n := &t.nodes[at]
		switch {
		case n.count == 0:
			return 0
		case n.known:
			return n.value
		case t.timeless:
			if n.pass == t.pass || depth >= t.config.Horizon {
				return n.value // play came back: it is worth now what it was worth then
			}
			n.pass = t.pass
		case depth >= t.config.Horizon:
			return 0
		}
		fresh := n.visits == 0
		if fresh && at != 0 && (t.guide != nil || t.config.Backup == Best) {
			n.visits = 1
			value := t.rollout(ctx, depth)
			t.nodes[at].value, t.nodes[at].rolled = value, value
			return value
		}
		if !fresh && n.first < 0 && !t.open(n, transformation) {
			n.visits++
			value := t.rollout(ctx, depth)
			n.value += (value - n.value) / float64(n.visits)
			return value
		}
		action, e := t.choose(n, fresh)
		if t.config.Sampling == AtNodes && at != 0 && !fresh {
			// On an error the state at hand stays: it agrees with this node as well.
			t.redraw(ctx, int(n.visits))
		}
		if t.symmetry != nil {
			action = t.symmetry.FromCanonical(transformation, action)
		}
		rolled := fresh && t.guide == nil && t.config.Backup == Mean
		steps := depth
		h := hop{node: at, edge: e, odds: 1}
		if e >= 0 {
			h.odds = t.edges[e].odds
		}
		done := t.playWithin(ctx, action, &depth, &h, !rolled)
		if done || rolled {
			h.rolled = !done
			t.path = append(t.path, h)
			if done {
				return 0
			}
			return t.rollout(ctx, depth)
		}
		var key blindsight.Key
		key, transformation = t.key(depth)
		known := len(t.kids)
		at = t.kid(e, key, transformation, h.discount)
		h.rolled = at < 0
		t.path = append(t.path, h)
		if at < 0 {
			return t.rollout(ctx, depth)
		}
		if len(t.kids) > known && t.forecast != nil && t.symmetry != nil {
			t.kids[known].chance *= float64(t.forecast.Twins(t.view, depth-steps))
		}
	}
}

// choose returns the action to follow, as the node speaks of it, and its edge, -1 where
// it has none yet: by the bandit's bound, or a random one at a node without visits.
func (t *tree[S, V, A, O]) choose(n *node, fresh bool) (A, int32) {
	if fresh && n.first < 0 { // the node was made just now, and t.actions are its
		n.tried = int32(t.rng.Uint32N(uint32(n.count)))
		return t.actions[n.tried], -1
	}
	var e int32
	switch {
	case fresh && n.considered < n.count: // the order is random already
		e = n.first
	case fresh:
		e = n.first + int32(t.rng.Uint32N(uint32(n.count)))
	default:
		if n.considered < n.count {
			n.considered = int32(t.config.Widening.count(int(n.visits), int(n.count)))
		}
		if t.bandit.formula == Scaled {
			e = n.first + t.selectScaled(n)
		} else {
			e = n.first + int32(selectEdge(t.bandit, t.config.Backup, t.edges[n.first:n.first+n.considered], int(n.visits), n.scale, n.most))
		}
	}
	return t.edges[e].action, e
}

// kid returns the node of the view under way as one that the edge led to, or -1 where
// there is none and no memory for one.
func (t *tree[S, V, A, O]) kid(e int32, key blindsight.Key, transformation int, discount float64) int32 {
	to := link(e, key)
	if i := t.links.get(to); i >= 0 {
		t.kids[i].weight += discount
		return t.kids[i].node
	}
	if !t.fits(0) {
		return -1
	}
	at := int32(-1)
	if !t.config.Apart {
		at = t.shared.get(key)
	}
	if at < 0 {
		at = t.grow(transformation)
		if !t.config.Apart {
			t.shared.put(key, at)
		}
	}
	t.links.put(to, int32(len(t.kids)))
	t.kids = append(room(t.kids, 1), kid{weight: discount, chance: t.nodes[at].likelihood, node: at, next: t.edges[e].kids})
	t.edges[e].kids = int32(len(t.kids) - 1)
	t.edges[e].outcomes++
	return at
}

// link is the key of an edge and of where it leads.
func link(e int32, key blindsight.Key) blindsight.Key {
	return blindsight.Key{Hi: key.Hi ^ uint64(e)*0x9e3779b97f4a7c15, Lo: key.Lo + uint64(e)*0xbf58476d1ce4e5b9}
}
