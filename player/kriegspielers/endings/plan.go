package endings

import (
	"fmt"
	"slices"

	"blindsight/certificate/mateplan"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Plan returns a plan that mates wherever of these squares the enemy king is, of the depth that
// the table knows, under any rule set. It plays by the rules and asks the table only what to try, so that a
// checker that accepts it has checked the table. The men are White's. The error says that the table does not know a win.
func (t *Table) Plan(id string, r *kriegspiel.Rules, men Men, kings chess.Bitboard) (*kriegspiel.Problem, *mateplan.Plan, error) {
	moves := t.Moves(men, kings)
	if moves == 0 {
		return nil, nil, fmt.Errorf("the table of %s knows no win", t.material)
	}
	problem := &kriegspiel.Problem{ID: id, Rules: r, Side: chess.White, Depth: 2*moves - 1}
	for s := range kings.All() {
		problem.Belief = append(problem.Belief, t.material.Position(men, s, chess.White))
	}
	w := planner{rules: r, tries: map[*Table]map[int][]try{}}
	root, err := w.node(t, men, kings)
	return problem, &mateplan.Plan{ID: id, Rules: r, Depth: problem.Depth, Root: root}, err
}

// planner writes a plan.
type planner struct {
	rules *kriegspiel.Rules
	tries map[*Table]map[int][]try
}

// heardAt is what is heard, with the squares on which the king may then be.
type heardAt struct {
	heard kriegspiel.Percept
	kings chess.Bitboard
}

// add adds a square to what is heard.
func add(list []heardAt, h kriegspiel.Percept, king chess.Square) []heardAt {
	for i := range list {
		if list[i].heard == h {
			list[i].kings |= king.Bitboard()
			return list
		}
	}
	return append(list, heardAt{h, king.Bitboard()})
}

// node returns what to try in a turn, and what to do then.
func (w *planner) node(t *Table, men Men, kings chess.Bitboard) (*mateplan.Node, error) {
	move, ok := w.first(t, men, kings)
	if !ok {
		return nil, fmt.Errorf("the table of %s knows no try with men on %v and the king on %s", t.material, men, kings)
	}
	n := &mateplan.Node{Try: kriegspiel.Attempt(move)}
	var refused chess.Bitboard
	var legal []heardAt
	for s := range kings.All() {
		p := t.material.Position(men, s, chess.White)
		var to chess.Position
		if h, moved := w.rules.Try(&p, n.Try, &to); moved {
			legal = add(legal, h, s)
		} else {
			refused |= s.Bitboard()
		}
	}
	var err error
	if refused != 0 {
		if n.Illegal, err = w.node(t, men, refused); err != nil {
			return nil, err
		}
	}
	after := slices.Clone(men)
	after[slices.Index(men, move.From())] = move.To()
	for _, l := range legal {
		b := mateplan.Branch{Heard: l.heard, Mate: l.heard.Checkmate()}
		if !b.Mate {
			if b.Replies, err = w.replies(t, after, l.kings); err != nil {
				return nil, err
			}
		}
		n.Legal = append(n.Legal, b)
	}
	return n, nil
}

// first returns a try that wins.
func (w *planner) first(t *Table, men Men, kings chess.Bitboard) (chess.Move, bool) {
	i, by := t.places.of(men)
	known := w.tries[t]
	if known == nil {
		known = map[int][]try{}
		w.tries[t] = known
	}
	if known[i] == nil {
		known[i] = t.tries(i)
	}
	kings = by.set(kings)
	moves := t.won[i].moves(kings)
	for k := range known[i] {
		if y := &known[i][k]; t.wins(i, y, kings, moves) {
			return by.inverse().move(y.move), true
		}
	}
	return 0, false
}

// replies returns what to do after each thing that can be heard of the king's move, men being
// where they are after the try.
func (w *planner) replies(t *Table, men Men, kings chess.Bitboard) ([]mateplan.Reply, error) {
	var heard []heardAt
	for s := range kings.All() {
		p := t.material.Position(men, s, chess.Black)
		var to chess.Position
		w.rules.Replies(&p, &to, func(h kriegspiel.Percept) bool {
			heard = add(heard, h, to.KingSquare(chess.Black))
			return true
		})
	}
	var list []mateplan.Reply
	for _, h := range heard {
		next, left := t, men
		if taken := h.heard.Captured(); taken != chess.NoSquare {
			left = slices.DeleteFunc(slices.Clone(men), func(s chess.Square) bool { return s == taken })
			if next = t.below; next == nil {
				return nil, fmt.Errorf("the king can take a man on %s", taken)
			}
		}
		node, err := w.node(next, left, h.kings)
		if err != nil {
			return nil, err
		}
		list = append(list, mateplan.Reply{Heard: h.heard, Node: node})
	}
	return list, nil
}
