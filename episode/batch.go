package episode

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"blindsight/internal/pace"
)

// Batch plays games 0 to games-1, so many at the same time, and hands their
// results to emit in the order of the games, one at a time. Each worker makes its
// own play function, so that players need not be shared. A result is whatever that
// function returns: the return of [Solo], for instance. Memory is needed only for
// results that wait for an earlier game.
//
// When the context ends, games under way are dropped, all that were finished are
// still handed out, in order but perhaps with gaps, and the context's error is
// returned. The first error of a game ends the batch likewise.
func Batch[R any](
	ctx context.Context, games, workers int,
	worker func() (play func(ctx context.Context, game int) (R, error)), emit func(game int, r R),
) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var wg sync.WaitGroup
	inOrder := sequencer[R]{emit: emit, waiting: make(map[int]R)}
	for range min(workers, games) {
		wg.Go(func() {
			play := worker()
			for pace.Err(ctx) == nil {
				game := int(next.Add(1)) - 1
				if game >= games {
					return
				}
				r, err := play(ctx, game)
				if err != nil {
					if pace.Err(ctx) == nil || !errors.Is(err, pace.Err(ctx)) {
						cancel(err)
					}
					return
				}
				inOrder.add(game, r)
			}
		})
	}
	wg.Wait()
	inOrder.flush()
	return context.Cause(ctx)
}

// sequencer puts results that come in any order into the order of their games.
type sequencer[R any] struct {
	emit    func(int, R)
	mutex   sync.Mutex
	next    int // the game to hand out next
	waiting map[int]R
}

func (s *sequencer[R]) add(game int, r R) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.waiting[game] = r
	for {
		r, ok := s.waiting[s.next]
		if !ok {
			return
		}
		delete(s.waiting, s.next)
		s.emit(s.next, r)
		s.next++
	}
}

// flush hands out what waits for games that will not come.
func (s *sequencer[R]) flush() {
	for _, game := range slices.Sorted(maps.Keys(s.waiting)) {
		s.emit(game, s.waiting[game])
	}
}
