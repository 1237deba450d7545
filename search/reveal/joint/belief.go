package joint

import (
	"context"

	"blindsight"
	"blindsight/search/reveal"
)

// belief is a set of states of one part.
type belief struct {
	part   *part
	states []int32 // those that hold less come first
	levels []level
	key    blindsight.Key
	looked bool
	live   []action
	sure   int // which of these loses in no state, or -1
}

// action is one that shows different things in states where it does not lose.
type action struct {
	column  int32
	follows []*belief // one for each thing that it can show; nil until they are asked for
}

// level is the states of a belief that hold the same.
type level struct {
	holds    int
	from, to int   // in belief.states
	won      int64 // of these states, if it is known what they hold; 0 means not asked yet
}

// statesAnswer is how many states of a belief count for one more belief.
const statesAnswer = 16

// part is a problem and the beliefs of it that have been met.
type part struct {
	*reveal.Answers
	holds []int
	marks []blindsight.Key // random keys that stand for the states
	known map[blindsight.Key]*belief
	met   *int64 // beliefs of all parts, large ones counting more
}

// belief returns the belief of some states, in the order of the part. It keeps them only
// where it has not met them before.
func (p *part) belief(states []int32) *belief {
	var key blindsight.Key
	for _, s := range states {
		key.Hi += p.marks[s].Hi
		key.Lo += p.marks[s].Lo
	}
	if b := p.known[key]; b != nil {
		return b
	}
	b := &belief{part: p, states: append([]int32(nil), states...), key: key}
	for i, s := range b.states {
		n := len(b.levels)
		if n == 0 || b.levels[n-1].holds != p.holds[s] {
			b.levels = append(b.levels, level{holds: p.holds[s], from: i})
			n++
		}
		b.levels[n-1].to = i + 1
	}
	p.known[key] = b
	*p.met += 1 + int64(len(states)/statesAnswer)
	return b
}

// shown returns what an action shows in each state of the part.
func (p *part) shown(column int32) []uint8 {
	return p.Shown[int(column)*p.States : (int(column)+1)*p.States]
}

// look finds the live actions.
func (b *belief) look() {
	if b.looked {
		return
	}
	b.looked, b.sure = true, -1
	for column := range int32(b.part.Actions) {
		shown := b.part.shown(column)
		first, tells, loses := reveal.Loss, false, false
		for _, s := range b.states {
			switch x := shown[s]; {
			case x == reveal.Loss:
				loses = true
			case first == reveal.Loss:
				first = x
			case x != first:
				tells = true
			}
		}
		if tells {
			if !loses && b.sure < 0 {
				b.sure = len(b.live)
			}
			b.live = append(b.live, action{column: column})
		}
	}
}

// after returns the beliefs that follow a live action.
func (b *belief) after(a *action, memory *[15][]int32) []*belief {
	if a.follows == nil {
		a.follows = b.split(a.column, memory)
	}
	return a.follows
}

// split returns the beliefs that follow an action, one for each thing that it can show.
func (b *belief) split(column int32, memory *[15][]int32) (follow []*belief) {
	shown := b.part.shown(column)
	for x := range memory {
		memory[x] = memory[x][:0]
	}
	for _, s := range b.states {
		if x := shown[s]; x != reveal.Loss {
			memory[x] = append(memory[x], s)
		}
	}
	for _, states := range memory {
		if len(states) > 0 {
			follow = append(follow, b.part.belief(states))
		}
	}
	return follow
}

// only returns the belief of those states for which keep says so of what they hold.
func (b *belief) only(keep func(holds int) bool, memory []int32) (*belief, []int32) {
	memory = memory[:0]
	for _, l := range b.levels {
		if keep(l.holds) {
			memory = append(memory, b.states[l.from:l.to]...)
		}
	}
	if len(memory) == len(b.states) {
		return b, memory
	}
	return b.part.belief(memory), memory
}

// won returns how many states of a level the best play wins if it is known what they hold.
func (b *belief) won(ctx context.Context, l *level, solver *reveal.Solver) (value int64, ok bool) {
	if l.won == 0 {
		states := b.states[l.from:l.to]
		if len(states) == 1 {
			l.won = 1
			return 1, true
		}
		p := b.part
		t := &reveal.Answers{States: len(states), Actions: p.Actions, Shown: make([]uint8, 0, len(states)*p.Actions)}
		for column := range int32(p.Actions) {
			shown := p.shown(column)
			for _, s := range states {
				t.Shown = append(t.Shown, shown[s])
			}
		}
		v := solver.Win(ctx, t)[0]
		if !v.Exact() {
			return 0, false
		}
		l.won = v.Lower
	}
	return l.won, true
}
