package web

import (
	"fmt"
	"slices"
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// brute decides guaranteed mates by trying everything. It shares the referee with the
// program, who is held against another library elsewhere, and nothing of its searches, its
// checker, or its views of a turn.
type brute struct {
	rules *kriegspiel.Rules
	known map[string]bool
}

func newBrute(r *kriegspiel.Rules) *brute { return &brute{r, map[string]bool{}} }

// turn is a turn under way as the side to mate knows it.
type bruteTurn struct {
	belief []chess.Position
	depth  int                  // moves of both sides that are left
	tried  []kriegspiel.Attempt // in this turn, all refused
	told   string               // what was said of pawn captures before it, "" if nothing was
	asked  bool
	due    bool // a pawn capture must be tried next
	none   bool // the answer was no, and binds
}

// after is what may be heard of an attempt, and of the reply.
type bruteAfter struct {
	heard, reply kriegspiel.Percept
	replied      bool
}

// attempts lists what can be tried: each once a turn, only pawn captures where one is due, and none that contradicts
// what was said of them.
func (b *brute) attempts(t *bruteTurn) (list []kriegspiel.Attempt) {
	for _, a := range kriegspiel.Attempts(&t.belief[0], nil) {
		capture := pawnCapture(&t.belief[0], a)
		if !slices.Contains(t.tried, a) && (!t.due || capture) && !(capture && b.contradicts(t, a)) {
			list = append(list, a)
		}
	}
	if b.rules.Tries == kriegspiel.TriesOnRequest && !t.asked {
		list = append(list, kriegspiel.Any)
	}
	return list
}

// contradicts tells whether a pawn capture is nonsense after what was said.
func (b *brute) contradicts(t *bruteTurn, a kriegspiel.Attempt) bool {
	switch b.rules.Name {
	case "berkeley-any":
		return t.none
	case "cincinnati":
		return t.told == "no"
	case "rand":
		return t.told != "" && !strings.Contains(t.told, a.Move().To().String())
	}
	return false
}

// binds tells whether after "Any?" and yes only pawn captures are taken until one is legal.
func (b *brute) binds() bool { return b.rules.Name == "berkeley-any" }

// pawnCapture tells whether an attempt is a diagonal step of an own pawn.
func pawnCapture(p *chess.Position, a kriegspiel.Attempt) bool {
	m := a.Move()
	return a != kriegspiel.Any && p.KindAt(m.From()) == chess.Pawn && m.From().File() != m.To().File()
}

// wins tells whether a mate is guaranteed.
func (b *brute) wins(t *bruteTurn) bool {
	if t.depth < 1 {
		return false
	}
	key := b.key(t)
	won, ok := b.known[key]
	if !ok {
		won = slices.ContainsFunc(b.attempts(t), func(a kriegspiel.Attempt) bool { return b.keeps(t, a) })
		b.known[key] = won
	}
	return won
}

func (b *brute) key(t *bruteTurn) string {
	var hashes []uint64
	for i := range t.belief {
		hashes = append(hashes, t.belief[i].Hash())
	}
	slices.Sort(hashes)
	key := fmt.Append(nil, t.depth, t.asked, t.due, t.none, t.told)
	for _, h := range hashes {
		key = fmt.Appendf(key, " %x", h)
	}
	// What was refused matters only where it may not be tried again although it must be.
	if b.rules.Tries == kriegspiel.TriesOnRequest {
		for _, a := range t.tried {
			if pawnCapture(&t.belief[0], a) {
				key = fmt.Append(key, a)
			}
		}
	}
	return string(key)
}

// keeps tells whether an attempt keeps the mate: in all that may be heard of it. One that is
// legal nowhere changes nothing, but that nothing is due any more.
func (b *brute) keeps(t *bruteTurn, a kriegspiel.Attempt) bool {
	legal := a == kriegspiel.Any
	for i := range t.belief {
		var to chess.Position
		h, moved := b.rules.Try(&t.belief[i], a, &to)
		legal = legal || moved
		if moved && !h.Checkmate() && (h.Over() || t.depth < 3) {
			return false // known without a look at the others
		}
	}
	if !legal && (!t.due || b.binds()) {
		return false // as a move to choose: it would be tried without end
	}
	return b.each(t, a, func(k bruteAfter, _ []chess.Position, next *bruteTurn) bool {
		return k.heard.Checkmate() || next != nil && b.wins(next)
	})
}

// each calls f with everything that may be heard of an attempt, the positions that are
// possible then, and how it goes on: nil where the game is over or the moves are used up. It stops where f returns false.
func (b *brute) each(t *bruteTurn, a kriegspiel.Attempt, f func(bruteAfter, []chess.Position, *bruteTurn) bool) bool {
	groups := map[bruteAfter][]chess.Position{}
	var order []bruteAfter
	add := func(k bruteAfter, p chess.Position) {
		if groups[k] == nil {
			order = append(order, k)
		}
		if !slices.Contains(groups[k], p) {
			groups[k] = append(groups[k], p)
		}
	}
	for i := range t.belief {
		var to, after chess.Position
		h, moved := b.rules.Try(&t.belief[i], a, &to)
		switch {
		case !moved:
			add(bruteAfter{heard: h}, t.belief[i])
		case h.Over() || t.depth < 3:
			add(bruteAfter{heard: h}, to)
		default:
			b.rules.Replies(&to, &after, func(o kriegspiel.Percept) bool {
				add(bruteAfter{h, o, true}, after)
				return true
			})
		}
	}
	for _, k := range order {
		if !f(k, groups[k], b.next(t, a, k, groups[k])) {
			return false
		}
	}
	return true
}

func (b *brute) next(t *bruteTurn, a kriegspiel.Attempt, k bruteAfter, belief []chess.Position) *bruteTurn {
	switch {
	case a == kriegspiel.Any:
		return &bruteTurn{belief: belief, depth: t.depth, tried: t.tried, asked: true, due: k.heard == kriegspiel.Yes, none: b.binds() && k.heard == kriegspiel.No}
	case !k.heard.Move():
		return &bruteTurn{belief: belief, depth: t.depth, tried: append(slices.Clone(t.tried), a), asked: t.asked, told: t.told, due: t.due && b.binds(), none: t.none}
	case !k.replied || k.reply.Over():
		return nil
	}
	_, told, _ := strings.Cut(k.reply.String(), "tries:")
	return &bruteTurn{belief: belief, depth: t.depth - 2, told: told}
}

// follows tells whether a plan, as the page shows it, mates from a turn.
func (b *brute) follows(t *bruteTurn, n *planNodeJSON) bool {
	if n == nil {
		return false
	}
	a, err := kriegspiel.ParseAttempt(n.Try)
	if err != nil || !slices.Contains(b.attempts(t), a) {
		return false
	}
	return b.each(t, a, func(k bruteAfter, _ []chess.Position, next *bruteTurn) bool {
		if k.heard.Checkmate() {
			return true
		}
		return next != nil && b.follows(next, nextNode(n, k))
	})
}

// nextNode returns what a plan says after what was heard.
func nextNode(n *planNodeJSON, k bruteAfter) *planNodeJSON {
	if k.heard == kriegspiel.Illegal {
		return n.Illegal
	}
	for i := range n.Legal {
		branch := &n.Legal[i]
		if branch.Heard != k.heard.String() {
			continue
		}
		if branch.Answer != nil {
			return branch.Answer
		}
		for _, r := range branch.Replies {
			if r.Heard == k.reply.String() {
				return r.Node
			}
		}
	}
	return nil
}

// sameSet tells whether texts are the positions, in any order.
func sameSet(texts []string, belief []chess.Position) bool {
	var want []string
	for i := range belief {
		want = append(want, belief[i].FEN())
	}
	slices.Sort(want)
	got := slices.Sorted(slices.Values(texts))
	return strings.Join(got, "\n") == strings.Join(want, "\n")
}
