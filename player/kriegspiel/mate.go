package kriegspiel

import (
	"context"

	"blindsight/certificate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

// MatePlan returns a plan that mates in every position of a problem, of the least depth,
// if there is one; else it is nil. The solver must be of the problem's rule set.
func MatePlan(ctx context.Context, s *Solver, p *kriegspiel.Problem) (*certificate.Plan, andor.Result) {
	plan, r := s.Plan(ctx, p.Belief, p.Depth)
	if plan == nil {
		return nil, r
	}
	return &certificate.Plan{ID: p.ID, Rules: p.Rules, Depth: r.Depth, Root: nodeOf(plan)}, r
}

// nodeOf returns a plan of the search as it is written to a file.
func nodeOf(p *andor.Plan[kriegspiel.Attempt, kriegspiel.Percept]) *certificate.Node {
	n := &certificate.Node{Try: p.Attempt}
	for _, next := range p.Stay {
		if p.Attempt == kriegspiel.Any {
			n.Legal = append(n.Legal, certificate.Branch{Heard: next.Heard, Answer: nodeOf(next.Plan)})
		} else {
			n.Illegal = nodeOf(next.Plan)
		}
	}
	for _, h := range p.Moved {
		b := certificate.Branch{Heard: h.Heard, Mate: h.Won}
		for _, next := range h.Replies {
			b.Replies = append(b.Replies, certificate.Reply{Heard: next.Heard, Node: nodeOf(next.Plan)})
		}
		n.Legal = append(n.Legal, b)
	}
	return n
}

// Refutation says why a first attempt does not win.
type Refutation struct {
	Kind  RefutationKind
	Heard kriegspiel.Percept // of the attempt, and of the reply where there is one
	Reply kriegspiel.Percept
	Lines []Line // few: none of them can be left out, but where a single one is enough
	Left  int    // depth that is left
}

// Line is a position of the belief with what follows the attempt in it.
type Line struct {
	From  chess.Position
	Reply chess.Move // the opponent's, 0 if it does not come to that
	To    chess.Position
}

// RefutationKind is a kind of refutation.
type RefutationKind uint8

// The kinds of refutation.
const (
	NotRefuted   RefutationKind = iota // it wins
	NeverLegal                         // it is legal in no position
	NoMate                             // the depth is used up, or it is stalemate
	Refused                            // where it is refused the rest is not won
	Replied                            // replies after which positions that sound alike are not won
	OpponentEnds                       // a reply ends the game
)

// Why returns why a first attempt does not win from a belief within a depth: the
// positions, and the replies, that refute it. The result is Unknown where a limit was hit.
func Why(ctx context.Context, s *Solver, p *kriegspiel.Problem, a kriegspiel.Attempt) (*Refutation, andor.Result) {
	result := s.Wins(ctx, p.Belief, p.Depth, a)
	if result.Verdict != andor.None {
		return &Refutation{}, result
	}
	groups := map[kriegspiel.Percept][]Line{}
	var heard []kriegspiel.Percept
	legal := false
	for i := range p.Belief {
		var to chess.Position
		h, moved := p.Rules.Try(&p.Belief[i], a, &to)
		if !moved {
			to = p.Belief[i]
		}
		legal = legal || moved || a == kriegspiel.Any
		if groups[h] == nil {
			heard = append(heard, h)
		}
		groups[h] = append(groups[h], Line{From: p.Belief[i], To: to})
	}
	if !legal {
		return &Refutation{Kind: NeverLegal}, result
	}
	w := whyer{ctx, s, p.Rules, result}
	for _, h := range heard {
		if f := w.group(h, groups[h], p.Depth); f != nil {
			return f, w.result
		}
	}
	return &Refutation{Kind: Refused, Lines: groups[heard[0]][:1], Left: p.Depth}, w.result
}

// whyer looks for refutations.
type whyer struct {
	ctx    context.Context
	solver *Solver
	rules  *kriegspiel.Rules
	result andor.Result
}

// group returns the refutation of an attempt after which h was heard, nil if there is none.
func (w *whyer) group(h kriegspiel.Percept, lines []Line, depth int) *Refutation {
	switch {
	case !h.Move(): // refused, or an answer
		if w.lost(lines, depth) {
			return &Refutation{Kind: Refused, Heard: h, Lines: w.shrink(lines, depth), Left: depth}
		}
		return nil
	case h.Checkmate():
		return nil
	case h.Over() || depth < 3:
		return &Refutation{Kind: NoMate, Heard: h, Lines: lines[:1]}
	}
	replies := map[kriegspiel.Percept][]Line{}
	var heard []kriegspiel.Percept
	for _, l := range lines {
		var moves [256]chess.Move
		for _, m := range l.To.Moves(moves[:0]) {
			var to chess.Position
			o, _ := w.rules.Try(&l.To, kriegspiel.Attempt(m), &to)
			line := Line{l.From, m, to}
			if o.Over() {
				return &Refutation{Kind: OpponentEnds, Heard: h, Reply: o, Lines: []Line{line}}
			}
			if replies[o] == nil {
				heard = append(heard, o)
			}
			replies[o] = append(replies[o], line)
		}
	}
	for _, o := range heard {
		if w.lost(replies[o], depth-2) {
			return &Refutation{Kind: Replied, Heard: h, Reply: o, Lines: w.shrink(replies[o], depth-2), Left: depth - 2}
		}
	}
	return nil
}

// lost reports whether positions that sound alike have no guaranteed mate.
func (w *whyer) lost(lines []Line, depth int) bool {
	var belief []chess.Position
	seen := map[chess.Position]bool{}
	for _, l := range lines {
		if !seen[l.To] {
			seen[l.To] = true
			belief = append(belief, l.To)
		}
	}
	r := w.solver.Solve(w.ctx, belief, depth)
	w.result.States += r.States
	w.result.Nodes += r.Nodes
	return r.Verdict == andor.None
}

// shrink leaves out lines, from the last on, as long as the others are lost without them.
func (w *whyer) shrink(lines []Line, depth int) []Line {
	for i := len(lines) - 1; i >= 0 && len(lines) > 1; i-- {
		less := append(append([]Line(nil), lines[:i]...), lines[i+1:]...)
		if w.lost(less, depth) {
			lines = less
		}
	}
	return lines
}
