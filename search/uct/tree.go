package uct

import (
	"context"
	"math"
	"math/rand/v2"

	"blindsight"
)

// hop is one edge taken in the simulation under way.
type hop struct {
	node, edge int32   // edge is -1 where the node lists no choices yet
	reward     float64 // until the next node or the end
	discount   float64 // for what comes after
	odds       float64 // by which both count
	rolled     bool    // a rollout came after, no node
}

// tree is one search tree with all it needs to grow, for one goroutine.
type tree[S any, V View[V, A, O], A, O comparable] struct {
	game     blindsight.Game[S, A, O]
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
	forecast Forecaster[V, A, O] // the guide, if it is one and Config.Weighted
	before   V                   // the view before the action under way, where outcomes are widened
	after    V                   // the view after it, by the first draw
	drawn    S                   // and that draw
	bandit   bandit
	timeless bool  // see Config.timeless
	limit    int64 // of memory, in bytes

	nodes       pages[node]
	likelihoods pages[float64] // of the views of nodes, with a forecaster
	ranges      pages[scope]   // of nodes, where measured
	rewards     pages[float64] // what the first visit brought at once, where charged
	choices     pages[choice[A]]
	odds        pages[float64] // chances to survive the choices, with a forecaster; else they are 1
	edges       pages[edge]
	kids        pages[kid]
	chances     pages[float64] // of kids, up to a factor common to their edge, with a forecaster; 0 if not known
	shared      table          // nodes by the keys of their views
	links       table          // kids by edge and key
	stores      []store        // all of these

	top         int32 // the node of the view to decide on
	turned      int   // the transformation to the view in terms of which it speaks
	simulations int   // of this decision

	measured bool    // what can be gained matters and depends on the node
	scope    scope   // else
	charged  bool    // a first visit is charged to its action before the choices are listed
	widest   int     // the most actions that a node had
	offered  int32   // choices listed so far, as if solved nodes had them
	pass     int32   // number of the simulation under way, of this tree
	full     bool    // the memory is used up
	low      float64 // of all returns seen, those of nodes included
	high     float64

	path    []hop
	actions []A
	legal   []A
	rated   []rated[A]
}

func newTree[S any, V View[V, A, O], A, O comparable](g blindsight.Game[S, A, O], s blindsight.Sampler[S, V], root V, c Config, timeless bool) *tree[S, V, A, O] {
	t := &tree[S, V, A, O]{
		game: g, sampler: s, config: c, root: root.Clone(), view: root.Clone(), before: root.Clone(), after: root.Clone(),
		bandit: bandit{c.Bandit, c.Exploration}, timeless: timeless, scope: scope{1, math.Inf(1)},
	}
	t.limit = c.Memory/int64(c.Trees) - int64(size[tree[S, V, A, O]]())
	if c.Bandit == Scaled {
		t.scope.unit = 0
	}
	t.shared.hash = func(node int32) uint64 { return t.nodes.at(node).key.Lo }
	t.links.hash = func(number int32) uint64 {
		k := t.kids.at(number)
		return link(k.edge, t.nodes.at(k.node).key)
	}
	t.stores = []store{
		&t.nodes, &t.likelihoods, &t.ranges, &t.rewards, &t.choices, &t.odds, &t.edges, &t.kids, &t.chances, &t.shared, &t.links,
	}
	t.picker, _ = any(t.view).(blindsight.Picker[A])
	t.forcing, _ = any(t.view).(blindsight.Forcing[A])
	t.ranged, _ = any(t.view).(blindsight.Ranged)
	if !c.Apart {
		t.symmetry, _ = any(t.view).(blindsight.Symmetric[A])
	}
	return t
}

// plant prepares the decision on this view: it makes the tree a single root for it, or
// goes on with the one it has.
func (t *tree[S, V, A, O]) plant(root V, rng *rand.Rand) {
	t.view.CopyFrom(root)
	t.rng = rng
	t.sampler.Reset()
	t.simulations = 0
	key, transformation := t.key(0)
	t.turned = transformation
	t.root.CopyFrom(t.view) // which may have noted what its key rests on
	if t.config.Keep && t.replant(key, transformation) {
		return
	}
	t.fell()
	t.top = t.grow(key, transformation)
	t.shared.put(t.top)
	t.tryAll()
}

// fell takes all nodes away, and with them all that was learnt.
func (t *tree[S, V, A, O]) fell() {
	t.clear()
	t.pass, t.full, t.widest, t.offered = 0, false, 0, 0
	t.low, t.high = math.Inf(1), math.Inf(-1)
	t.charged = t.guide == nil && t.config.Backup == Mean && t.config.Widening.Factor == 0
	t.measured = t.ranged != nil && (t.forecast != nil || t.config.Relative || t.bandit.formula == Scaled)
}

// replant makes the node of the view under way the root of the tree as it is. It is false
// where a new tree must be made: there is none, or it is full, or its numbers might run
// out, or it holds no actions for this view, since a guide knows its value.
func (t *tree[S, V, A, O]) replant(key blindsight.Key, transformation int) bool {
	if t.nodes.count == 0 || t.pass > math.MaxInt32/2 || !t.fits(t.widest) {
		return false
	}
	t.top = t.reached(key)
	if t.top < 0 {
		t.top = t.grow(key, transformation)
		t.shared.put(t.top)
	}
	n := t.nodes.at(t.top)
	if n.choices == solved || n.choices == unlisted && !t.open(t.top, n, transformation) {
		return false
	}
	t.tryAll()
	held, _, kept := t.footprint(0)
	if held+kept > t.limit {
		t.release()
	}
	return held <= t.limit
}

// tryAll gives all choices of the root their edges, so that a full tree still tells its
// actions apart.
func (t *tree[S, V, A, O]) tryAll() {
	n := t.nodes.at(t.top)
	for i, c := 0, t.choices.run(n.choices, n.count); i < len(c); i++ {
		t.try(&c[i])
	}
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

// simulate plays one simulation and learns from it. An error means that the
// estimator had no state for the root; nothing was learnt then.
func (t *tree[S, V, A, O]) simulate(ctx context.Context) error {
	t.view.CopyFrom(t.root)
	if err := t.sampler.Sample(ctx, t.rng, t.view, int(t.nodes.at(t.top).visits), &t.state); err != nil {
		return err
	}
	t.path = t.path[:0]
	t.pass++
	t.learn(t.descend(ctx))
	t.simulations++
	return nil
}

// descend goes from the root to a node without visits or to the end of the play,
// writes down the path, and returns what a rollout brought after it.
func (t *tree[S, V, A, O]) descend(ctx context.Context) float64 {
	at, transformation := t.top, t.turned
	for depth := 0; ; {
		n := t.nodes.at(at)
		switch {
		case n.count == 0:
			return 0
		case n.choices == solved:
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
		if fresh && at != t.top && (t.guide != nil || t.config.Backup == Best) {
			n.visits = 1
			value := t.rollout(ctx, depth)
			n.value, n.rolled = value, value
			return value
		}
		h := hop{node: at, edge: -1, odds: 1}
		action, ok := t.choose(n, fresh, transformation, &h)
		if !ok {
			n.visits++
			value := t.rollout(ctx, depth)
			n.value += (value - n.value) / float64(n.visits)
			return value
		}
		if t.config.Sampling == AtNodes && at != t.top && !fresh {
			// On an error the state at hand stays: it agrees with this node as well.
			t.redraw(ctx, int(n.visits))
		}
		if t.symmetry != nil {
			action = t.symmetry.FromCanonical(transformation, action)
		}
		rolled := fresh && t.guide == nil && t.config.Backup == Mean
		steps := depth
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
		known := t.kids.count
		at = t.kid(h.edge, key, transformation, h.discount)
		h.rolled = at < 0
		t.path = append(t.path, h)
		if at < 0 {
			return t.rollout(ctx, depth)
		}
		if t.kids.count > known && t.forecast != nil && t.symmetry != nil {
			*t.chances.at(t.edges.at(h.edge).kids) *= float64(t.forecast.Twins(t.view, depth-steps))
		}
	}
}

// choose returns the action to follow, as the node speaks of it, and notes its edge in the
// hop: by the bandit's bound, or a random one at a node without visits. It is false
// where there is no memory for any.
func (t *tree[S, V, A, O]) choose(n *node, fresh bool, transformation int, h *hop) (action A, ok bool) {
	if n.choices == unlisted {
		if fresh { // the node was made just now, and t.actions are its
			n.order = int32(t.rng.Uint32N(uint32(n.count)))
			return t.actions[n.order], true
		}
		if !t.open(h.node, n, transformation) {
			return action, false
		}
	}
	i := 0
	switch {
	case fresh && n.considered < n.count: // the order is random already
	case fresh:
		i = int(t.rng.Uint32N(uint32(n.count)))
	default:
		if n.considered < n.count {
			n.considered = int32(t.config.Widening.count(int(n.visits), int(n.count)))
		}
		i = t.choice(h.node, n)
	}
	if i < 0 {
		return action, false
	}
	c := t.choices.at(n.choices + int32(i))
	h.edge, h.odds = t.try(c), t.oddsOf(n, i)
	return c.action, true
}

// kid returns the node of the view under way as one that the edge led to, or -1 where
// there is none and no memory for one.
func (t *tree[S, V, A, O]) kid(e int32, key blindsight.Key, transformation int, discount float64) int32 {
	if i := t.linked(e, key); i >= 0 {
		k := t.kids.at(i)
		k.weight += discount
		return k.node
	}
	choices := 0
	if t.guide != nil || t.config.Widening.Factor != 0 {
		choices = t.widest
	}
	if !t.fits(choices) {
		return -1
	}
	at := int32(-1)
	if !t.config.Apart {
		at = t.reached(key)
	}
	if at < 0 {
		at = t.grow(key, transformation)
		if !t.config.Apart {
			t.shared.put(at)
		}
	}
	from := t.edges.at(e)
	from.kids = t.kids.put(kid{weight: discount, edge: e, node: at, next: from.kids})
	from.outcomes++
	t.links.put(from.kids)
	if t.forecast != nil {
		t.chances.put(*t.likelihoods.at(at))
	}
	return at
}

// reached returns the node of a key, or -1.
func (t *tree[S, V, A, O]) reached(key blindsight.Key) int32 {
	for at := range t.shared.like(key.Lo) {
		if t.nodes.at(at).key == key {
			return at
		}
	}
	return -1
}

// linked returns the kid of an edge that has this key, or -1.
func (t *tree[S, V, A, O]) linked(e int32, key blindsight.Key) int32 {
	for i := range t.links.like(link(e, key)) {
		if k := t.kids.at(i); k.edge == e && t.nodes.at(k.node).key == key {
			return i
		}
	}
	return -1
}

// link is the hash of an edge and of where it leads.
func link(e int32, key blindsight.Key) uint64 { return key.Lo + uint64(e)*0xbf58476d1ce4e5b9 }
