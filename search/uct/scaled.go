package uct

import "math"

// patience is how many visits for each of its actions a node gets before what it seems
// to be worth is believed, if that is less than what it was reached from is worth.
const patience = 30

// selectScaled returns the index of the edge to follow at a node: one that was never
// tried, else that of the greatest bound, of equal ones the least visited.
//
// By Best an action counts by what its nodes are worth at this moment: other ways may
// have led to them since it was taken last. A node that had few visits is known by
// rollouts alone, and these may be far worse than good play; so it is taken for worth
// as much as the node at hand, which acting once does not change much (first-play
// urgency, with the value of the parent, for as long as patience lasts).
func (t *tree[S, V, A, O]) selectScaled(n *node) int32 {
	edges := t.edges[n.first : n.first+n.considered]
	// Nodes begin with different actions, or those listed first would be known best.
	start := int(uint32(n.first) * 7919 % uint32(len(edges)))
	for i := range edges {
		at := (start + i) % len(edges)
		if edges[at].visits == 0 {
			return int32(at)
		}
	}
	scale := t.unit(n)
	logn := math.Log(float64(1 + n.visits))
	best, bound := 0, math.Inf(-1)
	for i := range edges {
		e := &edges[i]
		value := e.mean
		if t.config.Backup == Best {
			e.worth = t.expect(e, t.stored)
			value = e.worth + t.promise(e, n.value)
		}
		u := t.bandit.bound(value, 0, logn, e.visits, scale)
		if e.odds < 1 {
			u = min(u, e.odds*n.most)
		}
		if u > bound || u == bound && e.visits < edges[best].visits {
			best, bound = i, u
		}
	}
	return int32(best)
}

// unit returns the unit of the bonus at a node.
func (t *tree[S, V, A, O]) unit(n *node) float64 {
	if t.bandit.formula == Scaled && n.scale == 0 {
		return max(t.high-t.low, 0)
	}
	return n.scale
}

// promise returns by how much more than it seems an edge may bring, where its nodes had
// few visits and may be worth as much as the one it starts from.
func (t *tree[S, V, A, O]) promise(e *edge[A], parent float64) float64 {
	sum := 0.0
	for i := e.kids; i >= 0; i = t.kids[i].next {
		k := &t.kids[i]
		n := &t.nodes[k.node]
		if more := parent - n.value; more > 0 && !n.known {
			trust := patience * float64(n.count) / float64(n.visits)
			sum += k.weight * more * min(1, trust*trust)
		}
	}
	return e.odds * sum / float64(e.visits)
}
