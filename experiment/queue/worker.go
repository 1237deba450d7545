package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"blindsight/catalog"
	"blindsight/experiment"
)

// WorkerOptions says how a worker works.
type WorkerOptions struct {
	Name    string // no other worker's
	Version string // of the program
	Machine experiment.Machine
	Slots   int           // games at the same time
	Wait    time.Duration // how long to wait for a run, at first or when one has gone away
	// Door lets programs in that a plan names as players. Nil refuses such plans.
	Door catalog.Door
	// Say, unless nil, is told in a line what happens.
	Say func(string)
}

// Work plays games of the run at the other end of a connection until the run has
// finished. It returns [ErrRefused] if the run does not want it, [ErrUnreachable] if
// there is no run for as long as it is ready to wait, or the context's error, after
// handing in what was finished.
func Work(ctx context.Context, nc *nats.Conn, o WorkerOptions) (games int, err error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return 0, err
	}
	if o.Say == nil {
		o.Say = func(string) {}
	}
	w := &worker{WorkerOptions: o, nc: nc, js: js}
	w.touch()
	for {
		if err := w.join(ctx); err != nil {
			return int(w.games.Load()), err
		}
		switch err := w.work(ctx); {
		case errors.Is(err, errFinished):
			return int(w.games.Load()), nil
		case errors.Is(err, errStopped):
			o.Say(fmt.Sprintf("the run has stopped: waiting %s for it to go on", o.Wait))
		case errors.Is(err, errLost):
		default:
			return int(w.games.Load()), err
		}
	}
}

// Why a worker leaves a run.
var (
	errFinished = errors.New("the run has finished")
	errStopped  = errors.New("the run has stopped")
	errLost     = errors.New("the run's queue has gone, or goes by another plan")
)

// errNotRecorded says that the run ended before it took the games in: they will be
// played again.
var errNotRecorded = errors.New("not recorded")

type worker struct {
	WorkerOptions
	nc      *nats.Conn
	js      jetstream.JetStream
	run     string
	plan    *experiment.Plan
	mark    string // of the plan
	games   atomic.Int64
	contact atomic.Int64 // when the run was last heard of, in nanoseconds

	mutex sync.Mutex
	jobs  map[experiment.Job]int // in hand
}

func (w *worker) touch() { w.contact.Store(time.Now().UnixNano()) }

// patience tells that the run has been away for too long.
func (w *worker) patience() error {
	away := time.Since(time.Unix(0, w.contact.Load()))
	if w.nc.IsClosed() {
		return &Error{ErrRefused, fmt.Sprintf("the queue has closed the connection: %v", w.nc.LastError())}
	}
	if away > w.Wait {
		return &Error{ErrUnreachable, fmt.Sprintf("no run at the queue for %s: start one with 'experiment run', or wait longer with --wait", w.Wait)}
	}
	return nil
}

// join asks for a run until there is one.
func (w *worker) join(ctx context.Context) error {
	data, err := json.Marshal(hello{w.Name, w.Version, w.Machine})
	if err != nil {
		return err
	}
	waiting := false
	for {
		call, end := context.WithTimeout(ctx, 2*time.Second)
		m, err := w.nc.RequestWithContext(call, helloSubject, data)
		end()
		if err == nil {
			var answer welcome
			if err := json.Unmarshal(m.Data, &answer); err != nil {
				return &Error{ErrRefused, "the run's answer is not understood: " + err.Error()}
			}
			if answer.Refused != "" {
				return &Error{ErrRefused, "refused: " + answer.Refused}
			}
			if w.plan, err = w.accept(answer.Plan); err != nil {
				return &Error{ErrRefused, err.Error()}
			}
			w.run, w.mark = answer.Run, planMark(w.plan)
			w.touch()
			w.Say(fmt.Sprintf("joined the run of %q", w.plan.Name))
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := w.patience(); err != nil {
			return err
		}
		if !waiting && errors.Is(err, nats.ErrNoResponders) {
			waiting = true
			w.Say(fmt.Sprintf("no run yet: waiting %s for one", w.Wait))
		}
		pause(ctx, retryPause)
	}
}

// accept reads the plan that a run asks a worker to play. It comes from elsewhere: what a worker
// must not do for others is refused here, and nowhere else.
func (w *worker) accept(plan string) (*experiment.Plan, error) {
	p, err := experiment.ReadForeign(strings.NewReader(plan), "the run's plan")
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(p.Players(), catalog.IsProgram); i >= 0 && w.Door == nil {
		return nil, fmt.Errorf("the run's plan starts a program, %s, and this worker starts none for others: where you trust whoever runs it, use --allow-exec", p.Players()[i])
	}
	return p, nil
}

// work plays until the run ends, and returns why.
func (w *worker) work(outer context.Context) error {
	ctx, leave := context.WithCancelCause(outer)
	defer leave(nil)
	s, err := w.nc.Subscribe(controlSubject(w.run), func(m *nats.Msg) {
		var c control
		if json.Unmarshal(m.Data, &c) == nil && c.Finished {
			leave(errFinished)
		} else {
			leave(errStopped)
		}
	})
	if err != nil {
		return err
	}
	defer s.Unsubscribe()
	w.jobs = make(map[experiment.Job]int)
	over := make(chan struct{})
	var pulse, slots sync.WaitGroup
	pulse.Go(func() { w.pulse(over) })
	for range w.Slots {
		slots.Go(func() {
			if err := w.slot(ctx, leave); err != nil {
				leave(err)
			}
		})
	}
	slots.Wait()
	close(over)
	pulse.Wait()
	return context.Cause(ctx)
}

// pulse gives signs of life, and says goodbye.
func (w *worker) pulse(over <-chan struct{}) {
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for slots := w.Slots; ; {
		a := alive{Worker: w.Name, Slots: slots}
		w.mutex.Lock()
		a.Jobs = slices.Collect(maps.Keys(w.jobs))
		w.mutex.Unlock()
		if data, err := json.Marshal(a); err == nil {
			_ = w.nc.Publish(aliveSubject(w.run), data)
		}
		if slots == 0 {
			_ = w.nc.FlushTimeout(time.Second)
			return
		}
		select {
		case <-tick.C:
		case <-over:
			slots = 0
		}
	}
}

// slot plays one job after the other. While one is being handed in, the next is
// played.
func (w *worker) slot(ctx context.Context, leave context.CancelCauseFunc) error {
	table := experiment.NewTable(w.plan, w.Door)
	defer table.Close()
	var handing sync.WaitGroup
	defer handing.Wait()
	room := make(chan struct{}, 2)
	var consumer jetstream.Consumer
	lost := time.Time{} // since when the queue is not there although its server is
	for ctx.Err() == nil {
		m, err := w.fetch(ctx, &consumer)
		switch {
		case err == nil && m == nil:
			lost = time.Time{}
			continue // nothing to do at the moment
		case err != nil:
			consumer = nil
			if ctx.Err() != nil {
				return nil
			}
			if err := w.patience(); err != nil {
				return err
			}
			if !w.nc.IsConnected() {
				lost = time.Time{}
			} else if lost.IsZero() {
				lost = time.Now()
			} else if time.Since(lost) > 5*time.Second {
				return errLost
			}
			pause(ctx, retryPause)
			continue
		}
		lost = time.Time{}
		var o order
		if err := json.Unmarshal(m.Data(), &o); err != nil {
			_ = m.Term() // nobody could read it
			continue
		}
		if o.Plan != w.mark { // the run goes by another plan now
			_ = m.Nak()
			return errLost
		}
		j := o.Job
		release := w.hold(j, m)
		b, err := table.Play(ctx, j)
		room <- struct{}{}
		handing.Go(func() {
			defer func() { <-room }()
			defer release()
			if err := w.hand(ctx, j, &b, err, m); err != nil {
				leave(err)
			}
		})
	}
	return nil
}

// fetch asks the queue for a job; none is no error.
func (w *worker) fetch(ctx context.Context, consumer *jetstream.Consumer) (jetstream.Msg, error) {
	if *consumer == nil {
		call, end := context.WithTimeout(ctx, 3*time.Second)
		defer end()
		c, err := w.js.Consumer(call, streamName(w.run), consumerName)
		if err != nil {
			return nil, err
		}
		*consumer = c
	}
	call, end := context.WithTimeout(ctx, 2*time.Second)
	defer end()
	batch, err := (*consumer).Fetch(1, jetstream.FetchContext(call))
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		w.touch()
		return m, nil
	}
	if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, jetstream.ErrNoMessages) {
		return nil, err
	}
	if !w.nc.IsConnected() {
		return nil, nats.ErrDisconnected
	}
	w.touch()
	return nil, nil
}

// hold keeps a job in hand, and the queue informed of it, until it is released.
func (w *worker) hold(j experiment.Job, m jetstream.Msg) (release func()) {
	w.mutex.Lock()
	w.jobs[j]++
	w.mutex.Unlock()
	over := make(chan struct{})
	go func() {
		tick := time.NewTicker(ackWait / 4)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				_ = m.InProgress()
			}
		}
	}()
	return func() {
		close(over)
		w.mutex.Lock()
		defer w.mutex.Unlock()
		if w.jobs[j]--; w.jobs[j] == 0 {
			delete(w.jobs, j)
		}
	}
}

// maxMessage is about how large a message with games becomes; servers take a
// mebibyte, or what they say.
const maxMessage = 400 << 10

// hand hands in what was played of a job, and acknowledges it when all of it is in
// the record.
func (w *worker) hand(ctx context.Context, j experiment.Job, b *experiment.Batch, failure error, m jetstream.Msg) error {
	whole := len(b.Results) == j.Games
	h := handed{Worker: w.Name, Version: w.Version, Plan: w.mark, Job: j, Seconds: b.Seconds, CPU: b.CPU}
	if failure != nil {
		h.Error = failure.Error()
		h.First = j.First
		return errors.Join(w.deliver(ctx, &h), &Error{ErrWorker, h.Error})
	}
	limit := min(maxMessage, int(w.nc.MaxPayload())*2/5)
	for at := 0; at < len(b.Results); {
		size, end := 0, at
		for end < len(b.Results) && size < limit {
			size += 300 + len(b.Results[end].Actions)
			end++
		}
		h.First, h.Results = j.First+at, b.Results[at:end]
		share := float64(end-at) / float64(len(b.Results))
		h.Seconds, h.CPU = b.Seconds*share, b.CPU*share
		h.Last = whole && end == len(b.Results)
		if err := w.deliver(ctx, &h); errors.Is(err, errNotRecorded) {
			_ = m.Nak()
			return nil
		} else if err != nil {
			return err
		}
		w.games.Add(int64(end - at))
		at = end
	}
	if !whole {
		_ = m.Nak() // another worker plays the rest
		return nil
	}
	call, end := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer end()
	_ = m.DoubleAck(call) // if it is lost, the job comes again and counts once
	return nil
}

// deliver sends games until the run has recorded them. When the context has ended it
// tries for a short time only.
func (w *worker) deliver(ctx context.Context, h *handed) error {
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	ended := time.Time{}
	for {
		call, end := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		m, err := w.nc.RequestWithContext(call, resultsSubject(w.run), data)
		end()
		if err == nil {
			w.touch()
			var r receipt
			if err := json.Unmarshal(m.Data, &r); err != nil || r.Error != "" {
				return &Error{ErrRefused, "the run refuses games of this worker: " + r.Error}
			}
			if r.Moved {
				return errLost
			}
			return nil
		}
		if cause := context.Cause(ctx); cause != nil {
			if ended.IsZero() {
				ended = time.Now()
			}
			if errors.Is(cause, errFinished) || time.Since(ended) > 2*time.Second {
				return errNotRecorded
			}
		}
		if err := w.patience(); err != nil {
			return err
		}
		time.Sleep(retryPause)
	}
}
