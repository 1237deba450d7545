package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const testToken = "the-token-of-this-test-server"

// knock sends a request to a server with a token and returns the answer.
func knock(s *Server, method, path, body string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

// The token opens the API; the page and the links of games between people need none.
func TestToken(t *testing.T) {
	s := newServer(Config{Token: testToken})
	login := knock(s, "GET", "/?token="+testToken, "")
	cookies := login.Cookies()
	if login.StatusCode != 303 || login.Header.Get("Location") != "/" || len(cookies) != 1 {
		t.Fatalf("%d %v", login.StatusCode, login.Header)
	}
	cookie := cookies[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" || cookie.Secure || cookie.MaxAge <= 0 {
		t.Errorf("%+v", cookie)
	}
	if strings.Contains(login.Header.Get("Set-Cookie"), testToken) {
		t.Errorf("the cookie is the token: %v", cookie)
	}
	pass := cookie.Name + "=" + cookie.Value
	for _, test := range []struct {
		method, path string
		headers      []string
		want         int
	}{
		{"GET", "/api", nil, 401},
		{"GET", "/api/studies", nil, 401},
		{"GET", "/api/none", nil, 401},
		{"POST", "/api/mines/games", nil, 401},
		{"POST", people, nil, 401},
		{"GET", people + "/", nil, 401},
		{"GET", people + "/seats/", nil, 401},
		{"GET", people + "/other/x", nil, 401},
		{"GET", "/api/studies?token=" + testToken, nil, 401},
		{"GET", "/api/studies", []string{"Authorization", "Bearer " + testToken}, 200},
		{"GET", "/api/studies", []string{"Authorization", "Bearer " + testToken + "x"}, 401},
		{"GET", "/api/studies", []string{"Authorization", "Bearer "}, 401},
		{"GET", "/api/studies", []string{"Authorization", testToken}, 401},
		{"GET", "/api/studies", []string{"Cookie", pass}, 200},
		{"GET", "/api/studies", []string{"Cookie", cookie.Name + "=" + testToken}, 401},
		{"GET", "/api/studies", []string{"Cookie", cookie.Name + "=old; " + pass}, 200},
		{"POST", "/api/mines/games", []string{"Cookie", pass}, 201},
		{"POST", "/api/mines/games", []string{"Cookie", pass, "Sec-Fetch-Site", "cross-site"}, 403},
		{"GET", "/", nil, 200},
		{"GET", "/api/options", nil, 200},
		{"GET", "/api/kriegspiel/rules/english", nil, 200},
		{"POST", "/api/options", nil, 405},
		{"GET", "/kriegspiel/people", nil, 302},
		{"GET", "/?token=", nil, 403},
		{"GET", "/?token=wrong", nil, 403},
		{"GET", people + "/seats/x", nil, 404},
		{"GET", people + "/invitations/x", nil, 404},
		{"GET", people + "/records/x/game.pgn", nil, 404},
	} {
		answer := knock(s, test.method, test.path, "{}", test.headers...)
		if answer.StatusCode != test.want {
			t.Errorf("%s %s with %v: %d, want %d", test.method, test.path, test.headers, answer.StatusCode, test.want)
		}
		var sent strings.Builder
		if err := answer.Write(&sent); err != nil || strings.Contains(sent.String(), testToken) {
			t.Errorf("%s %s: the answer has the token in it: %s (%v)", test.method, test.path, sent.String(), err)
		}
	}
	// The cookie outlives the program, and another token makes another one.
	if a := knock(newServer(Config{Token: testToken}), "GET", "/api/studies", "", "Cookie", pass); a.StatusCode != 200 {
		t.Errorf("after a restart: %d", a.StatusCode)
	}
	if a := knock(newServer(Config{Token: "another-" + testToken}), "GET", "/api/studies", "", "Cookie", pass); a.StatusCode != 401 {
		t.Errorf("with a new token: %d", a.StatusCode)
	}
	if a := knock(newServer(Config{}), "GET", "/api/studies", ""); a.StatusCode != 200 {
		t.Errorf("without a token: %d", a.StatusCode)
	}
}
