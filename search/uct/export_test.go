package uct

import "blindsight"

// Frequencies returns how often each legal action of a side's view was simulated, after
// the side was told so many things since the root, by all trees of the last decision. It
// is nil where no tree has a node for the view, or only one that was visited once.
func (p *Planner[S, V, A, O]) Frequencies(side blindsight.Side, v V, told int) []int {
	var counts []int
	for _, d := range p.duels {
		t := d.walks[side].tree
		t.view.CopyFrom(v)
		key, _ := t.key(told)
		at := t.reached(key)
		if at == none || t.nodes.at(at).choices == unlisted {
			continue
		}
		n := t.nodes.at(at)
		if counts == nil {
			counts = make([]int, n.count)
		}
		for i, c := range t.choices.run(n.choices, n.count) {
			if c.edge != untried {
				counts[i] += int(t.edges.at(c.edge).visits)
			}
		}
	}
	return counts
}
