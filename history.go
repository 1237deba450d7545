package blindsight

import (
	"hash/maphash"
	"slices"
)

// History is the plainest view: everything done and seen, with the same actions
// always legal. It serves any problem; a game that can summarise what matters has
// a smaller view of its own.
type History[A, O comparable] struct {
	actions []A
	past    []Event[A, O]
	key     Key
}

// Event is one action and what was seen after it.
type Event[A, O comparable] struct {
	Action A
	Seen   O
}

// NewHistory returns the empty history of a problem with these actions.
func NewHistory[A, O comparable](actions ...A) *History[A, O] {
	return &History[A, O]{actions: slices.Clone(actions)}
}

// Past returns the events so far, oldest first. The slice must not be changed.
func (h *History[A, O]) Past() []Event[A, O] { return h.past }

// Legal appends all actions.
func (h *History[A, O]) Legal(buf []A) []A { return append(buf, h.actions...) }

// Observe appends the event. It never fails.
func (h *History[A, O]) Observe(a A, o O) error {
	h.past = append(h.past, Event[A, O]{a, o})
	h.key.Hi = maphash.Comparable(hiSeed, link[A, O]{h.key.Hi, a, o})
	h.key.Lo = maphash.Comparable(loSeed, link[A, O]{h.key.Lo, a, o})
	return nil
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
	a      A
	o      O
}

// Keys only tell views apart, so seeds that differ from run to run change no result.
var hiSeed, loSeed = maphash.MakeSeed(), maphash.MakeSeed()

var (
	_ View[int, int]             = (*History[int, int])(nil)
	_ Copier[*History[int, int]] = (*History[int, int])(nil)
)
