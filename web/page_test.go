package web

import (
	"net/http"
	"testing"
)

// An address without a file is a place inside the page, which says where it knows none.
func TestPlacesArePartOfThePage(t *testing.T) {
	needsHTTP(t)
	c := newClient(t, Config{})
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for at, want := range map[string]string{"/mines/play": "/#/mines/play", "/nowhere": "/#/nowhere"} {
		r, err := c.http.Get(c.url + at)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != http.StatusFound || r.Header.Get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", at, r.StatusCode, r.Header.Get("Location"), want)
		}
	}
}
