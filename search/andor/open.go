package andor

import (
	"slices"
	"unsafe"
)

// open searches the open game, in which the own side sees everything as well: whoever
// cannot win there from a state cannot win from any belief that holds it. That is a
// bound which costs the search of one state instead of a belief, and is remembered by
// state. Its answers rest on states compared in full.
type open[S comparable, A comparable, O Percept] struct {
	rules[S, A, O]
	work   *work
	base   *open[S, A, O] // of the engine that this one works for, read only; nil if there is none
	slots  []openSlot[S]
	filled int
	frames []*openFrame[S, A, O]
}

// openSlot is what is known of a state: won within so many plies, lost within so many.
type openSlot[S comparable] struct {
	s         S
	won, lost int16 // 0 for not known
}

// openFrame is the memory of one depth.
type openFrame[S comparable, A comparable, O Percept] struct {
	o       *open[S, A, O]
	depth   int
	won     bool
	moves   []openMove
	after   []S // states after own moves
	to      S
	replies []S // of all these, one after the other
	bad     bool
	mine    func(O) bool
	theirs  func(O) bool
	last    func(O) bool
}

// openMove is an own move: the state after it, and the replies to it.
type openMove struct{ at, from, to int }

// Sizes of the table: it doubles from the first to the second, then forgets.
const (
	openSlots    = 1 << 10
	openSlotsMax = 1 << 20
)

// slot returns where a state is, or where it may be put.
func (p *open[S, A, O]) slot(s *S) (at *openSlot[S], found bool) {
	if 4*p.filled >= 3*len(p.slots) && p.mayGrow() {
		p.grow()
	}
	return p.probe(s)
}

// probe is slot in a table that is not empty, and does not grow.
func (p *open[S, A, O]) probe(s *S) (at *openSlot[S], found bool) {
	mask := uint64(len(p.slots) - 1)
	h := p.game.Hash(s)
	for k := range uint64(8) {
		at := &p.slots[(h+k)&mask]
		if at.won == 0 && at.lost == 0 {
			return at, false
		}
		if at.s == *s {
			return at, true
		}
	}
	return &p.slots[h&mask], false
}

// mayGrow reports whether the table may double: a quarter of the memory is for it.
func (p *open[S, A, O]) mayGrow() bool {
	n := max(openSlots, 2*len(p.slots))
	return len(p.slots) == 0 ||
		n <= openSlotsMax && (p.work.memory == 0 || int64(n)*int64(unsafe.Sizeof(openSlot[S]{})) <= p.work.memory/4)
}

func (p *open[S, A, O]) grow() {
	old := p.slots
	p.slots = make([]openSlot[S], max(openSlots, 2*len(old)))
	p.work.hold((len(p.slots) - len(old)) * int(unsafe.Sizeof(openSlot[S]{})))
	p.filled = 0
	for i := range old {
		if old[i].won != 0 || old[i].lost != 0 {
			at, _ := p.slot(&old[i].s)
			*at = old[i]
			p.filled++
		}
	}
}

// wins reports whether the side to move in s wins the open game within depth.
func (p *open[S, A, O]) wins(s *S, depth int) bool {
	if depth <= 0 || p.work.stopped() {
		return false
	}
	if depth <= 2 && p.finisher != nil { // sooner done than looked up
		return p.finish(s, 1)
	}
	if won, known := p.known(s, depth); known {
		return won
	}
	var won bool
	if depth <= 4 && p.finisher != nil {
		won = p.finish(s, 3)
	} else {
		won = p.search(s, depth)
	}
	if p.work.stopped() {
		return false
	}
	at, found := p.slot(s)
	if !found {
		if at.won == 0 && at.lost == 0 {
			p.filled++
		}
		*at = openSlot[S]{s: *s}
	}
	if won {
		at.won = int16(depth)
	} else {
		at.lost = int16(depth)
	}
	return won
}

// known returns what is known of a state.
func (p *open[S, A, O]) known(s *S, depth int) (won, known bool) {
	for q := p; q != nil; q = q.base {
		if len(q.slots) == 0 {
			continue
		}
		switch at, found := q.probe(s); {
		case found && at.won != 0 && int(at.won) <= depth:
			return true, true
		case found && int(at.lost) >= depth:
			return false, true
		}
	}
	return false, false
}

// finish asks the game itself.
func (p *open[S, A, O]) finish(s *S, depth int) bool {
	won, n := p.finisher.CanFinish(s, depth)
	for range n {
		p.work.state()
	}
	return won
}

func (p *open[S, A, O]) frame(depth int) *openFrame[S, A, O] {
	for len(p.frames) <= depth {
		f := &openFrame[S, A, O]{o: p, depth: len(p.frames)}
		f.mine, f.theirs, f.last = f.myMove, f.reply, f.lastReply
		p.frames = append(p.frames, f)
	}
	return p.frames[depth]
}

// search looks for a winning move, those with few replies first.
func (p *open[S, A, O]) search(s *S, depth int) bool {
	f := p.frame(depth)
	f.won, f.after, f.moves, f.replies = false, f.after[:0], f.moves[:0], f.replies[:0]
	p.game.Replies(s, &f.to, f.mine)
	if f.won || depth <= 2 || p.work.stopped() {
		return f.won
	}
	if depth == 3 { // most of the work is here: follow replies as they come, one is often enough
		for i := range f.after {
			f.bad = false
			p.game.Replies(&f.after[i], &f.to, f.last)
			if !f.bad {
				return !p.work.stopped()
			}
		}
		return false
	}
	for i := range f.after {
		from := len(f.replies)
		f.bad = false
		p.game.Replies(&f.after[i], &f.to, f.theirs)
		if !f.bad {
			f.moves = append(f.moves, openMove{i, from, len(f.replies)})
		} else {
			f.replies = f.replies[:from]
		}
	}
	slices.SortFunc(f.moves, func(a, b openMove) int {
		if a.to-a.from != b.to-b.from {
			return (a.to - a.from) - (b.to - b.from)
		}
		return a.at - b.at
	})
	for _, m := range f.moves {
		if p.allWin(f.replies[m.from:m.to], depth-2) {
			return true
		}
	}
	return false
}

// allWin reports whether all states are won; one known to be lost decides at once.
func (p *open[S, A, O]) allWin(states []S, depth int) bool {
	for i := range states {
		if won, known := p.known(&states[i], depth); known && !won {
			return false
		}
	}
	for i := range states {
		if !p.wins(&states[i], depth) {
			return false
		}
	}
	return true
}

// myMove looks at the state after an own move, in f.to.
func (f *openFrame[S, A, O]) myMove(heard O) bool {
	f.o.work.state()
	switch over, won := f.o.game.Ended(heard); {
	case won:
		f.won = true
		return false
	case !over && f.depth > 2:
		f.after = append(f.after, f.to)
	}
	return true
}

// reply looks at the state after a reply, in f.to.
func (f *openFrame[S, A, O]) reply(heard O) bool {
	f.o.work.state()
	if over, _ := f.o.game.Ended(heard); over {
		f.bad = true
		return false
	}
	f.replies = append(f.replies, f.to)
	return true
}

// lastReply looks whether there is a win at once after a reply, in f.to.
func (f *openFrame[S, A, O]) lastReply(heard O) bool {
	f.o.work.state()
	if over, _ := f.o.game.Ended(heard); over || !f.o.wins(&f.to, 1) {
		f.bad = true
	}
	return !f.bad
}

// holds reports whether the open game is won within depth after each reply to s, a state
// in which the opponent is to move.
func (p *open[S, A, O]) holds(s *S, depth int) bool {
	f := p.frame(depth + 1) // its own search is not under way
	f.replies, f.bad = f.replies[:0], false
	p.game.Replies(s, &f.to, f.theirs)
	return !f.bad && p.allWin(f.replies, depth)
}
