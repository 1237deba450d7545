package chess

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"blindsight/internal/pace"
)

// Perft returns the number of ways to play depth legal moves from a position, the
// usual measure of a move generator. The moves of the last ply are counted, not
// made. Depth 0 is one way. See [PerftContext] for several cores.
func (p *Position) Perft(depth int) uint64 {
	return p.perft(depth, nil)
}

// perft counts; it returns early, with a number that means nothing, once stop is set.
func (p *Position) perft(depth int, stop *atomic.Bool) uint64 {
	if depth <= 1 {
		if depth <= 0 {
			return 1
		}
		return uint64(p.CountMoves())
	}
	if depth > 3 && stop != nil && stop.Load() {
		return 0
	}
	var buf [256]Move
	var q Position // outside the loop: inside, it would be allocated
	n := uint64(0)
	for _, m := range p.Moves(buf[:0]) {
		p.MakeInto(m, &q)
		n += q.perft(depth-1, stop)
	}
	return n
}

// A MoveCount is a first move and the number of ways to go on after it.
type MoveCount struct {
	Move  Move
	Nodes uint64
}

// PerftContext counts like [Position.Perft], for every first move, in the order of
// [Position.Moves], on so many goroutines (0: one a core); the counts do not depend
// on it. Depth must be at least 1. It calls done, if not nil, after each piece of
// work with how many of how many are done, never twice at the same time. When ctx
// ends it stops and returns the context's error.
func (p *Position) PerftContext(ctx context.Context, depth, workers int, done func(n, of int)) ([]MoveCount, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	type work struct {
		first int // index of the first move
		p     Position
		depth int
	}
	first := p.Moves(nil)
	var list []work
	for i, m := range first {
		q := p.Make(m)
		if depth < 4 {
			list = append(list, work{i, q, depth - 1})
			continue
		}
		for _, reply := range q.Moves(nil) { // small pieces keep all workers busy to the end
			list = append(list, work{i, q.Make(reply), depth - 2})
		}
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	counts := make([]atomic.Uint64, len(first))
	var next atomic.Int64
	var lock sync.Mutex
	finished := 0
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(list)) && !stop.Load(); i = next.Add(1) - 1 {
				w := &list[i]
				counts[w.first].Add(w.p.perft(w.depth, &stop))
				if done != nil {
					lock.Lock()
					finished++
					done(finished, len(list))
					lock.Unlock()
				}
			}
		})
	}
	group.Wait()
	if err := pace.Err(ctx); err != nil {
		return nil, err
	}
	result := make([]MoveCount, len(first))
	for i, m := range first {
		result[i] = MoveCount{m, counts[i].Load()}
	}
	return result, nil
}
