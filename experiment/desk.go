package experiment

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Desk is where workers get jobs and hand in what they played. Local workers and a
// [Pool] of others share one. All methods are safe for concurrent use.
type Desk struct {
	handed chan delivery
	closed chan struct{} // when nothing is recorded any more
	cause  error         // why, set before closed is

	mutex   sync.Mutex
	spans   []span // not given out, those of the same cell together
	next    int    // in spans
	pace    map[int]*pace
	waiting chan struct{} // closed when jobs come back
}

// span is a range of games of a cell that nobody has been given.
type span struct{ cell, first, end int }

// pace is what the desk learns of a cell, to cut jobs of about the same time.
type pace struct {
	seconds float64 // for a game; 0 before the first was played
	size    int     // of the last job
}

// delivery is a batch on its way to the record; recorded, unless nil, hears of its
// arrival there.
type delivery struct {
	batch    *Batch
	recorded func(error)
}

// Jobs are cut so that each takes about a given time, but is at least one game: short
// enough that little is lost with a worker, long enough that giving out and recording
// cost nothing beside it.
const (
	localTime = 50 * time.Millisecond
	maxGames  = 2000 // in a job, so that memory stays small
	growth    = 8    // of a job over the one before it
)

// errClosed is what a late batch hears.
var errClosed = errors.New("the run has ended")

func newDesk(missing []span, queue int) *Desk {
	return &Desk{
		handed: make(chan delivery, queue), closed: make(chan struct{}),
		spans: missing, pace: make(map[int]*pace), waiting: make(chan struct{}),
	}
}

// Next returns a job that is to be played, of one game or of about the given time,
// waiting for one to come back if all have been given out. It reports false when the
// context ends.
func (d *Desk) Next(ctx context.Context, about time.Duration) (Job, bool) {
	for ctx.Err() == nil {
		j, wait, ok := d.take(about)
		if ok {
			return j, true
		}
		select {
		case <-ctx.Done():
		case <-wait:
		}
	}
	return Job{}, false
}

func (d *Desk) take(about time.Duration) (Job, <-chan struct{}, bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.next == len(d.spans) {
		return Job{}, d.waiting, false
	}
	s := &d.spans[d.next]
	p := d.paceOf(s.cell)
	size := 1
	if p.seconds > 0 {
		size = int(min(about.Seconds()/p.seconds, maxGames, float64(p.size)*growth))
	}
	size = max(1, min(size, s.end-s.first))
	p.size = max(p.size, size)
	j := Job{Cell: s.cell, First: s.first, Games: size}
	if s.first += size; s.first == s.end {
		d.next++
	}
	return j, nil, true
}

func (d *Desk) paceOf(cell int) *pace {
	p := d.pace[cell]
	if p == nil {
		p = &pace{}
		d.pace[cell] = p
	}
	return p
}

// Return gives back a job that nobody plays any more. If it was played after all, it
// counts once.
func (d *Desk) Return(j Job) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.spans = append(d.spans[d.next:], span{j.Cell, j.First, j.First + j.Games})
	d.next = 0
	close(d.waiting)
	d.waiting = make(chan struct{})
}

// Deliver hands in a batch and returns when there is room for the next one. Recorded,
// unless nil, is called once, when the batch is in the record (nil) or will not be.
func (d *Desk) Deliver(b *Batch, recorded func(error)) {
	if n := len(b.Results); n > 0 && b.Seconds > 0 {
		d.mutex.Lock()
		p, seconds := d.paceOf(b.Cell), b.Seconds/float64(n)
		if p.seconds > 0 {
			seconds = (p.seconds + seconds) / 2
		}
		p.seconds = seconds
		d.mutex.Unlock()
	}
	select {
	case d.handed <- delivery{b, recorded}:
	case <-d.closed:
		if recorded != nil {
			recorded(d.cause)
		}
	}
}
