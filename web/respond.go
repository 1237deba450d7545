package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"blindsight"
	"blindsight/game/kriegspiel"
	"blindsight/game/minesweeper"
	players "blindsight/player/sweepers"
)

// refusal is an error that the client caused, with its status.
type refusal struct {
	status int
	text   string
}

func (r *refusal) Error() string { return r.text }

func refuse(status int, format string, args ...any) error {
	return &refusal{status, fmt.Sprintf(format, args...)}
}

// bad returns a refusal of what a request says.
func bad(err error) error {
	if err == nil {
		return nil
	}
	return &wrong{http.StatusBadRequest, err}
}

// wrong is an error of the packages below that a request has caused.
type wrong struct {
	status int
	err    error
}

func (w *wrong) Error() string { return w.err.Error() }
func (w *wrong) Unwrap() error { return w.err }

// problem is the body of a failed request.
type problem struct {
	Error  string   `json:"error"`
	Cells  [][2]int `json:"cells,omitempty"`
	Line   int      `json:"line,omitempty"`
	Column int      `json:"column,omitempty"`
}

// problemOf returns the status and the body for an error.
func problemOf(err error) (int, *problem) {
	p := &problem{Error: err.Error()}
	status := http.StatusInternalServerError
	var (
		refused   *refusal
		caused    *wrong
		tooLarge  *http.MaxBytesError
		syntax    *minesweeper.SyntaxError
		unread    *kriegspiel.ReadError
		contra    *players.Contradiction
		flags     *misplaced
		badSyntax *json.SyntaxError
	)
	switch {
	case errors.As(err, &tooLarge):
		status = http.StatusRequestEntityTooLarge
		p.Error = fmt.Sprintf("the request is too large: at most %d bytes", tooLarge.Limit)
	case errors.As(err, &contra):
		status = http.StatusUnprocessableEntity
		p.Cells = [][2]int{}
		for _, c := range contra.Cells {
			row, col := contra.View.Game().RowCol(c)
			p.Cells = append(p.Cells, [2]int{row, col})
		}
	case errors.As(err, &flags):
		status = http.StatusUnprocessableEntity
		p.Cells = flags.cells
	case errors.As(err, &syntax):
		status = http.StatusBadRequest
		p.Line, p.Column = syntax.Line, syntax.Column
	case errors.As(err, &unread):
		status = http.StatusBadRequest
		p.Line, p.Column = unread.Line, unread.Column
	case errors.As(err, &badSyntax):
		status = http.StatusBadRequest
	case errors.As(err, &refused):
		status = refused.status
	case errors.As(err, &caused):
		status = caused.status
	case errors.Is(err, blindsight.ErrTooMany), errors.Is(err, players.ErrNeedsGuess):
		status = http.StatusUnprocessableEntity
	case errors.Is(err, errBusy):
		status = http.StatusServiceUnavailable
	case errors.Is(err, context.DeadlineExceeded):
		status = http.StatusServiceUnavailable
		p.Error = "it took too long: ask for less, or try again"
	}
	return status, p
}

// api turns a function that returns what to answer, or an error, into a handler.
func api(f func(w http.ResponseWriter, r *http.Request) (status int, body any, err error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		status, body, err := f(w, r)
		if err != nil {
			var p *problem
			status, p = problemOf(err)
			body = p
			if status == http.StatusServiceUnavailable {
				w.Header().Set("Retry-After", "10")
			}
		}
		if body != nil {
			writeJSON(w, status, body)
		}
	}
}

// writeJSON writes an answer. An error means that the client has left.
func writeJSON(w http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n'))
}

// The limits of request bodies, in bytes, and of the time to send one.
const (
	smallBody = 64 << 10
	largeBody = 4 << 20
	bodyTime  = 10 * time.Second
)

// readJSON reads the body of a request, one JSON value and nothing else. Names that the
// API does not know are errors, so that a wrong one is not silently without effect.
func readJSON(w http.ResponseWriter, r *http.Request, limit int64, to any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return refuse(http.StatusUnsupportedMediaType, "Content-Type %q: want application/json", r.Header.Get("Content-Type"))
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTime)) // recorders in tests have no deadlines
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, limit))
	d.DisallowUnknownFields()
	err := d.Decode(to)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = refuse(http.StatusBadRequest, "the request has text after its JSON value")
			var tooLarge *http.MaxBytesError
			if errors.As(more, &tooLarge) {
				err = more
			}
		}
	}
	_ = control.SetReadDeadline(time.Time{})
	var tooLarge *http.MaxBytesError
	var refused *refusal
	switch {
	case err == nil, errors.As(err, &tooLarge), errors.As(err, &refused):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return refuse(http.StatusBadRequest, "the request ends before its JSON value does")
	}
	return refuse(http.StatusBadRequest, "the request is not what the API takes: %s", strings.TrimPrefix(err.Error(), "json: "))
}
