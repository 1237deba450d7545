package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"blindsight"
	"blindsight/coach/minecoach"
	"blindsight/game/kriegspiel"
	"blindsight/game/minesweeper"
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
	return &wrong{statusBadRequest, err}
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
	status := statusInternal
	var (
		refused   *refusal
		caused    *wrong
		tooLarge  *TooLarge
		syntax    *minesweeper.SyntaxError
		unread    *kriegspiel.ReadError
		contra    *minecoach.Contradiction
		flags     *misplaced
		badSyntax *json.SyntaxError
	)
	switch {
	case errors.As(err, &tooLarge):
		status = statusTooLarge
		p.Error = fmt.Sprintf("the request is too large: at most %d bytes", tooLarge.Limit)
	case errors.As(err, &contra):
		status = statusUnprocessableEntity
		p.Cells = [][2]int{}
		for _, c := range contra.Cells {
			row, col := contra.View.Game().RowCol(c)
			p.Cells = append(p.Cells, [2]int{row, col})
		}
	case errors.As(err, &flags):
		status = statusUnprocessableEntity
		p.Cells = flags.cells
	case errors.As(err, &syntax):
		status = statusBadRequest
		p.Line, p.Column = syntax.Line, syntax.Column
	case errors.As(err, &unread):
		status = statusBadRequest
		p.Line, p.Column = unread.Line, unread.Column
	case errors.As(err, &badSyntax):
		status = statusBadRequest
	case errors.As(err, &refused):
		status = refused.status
	case errors.As(err, &caused):
		status = caused.status
	case errors.Is(err, blindsight.ErrTooMany), errors.Is(err, minecoach.ErrNeedsGuess):
		status = statusUnprocessableEntity
	case errors.Is(err, errBusy):
		status = statusServiceUnavailable
	case errors.Is(err, context.DeadlineExceeded):
		status = statusServiceUnavailable
		p.Error = "it took too long: ask for less, or try again"
	}
	return status, p
}

// reply answers a request by what its function returns.
func reply(wire Wire, f answerer, r *call) {
	status, body, err := f(r)
	header := Header{}
	if err != nil {
		var p *problem
		status, p = problemOf(err)
		body = p
		if status == statusServiceUnavailable {
			header["Retry-After"] = "10"
		}
	}
	switch b := body.(type) {
	case nil:
	case *file:
		wire.Answer(status, b.header, b.data)
	default:
		replyJSON(wire, status, header, body)
	}
}

// replyJSON answers with a JSON value.
func replyJSON(wire Wire, status int, header Header, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		status, text = statusInternal, []byte(`{"error":"the answer cannot be written"}`)
	}
	if header == nil {
		header = Header{}
	}
	header["Content-Type"], header["Cache-Control"] = "application/json", "no-store"
	wire.Answer(status, header, append(text, '\n'))
}

// file is an answer that is no JSON value.
type file struct {
	header Header
	data   []byte
}

// attachment returns a file to be kept under a name.
func attachment(kind, name string, data []byte) *file {
	return &file{Header{"Content-Type": kind, "Cache-Control": "no-store", "Content-Disposition": `attachment; filename="` + name + `"`}, data}
}

// The limits of request bodies, in bytes.
const (
	smallBody = 64 << 10
	largeBody = 4 << 20
)

// readJSON reads the body of a request, one JSON value and nothing else. Names that the
// API does not know are errors, so that a wrong one is not silently without effect.
func readJSON(r *call, limit int64, to any) error {
	if kind, _, _ := strings.Cut(r.kind, ";"); !strings.EqualFold(strings.TrimSpace(kind), "application/json") {
		return refuse(statusUnsupportedMediaType, "Content-Type %q: want application/json", r.kind)
	}
	body := r.wire.Body(limit)
	defer body.Close()
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	err := d.Decode(to)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = refuse(statusBadRequest, "the request has text after its JSON value")
			var tooLarge *TooLarge
			if errors.As(more, &tooLarge) {
				err = more
			}
		}
	}
	var tooLarge *TooLarge
	var refused *refusal
	switch {
	case err == nil, errors.As(err, &tooLarge), errors.As(err, &refused):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return refuse(statusBadRequest, "the request ends before its JSON value does")
	}
	return refuse(statusBadRequest, "the request is not what the API takes: %s", strings.TrimPrefix(err.Error(), "json: "))
}
