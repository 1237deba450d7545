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
		n := t.nodes.at(h.node)
		n.visits++
		if h.edge < 0 { // the first visit of a node whose choices are not listed yet
			*t.rewards.at(h.node), n.rolled = h.reward, h.discount*future
			future = h.reward + n.rolled
			n.value = future
			if t.config.Returns == WholePlay {
				n.rolled = whole
			}
			t.reach(future)
			continue
		}
		e := t.edges.at(h.edge)
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
			e.worth = t.expect(e, h.odds, t.stored)
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

// first returns the return of the one visit that a node had before its choices were
// listed, and what of it came after the reward of its action.
func (t *tree[S, V, A, O]) first(n *node, reward float64) (gain, rest float64) {
	if t.config.Returns == WholePlay {
		return n.rolled, n.value - reward
	}
	return n.value, n.rolled
}

// reach widens the range of the returns seen.
func (t *tree[S, V, A, O]) reach(x float64) {
	t.low, t.high = min(t.low, x), max(t.high, x)
}

// stored is what a node is worth as far as it was noted.
func (t *tree[S, V, A, O]) stored(at int32) float64 { return t.nodes.at(at).value }

// expect returns what an edge of these odds brings if the nodes it leads to are worth
// what worth says. They count by their exact chances where these are known, and else by
// how often they came up; those that never did are taken for an average of the others.
func (t *tree[S, V, A, O]) expect(e *edge, odds float64, worth func(int32) float64) float64 {
	sum, weight, chance, expected := 0.0, 0.0, 0.0, 0.0
	for i := e.kids; i >= 0; {
		k := t.kids.at(i)
		w := worth(k.node)
		weight += k.weight
		sum += k.weight * w
		if t.forecast != nil {
			l := *t.chances.at(i)
			chance += l
			expected += l * w
		}
		i = k.next
	}
	if t.config.Backup == Best && chance > 0 {
		sum = weight * expected / chance
	}
	return odds * (e.reward + (e.rest+sum)/float64(e.visits))
}

// best returns what a node is worth by its best action, each mixed with the mean of
// all by Config.Caution.
func (t *tree[S, V, A, O]) best(n *node) float64 {
	sum, visits := n.rolled, 1.0
	choices := t.choices.run(n.choices, n.considered)
	for i := range choices {
		if e := choices[i].edge; e != untried {
			e := t.edges.at(e)
			v := float64(e.visits)
			sum += v * e.worth
			visits += v
		}
	}
	best, caution := math.Inf(-1), t.config.Caution
	for i := range choices {
		if e := choices[i].edge; e != untried {
			e := t.edges.at(e)
			if v := float64(e.visits); v > 0 {
				best = max(best, (v*e.worth+caution*sum/visits)/(v+caution))
			}
		}
	}
	return best
}

// value returns the return of an edge of these odds if play goes on at every node with
// the most simulated action, by Best with the best one. The search is over then.
func (t *tree[S, V, A, O]) value(e *edge, odds float64) float64 {
	switch {
	case e.visits == 0:
		return 0
	case t.config.Backup == Best:
		return t.expect(e, odds, t.stored)
	default:
		return t.expect(e, odds, t.worthOf)
	}
}

// settled is the pass of a node that worthOf has seen, by Mean, where passes are of no
// other use.
const settled = -1

// worthOf returns the value of the action that is taken at a node. It is computed
// once, and noted there: shared nodes have many ways to them. Where play can come back
// to a view, the node counts there by its mean.
func (t *tree[S, V, A, O]) worthOf(at int32) float64 {
	n := t.nodes.at(at)
	switch {
	case n.choices == solved:
		return n.value
	case n.visits == 0:
		return 0
	case n.pass == settled || n.choices == unlisted: // or one visit: what its rollout brought
		return n.value
	}
	i := t.mostVisited(t.choices.run(n.choices, n.count))
	if i < 0 { // only a rollout was here
		return n.value
	}
	taken := t.edges.at(t.choices.at(n.choices + int32(i)).edge)
	n.pass, n.value = settled, taken.mean
	n.value = t.value(taken, t.oddsOf(n, i))
	return n.value
}

// mostVisited returns the index of the most visited choice, of several the one with the
// greatest mean, of several of these the first; -1 if none was ever taken.
func (t *tree[S, V, A, O]) mostVisited(choices []choice[A]) int {
	var most *edge
	best := -1
	for i, c := range choices {
		if c.edge == untried {
			continue
		}
		if e := t.edges.at(c.edge); e.visits > 0 && (best < 0 || e.visits > most.visits || e.visits == most.visits && e.mean > most.mean) {
			best, most = i, e
		}
	}
	return best
}
