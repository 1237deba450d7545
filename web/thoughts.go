package web

import (
	"container/list"
	"sync"

	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
)

// maxThoughts is how many searches are kept so that they can go on. Each takes a few
// megabytes at most, see minecoach.MaxPlays.
const maxThoughts = 24

// thoughts keeps what the coach has searched of positions, those asked for last, so that a
// search goes on where it was. What it keeps follows from the position alone, so it does
// not matter who asked before. It is safe for concurrent use.
type thoughts struct {
	mu    sync.Mutex
	most  int
	byKey map[string]*list.Element
	order *list.List // of *thought, kept last first
}

type thought struct {
	key     string
	counsel *minecoach.Counsel
}

func newThoughts(most int) *thoughts {
	return &thoughts{most: most, byKey: map[string]*list.Element{}, order: list.New()}
}

// positionKey names a position: flags are no part of it.
func positionKey(v *minesweeper.View) string { return (&minesweeper.Position{View: v}).String() }

// take returns what is kept of a position and forgets it, so that one search alone goes on
// with it; nil if there is nothing.
func (t *thoughts) take(key string) *minecoach.Counsel {
	t.mu.Lock()
	defer t.mu.Unlock()
	at, ok := t.byKey[key]
	if !ok {
		return nil
	}
	t.order.Remove(at)
	delete(t.byKey, key)
	return at.Value.(*thought).counsel
}

// keep keeps what a search has found, unless more is kept already, or nothing can go on.
func (t *thoughts) keep(key string, c *minecoach.Counsel) {
	if c == nil || !c.GoesOn() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if at, ok := t.byKey[key]; ok {
		if at.Value.(*thought).counsel.Plays >= c.Plays {
			return
		}
		t.order.Remove(at)
		delete(t.byKey, key)
	}
	t.byKey[key] = t.order.PushFront(&thought{key, c})
	if t.order.Len() > t.most {
		last := t.order.Back()
		t.order.Remove(last)
		delete(t.byKey, last.Value.(*thought).key)
	}
}
