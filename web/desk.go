package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
)

// Message is what a page and a desk send one another. A page asks (Ask) and may leave
// (Leave); the desk gives an answer at once (Answer), or begins one (Begin) and sends it part
// by part (Part). Its last message of each request is End.
type Message struct {
	ID   int // of the request
	Kind MessageKind

	Method, Target, Type string // of Ask: see [Request]
	Status               int    // of Answer and Begin
	Header               Header // of Answer and Begin
	Body                 []byte // of Ask, Answer and Part
}

// MessageKind says what a message is.
type MessageKind string

// The kinds of messages.
const (
	Ask    MessageKind = "ask"
	Leave  MessageKind = "leave"
	Answer MessageKind = "answer"
	Begin  MessageKind = "begin"
	Part   MessageKind = "part"
	End    MessageKind = "end"
)

// Desk answers requests that come as messages, by a service: what HTTP is for a server, a desk
// is for a worker of a browser. It is safe for concurrent use.
type Desk struct {
	service Answerer
	post    func(Message)
	mu      sync.Mutex
	leave   map[int]context.CancelFunc
}

// Answerer answers requests, see [Service.Answer].
type Answerer interface {
	Answer(ctx context.Context, q Request, wire Wire)
}

var (
	_ Answerer = (*Service)(nil)
	_ Wire     = (*deskWire)(nil)
)

// NewDesk returns a desk that sends its messages by post, which may be called concurrently.
func NewDesk(s Answerer, post func(Message)) *Desk {
	return &Desk{service: s, post: post, leave: map[int]context.CancelFunc{}}
}

// Receive takes a message in, and returns at once.
func (d *Desk) Receive(m Message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch m.Kind {
	case Ask:
		ctx, cancel := context.WithCancel(context.Background())
		d.leave[m.ID] = cancel
		go func() {
			defer d.close(m.ID)
			d.service.Answer(ctx, Request{m.Method, m.Target, m.Type}, &deskWire{d, ctx, m.ID, m.Body})
		}()
	case Leave:
		if cancel := d.leave[m.ID]; cancel != nil {
			cancel()
		}
	}
}

// close ends a request.
func (d *Desk) close(id int) {
	d.mu.Lock()
	d.leave[id]()
	delete(d.leave, id)
	d.mu.Unlock()
	d.post(Message{ID: id, Kind: End})
}

// deskWire answers a request that came as a message.
type deskWire struct {
	desk *Desk
	ctx  context.Context
	id   int
	body []byte
}

var errLeft = errors.New("nobody listens any more")

// Body is part of [Wire].
func (w *deskWire) Body(limit int64) io.ReadCloser {
	if int64(len(w.body)) <= limit {
		return io.NopCloser(bytes.NewReader(w.body))
	}
	return io.NopCloser(io.MultiReader(bytes.NewReader(w.body[:limit]), tooMuch(limit)))
}

// tooMuch is the end of a body beyond its limit.
type tooMuch int64

func (t tooMuch) Read([]byte) (int, error) { return 0, &TooLarge{int64(t)} }

// Answer is part of [Wire].
func (w *deskWire) Answer(status int, header Header, body []byte) {
	w.desk.post(Message{ID: w.id, Kind: Answer, Status: status, Header: header, Body: body})
}

// Begin is part of [Wire].
func (w *deskWire) Begin(header Header) {
	w.desk.post(Message{ID: w.id, Kind: Begin, Status: statusOK, Header: header})
}

// Send is part of [Wire].
func (w *deskWire) Send(part []byte) error {
	if w.ctx.Err() != nil {
		return errLeft
	}
	w.desk.post(Message{ID: w.id, Kind: Part, Body: part})
	return nil
}
