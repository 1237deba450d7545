package web

import (
	"context"
	"errors"
	"sync"
)

// errBusy is returned by a queue that is full.
var errBusy = errors.New("too many searches are waiting: try again in a minute")

// queue lets a fixed number of searches run at a time, the others wait in the order in
// which they came, each told its place. What a search works with (tables, memory) comes
// with the slot, so that no more of it exists than slots.
//
// Some slots may be spare: they are not given to a crowd. So one person's second search
// begins at once, but many who wait have no more than the other slots, and leave the rest of
// the machine to short work.
type queue[T any] struct {
	mu      sync.Mutex
	free    []T
	waiting []*ticket[T]
	most    int // that may wait
	steady  int // slots that are not spare
	busy    int // slots that are handed out
}

// ticket is a place in a queue.
type ticket[T any] struct {
	ready chan T        // a slot, once it is its turn
	moved chan struct{} // the place has changed
}

// newQueue returns a queue for slots, some of them spare; at most as many as most may wait.
func newQueue[T any](slots []T, spare, most int) *queue[T] {
	return &queue[T]{free: slots, most: most, steady: len(slots) - spare}
}

// acquire waits for a slot, and calls told, unless nil, with the place in the queue
// whenever that changes: 0 is next, and -1, once it has waited, that the wait is over:
// else whoever listens would believe that it waits until there are results. The slot must
// be released.
func (q *queue[T]) acquire(ctx context.Context, told func(place int)) (slot T, err error) {
	if err := ctx.Err(); err != nil {
		return slot, err
	}
	q.mu.Lock()
	if n := len(q.free); n > 0 && len(q.waiting) == 0 {
		slot = q.free[n-1]
		q.free = q.free[:n-1]
		q.busy++
		q.mu.Unlock()
		return slot, nil
	}
	if len(q.waiting) >= q.most {
		q.mu.Unlock()
		return slot, errBusy
	}
	t := &ticket[T]{ready: make(chan T, 1), moved: make(chan struct{}, 1)}
	t.moved <- struct{}{} // before others know of it: there is room for one
	q.waiting = append(q.waiting, t)
	q.mu.Unlock()
	last := -1
	for {
		select {
		case slot = <-t.ready:
			if told != nil {
				told(-1)
			}
			return slot, nil
		case <-ctx.Done():
			q.leave(t)
			return slot, ctx.Err()
		case <-t.moved:
			if place := q.place(t); told != nil && place >= 0 && place != last {
				last = place
				told(place)
			}
		}
	}
}

// place returns the place of a ticket, -1 if it does not wait any more.
func (q *queue[T]) place(t *ticket[T]) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i, w := range q.waiting {
		if w == t {
			return i
		}
	}
	return -1
}

// crowd is how many wait when spare slots are no longer given away.
const crowd = 3

// release gives a slot back.
func (q *queue[T]) release(slot T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free = append(q.free, slot)
	q.busy--
	q.deal()
}

// deal gives slots that are free to those who are next.
func (q *queue[T]) deal() {
	dealt := false
	for n := len(q.free); n > 0 && len(q.waiting) > 0 && (q.busy < q.steady || len(q.waiting) < crowd); n-- {
		q.waiting[0].ready <- q.free[n-1]
		q.waiting = append(q.waiting[:0:0], q.waiting[1:]...)
		q.free = q.free[:n-1]
		q.busy++
		dealt = true
	}
	if dealt {
		q.tell()
	}
}

// leave gives up a place in the queue, or the slot that came in the meantime.
func (q *queue[T]) leave(t *ticket[T]) {
	q.mu.Lock()
	for i, w := range q.waiting {
		if w == t {
			q.waiting = append(q.waiting[:i:i], q.waiting[i+1:]...)
			q.tell()
			q.deal() // what is left may be no crowd
			q.mu.Unlock()
			return
		}
	}
	q.mu.Unlock()
	q.release(<-t.ready)
}

// tell lets all who wait look at their places.
func (q *queue[T]) tell() {
	for _, t := range q.waiting {
		select {
		case t.moved <- struct{}{}:
		default:
		}
	}
}
