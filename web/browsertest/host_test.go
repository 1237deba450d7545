package browsertest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// siteAt is where the site is on its host: all of its paths must be relative.
const siteAt = "/some/folder"

// host is a static host: a server that has files and nothing else. It keeps a log of what it
// is asked for.
type host struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	held  string        // part of addresses that wait
	free  chan struct{} // closed when they need not
}

// hold lets requests wait whose address has a part, until letGo.
func (h *host) hold(part string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.held, h.free = part, make(chan struct{})
}

func (h *host) letGo() { close(h.free) }

func newHost(files string) *host {
	h := &host{}
	list := http.StripPrefix(siteAt, http.FileServer(http.Dir(files)))
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.asked = append(h.asked, r.Method+" "+r.URL.String())
		held, free := h.held, h.free
		h.mu.Unlock()
		if held != "" && strings.Contains(r.URL.Path, held) {
			<-free
		}
		list.ServeHTTP(w, r)
	}))
	return h
}

func (h *host) address() string { return h.URL + siteAt }

// log returns what was asked for so far.
func (h *host) log() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]string(nil), h.asked...)
}

// needsServer skips a test of what a page alone cannot have.
func needsServer(t *testing.T, why string) {
	t.Helper()
	if *siteFolder != "" {
		t.Skip("a site has no server: " + why)
	}
}
