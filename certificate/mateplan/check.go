package mateplan

import (
	"context"
	"fmt"
	"strings"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/pace"
)

// Check returns nil if a plan mates in every position of a problem within its depth,
// whatever the opponent does, and lists exactly what can be heard; else what is wrong
// with it, and where. It plays the plan on all positions at once by the rules alone. A
// plan may be for a smaller depth than the problem.
func Check(p *kriegspiel.Problem, plan *Plan) error {
	return CheckWithin(context.Background(), p, plan, 0)
}

// CheckWithin is Check for plans of strangers: it gives up with the context's error when
// that ends, and with [blindsight.ErrTooMany] after so many positions, unless that is 0.
// Neither says anything about the plan.
func CheckWithin(ctx context.Context, p *kriegspiel.Problem, plan *Plan, positions int) error {
	if err := p.Check(); err != nil {
		return fmt.Errorf("the problem: %w", err)
	}
	switch {
	case plan.Rules != p.Rules:
		return fmt.Errorf("the plan is for %s, the problem for %s", plan.Rules, p.Rules)
	case plan.Depth < 1 || plan.Depth > p.Depth:
		return fmt.Errorf("the plan is for depth %d, the problem for %d", plan.Depth, p.Depth)
	}
	c := checker{p.Rules, p.Side, &effort{ctx: ctx, limit: positions}}
	return c.turn(plan.Root, p.Belief, plan.Depth, kriegspiel.Silent, nil)
}

// checker is the rules, and the side whose plan it is.
type checker struct {
	rules *kriegspiel.Rules
	side  chess.Color
	spent *effort
}

// effort counts the positions that were played on.
type effort struct {
	ctx      context.Context
	limit, n int
}

// more counts one more, and returns an error where there is no more allowed.
func (e *effort) more() error {
	e.n++
	if e.limit > 0 && e.n > e.limit {
		return fmt.Errorf("the plan is too large to be checked here: %w", blindsight.ErrTooMany)
	}
	if e.n%1024 == 0 {
		return pace.Err(e.ctx)
	}
	return nil
}

// path is what was tried and heard on the way to a node, the newest last.
type path []string

func (w path) errorf(format string, args ...any) error {
	where := "at the start"
	if len(w) > 0 {
		where = "after " + strings.Join(w, ", ")
	}
	return fmt.Errorf("%s: %s", where, fmt.Sprintf(format, args...))
}

func (w path) then(a kriegspiel.Attempt, h kriegspiel.Percept) path {
	return append(w[:len(w):len(w)], fmt.Sprintf("%s (%s)", a, h))
}

// turn checks a plan from the start of a turn, before which h was heard, Silent at the start.
func (c checker) turn(n *Node, belief []chess.Position, depth int, h kriegspiel.Percept, w path) error {
	return c.node(n, belief, depth, kriegspiel.NewViewAfter(c.rules, c.side, &belief[0], h), w)
}

// node checks a node; the view knows what was tried in this turn.
func (c checker) node(n *Node, belief []chess.Position, depth int, view *kriegspiel.View, w path) error {
	if n == nil {
		return w.errorf("the plan ends, and there are %d positions left", len(belief))
	}
	if depth < 1 {
		return w.errorf("no moves are left for %s", n.Try)
	}
	if err := view.Sense(n.Try); err != nil {
		return w.errorf("%v", err)
	}
	stay, moved := parts{}, parts{}
	for i := range belief {
		if err := c.spent.more(); err != nil {
			return err
		}
		var to chess.Position
		h, ok := c.rules.Try(&belief[i], n.Try, &to)
		if ok {
			moved.add(h, &to)
		} else {
			stay.add(h, &belief[i])
		}
	}
	if n.Try == kriegspiel.Any {
		return c.question(n, &stay, depth, view, w)
	}
	if refused := stay.of(kriegspiel.Illegal); refused != nil || n.Illegal != nil {
		if refused == nil {
			return w.errorf("%s is legal in every position: \"illegal\" must be null", n.Try)
		}
		next := view.Clone()
		if err := next.Did(n.Try, kriegspiel.Illegal); err != nil {
			return w.errorf("%v", err)
		}
		if err := c.node(n.Illegal, refused, depth, next, w.then(n.Try, kriegspiel.Illegal)); err != nil {
			return err
		}
	}
	if err := sameHeard(moved.heard, len(n.Legal), func(i int) kriegspiel.Percept { return n.Legal[i].Heard }); err != nil {
		return w.errorf("%s: %v", n.Try, err)
	}
	for i := range n.Legal {
		b := &n.Legal[i]
		if err := c.branch(b, moved.of(b.Heard), depth, w.then(n.Try, b.Heard)); err != nil {
			return err
		}
	}
	return nil
}

// question checks a node that asks "Any?".
func (c checker) question(n *Node, answers *parts, depth int, view *kriegspiel.View, w path) error {
	if n.Illegal != nil {
		return w.errorf("a question is never refused: \"illegal\" must be null")
	}
	if err := sameHeard(answers.heard, len(n.Legal), func(i int) kriegspiel.Percept { return n.Legal[i].Heard }); err != nil {
		return w.errorf("%s: %v", n.Try, err)
	}
	for i := range n.Legal {
		b := &n.Legal[i]
		if b.Answer == nil || b.Mate || b.Replies != nil {
			return w.errorf("an answer to a question is followed by a node")
		}
		next := view.Clone()
		if err := next.Did(n.Try, b.Heard); err != nil {
			return w.errorf("%v", err)
		}
		if err := c.node(b.Answer, answers.of(b.Heard), depth, next, w.then(n.Try, b.Heard)); err != nil {
			return err
		}
	}
	return nil
}

// branch checks what follows an own move: mate, or all that can be heard of the replies.
func (c checker) branch(b *Branch, belief []chess.Position, depth int, w path) error {
	switch {
	case b.Answer != nil:
		return w.errorf("a move is followed by \"mate\" or by what is heard of the opponent's move")
	case b.Mate != b.Heard.Checkmate():
		return w.errorf("whether it is mate is not what is heard")
	case b.Mate && b.Replies != nil:
		return w.errorf("there are no replies to mate")
	case b.Mate:
		return nil
	case b.Heard.Stalemate():
		return w.errorf("it is stalemate, in %s", belief[0].FEN())
	case depth < 3:
		return w.errorf("the depth is used up without mate, in %s", belief[0].FEN())
	}
	replies := parts{}
	for i := range belief {
		if err := c.spent.more(); err != nil {
			return err
		}
		var to chess.Position
		c.rules.Replies(&belief[i], &to, func(h kriegspiel.Percept) bool {
			replies.add(h, &to)
			return true
		})
	}
	for _, h := range replies.heard {
		if h.Over() {
			return w.errorf("the opponent can end the game: %s", h)
		}
	}
	if err := sameHeard(replies.heard, len(b.Replies), func(i int) kriegspiel.Percept { return b.Replies[i].Heard }); err != nil {
		return w.errorf("of the opponent's move: %v", err)
	}
	for i := range b.Replies {
		r := &b.Replies[i]
		if err := c.turn(r.Node, replies.of(r.Heard), depth-2, r.Heard, append(w[:len(w):len(w)], r.Heard.String())); err != nil {
			return err
		}
	}
	return nil
}

// parts are the positions of a belief by what is heard, each once.
type parts struct {
	heard []kriegspiel.Percept
	by    map[kriegspiel.Percept][]chess.Position
	seen  map[heardAt]struct{}
}

// heardAt is a position with what is heard on the way to it.
type heardAt struct {
	h kriegspiel.Percept
	p chess.Position
}

func (s *parts) add(h kriegspiel.Percept, p *chess.Position) {
	if s.by == nil {
		s.by, s.seen = map[kriegspiel.Percept][]chess.Position{}, map[heardAt]struct{}{}
	}
	if _, ok := s.seen[heardAt{h, *p}]; ok {
		return
	}
	s.seen[heardAt{h, *p}] = struct{}{}
	if s.by[h] == nil {
		s.heard = append(s.heard, h)
	}
	s.by[h] = append(s.by[h], *p)
}

func (s *parts) of(h kriegspiel.Percept) []chess.Position { return s.by[h] }

// sameHeard returns an error unless n listed percepts are exactly those that can occur.
func sameHeard(possible []kriegspiel.Percept, n int, listed func(int) kriegspiel.Percept) error {
	left := make(map[kriegspiel.Percept]bool, len(possible))
	for _, h := range possible {
		left[h] = true
	}
	for i := range n {
		h := listed(i)
		if !left[h] {
			return fmt.Errorf("%q is listed, and cannot be heard, or is listed twice", h)
		}
		left[h] = false
	}
	for _, h := range possible {
		if left[h] {
			return fmt.Errorf("%q can be heard, and is not listed", h)
		}
	}
	return nil
}
