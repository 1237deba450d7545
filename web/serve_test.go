package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hard is a problem that takes long: mate in eight where there is none.
const hard = `{"problem":{"moves":8,"belief":["3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1"]},"seconds":50}`

// beginStream sends a request for a stream and returns once its first event is there.
func (c *client) beginStream(ctx context.Context, path, body, first string) (next func() (event, bool), end func()) {
	c.t.Helper()
	r, err := c.send(ctx, "POST", path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	events := make(chan event)
	done := make(chan struct{})
	go func() {
		defer close(events)
		for e := range readEvents(r.Body) {
			select {
			case events <- e:
			case <-done:
				return
			}
		}
	}()
	if e, ok := <-events; !ok || e.name != first {
		c.t.Fatalf("the first event is %v, want %s", e, first)
	}
	next = func() (event, bool) { e, ok := <-events; return e, ok }
	return next, func() {
		close(done)
		r.Body.Close()
		for range events {
		}
	}
}

// A search waits for a free worker and says its place; it ends when its client leaves,
// and the next one begins.
func TestSearchesWaitAndEnd(t *testing.T) {
	c := newClient(t, Config{Searches: 1})
	one, leave := context.WithCancel(context.Background())
	_, endOne := c.beginStream(one, "/api/kriegspiel/mate", hard, "progress")
	next, endTwo := c.beginStream(context.Background(), "/api/kriegspiel/mate", hard, "queued")
	defer endTwo()
	_, endThree := c.beginStream(context.Background(), "/api/kriegspiel/mate", hard, "queued")
	// What is short does not wait for them.
	start := time.Now()
	c.analyze("9x9/10 windows\n"+strings.Repeat(strings.Repeat(".", 9)+"\n", 9), false)
	if passed := time.Since(start); passed > time.Minute {
		t.Errorf("an analysis waited for %s", passed)
	}
	endThree()
	leave()
	endOne()
	if e, ok := next(); !ok || e.name != "queued" || e.data != `{"place":-1}` {
		t.Errorf("the second search does not say that its wait is over: %v", e)
	}
	if e, ok := next(); !ok || e.name != "progress" {
		t.Errorf("the second search does not begin when the first client has left: %v", e)
	}
}

// One person's search in one tab does not keep the other tab waiting, however few cores
// there are; who has to wait is told so.
func TestSecondTabDoesNotWait(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	c := newClient(t, Config{})
	_, endOne := c.beginStream(context.Background(), "/api/kriegspiel/mate", hard, "progress")
	defer endOne()
	_, endTwo := c.beginStream(context.Background(), "/api/kriegspiel/mate", hard, "progress")
	defer endTwo()
	_, endThree := c.beginStream(context.Background(), "/api/kriegspiel/mate", hard, "queued")
	defer endThree()
}

// A client that sends nothing, or nothing more, or reads nothing, does not hold a worker.
func TestSlowClients(t *testing.T) {
	s := newServer(Config{Searches: 1})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error)
	go func() { served <- s.Serve(ctx, l) }()
	dial := func(text string) net.Conn {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	var slow []net.Conn
	for range 20 {
		slow = append(slow,
			dial("GET /api/opt"),
			dial("POST /api/mines/analyze HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"),
			dial("POST /api/kriegspiel/mate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"))
	}
	// The one worker is free for who asks properly.
	a, err := http.Post("http://"+l.Addr().String()+"/api/kriegspiel/mate", "application/json", strings.NewReader(`{"problem":{"set":"published","number":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(a.Body)
	a.Body.Close()
	if !strings.Contains(string(text), `"result":"mate"`) {
		t.Errorf("%s", text)
	}
	for _, conn := range slow {
		conn.Close()
	}
	http.DefaultClient.CloseIdleConnections()
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// Serve ends running streams when it is told to, and leaves nothing behind.
func TestServeEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	s := newServer(Config{Searches: 1, Loopback: true})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error)
	go func() { served <- s.Serve(ctx, l) }()
	c := &client{t: t, server: s, url: "http://" + l.Addr().String(), http: &http.Client{}}
	_, end := c.beginStream(context.Background(), "/api/kriegspiel/mate", hard, "progress")
	start := time.Now()
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if passed := time.Since(start); passed > time.Minute {
		t.Errorf("it took %s to end", passed)
	}
	end()
	c.http.CloseIdleConnections()
	waitFor(t, "the end of all goroutines", func() bool { return runtime.NumGoroutine() <= before })
}

// A listener that fails ends Serve with its error.
func TestServeFails(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := newServer(Config{}).Serve(context.Background(), l); err == nil {
		t.Error("it serves on a closed listener")
	}
}
