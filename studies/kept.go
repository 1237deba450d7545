package studies

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"

	"blindsight/episode"
	"blindsight/experiment/store"
)

// kept is the record of pieces of work that are not games, in the folder of the bench: a study
// that was stopped goes on with them.
type kept struct {
	*store.Work
	foreign bool // begun by another version of the program: only read
}

// keep opens the record of the study, once; [Study.Run] closes it. A second run on the same
// folder is refused, as for games.
func (b *Bench) keep() (*kept, error) {
	if b.kept != nil {
		return b.kept, nil
	}
	path := filepath.Join(b.Out, b.Study+"-"+string(b.Size)+".pieces.record")
	about := b.work(b.Seed)
	w, err := store.OpenWork(path, about, b.Version, b.Machine)
	k := &kept{Work: w}
	if errors.Is(err, store.ErrOther) {
		if k.Work, err = store.ReadWork(path); err == nil && k.About() != about {
			err = errors.Join(foreignRecord(path), k.Close())
		} else if err == nil {
			err = b.noteOrigin(k)
		}
		k.foreign = true
	}
	if err != nil {
		return nil, err
	}
	b.kept = k
	b.found += k.Len()
	return k, nil
}

// work says what the pieces of the study depend on beside their names.
func (b *Bench) work(seed uint64) string {
	return fmt.Sprintf("study %s, size %s, seed %d", b.Study, b.Size, seed)
}

// foreignRecord says that a record is not this run's.
func foreignRecord(path string) error {
	return fmt.Errorf("%w: %s was begun by another version of the program, or with another seed: remove it, or name another folder with --out", ErrRecord, path)
}

// Do does n pieces of work, so many at the same time as the bench has workers, and
// returns their results in order. A piece must depend on its name alone, which no other
// piece of the study has. What is finished is kept in the folder at once, as JSON, and is
// not done again by the next run.
func Do[R any](
	ctx context.Context, b *Bench, what string, n int, name func(i int) string, do func(ctx context.Context, i int) (R, error),
) ([]R, error) {
	k, err := b.keep()
	if err != nil {
		return nil, err
	}
	results := make([]R, n)
	var done atomic.Int64
	b.progress(what, 0, n)
	err = episode.Batch(ctx, n, b.Workers, func() func(context.Context, int) (R, error) {
		return func(ctx context.Context, i int) (R, error) {
			r, err := keptOrDone(ctx, b, k, name(i), func(ctx context.Context) (R, error) { return do(ctx, i) })
			if err == nil {
				b.progress(what, int(done.Add(1)), n)
			}
			return r, err
		}
	}, func(i int, r R) { results[i] = r })
	if err != nil {
		return nil, err
	}
	return results, nil
}

// keptOrDone returns the result of a piece from the record, or does it.
func keptOrDone[R any](ctx context.Context, b *Bench, k *kept, name string, do func(ctx context.Context) (R, error)) (R, error) {
	var r R
	if found, err := k.Find(name, &r); found || err != nil {
		return r, err
	}
	if k.foreign {
		return r, foreignRecord(k.Path())
	}
	r, err := do(ctx)
	if err != nil {
		return r, err
	}
	b.did(1)
	return r, k.Keep(name, r)
}

// did notes that the run did something new.
func (b *Bench) did(pieces int) {
	b.mutex.Lock()
	b.fresh += pieces
	b.mutex.Unlock()
}
