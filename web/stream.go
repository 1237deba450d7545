package web

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// quietTime is after how long without an event a comment keeps a connection alive.
const quietTime = 15 * time.Second

// stream sends server-sent events. It is safe for concurrent use.
type stream struct {
	mu     sync.Mutex
	wire   Wire
	cancel context.CancelFunc
	err    error // of the first event that could not be sent
	stop   chan struct{}
	done   sync.WaitGroup
}

// openStream begins a stream as the answer to a request. Its context ends when the
// client leaves, when an event cannot be sent in time, or with close.
func openStream(r *call) (*stream, context.Context) {
	ctx, cancel := context.WithCancel(r.Context())
	s := &stream{wire: r.wire, cancel: cancel, stop: make(chan struct{})}
	r.wire.Begin(Header{"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
	s.send(": open\n\n")
	s.done.Add(1)
	go s.keepAlive()
	return s, ctx
}

// keepAlive sends comments until the stream is closed.
func (s *stream) keepAlive() {
	defer s.done.Done()
	t := time.NewTicker(quietTime)
	defer t.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-t.C:
			s.send(": wait\n\n")
		}
	}
}

// close ends the stream.
func (s *stream) close() {
	s.cancel()
	close(s.stop)
	s.done.Wait()
}

// event sends an event. Once one could not be sent, further ones are not.
func (s *stream) event(name string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		name, text = "failed", []byte(`{"error":"the answer cannot be written"}`)
	}
	s.send(fmt.Sprintf("event: %s\ndata: %s\n\n", name, text))
}

// fail ends a stream with an error, unless the client has left.
func (s *stream) fail(err error) {
	_, p := problemOf(err)
	s.event("failed", p)
}

func (s *stream) send(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return
	}
	if s.err = s.wire.Send([]byte(text)); s.err != nil {
		s.cancel()
	}
}

// queued sends the place in the queue, -1 once the wait is over.
func (s *stream) queued(place int) {
	s.event("queued", struct {
		Place int `json:"place"`
	}{place})
}
