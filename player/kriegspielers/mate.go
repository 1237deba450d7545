package kriegspielers

import (
	"context"

	"blindsight/certificate/mateplan"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// MatePlan returns a plan that mates in every position of a problem, of the least depth,
// if there is one; else it is nil. The solver must be of the problem's rule set.
func MatePlan(ctx context.Context, s *Solver, p *kriegspiel.Problem) (*mateplan.Plan, andor.Result) {
	plan, r := s.Plan(ctx, p.Belief, p.Depth)
	if plan == nil {
		return nil, r
	}
	return &mateplan.Plan{ID: p.ID, Rules: p.Rules, Depth: r.Depth, Root: nodeOf(plan)}, r
}

// nodeOf returns a plan of the search as it is written to a file.
func nodeOf(p *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept]) *mateplan.Node {
	n := &mateplan.Node{Try: p.Attempt}
	for _, next := range p.Stay {
		if p.Attempt == kriegspiel.Any {
			n.Legal = append(n.Legal, mateplan.Branch{Heard: next.Heard, Answer: nodeOf(next.Plan)})
		} else {
			n.Illegal = nodeOf(next.Plan)
		}
	}
	for _, h := range p.Moved {
		b := mateplan.Branch{Heard: h.Heard, Mate: h.Won}
		for _, next := range h.Replies {
			b.Replies = append(b.Replies, mateplan.Reply{Heard: next.Heard, Node: nodeOf(next.Plan)})
		}
		n.Legal = append(n.Legal, b)
	}
	return n
}
