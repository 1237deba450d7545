package endings

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"blindsight/game/chess"
)

// Options say how a table is built. The zero Options build a complete one on all cores.
type Options struct {
	Workers int    // goroutines, 0 for one a core; the table does not depend on it
	Memory  int64  // bytes that may be held, about; 0 for no limit
	Levels  int    // moves after which to stop, 0 for none
	From    *Table // to go on with, nil to begin
	// Progress is called after each number of moves with the table so far, if it is not nil. The
	// table is only valid until it returns. Its error ends the work.
	Progress func(t *Table, held int64) error
}

// ErrUnfinished is wrapped by the errors of tables that are not complete: they are exact up
// to their levels.
var ErrUnfinished = errors.New("the table is not complete")

// Build builds a table, level by level, until one more move wins no more. When the context
// ends or a limit is hit, the table so far is returned with an error that wraps [ErrUnfinished] and says why. Its memory is
// for the most part what is held of the tries of all placements, a few hundred megabytes for KRRK.
func Build(ctx context.Context, m *Material, o Options) (*Table, error) {
	t := o.From
	if t == nil {
		t = &Table{material: m, exact: true}
	}
	if t.material != m || !t.exact {
		return nil, fmt.Errorf("the table to go on with is not an exact one of %s", m)
	}
	if err := t.prepare(ctx, o); err != nil {
		return t, err
	}
	if t.complete {
		return t, nil
	}
	b := &builder{Table: t, options: o, all: make([][]try, len(t.won)), now: make([][]chess.Bitboard, len(t.won)), quiet: make([]bool, len(t.won))}
	err := b.each(ctx, func(i int) error {
		b.all[i] = t.tries(i)
		b.now[i] = greatest(slices.Clone(t.won[i].all))
		return nil
	})
	if err != nil {
		return t, fmt.Errorf("%w beyond %d moves: %w", ErrUnfinished, t.levels, err)
	}
	for {
		if err := b.next(ctx); err != nil {
			return t, fmt.Errorf("%w beyond %d moves: %w", ErrUnfinished, t.levels, err)
		}
		if o.Progress != nil {
			if err := o.Progress(t, b.held()); err != nil {
				return t, err
			}
		}
		if t.complete {
			return t, nil
		}
		if o.Levels > 0 && t.levels >= o.Levels {
			return t, fmt.Errorf("%w beyond %d moves: that was asked for", ErrUnfinished, t.levels)
		}
	}
}

// prepare lists the placements, and builds the table of what is left when a man is lost.
func (t *Table) prepare(ctx context.Context, o Options) error {
	if t.places == nil {
		t.places = newPlacements(t.material)
		t.won = make([]sets, len(t.places.list))
	}
	if t.below != nil || t.material.captured == nil {
		return nil
	}
	below, err := Build(ctx, t.material.captured, Options{Workers: o.Workers, Memory: o.Memory})
	if err == nil {
		t.below = below // a part of it would call won sets lost
	}
	return err
}

// builder is a table being built.
type builder struct {
	*Table
	options Options
	all     [][]try            // by placement
	now     [][]chess.Bitboard // the greatest sets won so far
	quiet   []bool             // placements from which the last move added nothing
}

// next works out the sets of one more move.
func (b *builder) next(ctx context.Context) error {
	n := b.levels + 1
	won := make([][]chess.Bitboard, len(b.now))
	l := level{n: n, before: b.now, most: b.most()}
	late := b.below != nil && n <= b.below.levels+1 // a man lost may be made good later
	err := b.each(ctx, func(i int) (err error) {
		possible := b.material.Possible(b.places.list[i])
		won[i] = b.now[i]
		if whole := len(won[i]) == 1 && won[i][0] == possible; !whole && (late || b.stirred(i)) {
			won[i], err = l.won(possible, b.all[i])
		}
		return err
	})
	if err != nil {
		return err
	}
	fresh := make([][]chess.Bitboard, len(won))
	changed := false
	for i := range won {
		fresh[i] = slices.DeleteFunc(slices.Clone(won[i]), func(s chess.Bitboard) bool { return within(s, b.now[i]) })
		changed = changed || len(fresh[i]) > 0
	}
	if b.complete = !changed && !late; b.complete {
		return nil
	}
	for i := range won {
		b.won[i].add(fresh[i])
		b.quiet[i] = len(fresh[i]) == 0
	}
	b.now, b.levels = won, n
	return nil
}

// stirred reports whether more may be won from a placement than a move ago: one that it leads to has changed.
func (b *builder) stirred(i int) bool {
	for k := range b.all[i] {
		if !b.quiet[b.all[i][k].next] {
			return true
		}
	}
	return false
}

// most returns how many sets one worker may hold at a time.
func (b *builder) most() int {
	if b.options.Memory <= 0 {
		return 1 << 40
	}
	left := b.options.Memory - b.held()
	return int(max(0, left) / 8 / 4 / int64(b.workers()))
}

// held returns about how many bytes are held: sets, and the squares of tries.
func (b *builder) held() int64 {
	n := int64(0)
	for i := range b.now {
		n += 8 * int64(cap(b.now[i])+cap(b.won[i].all))
		for k := range b.all[i] {
			n += 64
			for j := range b.all[i][k].classes {
				n += 80 + 9*int64(cap(b.all[i][k].classes[j].replies))
			}
		}
	}
	return n
}

func (b *builder) workers() int {
	if b.options.Workers > 0 {
		return b.options.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// each does something for each placement, on all workers, until an error or the context's end.
func (b *builder) each(ctx context.Context, do func(i int) error) error {
	var next atomic.Int64
	errs := make([]error, b.workers())
	var group sync.WaitGroup
	for w := range errs {
		group.Go(func() {
			for errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(b.now) {
					return
				}
				if errs[w] = ctx.Err(); errs[w] == nil {
					errs[w] = do(i)
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
