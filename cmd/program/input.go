package program

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// interrupted is what a command says that waited for input when it was stopped.
var interrupted = failure{errors.New("interrupted")}

// patient returns a reader of a file, a pipe or a terminal that ends with the context: who
// waits for a line that never comes need not be told twice to stop. Other readers never wait, and
// are returned as they are.
func patient(ctx context.Context, in io.Reader) io.Reader {
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
			return 0, interrupted
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

// maxLine is how long a line that people type may be.
const maxLine = 64 << 10

// lineReader reads lines. A byte order mark before the first one is left out.
type lineReader struct {
	in *bufio.Reader
	n  int // lines read
}

func newLineReader(in io.Reader) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, maxLine)}
}

// longLine is the error of a line that is too long; the lines after it can be read.
type longLine struct{ line, length int }

func (e *longLine) Error() string {
	return fmt.Sprintf("the line has %d bytes: want at most %d", e.length, maxLine)
}

// next returns the next line without its end, io.EOF after the last one.
func (l *lineReader) next() (string, error) {
	text, err := l.in.ReadSlice('\n')
	if len(text) == 0 && err != nil {
		return "", err
	}
	l.n++
	if errors.Is(err, bufio.ErrBufferFull) {
		length := len(text)
		for errors.Is(err, bufio.ErrBufferFull) {
			text, err = l.in.ReadSlice('\n')
			length += len(text)
		}
		return "", &longLine{l.n, length}
	}
	if l.n == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	return string(bytes.TrimRight(text, "\r\n")), nil
}

// unmarked is a text without the byte order mark that it may begin with. It does not look before it is read: who
// types it has yet to be told what to type.
type unmarked struct {
	in     *bufio.Reader
	looked bool
}

func (u *unmarked) Read(p []byte) (int, error) {
	if !u.looked {
		u.looked = true
		if mark, _ := u.in.Peek(3); string(mark) == "\ufeff" {
			_, _ = u.in.Discard(3) // they are there
		}
	}
	return u.in.Read(p)
}

// Words of a message that are longer are shown in part.
const (
	longWord  = 300
	wordBegin = 100
	wordEnd   = 20
)

// brief returns a message in which words that are too long to be read are cut, with how long
// they are: what was given may be of any length.
func brief(text string) string {
	if len(text) <= longWord {
		return text
	}
	var short bytes.Buffer
	for rest := []byte(text); len(rest) > 0; {
		n := bytes.IndexAny(rest, " \n")
		if n < 0 {
			n = len(rest)
		}
		if word := rest[:n]; n > longWord {
			fmt.Fprintf(&short, "%s…(%d bytes)…%s", bytes.ToValidUTF8(word[:wordBegin], nil), n, bytes.ToValidUTF8(word[n-wordEnd:], nil))
		} else {
			short.Write(word)
		}
		if rest = rest[n:]; len(rest) > 0 {
			short.WriteByte(rest[0])
			rest = rest[1:]
		}
	}
	return short.String()
}
