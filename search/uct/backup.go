package uct

import "math"

// Backup is what a node learns from the simulations through it.
type Backup uint8

// The backups.
const (
	// Best lets an action count by what the nodes it led to are worth now, and a node
	// by its best action (a Bellman backup): as the tree learns, what it believed before
	// is forgotten. A new node is worth what its first rollout brought. With a
	// [Forecaster] the nodes count by their exact chances instead of by how often they
	// came up.
	Best Backup = iota
	// Mean lets an action count by the mean of all its returns, those of early and bad
	// choices below it included: the papers' way, and the classical one.
	Mean
)

// learn updates what is known along the path, after which a rollout brought so much.
func (t *tree[S, V, A, O]) learn(future float64) {
	whole := t.wholePlay(future)
	for i := len(t.path) - 1; i >= 0; i-- {
		h := &t.path[i]
		n := &t.nodes[h.node]
		n.visits++
		if h.edge < 0 { // the first visit of a node whose edges are not there yet
			n.reward, n.rest = h.reward, h.discount*future
			future = n.reward + n.rest
			n.value = future
			if t.config.Returns == WholePlay {
				n.rolled = whole
			}
			t.reach(future)
			continue
		}
		e := &t.edges[h.edge]
		e.visits++
		if h.rolled {
			e.rest += h.discount * future
		}
		future = h.odds * (h.reward + h.discount*future)
		t.reach(future)
		e.reward += (h.reward - e.reward) / float64(e.visits)
		gain := future
		if t.config.Returns == WholePlay {
			gain = whole
		}
		delta := gain - e.mean
		e.mean += delta / float64(e.visits)
		e.spread += delta * (gain - e.mean)
		if t.config.Backup == Best {
			e.worth = t.expect(e, t.stored)
			n.value = t.best(n)
		}
	}
}

// wholePlay returns what the simulated play brought from its start on.
func (t *tree[S, V, A, O]) wholePlay(future float64) float64 {
	if t.config.Returns != WholePlay {
		return 0
	}
	whole := future
	if earned, ok := any(t.root).(Earned); ok {
		whole += earned.Earned()
	}
	for i := range t.path {
		whole += t.path[i].reward
	}
	return whole
}

// firstReturn returns what the one visit of a node brought that came before its edges.
func (t *tree[S, V, A, O]) firstReturn(n *node) float64 {
	if t.config.Returns == WholePlay {
		return n.rolled
	}
	return n.value
}

// reach widens the range of the returns seen.
func (t *tree[S, V, A, O]) reach(x float64) {
	t.low, t.high = min(t.low, x), max(t.high, x)
}

// stored is what a node is worth as far as it was noted.
func (t *tree[S, V, A, O]) stored(at int32) float64 { return t.nodes[at].value }

// expect returns what an edge brings if the nodes it leads to are worth what worth
// says. They count by their exact chances where these are known, and else by how
// often they came up; those that never did are taken for an average of the others.
func (t *tree[S, V, A, O]) expect(e *edge[A], worth func(int32) float64) float64 {
	sum, weight, chance, expected := 0.0, 0.0, 0.0, 0.0
	for i := e.kids; i >= 0; i = t.kids[i].next {
		k := &t.kids[i]
		w, l := worth(k.node), k.chance
		weight += k.weight
		sum += k.weight * w
		chance += l
		expected += l * w
	}
	if t.config.Backup == Best && chance > 0 {
		sum = weight * expected / chance
	}
	return e.odds * (e.reward + (e.rest+sum)/float64(e.visits))
}

// best returns what a node is worth by its best action, each mixed with the mean of
// all by Config.Caution.
func (t *tree[S, V, A, O]) best(n *node) float64 {
	edges := t.edges[n.first : n.first+n.considered]
	sum, visits := n.rolled, 1.0
	for i := range edges {
		v := float64(edges[i].visits)
		sum += v * edges[i].worth
		visits += v
	}
	best, caution := math.Inf(-1), t.config.Caution
	for i := range edges {
		if v := float64(edges[i].visits); v > 0 {
			best = max(best, (v*edges[i].worth+caution*sum/visits)/(v+caution))
		}
	}
	return best
}

// value returns the return of an edge if play goes on at every node with the most
// simulated action, by Best with the best one. Before the first call after a search,
// worth is forgotten.
func (t *tree[S, V, A, O]) value(e *edge[A]) float64 {
	switch {
	case e.visits == 0:
		return 0
	case t.config.Backup == Best:
		return t.expect(e, t.stored)
	default:
		return t.expect(e, t.worthOf)
	}
}

// worthOf returns the value of the action that is taken at a node. It is computed
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
	if !math.IsNaN(t.worth[at]) {
		return t.worth[at]
	}
	if n.first < 0 { // one visit: what its rollout brought
		return n.value
	}
	edges := t.edges[n.first : n.first+n.count]
	taken := &edges[mostVisited(edges)]
	if taken.visits == 0 { // only a rollout was here
		return n.value
	}
	t.worth[at] = taken.mean
	t.worth[at] = t.value(taken)
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
