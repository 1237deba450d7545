package uct

import (
	"cmp"
	"slices"

	"blindsight"
)

// node is a view that was reached. Most nodes are visited once, and boards have hundreds
// of actions: where nothing forbids it, a node lists its choices at its second visit, and
// what only some searches need stands beside the nodes, see tree.
type node struct {
	key        blindsight.Key // of its view and, mostly, of its time
	visits     int32
	choices    int32   // the first of them, or unlisted, or solved
	count      int32   // how many they are or will be
	considered int32   // how many of them widening lets in so far
	order      int32   // how many choices of other nodes were listed before; of one unlisted the action that its first visit tried
	pass       int32   // the last simulation that came here, see Config.timeless and worthOf
	value      float64 // what the guide knows, or the first rollout brought, or by Best what its best action is worth
	rolled     float64 // what the first rollout brought, where an action came before it from there on; before choices are listed and by WholePlay, the whole play
}

// Instead of choices a node may have
const (
	unlisted = -1 // none yet
	solved   = -2 // none ever: the guide knows the value
)

// choice is an action at a node, in terms of the canonical view where nodes are shared.
type choice[A comparable] struct {
	action A
	edge   int32 // untried before it was first taken
}

const untried = -1

// edge is what is known of a choice that was taken.
type edge struct {
	visits   int32
	kids     int32   // first of its kids, -1 without
	outcomes int32   // how many they are
	mean     float64 // of the returns
	spread   float64 // sum of the squares of their differences from it
	reward   float64 // mean reward on the way to the next node
	rest     float64 // sum of what rollouts brought after that
	worth    float64 // by Best: what the nodes it led to are worth now
}

// variance of the returns so far.
func (e *edge) variance() float64 { return e.spread / float64(max(e.visits, 1)) }

// kid is a node that an edge led to.
type kid struct {
	weight float64 // how often it did, each time with the discount of what comes after
	edge   int32
	node   int32
	next   int32
}

// scope is what can be gained at a node.
type scope struct {
	unit float64 // of the bandit's bonus
	most float64
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
func (t *tree[S, V, A, O]) grow(key blindsight.Key, transformation int) int32 {
	root := t.nodes.count == 0
	t.list(transformation)
	n := node{key: key, choices: unlisted}
	if t.guide != nil {
		t.consult(transformation)
		if t.forecast != nil {
			t.likelihoods.put(t.forecast.Likelihood(t.view))
		}
		if !root { // which wants an action
			if value, known := t.guide.Value(t.view); known {
				n.choices, n.value = solved, value
			}
		}
	}
	n.count, n.considered = int32(len(t.actions)), int32(len(t.actions))
	t.widest = max(t.widest, len(t.actions))
	if t.measured {
		t.ranges.put(t.measure())
	}
	if t.charged {
		t.rewards.put(0)
	}
	if t.config.Widening.Factor != 0 {
		n.considered = 1
		t.rng.Shuffle(len(t.actions), func(i, j int) { t.actions[i], t.actions[j] = t.actions[j], t.actions[i] })
	}
	if root || t.guide != nil || t.config.Widening.Factor != 0 {
		if n.choices != solved {
			t.rate(transformation, n.considered < n.count)
		}
		t.offer(&n)
	}
	return t.nodes.put(n)
}

// rate sets t.rated to t.actions with their odds, both sorted by these if wanted.
func (t *tree[S, V, A, O]) rate(transformation int, sorted bool) {
	if t.forecast == nil {
		return
	}
	t.rated = t.rated[:0]
	for _, a := range t.actions {
		asked := a
		if t.symmetry != nil {
			asked = t.symmetry.FromCanonical(transformation, a)
		}
		t.rated = append(t.rated, rated[A]{a, t.forecast.Odds(t.view, asked)})
	}
	if sorted {
		slices.SortStableFunc(t.rated, func(x, y rated[A]) int { return cmp.Compare(y.odds, x.odds) })
	}
	for i, r := range t.rated {
		t.actions[i] = r.action
	}
}

// rated is an action with the chance to survive it.
type rated[A comparable] struct {
	action A
	odds   float64
}

// offer lists t.actions as the choices of a node, unless that is solved.
func (t *tree[S, V, A, O]) offer(n *node) {
	n.order = t.offered
	t.offered += n.count
	if n.choices == solved || n.count == 0 {
		return
	}
	n.choices = t.choices.add(len(t.actions))
	for i, c := 0, t.choices.run(n.choices, n.count); i < len(c); i++ {
		c[i] = choice[A]{t.actions[i], untried}
	}
	if t.forecast != nil {
		first := t.odds.add(len(t.actions)) // the same as that of the choices
		for i, odds := 0, t.odds.run(first, n.count); i < len(odds); i++ {
			odds[i] = t.rated[i].odds
		}
	}
}

// open lists the choices of a node at its second visit, if there is memory for them. The
// view under way is its.
func (t *tree[S, V, A, O]) open(at int32, n *node, transformation int) bool {
	if !t.fits(int(n.count)) {
		return false
	}
	t.list(transformation)
	tried := n.order
	t.offer(n)
	if t.charged {
		e := t.edges.at(t.try(t.choices.at(n.choices + tried)))
		e.visits, e.reward = 1, *t.rewards.at(at)
		e.mean, e.rest = t.first(n, e.reward)
	}
	return true
}

// try gives a choice its edge.
func (t *tree[S, V, A, O]) try(c *choice[A]) int32 {
	if c.edge == untried {
		c.edge = t.edges.put(edge{kids: -1})
	}
	return c.edge
}

// measure returns what can be gained from the view under way.
func (t *tree[S, V, A, O]) measure() scope {
	lo, hi := t.ranged.Range()
	s := scope{t.scope.unit, hi}
	if t.config.Relative || t.bandit.formula == Scaled {
		s.unit = hi - lo
	}
	return s
}

// scopeOf returns what can be gained at a node.
func (t *tree[S, V, A, O]) scopeOf(at int32) scope {
	if t.measured {
		return *t.ranges.at(at)
	}
	return t.scope
}

// chancesOf returns the odds of the choices that a node considers, nil where all are 1.
func (t *tree[S, V, A, O]) chancesOf(n *node) []float64 {
	if t.forecast == nil {
		return nil
	}
	return t.odds.run(n.choices, n.considered)
}

// oddsOf returns the odds of a choice by its index.
func (t *tree[S, V, A, O]) oddsOf(n *node, i int) float64 {
	if t.forecast == nil {
		return 1
	}
	return *t.odds.at(n.choices + int32(i))
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
