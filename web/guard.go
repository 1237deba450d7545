//go:build !js

package web

import (
	"net"
	"net/http"
	"strings"
)

// policy is what the page may do: show what this server sends, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard refuses what other sites ask for, and sets the headers that keep the page to
// itself. A server that listens on loopback answers to the names of loopback only: else
// a site whose name is made to point here could read what it says.
func guard(next http.Handler, loopback bool) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusForbidden, &problem{Error: "requests from other sites are refused"})
	}))
	inner := cross.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		switch {
		case loopback && !localName(r.Host):
			writeJSON(w, http.StatusMisdirectedRequest, &problem{Error: "this server answers to localhost only"})
			return
		case strings.HasPrefix(r.URL.Path, "/api") && r.Header.Get("Sec-Fetch-Site") == "cross-site":
			writeJSON(w, http.StatusForbidden, &problem{Error: "requests from other sites are refused"})
			return
		}
		inner.ServeHTTP(w, r)
	})
}

// localName tells whether the host of a request is a name of this machine's loopback.
func localName(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback()
}
