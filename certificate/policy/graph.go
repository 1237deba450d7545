package policy

import "blindsight"

// Graph is how a policy goes from vector to vector when it is followed from the start: a finite-state controller, as far as it is reached.
type Graph struct {
	Nodes []GraphNode // the first one is the start; nearer ones first
	More  int         // vectors that are reached and left out
}

// GraphNode is a vector that is reached.
type GraphNode struct {
	Vector int
	Action int
	Depth  int         // steps from the start, at least
	Worth  float64     // mean of the vector at the belief at which it was reached first
	Ends   float64     // the chance that its action ends the play there
	Edges  []GraphEdge // those that are possible whenever it is reached
}

// GraphEdge is what is gone on with after an observation.
type GraphEdge struct {
	Observation int
	Chance      float64 // at the belief at which the node was reached first; 0 where it is possible at another one alone
	To          int     // a node, or -1 for one that is left out
}

// NewGraph follows a policy from the start belief, breadth first, and returns at most so many vectors. After an observation it goes on with the vector
// that the file names, and where it names none with the best one at the belief that is left. The policy must pass its Check.
func NewGraph(t *blindsight.Tables, p *Policy, most int) *Graph {
	g := &grapher{checker: checker{tables: t, policy: p}, graph: &Graph{}, most: most, ends: t.Ends(), numbers: map[int]int{}}
	first, _ := p.Best(t.Start)
	g.reach(first, 0, t.Start)
	for len(g.todo) > 0 {
		node := g.todo[0]
		g.todo = g.todo[1:]
		g.waits[node] = false
		g.follow(node)
	}
	return g.graph
}

// grapher follows a policy.
type grapher struct {
	checker
	graph   *Graph
	most    int
	ends    []bool
	numbers map[int]int // of nodes by vector, -1 of those left out
	beliefs [][]float64 // of nodes: that at which they were reached first
	weights [][]float64 // of nodes: above 0 for states that are possible when they are reached
	todo    []int       // nodes with states that were not followed
	waits   []bool      // by node: it is in todo
}

// reach returns the node of a vector that is reached from a belief, or from weights of states that are possible, and follows it later if
// some of these are new to it.
func (g *grapher) reach(vector, depth int, belief []float64) int {
	node, ok := g.numbers[vector]
	if !ok && len(g.graph.Nodes) == g.most {
		g.graph.More++
		node, ok = -1, true
		g.numbers[vector] = node
	}
	if node < 0 {
		return node
	}
	if !ok {
		node = len(g.graph.Nodes)
		v := &g.policy.Vectors[vector]
		n := GraphNode{Vector: vector, Action: v.Action, Depth: depth}
		for s, chance := range belief {
			n.Worth += float64(chance * v.Values[s])
		}
		for s, chance := range g.predict(belief, n.Action) {
			if g.ends[s] {
				n.Ends += chance
			}
		}
		g.numbers[vector], g.graph.Nodes = node, append(g.graph.Nodes, n)
		g.beliefs, g.weights, g.waits = append(g.beliefs, belief), append(g.weights, make([]float64, len(belief))), append(g.waits, false)
	}
	grown := false
	for s, chance := range belief {
		if chance > 0 && g.weights[node][s] == 0 {
			g.weights[node][s], grown = 1, true
		}
	}
	if grown && !g.waits[node] {
		g.todo, g.waits[node] = append(g.todo, node), true
	}
	return node
}

// follow finds where a node leads.
func (g *grapher) follow(node int) {
	n := g.graph.Nodes[node]
	known := map[int]int{} // edges by observation
	for i, e := range n.Edges {
		known[e.Observation] = i
	}
	for o := range g.tables.Observations {
		possible, _ := g.goesOn(g.weights[node], n.Action, o)
		if possible == nil {
			continue
		}
		i, ok := known[o]
		if !ok {
			belief, chance := g.goesOn(g.beliefs[node], n.Action, o)
			if belief == nil { // seen at other beliefs alone
				belief = possible
			}
			next, _ := g.policy.Best(belief)
			if named := g.policy.Vectors[n.Vector].Next; named != nil {
				next = named[o]
			}
			i = len(n.Edges)
			n.Edges = append(n.Edges, GraphEdge{o, chance, g.reach(next, n.Depth+1, belief)})
		}
		if to := n.Edges[i].To; to >= 0 {
			g.reach(g.graph.Nodes[to].Vector, n.Depth+1, possible)
		}
	}
	g.graph.Nodes[node] = n
}

// goesOn returns the belief after an action and an observation with which the play goes on, and the chance of that; nil where there is none.
func (g *grapher) goesOn(weights []float64, a, o int) (belief []float64, chance float64) {
	belief = g.observe(weights, a, o)
	for s := range belief {
		if g.ends[s] {
			belief[s] = 0
		}
		chance += belief[s]
	}
	belief, ok := normal(belief)
	if !ok {
		return nil, 0
	}
	return belief, chance
}
