package andor

// best is the search beyond the paper. A turn is solved greedily, without going back
// (Theorem 2: an attempt that wins wherever it is legal is never wrong); an attempt is
// followed only if the open game bears it out in every state; decided beliefs are
// remembered, and decide their subsets and supersets; a large belief is first tried in
// part, since a part without a win is a disproof that decides many others; attempts that
// leave little open come first, then those that have won elsewhere.
type best[S comparable, A comparable, O Percept] struct {
	*builder[S, A, O]
	parts Parts
	open  open[S, A, O]
	table table[S, A, O]
	order order[A]
	cands []candidate
	plan  []A // of the turn under way

	workers   int
	rootDepth int            // of the search under way
	chief     *best[S, A, O] // whom this one works for, nil if for itself: see parallel.go
}

// prefixSize is the least size of a belief of which a half is tried first.
const prefixSize = 8

// openDepth is the least depth at which the open game is asked, unless the game itself
// knows the answer: below it, a search of the belief is less work.
const openDepth = 3

func newBest[S comparable, A comparable, O Percept](g rules[S, A, O], w *work, p Parts) *best[S, A, O] {
	b := &best[S, A, O]{builder: newBuilder(g, w), parts: p, order: newOrder[A](p.NoOrder)}
	b.builder.early = true
	b.open = open[S, A, O]{rules: g, work: w}
	b.table = table[S, A, O]{game: g.game, work: w, exact: p.NoSubsume}
	return b
}

func (b *best[S, A, O]) prove(belief []S, depth int, t turn[A]) bool {
	defer b.release(b.mark())
	b.rootDepth = depth
	if t.only == 0 {
		return b.solve(belief, depth, b.modeOf(&t), nil)
	}
	i := t.only - 1
	t.only = 0
	if i == t.question {
		return b.ask(belief, depth, nil)
	}
	if !b.wins(belief, t.list[i], depth) {
		return false
	}
	rest := b.refused(belief, t.list[i])
	if len(rest) == 0 {
		return true
	}
	if t.question >= 0 && t.pays.has(i) {
		var excluded attemptSet
		excluded.add(i)
		return b.solve(rest, depth, b.modeOf(&t), &excluded)
	}
	return b.solve(rest, depth, b.modeOf(&t), nil)
}

func (b *best[S, A, O]) modeOf(t *turn[A]) mode {
	switch {
	case t.due:
		return burdened
	case t.question < 0 || t.asked:
		return free
	}
	return unasked
}

// forgetful empties the table when it holds more than half of the memory allowed.
func (b *best[S, A, O]) forgetful() {
	if int64(b.table.bytes) > memoryOf(b.memory)/2 {
		b.table.forget()
	}
}

// solve decides a belief in a turn of a mode. Excluded are attempts that pay but were
// refused in this turn.
func (b *best[S, A, O]) solve(belief []S, depth int, m mode, excluded *attemptSet) bool {
	b.node()
	if b.stopped() {
		return false
	}
	if depth <= 2 {
		start := len(b.plan)
		won := b.finishable(belief) && b.turn(belief, depth, m, excluded)
		b.plan = b.plan[:start]
		return won
	}
	remember := !b.parts.NoTable && excluded == nil
	if remember {
		b.forgetful()
		if f := b.table.find(belief, depth, m); f != nil {
			return f.won
		}
	}
	start := len(b.plan)
	won, part := true, 0
	if !b.parts.NoPrefix && len(belief) >= prefixSize {
		part = len(belief) / 2
		won = b.solve(belief[:part], depth, m, excluded)
	}
	won = won && b.bearable(belief[part:], depth)
	won = won && b.turn(belief, depth, m, excluded)
	if remember && !b.stopped() {
		b.table.add(belief, depth, m, won, b.plan[start:])
	}
	b.plan = b.plan[:start]
	return won && !b.stopped()
}

// turn decides a belief afresh, and appends the attempts of a won turn to the plan.
func (b *best[S, A, O]) turn(belief []S, depth int, m mode, excluded *attemptSet) bool {
	mk := b.mark()
	defer b.release(mk)
	t := b.fresh(&belief[0])
	if excluded != nil {
		t.tried = *excluded
	}
	switch m {
	case unasked:
		return b.unasked(belief, depth, &t, excluded)
	case burdened:
		return b.burdened(belief, depth, &t)
	}
	return b.rounds(belief, depth, &t, func(int) bool { return true }) == nil && !b.stopped()
}

// bearable reports whether each state is won in the open game.
func (b *best[S, A, O]) bearable(belief []S, depth int) bool {
	if b.parts.NoOpen || depth < openDepth {
		return true
	}
	for i := range belief {
		if !b.open.wins(&belief[i], depth) {
			return false
		}
	}
	return true
}

// finishable reports whether each state can be won at once in the open game, as far as the
// game itself knows that.
func (b *best[S, A, O]) finishable(belief []S) bool {
	if b.parts.NoOpen || b.finisher == nil {
		return true
	}
	for i := range belief {
		if !b.open.finish(&belief[i], 1) {
			return false
		}
	}
	return true
}

// rounds plays the greedy turn: it finds an attempt, of those allowed, that wins wherever
// it is legal, takes these states away, and goes on with the rest until none is left, or
// none is found. It returns the states that are left, nil if there are none.
func (b *best[S, A, O]) rounds(belief []S, depth int, t *turn[A], allowed func(int) bool) []S {
	at := len(b.states)
	b.states = append(b.states, belief...)
	left := b.states[at : at+len(belief) : at+len(belief)]
	if depth <= 2 {
		return b.lastRounds(left, t, allowed)
	}
	base := len(b.cands)
	defer func() { b.cands = b.cands[:base] }()
	var failed [maxAttempts]int32 // 1 + in how many states it was legal when it failed
next:
	for !b.stopped() {
		b.cands = b.cands[:base]
		for i := range t.list {
			if i == t.question || t.tried.has(i) || !allowed(i) {
				continue
			}
			if c, ok := b.look(left, i, t.list[i], depth); ok && failed[i] != int32(c.legal+1) {
				b.cands = append(b.cands, c)
			}
		}
		b.order.sort(b.cands[base:])
		cands := b.cands[base:] // searches below push on top of these, and pop
		for len(cands) > 0 {
			// The next ones, one after the other or several at a time.
			lost, some := 0, cands[:1]
			switch {
			case cands[0].cost == 0:
			case b.races(depth):
				some = cands[:min(len(cands), raceTasks)]
				lost = b.race(some, t, left, depth)
			case !b.bears(left, t.list[cands[0].attempt], depth) || !b.wins(left, t.list[cands[0].attempt], depth):
				lost = 1
			}
			for _, c := range some[:lost] {
				failed[c.attempt] = int32(c.legal + 1)
			}
			if b.stopped() {
				break next
			}
			if cands = cands[lost:]; lost == len(some) {
				continue
			}
			c := cands[0]
			a := t.list[c.attempt]
			b.order.won(a, depth)
			b.plan = append(b.plan, a)
			t.tried.add(c.attempt)
			left = b.keepRefused(left, a)
			if len(left) == 0 {
				return nil
			}
			continue next
		}
		break
	}
	return left
}

// lastRounds is rounds where only mate at once counts: an attempt that mates wherever it
// is legal is played as soon as it is found. Those that won lately come first.
func (b *best[S, A, O]) lastRounds(left []S, t *turn[A], allowed func(int) bool) []S {
	for again := true; again && !b.stopped(); {
		again = false
		for pass := range 2 {
			for i, a := range t.list {
				if i == t.question || t.tried.has(i) || pass == 0 && !b.order.lately(a) || !allowed(i) {
					continue
				}
				if !b.finishes(left, a) {
					continue
				}
				again = true
				b.plan = append(b.plan, a)
				t.tried.add(i)
				if pass == 1 {
					b.order.mated(a)
				}
				if left = b.keepRefused(left, a); len(left) == 0 {
					return nil
				}
			}
		}
	}
	return left
}

// look reports whether an attempt may win wherever it is legal in a belief, which it must
// be somewhere: no state is lost, nor at the depth limit, nor lost in the open game. It
// may change the order of the states.
func (b *best[S, A, O]) look(belief []S, i int, a A, depth int) (candidate, bool) {
	c := candidate{attempt: i}
	for k := range belief {
		o, moved := b.game.Try(&belief[k], a, &b.to)
		if !moved {
			continue
		}
		b.state()
		c.legal++
		switch over, won := b.game.Ended(o); {
		case won:
		case over:
			refuter(&b.order, belief, k)
			return c, false
		default:
			c.cost++
		}
	}
	c.merit = b.order.history[a]
	return c, c.legal > 0
}

// bears reports whether the open game bears an attempt out where it is legal: the opponent
// has no reply to it that would save him even there. It may change the order of the states.
func (b *best[S, A, O]) bears(belief []S, a A, depth int) bool {
	if b.parts.NoOpen || depth < openDepth {
		return true
	}
	for k := range belief {
		o, moved := b.game.Try(&belief[k], a, &b.to)
		if !moved {
			continue
		}
		if over, _ := b.game.Ended(o); over {
			continue
		}
		b.state()
		if !b.open.holds(&b.to, depth-2) {
			refuter(&b.order, belief, k)
			return false
		}
	}
	return true
}

// finishes reports whether an attempt wins at once wherever it is legal in a belief, which
// it must be somewhere. It may change the order of the states.
func (b *best[S, A, O]) finishes(belief []S, a A) bool {
	legal := false
	for k := range belief {
		moved, won := b.finish(&belief[k], a)
		if !moved {
			continue
		}
		b.state()
		legal = true
		if !won {
			refuter(&b.order, belief, k)
			return false
		}
	}
	return legal
}

// finish reports whether an attempt moves in a state, and whether it wins.
func (b *best[S, A, O]) finish(s *S, a A) (moved, won bool) {
	if b.finisher != nil {
		return b.finisher.Finish(s, a)
	}
	o, moved := b.game.Try(s, a, &b.to)
	if !moved {
		return false, false
	}
	_, won = b.game.Ended(o)
	return true, won
}

// wins reports whether an attempt wins in all states of a belief in which it is legal.
func (b *best[S, A, O]) wins(belief []S, a A, depth int) bool {
	m := b.mark()
	defer b.release(m)
	from, _, _, failed := b.try(belief, a, depth)
	if failed {
		return false
	}
	for _, g := range b.split(from, len(b.entries), prefixes{legalFirst: true}) {
		if g.stay {
			break
		}
		if !b.survives(g.states, depth) {
			return false
		}
	}
	return !b.stopped()
}

// survives decides an EXPAND node.
func (b *best[S, A, O]) survives(belief []S, depth int) bool {
	b.node()
	m := b.mark()
	defer b.release(m)
	from, failed := b.expand(belief)
	if failed || b.stopped() {
		return false
	}
	next := unasked
	if b.asker == nil {
		next = free
	}
	groups := b.split(from, len(b.entries), prefixes{})
	largestFirst(&b.order, groups)
	for k := range groups {
		if !b.solve(groups[k].states, depth-2, next, nil) {
			return false
		}
	}
	return true
}

// refused returns the states in which an attempt does not move, on the stack.
func (b *best[S, A, O]) refused(belief []S, a A) []S {
	at := len(b.states)
	b.states = append(b.states, belief...)
	return b.keepRefused(b.states[at:at+len(belief):at+len(belief)], a)
}

// keepRefused keeps the states of a slice in which an attempt does not move.
func (b *best[S, A, O]) keepRefused(states []S, a A) []S {
	kept := states[:0]
	for i := range states {
		if _, moved := b.game.Try(&states[i], a, &b.to); !moved {
			kept = append(kept, states[i])
		}
	}
	return kept
}

// unasked decides a turn in which the question may be asked. Attempts that do not pay are
// played greedily. When none is left, a plan must go on with one that pays or with the
// question. If it never asks, the turn is as free. If it asks later, it may as well ask
// now: after an answer that obliges, the attempt that pays comes next and frees; after
// the other, attempts that pay are not legal, and nothing is lost.
func (b *best[S, A, O]) unasked(belief []S, depth int, t *turn[A], excluded *attemptSet) bool {
	left := b.rounds(belief, depth, t, func(i int) bool { return !t.pays.has(i) })
	if left == nil {
		return true
	}
	start := len(b.plan)
	trial := *t
	if b.rounds(left, depth, &trial, func(int) bool { return true }) == nil {
		return true
	}
	b.plan = b.plan[:start]
	if b.ask(left, depth, excluded) {
		b.plan = append(b.plan, b.asker.Question())
		return true
	}
	return false
}

// ask decides a turn in which the question is asked now.
func (b *best[S, A, O]) ask(belief []S, depth int, excluded *attemptSet) bool {
	m := b.mark()
	defer b.release(m)
	from, _, _, _ := b.try(belief, b.asker.Question(), depth)
	for _, g := range b.split(from, len(b.entries), prefixes{}) {
		next := free
		tried := (*attemptSet)(nil)
		if b.asker.Obliges(g.o) {
			next, tried = burdened, excluded
		}
		if !b.solve(g.states, depth, next, tried) {
			return false
		}
	}
	return true
}

// burdened decides a turn in which an attempt that pays must come next. One that wins
// wherever it is legal, be it nowhere, decides: the rest is free, and no plan that begins
// otherwise can do more with it.
func (b *best[S, A, O]) burdened(belief []S, depth int, t *turn[A]) bool {
	for i, a := range t.list {
		if !t.pays.has(i) || t.tried.has(i) || i == t.question || !b.wins(belief, a, depth) {
			continue
		}
		b.plan = append(b.plan, a)
		rest := b.refused(belief, a)
		return len(rest) == 0 || b.solve(rest, depth, free, nil)
	}
	return false
}
