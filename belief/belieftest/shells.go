package belieftest

import (
	"hash/fnv"
	"math/rand/v2"

	"blindsight"
)

// Shells is a small game of two sides whose exact belief can be listed, for testing
// estimators that follow a play. Four shells lie in a row, one of them, hidden, has a hole.
// The sides in turn put a stone into a shell that they have not tried yet, and see their own
// stones alone:
//
//   - a shell with a stone of the other side refuses; the other side notices nothing. The
//     same side tries again, or, in the abrupt game, has lost its turn;
//   - through the hole a stone falls, which the other side hears with probability 1/2.
//
// The play ends when the side to act has tried all shells. Nothing is gained: who acts
// uniformly at random is the opponent that the exact belief is of. A state holds what each
// side did and heard. It is safe for concurrent use.
type Shells struct{ Abrupt bool }

// ShellCount is the number of shells.
const ShellCount = 4

// What is observed in [Shells].
const (
	ShellTaken  = iota + 1 // the own stone lies in the shell
	ShellRefuse            // there is one of the other side
	ShellHole              // it fell through
	ShellQuiet             // the other side has put a stone somewhere
	ShellClang             // and it fell through a hole
)

type shellEvent = blindsight.Event[int8, int8]

// ShellsState is a complete state of [Shells]: plain data.
type ShellsState struct {
	turn   blindsight.Side
	hole   int8
	stones [2]uint8 // by side, a bit a shell
	tried  [2]uint8
	past   [2][2 * ShellCount]shellEvent
	events [2]uint8
}

func (s *ShellsState) note(side blindsight.Side, e shellEvent) {
	s.past[side][s.events[side]] = e
	s.events[side]++
}

// Start hides the hole. Side 0 begins.
func (Shells) Start(rng *rand.Rand, s *ShellsState) blindsight.Side {
	*s = ShellsState{hole: int8(rng.IntN(ShellCount))}
	return 0
}

// Step puts a stone into a shell.
func (g Shells) Step(rng *rand.Rand, s *ShellsState, a int8) blindsight.Step[int8] {
	return g.play(s, a, func() bool { return rng.IntN(2) == 0 })
}

// play is Step with the one thing left to chance: whether a stone is heard to fall.
func (g Shells) play(s *ShellsState, a int8, clang func() bool) blindsight.Step[int8] {
	side, other := s.turn, s.turn.Other()
	step := blindsight.Step[int8]{Seen: ShellTaken, Heard: ShellQuiet, Next: other}
	switch bit := uint8(1) << a; {
	case s.stones[other]&bit != 0:
		step.Seen, step.Heard, step.Silent = ShellRefuse, 0, true
		if !g.Abrupt {
			step.Next = side
		}
	case s.hole == a:
		step.Seen = ShellHole
		if clang() {
			step.Heard = ShellClang
		}
	default:
		s.stones[side] |= bit
	}
	s.tried[side] |= 1 << a
	s.note(side, shellEvent{Action: a, Seen: step.Seen})
	if !step.Silent {
		s.note(other, shellEvent{Seen: step.Heard, Heard: true})
	}
	if s.tried[step.Next] == 1<<ShellCount-1 {
		step.Next = blindsight.Over
	}
	s.turn = step.Next
	return step
}

// ViewOf makes v the view of a side.
func (Shells) ViewOf(s *ShellsState, side blindsight.Side, v *ShellsView) {
	v.CopyFrom(NewShellsView(side))
	for _, e := range s.past[side][:s.events[side]] {
		if e.Heard {
			v.Heard(e.Seen)
		} else {
			v.Did(e.Action, e.Seen)
		}
	}
}

// Fingerprint returns a hash of the state.
func (Shells) Fingerprint(s *ShellsState) uint64 {
	h := fnv.New64a()
	h.Write([]byte{byte(s.turn), byte(s.hole), s.stones[0], s.stones[1]})
	for side := range s.past {
		for _, e := range s.past[side][:s.events[side]] {
			heard := byte(0)
			if e.Heard {
				heard = 1
			}
			h.Write([]byte{byte(e.Action), byte(e.Seen), heard})
		}
		h.Write([]byte{255})
	}
	return h.Sum64()
}

// ShellsView is what a side knows.
type ShellsView struct {
	blindsight.History[int8, int8]
	side  blindsight.Side
	tried uint8
}

// NewShellsView returns the view of a side at the start of a play.
func NewShellsView(side blindsight.Side) *ShellsView { return &ShellsView{side: side} }

// Legal appends the shells that this side has not tried.
func (v *ShellsView) Legal(buf []int8) []int8 {
	for a := range int8(ShellCount) {
		if v.tried>>a&1 == 0 {
			buf = append(buf, a)
		}
	}
	return buf
}

// Did adds a try and its answer.
func (v *ShellsView) Did(a, o int8) error {
	v.tried |= 1 << a
	return v.History.Did(a, o)
}

// Key returns the key of all that happened, and of the side.
func (v *ShellsView) Key() blindsight.Key {
	k := v.History.Key()
	k.Lo ^= uint64(v.side)
	return k
}

// Clone returns an independent copy.
func (v *ShellsView) Clone() *ShellsView {
	return &ShellsView{*v.History.Clone(), v.side, v.tried}
}

// CopyFrom makes v equal to w.
func (v *ShellsView) CopyFrom(w *ShellsView) {
	v.side, v.tried = w.side, w.tried
	v.History.CopyFrom(&w.History)
}

// Starts visits the states in which a play may begin; where the side is asked, those in
// which it acts first.
func (g Shells) Starts(side blindsight.Side, asked bool, s *ShellsState, visit func(weight float64) bool) bool {
	for hole := range int8(ShellCount) {
		if !g.settle(&ShellsState{hole: hole}, 1./ShellCount, side, asked, s, visit) {
			return false
		}
	}
	return true
}

// Successors visits the states to which the last event of a side's past can have led, with
// its probability: silent steps before it are included, and, where the side is asked next,
// those after it.
func (g Shells) Successors(side blindsight.Side, past []blindsight.Event[int8, int8], asked bool, s, to *ShellsState, visit func(weight float64) bool) bool {
	return g.lead(s, 1, side, past[len(past)-1], asked, to, visit)
}

func (g Shells) lead(s *ShellsState, p float64, side blindsight.Side, e shellEvent, asked bool, to *ShellsState, visit func(float64) bool) bool {
	if s.turn == side && e.Heard {
		return true
	}
	return g.moves(s, side, e.Action, func(q float64, t *ShellsState, step blindsight.Step[int8]) bool {
		switch {
		case step.Done():
			return true
		case s.turn == side:
			return step.Seen != e.Seen || g.settle(t, p*q, side, asked, to, visit)
		case step.Silent:
			return g.lead(t, p*q, side, e, asked, to, visit)
		}
		return !e.Heard || step.Heard != e.Seen || g.settle(t, p*q, side, asked, to, visit)
	})
}

// settle visits a state whose side to act is known to be the own side, or not to be.
func (g Shells) settle(s *ShellsState, p float64, side blindsight.Side, asked bool, to *ShellsState, visit func(float64) bool) bool {
	if asked == (s.turn == side) {
		*to = *s
		return visit(p)
	}
	if !asked {
		return true
	}
	return g.moves(s, side, 0, func(q float64, t *ShellsState, step blindsight.Step[int8]) bool {
		return !step.Silent || step.Done() || g.settle(t, p*q, side, asked, to, visit)
	})
}

// moves visits all that can come of an own action, or of all actions of the other side.
func (g Shells) moves(s *ShellsState, side blindsight.Side, own int8, visit func(q float64, t *ShellsState, step blindsight.Step[int8]) bool) bool {
	var actions [ShellCount]int8
	legal := append(actions[:0], own)
	if s.turn != side {
		legal = (&ShellsView{tried: s.tried[s.turn]}).Legal(actions[:0])
	}
	for _, a := range legal {
		chance := false // was anything left to it?
		for _, clang := range []bool{false, true} {
			t := *s
			step := g.play(&t, a, func() bool { chance = true; return clang })
			if clang && !chance {
				break
			}
			q := 1 / float64(len(legal))
			if chance {
				q /= 2
			}
			if !visit(q, &t, step) {
				return false
			}
		}
	}
	return true
}

// Belief lists the exact belief of a side at a decision of its own, against a side that acts
// uniformly at random, by enumerating all plays. It takes microseconds to milliseconds.
func (g Shells) Belief(v *ShellsView) (*Truth[ShellsState], error) {
	past := v.Past()
	asked := func(i int) bool { return i == len(past) || !past[i].Heard }
	now := newWeighed()
	var to ShellsState
	g.Starts(v.side, asked(0), &to, func(w float64) bool { now.add(&to, w); return true })
	for i := range past {
		next := newWeighed()
		for j := range now.states {
			g.Successors(v.side, past[:i+1], asked(i+1), &now.states[j], &to, func(w float64) bool {
				next.add(&to, w*now.weights[j])
				return true
			})
		}
		now = next
	}
	return NewTruth(g.Fingerprint, now.states, now.weights)
}

// weighed are states with the sums of their weights, in the order in which they came.
type weighed struct {
	index   map[ShellsState]int
	states  []ShellsState
	weights []float64
}

func newWeighed() *weighed { return &weighed{index: map[ShellsState]int{}} }

func (w *weighed) add(s *ShellsState, weight float64) {
	i, ok := w.index[*s]
	if !ok {
		i = len(w.states)
		w.index[*s] = i
		w.states, w.weights = append(w.states, *s), append(w.weights, 0)
	}
	w.weights[i] += weight
}

var (
	_ blindsight.Game[ShellsState, int8, int8]     = Shells{}
	_ blindsight.Witness[ShellsState, *ShellsView] = Shells{}
	_ blindsight.Fingerprinter[ShellsState]        = Shells{}
	_ blindsight.View[int8, int8]                  = (*ShellsView)(nil)
	_ blindsight.Hearing[int8]                     = (*ShellsView)(nil)
	_ blindsight.Recalling[int8, int8]             = (*ShellsView)(nil)
	_ blindsight.Copier[*ShellsView]               = (*ShellsView)(nil)
)
