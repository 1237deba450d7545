package uct

import "math"

// patience is how many visits for each of its actions a node gets before what it seems
// to be worth is believed, if that is less than what it was reached from is worth.
const patience = 60

// selectScaled returns the index of the choice to follow at a node: one that was never
// tried, unless the tree is frozen, else that of the greatest bound, of equal ones the
// least visited; -1 if there is none.
//
// By Best an action counts by what its nodes are worth at this moment: other ways may
// have led to them since it was taken last. A node that had few visits is known by
// rollouts alone, and these may be far worse than good play; so it is taken for worth
// as much as the node at hand, which acting once does not change much (first-play
// urgency, with the value of the parent, for as long as patience lasts).
func (t *tree[S, V, A, O]) selectScaled(at int32, n *node, frozen bool) int {
	choices, odds := t.choices.run(n.choices, n.considered), t.chancesOf(n)
	// Nodes begin with different actions, or those listed first would be known best.
	start := int(uint32(n.order) * 7919 % uint32(len(choices)))
	for i := range choices {
		at := (start + i) % len(choices)
		if e := choices[at].edge; e == untried && !frozen || e != untried && t.edges.at(e).visits == 0 {
			return at
		}
	}
	scope := t.scopeOf(at)
	unit := t.unit(scope)
	logn := math.Log(float64(1 + n.visits))
	best, bound, visits := -1, math.Inf(-1), int32(0)
	for i := range choices {
		if choices[i].edge == untried {
			continue
		}
		e, survival := t.edges.at(choices[i].edge), 1.0
		if odds != nil {
			survival = odds[i]
		}
		value := e.mean
		if t.config.Backup == Best {
			e.worth = t.expect(e, survival, t.stored)
			value = e.worth + t.promise(e, survival, n.value)
		}
		u := t.bandit.bound(value, 0, logn, e.visits, unit)
		if survival < 1 {
			u = min(u, survival*scope.most)
		}
		if best < 0 {
			best, visits = i, e.visits
		}
		if u > bound || u == bound && e.visits < visits {
			best, bound, visits = i, u, e.visits
		}
	}
	return best
}

// unit returns the unit of the bonus where so much can be gained.
func (t *tree[S, V, A, O]) unit(s scope) float64 {
	if t.bandit.formula == Scaled && s.unit == 0 {
		return max(t.high-t.low, 0)
	}
	return s.unit
}

// promise returns by how much more than it seems an edge may bring, where its nodes had
// few visits and may be worth as much as the one it starts from.
func (t *tree[S, V, A, O]) promise(e *edge, odds, parent float64) float64 {
	sum := 0.0
	for i := e.kids; i >= 0; {
		k := t.kids.at(i)
		n := t.nodes.at(k.node)
		if more := parent - n.value; more > 0 && n.choices != solved {
			trust := patience * float64(n.count) / float64(n.visits)
			sum += k.weight * more * min(1, trust*trust)
		}
		i = k.next
	}
	return odds * sum / float64(e.visits)
}
