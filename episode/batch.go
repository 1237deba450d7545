package episode

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// Batch plays games 0 to games-1, so many at the same time, and returns their
// results in order; nil stands for a game that was not finished. Each worker makes
// its own play function, so that players need not be shared. Done, unless nil, is
// called after every finished game, one call at a time.
//
// When the context ends, games under way are dropped and what was finished is
// returned with the context's error. The first other error ends the batch.
func Batch[R any](ctx context.Context, games, workers int, worker func() (play func(ctx context.Context, game int) (R, error)), done func(game int, r *R)) ([]*R, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]*R, games)
	var next atomic.Int64
	var mutex sync.Mutex
	var wg sync.WaitGroup
	for range min(workers, games) {
		wg.Go(func() {
			play := worker()
			for ctx.Err() == nil {
				game := int(next.Add(1)) - 1
				if game >= games {
					return
				}
				r, err := play(ctx, game)
				if err != nil {
					if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
						cancel(err)
					}
					return
				}
				mutex.Lock()
				results[game] = &r
				if done != nil {
					done(game, &r)
				}
				mutex.Unlock()
			}
		})
	}
	wg.Wait()
	return results, context.Cause(ctx)
}
