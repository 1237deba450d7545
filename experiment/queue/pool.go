package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"blindsight/experiment"
)

// Pool is the workers that join a run through a queue. Its methods are safe for
// concurrent use.
type Pool struct {
	nc      *nats.Conn
	js      jetstream.JetStream
	run     string
	plan    *experiment.Plan
	mark    string // of the plan
	version string
	memory  bool          // jobs need not survive the server
	silence time.Duration // see the constant
	joined  func(worker string, m experiment.Machine) error
	mutex   sync.Mutex
	queues  int // how often the queue was made
	workers map[string]*member
	out     map[experiment.Job]*ticket // given out and not yet recorded
	changed chan struct{}              // has one element when out or workers have changed
}

type member struct {
	slots int
	seen  time.Time
}

// ticket is a job that was given out.
type ticket struct {
	queue int       // which one it is in, by Pool.queues
	seq   uint64    // of its message there
	seen  time.Time // when anything was last heard of it
}

var _ experiment.Pool = (*Pool)(nil)

// NewPool returns a pool for the run of a record. Memory says that the queue's server
// is inside this process, so that the queue need not survive it. Joined is called for
// every worker that joins.
func NewPool(nc *nats.Conn, s experiment.Info, memory bool, joined func(worker string, m experiment.Machine) error) (*Pool, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	return &Pool{
		nc: nc, js: js, run: s.Run, plan: s.Plan, mark: planMark(s.Plan), version: s.Version, memory: memory, silence: silence, joined: joined,
		workers: make(map[string]*member), out: make(map[experiment.Job]*ticket), changed: make(chan struct{}, 1),
	}, nil
}

// Alive returns how many workers are there, and how many games they play at the same
// time.
func (p *Pool) Alive() (workers, slots int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, m := range p.workers {
		if time.Since(m.seen) < deadAfter {
			workers++
			slots += m.slots
		}
	}
	return workers, slots
}

// Prepare makes the queue anew. It fails if the server has no JetStream.
func (p *Pool) Prepare(ctx context.Context) error {
	config := jetstream.StreamConfig{
		Name: streamName(p.run), Subjects: []string{jobsSubject(p.run)}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.FileStorage, Replicas: 1, MaxAge: 24 * time.Hour, Duplicates: time.Minute,
	}
	if p.memory {
		config.Storage = jetstream.MemoryStorage
	} else if p.nc.ConnectedClusterName() != "" {
		config.Replicas = 3
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	began := time.Now()
	var err error
	for ctx.Err() == nil {
		call, end := context.WithTimeout(ctx, 5*time.Second)
		err = p.prepare(call, config)
		end()
		switch e, ok := errors.AsType[jetstream.JetStreamError](err); {
		case err == nil:
			p.mutex.Lock()
			p.queues++
			p.mutex.Unlock()
			return nil
		case withoutJetStream(err):
			return errNoJetStream
		case ok && config.Replicas > 1 && e.APIError() != nil && (e.APIError().ErrorCode == 10005 || e.APIError().ErrorCode == 10074):
			if time.Since(began) > forming {
				config.Replicas = 1 // a cluster of fewer than three
				continue
			}
		}
		pause(ctx, retryPause)
	}
	return &Error{ErrUnreachable, fmt.Sprintf("the queue cannot be made: %v", err)}
}

func (p *Pool) prepare(ctx context.Context, config jetstream.StreamConfig) error {
	if err := p.js.DeleteStream(ctx, config.Name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return err
	}
	stream, err := p.js.CreateStream(ctx, config)
	if err != nil {
		return err
	}
	_, err = stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: 100_000,
	})
	return err
}

// Serve gives out jobs and delivers what comes back, until the context ends. An error
// is that of a worker whose player failed.
func (p *Pool) Serve(ctx context.Context, d *experiment.Desk) error {
	if err := p.Prepare(ctx); err != nil {
		return err
	}
	messages := make(chan *nats.Msg, 4096)
	for _, subject := range []string{helloSubject, resultsSubject(p.run), aliveSubject(p.run)} {
		s, err := p.nc.ChanSubscribe(subject, messages)
		if err != nil {
			return err
		}
		defer s.Unsubscribe()
	}
	var publishing sync.WaitGroup
	publishing.Go(func() { p.publish(ctx, d) })
	defer publishing.Wait()
	check := time.NewTicker(time.Second)
	defer check.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-check.C:
			p.recover(ctx, d)
		case m := <-messages:
			var err error
			switch m.Subject {
			case helloSubject:
				err = p.welcome(m)
			case aliveSubject(p.run):
				p.hear(m)
			default:
				err = p.receive(m, d)
			}
			if err != nil {
				return err
			}
		}
	}
}

// Close tells the workers that the run has finished, or that it has stopped and may
// go on later, and removes the queue.
func (p *Pool) Close(finished bool) {
	if data, err := json.Marshal(control{Finished: finished}); err == nil {
		_ = p.nc.Publish(controlSubject(p.run), data)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	_ = p.nc.FlushWithContext(ctx)
	_ = p.js.DeleteStream(ctx, streamName(p.run)) // the next start makes it anew
}

// publish keeps two jobs a slot in the queue, none while there are no workers.
func (p *Pool) publish(ctx context.Context, d *experiment.Desk) {
	for ctx.Err() == nil {
		_, slots := p.Alive()
		p.mutex.Lock()
		room := len(p.out) < 2*slots
		p.mutex.Unlock()
		if !room {
			select {
			case <-ctx.Done():
			case <-p.changed:
			case <-time.After(beat):
			}
			continue
		}
		j, ok := d.Next(ctx, jobTime)
		if !ok {
			return
		}
		p.mutex.Lock()
		t := &ticket{seen: time.Now()}
		p.out[j] = t
		p.mutex.Unlock()
		data, err := json.Marshal(order{j, p.mark})
		if err != nil {
			panic(err) // three numbers and a name
		}
		// An election may be under way. The same message id makes a repetition harmless.
		id := jobID(j) + "/" + experiment.Fresh()
		for ctx.Err() == nil {
			call, end := context.WithTimeout(ctx, 3*time.Second)
			ack, err := p.js.Publish(call, jobsSubject(p.run), data, jetstream.WithMsgID(id))
			end()
			if err == nil {
				p.mutex.Lock()
				t.queue, t.seq, t.seen = p.queues, ack.Sequence, time.Now()
				p.mutex.Unlock()
				break
			}
			if errors.Is(err, jetstream.ErrNoStreamResponse) || errors.Is(err, nats.ErrNoResponders) {
				// The stream has gone with its servers: it holds nothing that the record does
				// not know.
				_ = p.Prepare(ctx)
			}
			pause(ctx, retryPause)
		}
	}
}

// recover gives back jobs of which nothing was heard for long: their workers died and
// no others are there, or the queue lost them.
func (p *Pool) recover(ctx context.Context, d *experiment.Desk) {
	p.mutex.Lock()
	var lost []experiment.Job
	var seqs []uint64
	for j, t := range p.out {
		if t.seq > 0 && time.Since(t.seen) > p.silence {
			lost = append(lost, j)
			if t.queue == p.queues { // in one that was made since, its number is another job's
				seqs = append(seqs, t.seq)
			}
			delete(p.out, j)
		}
	}
	p.mutex.Unlock()
	if len(lost) == 0 {
		return
	}
	go func() { // the order does not matter: every game's result is its own
		call, end := context.WithTimeout(ctx, 5*time.Second)
		defer end()
		stream, err := p.js.Stream(call, streamName(p.run))
		if err == nil {
			for _, seq := range seqs {
				_ = stream.DeleteMsg(call, seq) // it may have gone
			}
		}
		for _, j := range lost {
			d.Return(j)
		}
		p.signal()
	}()
}

func (p *Pool) signal() {
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

func (p *Pool) welcome(m *nats.Msg) error {
	var h hello
	if json.Unmarshal(m.Data, &h) != nil {
		return nil // not one of ours
	}
	w := welcome{Run: p.run, Plan: string(p.plan.JSON())}
	if h.Version != p.version {
		w = welcome{Refused: fmt.Sprintf("the run is played by version %s of the program, this worker is %s: use the same program on all machines", p.version, h.Version)}
	} else if err := p.joined(h.Worker, h.Machine); err != nil {
		return err
	}
	return p.answer(m, w)
}

func (p *Pool) answer(m *nats.Msg, v any) error {
	data, err := json.Marshal(v)
	if err == nil {
		_ = m.Respond(data) // who does not hear it asks again
	}
	return err
}

func (p *Pool) hear(m *nats.Msg) {
	var a alive
	if json.Unmarshal(m.Data, &a) != nil {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now := time.Now()
	if a.Slots <= 0 {
		delete(p.workers, a.Worker)
	} else {
		p.workers[a.Worker] = &member{a.Slots, now}
	}
	for _, j := range a.Jobs {
		if t := p.out[j]; t != nil {
			t.seen = now
		}
	}
	p.signal()
}

// receive takes games in.
func (p *Pool) receive(m *nats.Msg, d *experiment.Desk) error {
	var h handed
	if err := json.Unmarshal(m.Data, &h); err != nil {
		return p.answer(m, receipt{Error: "not understood: " + err.Error()})
	}
	if h.Plan != p.mark {
		return p.answer(m, receipt{Moved: true})
	}
	if h.Error != "" {
		_ = p.answer(m, receipt{})
		return &Error{ErrWorker, fmt.Sprintf("worker %s: %s", h.Worker, h.Error)}
	}
	if err := p.checkHanded(&h); err != nil {
		return p.answer(m, receipt{Error: err.Error()})
	}
	b := &experiment.Batch{
		Job:    experiment.Job{Cell: h.Job.Cell, First: h.First, Games: len(h.Results)},
		Worker: h.Worker, Results: h.Results, Seconds: h.Seconds, CPU: h.CPU,
	}
	d.Deliver(b, func(err error) {
		if err != nil {
			return // the worker hands it in again when the run goes on
		}
		p.mutex.Lock()
		if t := p.out[h.Job]; t != nil {
			t.seen = time.Now()
			if h.Last {
				delete(p.out, h.Job)
				p.signal()
			}
		}
		p.mutex.Unlock()
		_ = p.answer(m, receipt{})
	})
	return nil
}

// checkHanded refuses what cannot be games of this run, so that a confused client
// does not spoil the record.
func (p *Pool) checkHanded(h *handed) error {
	switch {
	case h.Version != p.version:
		return fmt.Errorf("version %s, the run is of %s", h.Version, p.version)
	case h.Job.Cell < 0 || h.Job.Cell >= len(p.plan.Cells):
		return fmt.Errorf("there is no cell %d", h.Job.Cell)
	case h.Job.First < 0 || h.Job.Games < 1 || h.First < h.Job.First || h.First+len(h.Results) > h.Job.First+h.Job.Games ||
		h.Job.First+h.Job.Games > p.plan.Cells[h.Job.Cell].Games:
		return fmt.Errorf("games %d to %d are not of the job %+v", h.First, h.First+len(h.Results)-1, h.Job)
	}
	for i, r := range h.Results {
		if r.Game != h.First+i {
			return fmt.Errorf("game %d stands in the place of %d", r.Game, h.First+i)
		}
	}
	return nil
}

// pause waits, or returns early when the context ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
