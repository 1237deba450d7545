package cfr

import (
	"context"
	"errors"
	"fmt"
	"math"

	"blindsight"
	"blindsight/internal/pace"
)

// Game is a game that can be listed.
type Game[S any, A, O comparable] interface {
	blindsight.Game[S, A, O]
	blindsight.Outcomes[S, A, O]
}

// View is what is asked of the views of a game of two sides.
type View[A, O comparable] interface {
	blindsight.View[A, O]
	blindsight.Hearing[O]
}

// DefaultMemory is how many bytes a listed game may take where nothing else is said.
const DefaultMemory = 2 << 30

// ErrNotZeroSum is returned for a game in which what one side gains the other does not lose.
var ErrNotZeroSum = errors.New("what one side gains the other does not lose: the game is not zero-sum")

// ErrTerms is returned for a game whose gains are discounted, or whose plays are cut.
var ErrTerms = errors.New("the game has a discount or a horizon")

// bytesPerEnd is what an end of a play takes: while it is listed, and in both matrices.
const bytesPerEnd = 16 + 2*12

// List walks all plays of a game, and returns its sequence form. It takes time in proportion to the
// plays. A game that would need more than so many bytes (0 means [DefaultMemory]) is refused with
// [blindsight.ErrTooMany], one that cannot be solved like this with [ErrNotZeroSum] or [ErrTerms].
func List[S any, V View[A, O], A, O comparable](
	ctx context.Context, g Game[S, A, O], newView func(blindsight.Side) V, memory int64,
) (*Form[A, O], error) {
	if blindsight.TermsOf(g) != (blindsight.Terms{}) {
		return nil, ErrTerms
	}
	if memory <= 0 {
		memory = DefaultMemory
	}
	l := &lister[S, V, A, O]{ctx: ctx, game: g, newView: newView, memory: memory, form: &Form[A, O]{Sides: newSides[A, O]()}}
	g.AllStarts(l.state(0), func(p float64, turn blindsight.Side) bool {
		return l.walk(point{turn: turn, p: p})
	})
	if l.err != nil {
		return nil, l.err
	}
	l.form.ends = len(l.ends)
	l.form.gains = [2]matrix{
		byRow(l.ends, len(l.form.sides[0].actions), func(e *end) (row, col int32, gain float64) { return e.sequences[0], e.sequences[1], e.gain }),
		byRow(l.ends, len(l.form.sides[1].actions), func(e *end) (row, col int32, gain float64) { return e.sequences[1], e.sequences[0], -e.gain }),
	}
	return l.form, nil
}

// lister is a walk over all plays.
type lister[S any, V View[A, O], A, O comparable] struct {
	ctx     context.Context
	game    Game[S, A, O]
	newView func(blindsight.Side) V
	memory  int64
	form    *Form[A, O]
	states  []*S // by depth
	ends    []end
	err     error
}

// point is a history: where a play has come to.
type point struct {
	depth     int
	turn      blindsight.Side
	told      [2]int32 // nodes of what each side was told
	sequences [2]int32
	p         float64 // of all that chance brought
	gain      float64 // of side 0
}

// end is an end of a play: what side 0 gains, times the chance of it.
type end struct {
	sequences [2]int32
	gain      float64
}

// state returns the state at a depth of the walk.
func (l *lister[S, V, A, O]) state(depth int) *S {
	if depth == len(l.states) {
		l.states = append(l.states, new(S))
	}
	return l.states[depth]
}

// fail keeps the first error, and returns false.
func (l *lister[S, V, A, O]) fail(err error) bool {
	if l.err == nil {
		l.err = err
	}
	return false
}

// walk lists all that can follow. It returns false when there was an error.
func (l *lister[S, V, A, O]) walk(at point) bool {
	if at.turn == blindsight.Over {
		return l.end(at)
	}
	own := &l.form.sides[at.turn]
	number, forced, err := decide(own, at.told[at.turn], at.sequences[at.turn], func() V { return l.newView(at.turn) })
	if err != nil {
		return l.fail(err)
	}
	if number == none {
		return l.step(at, forced, at.sequences[at.turn])
	}
	set := own.sets[number]
	for q := set.first; q < set.first+set.count; q++ {
		if !l.step(at, own.actions[q], q) {
			return false
		}
	}
	return true
}

// step lists all that can follow an action.
func (l *lister[S, V, A, O]) step(at point, a A, sequence int32) bool {
	to := l.state(at.depth + 1)
	return l.game.AllSteps(l.states[at.depth], a, to, func(p float64, step blindsight.Step[O]) bool {
		if step.Reward != -step.Other || math.IsNaN(step.Reward) {
			return l.fail(fmt.Errorf("%w: a step brings %v to the one and %v to the other", ErrNotZeroSum, step.Reward, step.Other))
		}
		next := at
		next.depth++
		next.turn = step.Next
		next.p *= p
		next.sequences[at.turn] = sequence
		if at.turn == 0 {
			next.gain += step.Reward
		} else {
			next.gain += step.Other
		}
		if !step.Done() {
			other := at.turn.Other()
			next.told[at.turn] = l.form.sides[at.turn].told.add(at.told[at.turn], blindsight.Event[A, O]{Action: a, Seen: step.Seen})
			if !step.Silent {
				next.told[other] = l.form.sides[other].told.add(at.told[other], blindsight.Event[A, O]{Seen: step.Heard, Heard: true})
			}
		}
		return l.walk(next)
	})
}

// end notes the end of a play.
func (l *lister[S, V, A, O]) end(at point) bool {
	l.ends = append(l.ends, end{at.sequences, at.p * at.gain})
	if len(l.ends)%4096 != 0 {
		return true
	}
	if pace.Err(l.ctx) != nil {
		return l.fail(pace.Err(l.ctx))
	}
	sides := &l.form.sides
	if int64(len(l.ends))*bytesPerEnd+l.form.bytes() > l.memory || len(l.ends) > math.MaxInt32-4096 {
		return l.fail(fmt.Errorf("%w: after %d ends of plays and %d information sets the memory of %d MiB is used up",
			blindsight.ErrTooMany, len(l.ends), len(sides[0].sets)+len(sides[1].sets), l.memory>>20))
	}
	return true
}

// byRow returns a matrix of ends, in the order in which they came.
func byRow(ends []end, rows int, read func(*end) (row, col int32, gain float64)) matrix {
	m := matrix{starts: make([]int32, rows+1), cols: make([]int32, len(ends)), values: make([]float64, len(ends))}
	for i := range ends {
		row, _, _ := read(&ends[i])
		m.starts[row+1]++
	}
	for r := range rows {
		m.starts[r+1] += m.starts[r]
	}
	next := append([]int32(nil), m.starts...)
	for i := range ends {
		row, col, gain := read(&ends[i])
		m.cols[next[row]], m.values[next[row]] = col, gain
		next[row]++
	}
	return m
}
