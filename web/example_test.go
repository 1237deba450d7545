package web_test

import (
	"fmt"
	"net/http/httptest"
	"strings"

	"blindsight/web"
)

// The API is asked for the risks of a position. It needs no listener: a server is an http.Handler.
func ExampleServer() {
	server := web.New(web.Config{Loopback: true})
	r := httptest.NewRequest("POST", "http://127.0.0.1/api/mines/analyze", strings.NewReader(`{"position":"1x3/1 windows\n1..\n"}`))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	server.ServeHTTP(w, r)
	fmt.Println(w.Code, strings.Contains(w.Body.String(), `"placements":"1"`))
	// Output: 200 true
}
