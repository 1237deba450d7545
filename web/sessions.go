package web

import (
	"container/list"
	"encoding/base32"
	"sync"
	"time"
)

// sessions holds games in memory: those used last, as many as fit, each until it has
// been idle for long. A game that was dropped can be taken up again by its settings and
// actions. It is safe for concurrent use.
type sessions[T any] struct {
	mu    sync.Mutex
	byID  map[string]*list.Element
	order *list.List // of *session[T], used last first
	bytes int

	most  int // games
	room  int // bytes in all
	idle  time.Duration
	size  func(T) int // about how many bytes a game takes
	newID func() string
	now   func() time.Time
}

type session[T any] struct {
	id    string
	game  T
	bytes int
	used  time.Time
}

func newSessions[T any](most, room int, idle time.Duration, size func(T) int) *sessions[T] {
	return &sessions[T]{
		byID: map[string]*list.Element{}, order: list.New(),
		most: most, room: room, idle: idle, size: size,
		newID: newID, now: time.Now,
	}
}

// newID returns letters and digits that nobody can guess.
func newID() string {
	var b [20]byte
	unguessed(b[:])
	return base32.StdEncoding.EncodeToString(b[:])
}

// add keeps a game and returns its id, which nobody can guess.
func (s *sessions[T]) add(game T) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.newID()
	e := &session[T]{id: id, game: game, bytes: s.size(game), used: s.now()}
	s.byID[id] = s.order.PushFront(e)
	s.bytes += e.bytes
	s.trim()
	return id
}

// get returns a game.
func (s *sessions[T]) get(id string) (game T, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trim()
	at, ok := s.byID[id]
	if !ok {
		return game, false
	}
	e := at.Value.(*session[T])
	e.used = s.now()
	s.order.MoveToFront(at)
	return e.game, true
}

// put replaces a game, or does nothing if it was dropped.
func (s *sessions[T]) put(id string, game T) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at, ok := s.byID[id]; ok {
		e := at.Value.(*session[T])
		s.bytes -= e.bytes
		e.game, e.bytes = game, s.size(game)
		s.bytes += e.bytes
		s.trim()
	}
}

// trim drops what is too old or too much, but never the game used last.
func (s *sessions[T]) trim() {
	for s.order.Len() > 0 {
		at := s.order.Back()
		e := at.Value.(*session[T])
		full := s.order.Len() > 1 && (s.order.Len() > s.most || s.bytes > s.room)
		if !full && s.now().Sub(e.used) < s.idle {
			return
		}
		s.order.Remove(at)
		delete(s.byID, e.id)
		s.bytes -= e.bytes
	}
}
