package textinput

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxLine is how long a line that people type may be.
const MaxLine = 64 << 10

// Lines reads lines. A byte order mark before the first one is left out.
type Lines struct {
	in *bufio.Reader
	n  int // lines read
}

// NewLines returns a reader of the lines of a text.
func NewLines(in io.Reader) *Lines {
	return &Lines{in: bufio.NewReaderSize(in, MaxLine)}
}

// LongLine is the error of a line that is too long; the lines after it can be read.
type LongLine struct{ Line, Length int }

// Error says how long it is.
func (e *LongLine) Error() string {
	return fmt.Sprintf("the line has %d bytes: want at most %d", e.Length, MaxLine)
}

// Next returns the next line without its end, io.EOF after the last one.
func (l *Lines) Next() (string, error) {
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
		return "", &LongLine{l.n, length}
	}
	if l.n == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff"))
	}
	return string(bytes.TrimRight(text, "\r\n")), nil
}

// Number returns how many lines have been read: the number of the last one.
func (l *Lines) Number() int { return l.n }
