//go:build !js

package web

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// httpWire answers a request that came by HTTP.
type httpWire struct {
	w       http.ResponseWriter
	r       *http.Request
	control *http.ResponseController
}

// Times of a connection: to send the body of a request, and to accept a part of an answer.
// Recorders in tests have no deadlines, and refuse them.
const (
	bodyTime = 10 * time.Second
	partTime = 10 * time.Second
)

// Body is part of [Wire].
func (h *httpWire) Body(limit int64) io.ReadCloser {
	_ = h.control.SetReadDeadline(time.Now().Add(bodyTime))
	return &httpBody{http.MaxBytesReader(h.w, h.r.Body, limit), h.control}
}

// httpBody is a body that has to come in time.
type httpBody struct {
	io.ReadCloser
	control *http.ResponseController
}

func (b *httpBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = &TooLarge{large.Limit}
	}
	return n, err
}

// Close ends the deadline. What is left of the body is the server's.
func (b *httpBody) Close() error { return b.control.SetReadDeadline(time.Time{}) }

// Answer is part of [Wire].
func (h *httpWire) Answer(status int, header Header, body []byte) {
	for name, value := range header {
		h.w.Header().Set(name, value)
	}
	h.w.WriteHeader(status)
	_, _ = h.w.Write(body) // an error means that the client has left
}

// Begin is part of [Wire].
func (h *httpWire) Begin(header Header) { h.Answer(statusOK, header, nil) }

// Send is part of [Wire].
func (h *httpWire) Send(part []byte) error {
	_ = h.control.SetWriteDeadline(time.Now().Add(partTime))
	if _, err := h.w.Write(part); err != nil {
		return err
	}
	return h.control.Flush()
}

// writeJSON answers a request that never reached the API.
func writeJSON(w http.ResponseWriter, status int, body any) {
	replyJSON(&httpWire{w: w}, status, nil, body)
}
