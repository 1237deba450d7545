package experiment

import (
	"context"
	"fmt"
	"sync"

	"blindsight/catalog"
)

// Record is what a run needs of the place where games are kept.
type Record interface {
	// Done calls yield for ranges of games that are recorded, in increasing order of
	// cell and first game. Ranges may overlap.
	Done(yield func(Job)) error
	// Add records batches, all or none, and returns how many of their games are new.
	// A game that is there already stays as it is.
	Add(batches []*Batch) (int, error)
}

// Pool brings in workers from elsewhere.
type Pool interface {
	// Serve gives out jobs of the desk and delivers what comes back, until the context
	// ends; it returns an error only if it cannot go on.
	Serve(ctx context.Context, d *Desk) error
}

// Options says how a plan is run.
type Options struct {
	Workers int    // games played at the same time in this process; may be 0 if there is a pool
	Name    string // of this process, in the record
	Pool    Pool   // workers elsewhere; nil for none
	// Door lets programs in that the plan names as players. Nil refuses them.
	Door catalog.Door
	// Progress, unless nil, is told how many games are recorded, and how many there
	// will be: before the first, and after each transaction.
	Progress func(done, total int)
}

// Run plays the games of a plan that the record does not hold, and records them. It
// returns nil when all are there. When the context ends it stops at once, still
// records what was finished, and returns the context's error; if the record or a
// player fails, it ends likewise with that error.
//
// Memory does not grow with the number of games: only jobs under way are held.
func Run(ctx context.Context, p *Plan, r Record, o Options) error {
	missing, left, err := missingGames(p, r)
	if err != nil {
		return err
	}
	total := p.Games()
	progress := func() {
		if o.Progress != nil {
			o.Progress(total-left, total)
		}
	}
	progress()
	if left == 0 {
		return nil
	}
	if o.Workers < 1 && o.Pool == nil {
		return fmt.Errorf("%d workers and no pool: nobody would play", o.Workers)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	d := newDesk(missing, 2*max(o.Workers, 1))

	var workers sync.WaitGroup
	for range o.Workers {
		workers.Go(func() {
			if err := playLocally(ctx, p, d, o); err != nil {
				cancel(err)
			}
		})
	}
	if o.Pool != nil {
		workers.Go(func() {
			if err := o.Pool.Serve(ctx, d); err != nil {
				cancel(err)
			}
		})
	}
	idle := make(chan struct{})
	go func() {
		workers.Wait()
		close(idle)
	}()

	finished := false
	for {
		batches := d.collect(idle)
		if len(batches) == 0 {
			break // all workers have gone, and nothing is left
		}
		fresh := 0
		if err == nil {
			fresh, err = addAll(r, batches)
			if err != nil {
				cancel(err)
			}
		}
		for _, b := range batches {
			if b.recorded != nil {
				b.recorded(err)
			}
		}
		left -= fresh
		progress()
		if left == 0 && !finished {
			finished = true
			cancel(nil)
		}
	}
	d.close(errClosed)
	switch {
	case err != nil:
		return err
	case left == 0:
		return nil
	default:
		return context.Cause(ctx)
	}
}

// playLocally is a worker of this process.
func playLocally(ctx context.Context, p *Plan, d *Desk, o Options) error {
	t := NewTable(p, o.Door)
	defer t.Close()
	for {
		j, ok := d.Next(ctx, localTime)
		if !ok {
			return nil
		}
		b, err := t.Play(ctx, j)
		b.Worker = o.Name
		if len(b.Results) > 0 {
			d.Deliver(&b, nil)
		}
		if err != nil {
			return err
		}
	}
}

// maxRows is about how many games one transaction takes.
const maxRows = 20_000

// collect waits for batches and returns all that are there, none when no more can
// come. What piles up during one transaction is the next one.
func (d *Desk) collect(idle <-chan struct{}) []delivery {
	var first delivery
	select {
	case first = <-d.handed:
	case <-idle:
		select {
		case first = <-d.handed:
		default:
			return nil
		}
	}
	batches := []delivery{first}
	for rows := len(first.batch.Results); rows < maxRows; {
		select {
		case next := <-d.handed:
			batches = append(batches, next)
			rows += len(next.batch.Results)
		default:
			return batches
		}
	}
	return batches
}

// close refuses what comes late.
func (d *Desk) close(cause error) {
	d.cause = cause
	close(d.closed)
	for {
		select {
		case late := <-d.handed:
			if late.recorded != nil {
				late.recorded(cause)
			}
		default:
			return
		}
	}
}

func addAll(r Record, deliveries []delivery) (int, error) {
	batches := make([]*Batch, len(deliveries))
	for i, d := range deliveries {
		batches[i] = d.batch
	}
	return r.Add(batches)
}

// missingGames returns the ranges of games that are not recorded, and their number.
func missingGames(p *Plan, r Record) ([]span, int, error) {
	var missing []span
	left, cell, next := 0, 0, 0 // all games before these are settled
	skip := func(to int) {
		if to > next {
			missing = append(missing, span{cell, next, to})
			left += to - next
		}
	}
	finish := func(before int) {
		for ; cell < before; cell, next = cell+1, 0 {
			skip(p.Cells[cell].Games)
		}
	}
	err := r.Done(func(j Job) {
		if j.Cell >= len(p.Cells) {
			return
		}
		finish(j.Cell)
		skip(min(j.First, p.Cells[cell].Games))
		next = max(next, j.First+j.Games)
	})
	finish(len(p.Cells))
	return missing, left, err
}
