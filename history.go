package blindsight

import (
	"hash/maphash"
	"slices"
)

// History is the plainest view: everything done, seen and heard, with the same actions
// always legal. It serves any game; one that can summarise what matters has
// a smaller view of its own. In the words of the field it is the history of a POMDP, an
// information set with perfect recall.
type History[A, O comparable] struct {
	actions []A
	past    []Event[A, O]
	key     Key
}

// Event is one thing that a side knows of: its own action and what it saw after it, or
// what it heard of the other side.
type Event[A, O comparable] struct {
	Action A // of the own side
	Seen   O
	Heard  bool // the other side acted; there is no Action
}

// Recalling is a view that keeps all that was done, seen and heard, oldest first. The slice
// must not be changed.
type Recalling[A, O comparable] interface{ Past() []Event[A, O] }

// NewHistory returns the empty history of a game with these actions.
func NewHistory[A, O comparable](actions ...A) *History[A, O] {
	return &History[A, O]{actions: slices.Clone(actions)}
}

// Past returns the events so far, oldest first. The slice must not be changed.
func (h *History[A, O]) Past() []Event[A, O] { return h.past }

// Legal appends all actions.
func (h *History[A, O]) Legal(buf []A) []A { return append(buf, h.actions...) }

// Did appends an own action and what was seen. It never fails.
func (h *History[A, O]) Did(a A, o O) error {
	h.add(Event[A, O]{Action: a, Seen: o})
	return nil
}

// Heard appends what was heard of the other side. It never fails.
func (h *History[A, O]) Heard(o O) error {
	h.add(Event[A, O]{Seen: o, Heard: true})
	return nil
}

func (h *History[A, O]) add(e Event[A, O]) {
	h.past = append(h.past, e)
	h.key.Hi = maphash.Comparable(hiSeed, link[A, O]{h.key.Hi, e})
	h.key.Lo = maphash.Comparable(loSeed, link[A, O]{h.key.Lo, e})
}

// Key returns a hash of all events in their order. It holds for this process only.
func (h *History[A, O]) Key() Key { return h.key }

// Clone returns an independent copy.
func (h *History[A, O]) Clone() *History[A, O] {
	c := *h
	c.past = slices.Clone(h.past)
	return &c
}

// CopyFrom makes h equal to g.
func (h *History[A, O]) CopyFrom(g *History[A, O]) {
	h.actions, h.key = g.actions, g.key
	h.past = append(h.past[:0], g.past...)
}

// link is one step of the hash chain behind Key.
type link[A, O comparable] struct {
	before uint64
	Event[A, O]
}

// Keys only tell views apart, so seeds that differ from run to run change no result.
var hiSeed, loSeed = maphash.MakeSeed(), maphash.MakeSeed()

var (
	_ View[int, int]             = (*History[int, int])(nil)
	_ Hearing[int]               = (*History[int, int])(nil)
	_ Recalling[int, int]        = (*History[int, int])(nil)
	_ Copier[*History[int, int]] = (*History[int, int])(nil)
)
