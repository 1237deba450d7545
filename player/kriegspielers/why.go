package kriegspielers

import (
	"context"
	"errors"
	"slices"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/search/andor"
)

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
	Obliged                            // after yes to "Any?" a pawn capture must be tried, and none keeps the win
)

// Why returns why a first attempt does not win from a belief within a depth: the
// positions, and the replies, that refute it. Where attempts were refused before it in the
// same turn they are told, so that they are not tried again. The result is Unknown where a
// limit was hit, and None where the attempt is refuted.
func Why(ctx context.Context, s *Solver, p *kriegspiel.Problem, a kriegspiel.Attempt, refused ...kriegspiel.Attempt) (*Refutation, andor.Result) {
	w := whyer{ctx: ctx, solver: s, rules: p.Rules, refused: refused}
	w.bound = p.Rules.AnswerBinds && slices.Contains(refused, kriegspiel.Any) && p.Rules.Any(&p.Belief[0]) == kriegspiel.Yes
	if a != kriegspiel.Any && !w.bound { // else it is decided by the answers alone
		w.result = s.Wins(ctx, p.Belief, p.Depth, a)
		if w.result.Verdict != andor.None {
			return &Refutation{}, w.result
		}
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
		return &Refutation{Kind: NeverLegal}, w.result
	}
	for _, h := range heard {
		if f := w.group(a, h, groups[h], p.Depth); f != nil {
			w.result.Verdict, w.result.Err = andor.None, nil
			return f, w.result
		}
	}
	// Nothing is known to be lost: what is decided by its answers keeps the win, and for a move, which was
	// refuted above, a limit was hit on the way.
	w.result.Verdict = andor.Unknown
	if (a == kriegspiel.Any || w.bound) && w.result.Err == nil {
		w.result.Verdict = andor.Win
	}
	return &Refutation{}, w.result
}

// whyer looks for refutations.
type whyer struct {
	ctx    context.Context
	solver *Solver
	rules  *kriegspiel.Rules
	result andor.Result

	refused []kriegspiel.Attempt // in this turn
	bound   bool                 // only pawn captures are taken until one is legal
}

// group returns the refutation of an attempt after which h was heard, nil if there is none.
func (w *whyer) group(a kriegspiel.Attempt, h kriegspiel.Percept, lines []Line, depth int) *Refutation {
	switch {
	case !h.Move(): // refused, or an answer
		if (a == kriegspiel.Any && h == kriegspiel.Yes || w.bound) && w.lostObliged(lines, depth) && !w.lost(lines, depth) {
			return &Refutation{Kind: Obliged, Heard: h, Lines: w.shrink(lines, depth, w.lostObliged), Left: depth}
		}
		if w.lost(lines, depth) {
			return &Refutation{Kind: Refused, Heard: h, Lines: w.shrink(lines, depth, w.lost), Left: depth}
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
			return &Refutation{Kind: Replied, Heard: h, Reply: o, Lines: w.shrink(replies[o], depth-2, w.lost), Left: depth - 2}
		}
	}
	return nil
}

// lost reports whether positions that sound alike have no guaranteed mate.
func (w *whyer) lost(lines []Line, depth int) bool {
	r := w.solver.Solve(w.ctx, positions(lines), depth)
	w.result.States += r.States
	w.result.Nodes += r.Nodes
	return w.none(r.Verdict)
}

// lostObliged reports the same of positions in which a pawn capture must be tried next.
func (w *whyer) lostObliged(lines []Line, depth int) bool {
	v, _ := obliged(w.ctx, w.solver, w.rules, positions(lines), depth, func(a kriegspiel.Attempt) bool { return slices.Contains(w.refused, a) })
	return w.none(v)
}

// none reports whether a verdict is None, and remembers where it is unknown.
func (w *whyer) none(v andor.Verdict) bool {
	if v == andor.Unknown {
		w.result.Err = errNotDecided
	}
	return v == andor.None
}

var errNotDecided = errors.New("a limit was hit before it was decided")

// positions returns the positions at the ends of lines, each once.
func positions(lines []Line) []chess.Position {
	var belief []chess.Position
	seen := map[chess.Position]bool{}
	for _, l := range lines {
		if !seen[l.To] {
			seen[l.To] = true
			belief = append(belief, l.To)
		}
	}
	return belief
}

// shrink leaves out lines, from the last on, as long as the others are lost without them.
func (w *whyer) shrink(lines []Line, depth int, lost func([]Line, int) bool) []Line {
	for i := len(lines) - 1; i >= 0 && len(lines) > 1; i-- {
		less := append(append([]Line(nil), lines[:i]...), lines[i+1:]...)
		if lost(less, depth) {
			lines = less
		}
	}
	return lines
}
