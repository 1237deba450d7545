package textinput

import (
	"context"
	"errors"
	"io"
	"os"
)

// ErrInterrupted is what a reader returns that waited for input when it was stopped.
var ErrInterrupted = errors.New("interrupted")

// Patient returns a reader of a file, a pipe or a terminal that ends with the context: who
// waits for a line that never comes need not be told twice to stop. Other readers never wait, and
// are returned as they are.
func Patient(ctx context.Context, in io.Reader) io.Reader {
	if _, ok := in.(*os.File); !ok {
		return in
	}
	return &waiting{ctx: ctx, in: in}
}

// waiting is a reader that reads beside whoever waits for it.
type waiting struct {
	ctx  context.Context
	in   io.Reader
	read chan chunk // nil before the first call
	rest chunk
}

// chunk is a part of what was read, and the error that came after it.
type chunk struct {
	text []byte
	err  error
}

func (w *waiting) Read(p []byte) (int, error) {
	if w.read == nil {
		w.read = make(chan chunk)
		go w.pump()
	}
	if len(w.rest.text) == 0 && w.rest.err == nil {
		select {
		case w.rest = <-w.read:
		case <-w.ctx.Done():
			return 0, ErrInterrupted
		}
	}
	n := copy(p, w.rest.text)
	if w.rest.text = w.rest.text[n:]; n > 0 {
		return n, nil
	}
	return 0, w.rest.err
}

// pump reads until there is an error, or nobody wants to know any more.
func (w *waiting) pump() {
	for {
		buf := make([]byte, 32<<10)
		n, err := w.in.Read(buf)
		select {
		case w.read <- chunk{buf[:n], err}:
		case <-w.ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}
