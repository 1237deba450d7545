package browsertest

import (
	"net/http"
	"net/http/httptest"
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
}

func newHost(files string) *host {
	h := &host{}
	list := http.StripPrefix(siteAt, http.FileServer(http.Dir(files)))
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.asked = append(h.asked, r.Method+" "+r.URL.String())
		h.mu.Unlock()
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
