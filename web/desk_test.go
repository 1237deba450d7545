package web

import (
	"context"
	flags "flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// The tests of the API ask by HTTP; or by messages, as the page without a server does:
//
//	go test ./web -desk
var byDesk = flags.Bool("desk", false, "ask by messages instead of HTTP")

// needsHTTP skips a test of what only HTTP has.
func needsHTTP(t testing.TB) {
	t.Helper()
	if *byDesk {
		t.Skip("this is about HTTP")
	}
}

// newDeskClient returns an HTTP client whose requests reach a desk as messages.
func newDeskClient(s Answerer) *http.Client {
	d := &deskTripper{replies: map[int]*deskReply{}}
	d.desk = NewDesk(s, d.hear)
	return &http.Client{Transport: d, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// deskTripper turns requests of HTTP into messages, and messages into responses.
type deskTripper struct {
	desk    *Desk
	mu      sync.Mutex
	last    int
	replies map[int]*deskReply
}

// deskReply is a response that is on its way.
type deskReply struct {
	begun chan *http.Response
	out   *io.PipeWriter
}

func (d *deskTripper) hear(m Message) {
	d.mu.Lock()
	r := d.replies[m.ID]
	d.mu.Unlock()
	switch m.Kind {
	case Answer, Begin:
		in, out := io.Pipe()
		r.out = out
		response := &http.Response{StatusCode: m.Status, Header: http.Header{}, Body: &deskBody{in, d, m.ID}}
		for name, value := range m.Header {
			response.Header.Set(name, value)
		}
		r.begun <- response
		_, _ = out.Write(m.Body)
	case Part:
		_, _ = r.out.Write(m.Body) // fails once the client has closed it
	case End:
		if r.out != nil {
			r.out.Close()
		}
		close(r.begun)
		d.mu.Lock()
		delete(d.replies, m.ID)
		d.mu.Unlock()
	}
}

// deskBody is a body whose reader may leave.
type deskBody struct {
	*io.PipeReader
	tripper *deskTripper
	id      int
}

func (b *deskBody) Close() error {
	b.tripper.desk.Receive(Message{ID: b.id, Kind: Leave})
	return b.PipeReader.Close()
}

func (d *deskTripper) RoundTrip(q *http.Request) (*http.Response, error) {
	m := Message{Kind: Ask, Method: q.Method, Target: q.URL.RequestURI(), Type: q.Header.Get("Content-Type")}
	if q.Body != nil {
		var err error
		if m.Body, err = io.ReadAll(q.Body); err != nil {
			return nil, err
		}
	}
	r := &deskReply{begun: make(chan *http.Response, 1)}
	d.mu.Lock()
	d.last++
	m.ID = d.last
	d.replies[m.ID] = r
	d.mu.Unlock()
	d.desk.Receive(m)
	select {
	case response, ok := <-r.begun:
		if !ok {
			return nil, io.ErrUnexpectedEOF
		}
		response.Request = q
		context.AfterFunc(q.Context(), func() { d.desk.Receive(Message{ID: m.ID, Kind: Leave}) })
		return response, nil
	case <-q.Context().Done():
		d.desk.Receive(Message{ID: m.ID, Kind: Leave})
		return nil, q.Context().Err()
	}
}

// Whatever is asked, both wires bring the same answer, byte for byte but for times.
func TestBothWiresAnswerAlike(t *testing.T) {
	times := regexp.MustCompile(`"seconds":[-+.e0-9]+`)
	ask := func(via func(*Server) (http.RoundTripper, string)) (texts []string) {
		s := newServer(Config{Searches: 1})
		ids := 0
		count := func() string { ids++; return fmt.Sprint(ids) }
		s.mines.newID, s.matches.newID, s.shows.newID, s.boards.newID = count, count, count, count
		wire, url := via(s)
		for _, q := range append(apiSeeds, deskSeeds...) {
			if strings.Contains(q[1], "/people") { // keys and clocks differ
				continue
			}
			r, ok := requestOf(context.Background(), q[0], q[1], q[2])
			if !ok {
				t.Fatalf("%v is no request", q)
			}
			r.URL.Scheme, r.URL.Host, _ = strings.Cut(url, "://")
			r.RequestURI = ""
			a, err := wire.RoundTrip(r)
			if err != nil {
				t.Fatalf("%v: %v", q, err)
			}
			body, err := io.ReadAll(a.Body)
			if err != nil {
				t.Fatalf("%v: %v", q, err)
			}
			a.Body.Close()
			texts = append(texts, fmt.Sprintf("%v: %d %s %s\n%s", q, a.StatusCode, a.Header.Get("Content-Type"), a.Header.Get("Allow"), times.ReplaceAll(body, nil)))
		}
		return texts
	}
	byHTTP := ask(func(s *Server) (http.RoundTripper, string) {
		h := httptest.NewServer(s)
		t.Cleanup(h.Close)
		return h.Client().Transport, h.URL
	})
	byMessages := ask(func(s *Server) (http.RoundTripper, string) { return newDeskClient(s).Transport, "http://desk" })
	for i, text := range byHTTP {
		if byMessages[i] != text {
			t.Errorf("by messages:\n%.600s\nby HTTP:\n%.600s", byMessages[i], text)
		}
	}
}

// deskSeeds follow up the games that apiSeeds have begun, whose ids count from 1.
var deskSeeds = [][3]string{
	{"GET", "/api/mines/games/1", ""},
	{"POST", "/api/mines/games/1/actions", `{"do":"open","row":3,"col":3}`},
	{"GET", "/api/mines/games/2/review?seconds=0.1", ""},
	{"GET", "/api/mines/games/2/board.mbf", ""},
	{"DELETE", "/api/mines/games/1", ""},
	{"POST", "/api/kriegspiel/games/3/attempts", `{"attempt":"g8f6"}`},
	{"GET", "/api/kriegspiel/games/4/game.pgn", ""},
	{"GET", "/api/kriegspiel/games/4/replay", ""},
	{"GET", "/api/options", ""},
	{"GET", "/api/games", ""},
	{"POST", "/api/mines/games", strings.Repeat(" ", largeBody) + "{}"},
}
