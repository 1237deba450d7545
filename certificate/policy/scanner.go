package policy

import (
	"bufio"
	"fmt"
	"io"
)

// scanner reads bytes and knows where it is.
type scanner struct {
	from         *bufio.Reader
	line, column int // of the next byte, from 1
	buf          []byte
}

func newScanner(r io.Reader) *scanner {
	return &scanner{from: bufio.NewReaderSize(r, 1<<16), line: 1, column: 1}
}

// ahead returns the next byte, unread.
func (s *scanner) ahead() (byte, error) {
	b, err := s.from.Peek(1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// pass passes over a byte that ahead has returned.
func (s *scanner) pass(c byte) {
	s.from.Discard(1)
	if c == '\n' {
		s.line++
		s.column = 0
	}
	s.column++
}

// peek passes over white space and returns the byte after it, unread.
func (s *scanner) peek() (byte, error) {
	for {
		c, err := s.ahead()
		if err != nil || !blank(c) {
			return c, err
		}
		s.pass(c)
	}
}

// here is the place of the next byte.
func (s *scanner) here() mistake { return mistake{line: s.line, column: s.column} }

// longest is how long a word may be.
const longest = 1 << 12

// until reads up to the first byte for which stop holds, or the end. It is overwritten by the next call.
func (s *scanner) until(stop func(byte) bool) ([]byte, error) {
	at := s.here()
	s.buf = s.buf[:0]
	for {
		c, err := s.ahead()
		switch {
		case err == io.EOF || err == nil && stop(c):
			return s.buf, nil
		case err != nil:
			return nil, err
		case len(s.buf) == longest:
			return nil, at.say("more than %d characters without an end", longest)
		}
		s.pass(c)
		s.buf = append(s.buf, c)
	}
}

// word passes over white space and reads what stands before the next, or before a "<". At the end of
// the file, or before such a one, it is empty.
func (s *scanner) word() (word string, at mistake, err error) {
	if _, err := s.peek(); err != nil && err != io.EOF {
		return "", s.here(), err
	}
	at = s.here()
	text, err := s.until(func(c byte) bool { return blank(c) || c == '<' })
	return string(text), at, err
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// say makes an error of a place.
func (m mistake) say(format string, args ...any) error {
	m.err = fmt.Errorf(format, args...)
	return m
}
