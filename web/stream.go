package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// Times of streams: how long the client may take to accept an event, and after how long
// without one a comment keeps the connection alive.
const (
	eventTime = 10 * time.Second
	quietTime = 15 * time.Second
)

// stream sends server-sent events. It is safe for concurrent use.
type stream struct {
	mu      sync.Mutex
	w       http.ResponseWriter
	control *http.ResponseController
	cancel  context.CancelFunc
	err     error // of the first event that could not be sent
	stop    chan struct{}
	done    sync.WaitGroup
}

// openStream begins a stream as the answer to a request. Its context ends when the
// client leaves, when an event cannot be sent in time, or with close.
func openStream(w http.ResponseWriter, r *http.Request) (*stream, context.Context) {
	ctx, cancel := context.WithCancel(r.Context())
	s := &stream{w: w, control: http.NewResponseController(w), cancel: cancel, stop: make(chan struct{})}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
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
	_ = s.control.SetWriteDeadline(time.Now().Add(eventTime)) // recorders in tests have no deadlines
	if _, s.err = s.w.Write([]byte(text)); s.err == nil {
		s.err = s.control.Flush()
	}
	if s.err != nil {
		s.cancel()
	}
}

// queued sends the place in the queue, -1 once the wait is over.
func (s *stream) queued(place int) {
	s.event("queued", struct {
		Place int `json:"place"`
	}{place})
}
