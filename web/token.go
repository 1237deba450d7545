//go:build !js

package web

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strings"
	"time"
)

// cookieName is the cookie of who has shown the token.
const cookieName = "blindsight"

// cookieTime is how long a browser stays admitted.
const cookieTime = 30 * 24 * time.Hour

// admit lets in who shows the token: in a header, as programs do, or in the address
// /?token=TOKEN, as people do once. A browser then gets a cookie that scripts cannot
// read and other sites cannot send, and goes on to the page without the token in its
// address. What comes after # in the link stays.
//
// The page itself is open, as it is the same for everybody, with the rules it explains. So
// are the links of games between people: their keys cannot be guessed either, and one link
// is all that a guest is sent. Nothing that the server answers or writes down has the token in it; the cookie
// is made of it by a function that nobody can undo, the same after a restart.
func admit(next http.Handler, token string) http.Handler {
	if token == "" {
		return next
	}
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte("blindsight: the cookie of who has shown the token"))
	pass := hex.EncodeToString(mac.Sum(nil))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" && r.URL.Query().Has("token") {
			if !equal(r.URL.Query().Get("token"), token) {
				writeJSON(w, http.StatusForbidden, &problem{Error: "this is not the token of this server"})
				return
			}
			http.SetCookie(w, &http.Cookie{
				Name: cookieName, Value: pass, Path: "/", MaxAge: int(cookieTime / time.Second),
				HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
			})
			w.Header().Set("Cache-Control", "no-store")
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		if openToAll(r.URL.Path) || shows(r, token, pass) {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("WWW-Authenticate", `Bearer realm="blindsight"`)
		writeJSON(w, http.StatusUnauthorized, &problem{Error: "this server wants its token: open its address with /?token= and the token at the end, or send it as Authorization: Bearer"})
	})
}

// openToAll tells whether an address needs no token: the page and its lists of what there
// is, and what has a key in it.
func openToAll(path string) bool {
	if path != "/api" && !strings.HasPrefix(path, "/api/") {
		return true
	}
	if path == "/api/options" || strings.HasPrefix(path, "/api/kriegspiel/rules/") {
		return true
	}
	rest, ok := strings.CutPrefix(path, "/api/kriegspiel/people/")
	if !ok {
		return false
	}
	kind, key, _ := strings.Cut(rest, "/")
	return key != "" && (kind == "seats" || kind == "invitations" || kind == "records")
}

// shows tells whether a request has the token or the cookie.
func shows(r *http.Request, token, pass string) bool {
	if given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return equal(given, token)
	}
	for _, c := range r.CookiesNamed(cookieName) {
		if equal(c.Value, pass) {
			return true
		}
	}
	return false
}

// equal compares secrets in a time that tells nothing, not even their lengths.
func equal(given, want string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
