package uct

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// node is a view that was reached. Its edges stand together in tree.edges.
type node struct {
	visits     int32
	first      int32 // its edges
	count      int32
	considered int32   // how many of them widening lets in so far
	scale      float64 // unit of the bandit's bonus
	known      bool    // the guide knows the value
	value      float64 // that, or what the guide's rollout brought
}

// edge is an action at a node, in terms of the canonical view where nodes are shared.
type edge[A comparable] struct {
	action A
	visits int32
	kids   int32   // first of its kids, -1 without
	mean   float64 // of the returns
	spread float64 // sum of the squares of their differences from it
	reward float64 // mean reward on the way to the next node
	rest   float64 // sum of what rollouts brought after that
}

// variance of the returns so far.
func (e *edge[A]) variance() float64 { return e.spread / float64(max(e.visits, 1)) }

// kid is a node that an edge led to.
type kid struct {
	weight float64 // how often it did, each time with the discount of what comes after
	node   int32
	next   int32
}

// hop is one edge taken in the simulation under way.
type hop struct {
	node, edge int32
	reward     float64 // until the next node or the end
	discount   float64 // for what comes after
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
	bandit   bandit

	nodes   []node
	edges   []edge[A]
	kids    []kid
	shared  table // nodes by the keys of their views
	links   table // kids by edge and key
	path    []hop
	actions []A
	legal   []A
	worth   []float64 // of each node, see value; NaN until it is computed
}

func newTree[S any, V View[V, A, O], A, O comparable](p blindsight.Problem[S, A, O], s blindsight.Sampler[S, V], root V, c Config) *tree[S, V, A, O] {
	t := &tree[S, V, A, O]{problem: p, sampler: s, config: c, root: root.Clone(), view: root.Clone(), bandit: bandit{c.Bandit, c.Exploration}}
	t.picker, _ = any(t.view).(blindsight.Picker[A])
	t.forcing, _ = any(t.view).(blindsight.Forcing[A])
	if c.Relative {
		t.ranged, _ = any(t.view).(blindsight.Ranged)
	}
	if c.Share {
		t.symmetry, _ = any(t.view).(blindsight.Symmetric[A])
	}
	return t
}

// plant makes the tree a single root for this view.
func (t *tree[S, V, A, O]) plant(root V, rng *rand.Rand) {
	t.root.CopyFrom(root)
	t.view.CopyFrom(root)
	t.rng = rng
	t.nodes, t.edges, t.kids = t.nodes[:0], t.edges[:0], t.kids[:0]
	t.shared.clear()
	t.links.clear()
	t.sampler.Reset()
	key, transformation := t.key()
	t.shared.put(key, t.grow(transformation))
}

// key returns the key of the view under way, and the transformation to the view
// in terms of which its node speaks.
func (t *tree[S, V, A, O]) key() (blindsight.Key, int) {
	if t.symmetry != nil {
		return t.symmetry.Canonical()
	}
	return t.view.Key(), 0
}

// grow makes a node for the view under way.
func (t *tree[S, V, A, O]) grow(transformation int) int32 {
	if t.symmetry != nil {
		t.actions = t.symmetry.CanonicalLegal(transformation, t.actions[:0])
	} else {
		t.actions = t.view.Legal(t.actions[:0])
	}
	known, value := false, 0.0
	if t.guide != nil {
		t.consult(transformation)
		if len(t.nodes) > 0 { // the root wants an action
			value, known = t.guide.Value(t.view)
		}
	}
	n := node{known: known, value: value, first: int32(len(t.edges)), count: int32(len(t.actions)), considered: int32(len(t.actions)), scale: 1}
	if t.ranged != nil {
		lo, hi := t.ranged.Range()
		n.scale = hi - lo
	}
	if t.config.Widening.Factor != 0 {
		n.considered = 1
		t.rng.Shuffle(len(t.actions), func(i, j int) { t.actions[i], t.actions[j] = t.actions[j], t.actions[i] })
	}
	for _, a := range t.actions {
		t.edges = append(t.edges, edge[A]{action: a, kids: -1})
	}
	t.nodes = append(t.nodes, n)
	return int32(len(t.nodes) - 1)
}

// consult leaves of t.actions what the guide wants a node to consider.
func (t *tree[S, V, A, O]) consult(transformation int) {
	var alike bool
	if t.symmetry == nil {
		t.actions, alike = t.guide.Candidates(t.view, t.actions)
	} else {
		t.legal = t.view.Legal(t.legal[:0])
		t.legal, alike = t.guide.Candidates(t.view, t.legal)
		t.actions = slices.DeleteFunc(t.actions, func(a A) bool {
			return !slices.Contains(t.legal, t.symmetry.FromCanonical(transformation, a))
		})
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
	_, transformation := t.key()
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
		if n.count == 0 || depth >= t.config.Horizon {
			return 0
		}
		if n.known {
			return n.value
		}
		fresh := n.visits == 0
		if t.guide != nil && at != 0 && fresh {
			n.visits = 1
			value := t.rollout(depth)
			t.nodes[at].value = value
			return value
		}
		e := t.choose(n, fresh)
		if t.config.Sampling == AtNodes && at != 0 && !fresh {
			// On an error the state at hand stays: it agrees with this node as well.
			t.redraw(ctx, int(n.visits))
		}
		action := t.edges[e].action
		if t.symmetry != nil {
			action = t.symmetry.FromCanonical(transformation, action)
		}
		h := hop{node: at, edge: e}
		done := t.play(action, &depth, &h)
		if done || fresh {
			h.rolled = !done
			t.path = append(t.path, h)
			if done {
				return 0
			}
			return t.rollout(depth)
		}
		t.path = append(t.path, h)
		var key blindsight.Key
		key, transformation = t.key()
		at = t.kid(e, key, transformation, h.discount)
	}
}

// choose returns the edge to follow: by the bandit's bound, or a random one at a
// node without visits.
func (t *tree[S, V, A, O]) choose(n *node, fresh bool) int32 {
	if fresh {
		if n.considered < n.count { // the order is random already
			return n.first
		}
		return n.first + int32(t.rng.Uint32N(uint32(n.count)))
	}
	if n.considered < n.count {
		n.considered = int32(t.config.Widening.count(int(n.visits), int(n.count)))
	}
	return n.first + int32(selectEdge(t.bandit, t.edges[n.first:n.first+n.considered], int(n.visits), n.scale))
}

// redraw replaces the state by one drawn for the view under way. On failure the
// sampler may have spoilt its target, so it gets one of its own.
func (t *tree[S, V, A, O]) redraw(ctx context.Context, effort int) {
	if t.sampler.Sample(ctx, t.rng, t.view, effort, &t.spare) == nil {
		t.state, t.spare = t.spare, t.state
	}
}

// play plays an action and all that the rules force after it, and tells whether
// the play is over.
func (t *tree[S, V, A, O]) play(a A, depth *int, h *hop) bool {
	h.discount = 1
	for {
		step := t.problem.Step(t.rng, &t.state, a)
		h.reward += h.discount * step.Reward
		h.discount *= t.config.Discount
		*depth++
		if step.Done {
			return true
		}
		t.observe(a, step.Seen)
		if t.forcing == nil {
			return false
		}
		var forced bool
		if a, forced = t.forcing.Forced(); !forced {
			return false
		}
	}
}

// observe notes what was seen. Rules whose own views refuse what their own steps
// show are broken, and nothing computed from them would mean anything.
func (t *tree[S, V, A, O]) observe(a A, o O) {
	if err := t.view.Observe(a, o); err != nil {
		panic("uct: the view refuses what the rules show: " + err.Error())
	}
}

// kid returns the node of the view under way as one that the edge led to.
func (t *tree[S, V, A, O]) kid(e int32, key blindsight.Key, transformation int, discount float64) int32 {
	link := blindsight.Key{Hi: key.Hi ^ uint64(e)*0x9e3779b97f4a7c15, Lo: key.Lo + uint64(e)*0xbf58476d1ce4e5b9}
	if i := t.links.get(link); i >= 0 {
		t.kids[i].weight += discount
		return t.kids[i].node
	}
	at := int32(-1)
	if t.config.Share {
		at = t.shared.get(key)
	}
	if at < 0 {
		at = t.grow(transformation)
		if t.config.Share {
			t.shared.put(key, at)
		}
	}
	t.links.put(link, int32(len(t.kids)))
	t.kids = append(t.kids, kid{weight: discount, node: at, next: t.edges[e].kids})
	t.edges[e].kids = int32(len(t.kids) - 1)
	return at
}

// rollout plays to the end, by the guide or else uniformly random legal actions, and
// returns what that brings.
func (t *tree[S, V, A, O]) rollout(depth int) float64 {
	total, discount := 0.0, 1.0
	for ; depth < t.config.Horizon; depth++ {
		var a A
		if t.guide != nil {
			if value, known := t.guide.Value(t.view); known {
				return total + discount*value
			}
			a = t.guide.Rollout(t.rng, t.view)
		} else if t.picker != nil {
			a = t.picker.Pick(t.rng)
		} else {
			t.actions = t.view.Legal(t.actions[:0])
			if len(t.actions) == 0 {
				break
			}
			a = t.actions[t.rng.IntN(len(t.actions))]
		}
		step := t.problem.Step(t.rng, &t.state, a)
		total += discount * step.Reward
		discount *= t.config.Discount
		if step.Done {
			break
		}
		t.observe(a, step.Seen)
	}
	return total
}

// learn updates the means along the path.
func (t *tree[S, V, A, O]) learn(future float64) {
	for i := len(t.path) - 1; i >= 0; i-- {
		h := &t.path[i]
		e := &t.edges[h.edge]
		e.visits++
		t.nodes[h.node].visits++
		if h.rolled {
			e.rest += h.discount * future
		}
		future = h.reward + h.discount*future
		e.reward += (h.reward - e.reward) / float64(e.visits)
		delta := future - e.mean
		e.mean += delta / float64(e.visits)
		e.spread += delta * (future - e.mean)
	}
}

// value returns the return of an edge if play goes on with the most simulated
// action at every node. Before the first call after a search, worth is forgotten.
func (t *tree[S, V, A, O]) value(e *edge[A]) float64 {
	if e.visits == 0 {
		return 0
	}
	sum := e.rest
	for i := e.kids; i >= 0; i = t.kids[i].next {
		sum += t.kids[i].weight * t.worthOf(t.kids[i].node)
	}
	return e.reward + sum/float64(e.visits)
}

// worthOf returns the value of the most simulated action at a node. It is computed
// once: shared nodes have many ways to them. Where play can come back to a view,
// the node counts there by its mean.
func (t *tree[S, V, A, O]) worthOf(at int32) float64 {
	n := &t.nodes[at]
	if n.known {
		return n.value
	}
	if n.visits == 0 {
		return 0
	}
	if math.IsNaN(t.worth[at]) {
		best := &t.edges[n.first+int32(mostVisited(t.edges[n.first:n.first+n.count]))]
		if best.visits == 0 { // only a rollout was here
			return n.value
		}
		t.worth[at] = best.mean
		t.worth[at] = t.value(best)
	}
	return t.worth[at]
}

// forgetWorth makes value start afresh.
func (t *tree[S, V, A, O]) forgetWorth() {
	t.worth = t.worth[:0]
	for range t.nodes {
		t.worth = append(t.worth, math.NaN())
	}
}

// mostVisited returns the index of the most visited edge, of several the one with
// the greatest mean, of several of these the first.
func mostVisited[A comparable](edges []edge[A]) int {
	best := 0
	for i := range edges {
		if e, b := &edges[i], &edges[best]; e.visits > b.visits || e.visits == b.visits && e.mean > b.mean {
			best = i
		}
	}
	return best
}
