package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"blindsight/docs"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// client asks a server as a page does, and checks every answer against openapi.json.
type client struct {
	t      testing.TB
	server *Server
	url    string
	http   *http.Client

	unchecked bool // answers are not checked: that costs more than they do
}

// newServer returns a server with all that the program gives it: studies and problems.
func newServer(c Config) *Server {
	c.Library = library
	c.Docs = docs.Pages
	return New(c)
}

// newClient starts a server that ends with the test.
func newClient(t testing.TB, c Config) *client {
	t.Helper()
	s := newServer(c)
	if *byDesk {
		return &client{t: t, server: s, url: "http://desk", http: newDeskClient(s)}
	}
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	return &client{t: t, server: s, url: h.URL, http: h.Client()}
}

// ask sends a request and returns status and body.
func (c *client) ask(method, path string, body any) (int, []byte) {
	c.t.Helper()
	r, err := c.send(context.Background(), method, path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if !c.unchecked && strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") && path != "/api" {
		checkAnswer(c.t, method, path, r.StatusCode, "application/json", text)
	}
	return r.StatusCode, text
}

func (c *client) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			c.t.Fatal(err)
		}
		in = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.url+path, in)
	if err != nil {
		c.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return c.http.Do(r)
}

// get, post ask for JSON and read it; the status must be 2xx.
func (c *client) get(path string, to any) { c.t.Helper(); c.must("GET", path, nil, to) }

func (c *client) post(path string, body, to any) { c.t.Helper(); c.must("POST", path, body, to) }

func (c *client) must(method, path string, body, to any) {
	c.t.Helper()
	status, text := c.ask(method, path, body)
	if status/100 != 2 {
		c.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if err := json.Unmarshal(text, to); err != nil {
		c.t.Fatalf("%s %s: %v in %s", method, path, err, text)
	}
}

// event is a server-sent event.
type event struct {
	name string
	data string
}

func (e *event) read(t testing.TB, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(e.data), to); err != nil {
		t.Fatalf("event %s: %v in %s", e.name, err, e.data)
	}
}

// stream sends a request and returns all events; the status must be 200.
func (c *client) stream(method, path string, body any) []event {
	c.t.Helper()
	r, err := c.send(context.Background(), method, path, body)
	if err != nil {
		c.t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "text/event-stream" {
		text, _ := io.ReadAll(r.Body)
		c.t.Fatalf("%s %s: %d %s", method, path, r.StatusCode, text)
	}
	var events []event
	for e := range readEvents(r.Body) {
		events = append(events, e)
		if e.name == "done" && e.data == "{}" {
			continue
		}
		if e.name != "failed" {
			checkAnswer(c.t, method, path, http.StatusOK, "text/event-stream", []byte(e.data))
		}
	}
	if n := len(events); n == 0 || events[n-1].name != "done" {
		c.t.Fatalf("%s %s: the stream does not end with done: %v", method, path, events)
	}
	return events
}

// readEvents yields the events of a stream.
func readEvents(r io.Reader) func(yield func(event) bool) {
	return func(yield func(event) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, 64<<20)
		var e event
		for lines.Scan() {
			switch line := lines.Text(); {
			case strings.HasPrefix(line, "event: "):
				e.name = line[7:]
			case strings.HasPrefix(line, "data: "):
				e.data = line[6:]
			case line == "" && e.name != "":
				if !yield(e) {
					return
				}
				e = event{}
			}
		}
	}
}

func TestAddresses(t *testing.T) {
	c := newClient(t, Config{Version: "v1"})
	for _, test := range []struct {
		method, path string
		status       int
		want         string
	}{
		{"GET", "/api", 200, `"openapi"`},
		{"GET", "/api/options", 200, `"version":"v1"`},
		{"GET", "/", 200, "<title>Blindsight"},
		{"GET", "/mines/analyse", 200, "<title>Blindsight"}, // a place inside the page
		{"GET", "/missing.js", 404, "there is no /missing.js"},
		{"GET", "/api/none", 404, "there is no /api/none"},
		{"GET", "/api/", 404, "there is no /api/"},
		{"POST", "/api", 405, "use GET"},
		{"POST", "/", 405, "use GET"},
		{"DELETE", "/api/mines/games", 405, "use POST"},
		{"GET", "/api/mines/games", 405, "use POST"},
		{"PUT", "/api/mines/games/x", 405, "use GET"},
		{"GET", "/api/mines/games/x", 404, "there is no game"},
		{"GET", "/api/kriegspiel/games/x", 404, "there is no game"},
		{"GET", "/api/mines/games/x/review", 404, "there is no game"},
		{"GET", "/api/kriegspiel/problems/none", 404, "unknown set"},
		{"GET", "/api/kriegspiel/problems/published/0", 404, "problem 0"},
		{"GET", "/api/kriegspiel/problems/published/x", 404, "want a number"},
		{"GET", "/api/kriegspiel/problems/published?limit=-1", 400, "limit"},
		{"GET", "/api/kriegspiel/problems/published?rules=x", 400, "unknown rule set"},
		{"GET", "/api/studies/none/results", 404, "no page"},
		{"GET", "/api/studies/..%2f..%2fetc/results", 404, "no such page"},
		{"GET", "/api/studies/mines-table-1/results/README.md", 404, "no figure"},
		{"GET", "/api/studies/mines-table-1/results/..%2f..%2fstudies.svg", 404, "no such page"},
		{"GET", "/..%2f..%2fetc%2fpasswd", 200, "<title>Blindsight"}, // no file of ours: the page
		{"GET", "/../../etc/passwd.txt", 404, ""},
	} {
		if *byDesk && !strings.HasPrefix(test.path, "/api") {
			continue // the page comes by HTTP
		}
		status, text := c.ask(test.method, test.path, nil)
		if status != test.status || !strings.Contains(string(text), test.want) {
			t.Errorf("%s %s: %d %.200s, want %d with %q", test.method, test.path, status, text, test.status, test.want)
		}
	}
}

func TestHeaders(t *testing.T) {
	needsHTTP(t)
	c := newClient(t, Config{})
	for _, path := range []string{"/", "/api/options", "/api/none", "/api"} {
		r, err := c.send(context.Background(), "GET", path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		for header, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'", "X-Content-Type-Options": "nosniff",
			"Referrer-Policy": "no-referrer",
		} {
			if got := r.Header.Get(header); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %s is %q, want %q", path, header, got, want)
			}
		}
		policy := r.Header.Get("Content-Security-Policy")
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "http") || !strings.Contains(policy, "frame-ancestors 'none'") {
			t.Errorf("%s: policy %q", path, policy)
		}
	}
}

// Other sites are refused, and names that only point here.
func TestCrossOrigin(t *testing.T) {
	needsHTTP(t)
	c := newClient(t, Config{Loopback: true})
	ask := func(method, path, host string, headers ...string) int {
		r, err := http.NewRequest(method, c.url+path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		if host != "" {
			r.Host = host
		}
		a, err := c.http.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		return a.StatusCode
	}
	for _, test := range []struct {
		method, host string
		headers      []string
		want         int
	}{
		{"POST", "", nil, 201},
		{"POST", "", []string{"Sec-Fetch-Site", "same-origin"}, 201},
		{"POST", "", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"POST", "", []string{"Origin", "https://example.org"}, 403},
		{"POST", "localhost:8080", nil, 201},
		{"POST", "[::1]:8080", nil, 201},
		{"POST", "example.org", nil, 421},
		{"POST", "127.0.0.1.example.org:80", nil, 421},
	} {
		if got := ask(test.method, "/api/mines/games", test.host, test.headers...); got != test.want {
			t.Errorf("%s with host %q and %v: %d, want %d", test.method, test.host, test.headers, got, test.want)
		}
	}
	if got := ask("GET", "/api/options", "", "Sec-Fetch-Site", "cross-site"); got != 403 {
		t.Errorf("a read from another site: %d, want 403", got)
	}
}

func TestStudies(t *testing.T) {
	c := newClient(t, Config{})
	var list struct{ Studies []studyJSON }
	c.get("/api/studies", &list)
	if len(list.Studies) < 6 {
		t.Errorf("%d studies", len(list.Studies))
	}
	images, tables := 0, 0
	for _, s := range list.Studies {
		if s.Doc == "" {
			t.Errorf("%s: what is it about?", s.Name)
		}
		for _, page := range s.Pages {
			var p struct {
				Markdown string
				Blocks   []block
			}
			c.get("/api/studies/"+s.Name+"/"+page, &p)
			for _, b := range p.Blocks {
				switch b.Kind {
				case "image":
					images++
					if status, text := c.ask("GET", b.Src, nil); status != 200 || !bytes.Contains(text, []byte("<svg")) {
						t.Errorf("%s: %d", b.Src, status)
					}
				case "table":
					tables++
					for _, row := range b.Rows {
						if len(row) != len(b.Rows[0]) || len(b.Right) != len(row) {
							t.Errorf("%s/%s: a table with rows of %d, %d and %d columns", s.Name, page, len(row), len(b.Rows[0]), len(b.Right))
							break
						}
					}
				}
			}
		}
	}
	if images < 5 || tables < 5 {
		t.Errorf("%d images and %d tables", images, tables)
	}
}

func TestMarkdown(t *testing.T) {
	got := fmt.Sprint(parseMarkdown("# A\n\ntwo\nlines\n\n- one\n  more\n- two\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n```\ncode\n\n# no\n```\n![cap](x.png)\n", func(s string) string { return "/" + s }))
	want := fmt.Sprint([]block{
		{Kind: "heading", Level: 1, Text: "A"},
		{Kind: "paragraph", Text: "two lines"},
		{Kind: "list", Items: []string{"one more", "two"}},
		{Kind: "table", Rows: [][]string{{"a", "b"}, {"1", "2"}}, Right: []bool{false, true}},
		{Kind: "code", Text: "code\n\n# no"},
		{Kind: "image", Text: "cap", Src: "/x.png"},
	})
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// alone begins a test in which one thing happens after the other: the race detector
// would take long and see nothing.
func alone(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("it runs without the race detector")
	}
}

// newRequest is a request for a handler that is called directly.
