// Package textinput opens and reads what people give: texts that may be compressed or begin with a byte order
// mark ([Open], [Unmarked]), lines that are typed ([Lines]), and input that somebody may stop waiting for ([Patient]).
package textinput

import (
	"bufio"
	"compress/gzip"
	"io"
)

// Open returns a text that may be compressed by gzip as it was before, without the byte order
// mark that it may begin with. It looks at the first bytes.
func Open(in io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(in)
	if magic, _ := buffered.Peek(2); string(magic) == "\x1f\x8b" {
		text, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, err
		}
		buffered = bufio.NewReader(text)
	}
	if mark, _ := buffered.Peek(3); string(mark) == "\ufeff" {
		_, _ = buffered.Discard(3) // they are there
	}
	return buffered, nil // errors come again when it is read
}

// Unmarked returns a text without the byte order mark that it may begin with. It does not look before it is read: who
// types it has yet to be told what to type.
func Unmarked(in io.Reader) io.Reader { return &unmarked{in: bufio.NewReader(in)} }

// unmarked is what Unmarked returns.
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
