package web

import (
	"slices"
	"sync"
)

// shelf keeps what was used last: what players remember of a game saves time, and may be
// large. What is taken from it belongs to the taker until he puts it back. It is safe for
// concurrent use.
type shelf[K comparable, V any] struct {
	mu    sync.Mutex
	most  int
	held  map[K]V
	order []K // the one used last at the end
}

func newShelf[K comparable, V any](most int) *shelf[K, V] {
	return &shelf[K, V]{most: most, held: map[K]V{}}
}

// take returns what was kept under a key, and keeps it no longer.
func (s *shelf[K, V]) take(k K) (V, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, ok := s.held[k]
	s.drop(k)
	return v, ok
}

// keep keeps something for as long as it is among the last ones.
func (s *shelf[K, V]) keep(k K, v V) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(k)
	s.held[k] = v
	s.order = append(s.order, k)
	if len(s.order) > s.most {
		s.drop(s.order[0])
	}
}

func (s *shelf[K, V]) drop(k K) {
	delete(s.held, k)
	s.order = slices.DeleteFunc(s.order, func(other K) bool { return other == k })
}
