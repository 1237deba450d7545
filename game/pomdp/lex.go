package pomdp

import (
	"fmt"
	"strings"
)

// A kind says what a token is.
type kind uint8

const (
	endOfFile kind = iota
	word
	integer
	real
	colon
	star
)

// A token is a piece of a file, and where it begins.
type token struct {
	kind kind
	text string
	place
}

// String returns how an error names the token.
func (t token) String() string {
	if t.kind == endOfFile {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", shorten(t.text))
}

// shorten cuts what would fill a screen.
func shorten(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}

// A place is a line and a column of a file, both from 1.
type place struct{ line, column int32 }

// A scanner cuts the text of a file into tokens. Newlines mean nothing, and # begins a comment.
type scanner struct {
	text      string
	at        int
	line      int32
	lineBegin int
}

// place returns where a byte of the current line stands.
func (s *scanner) place(at int) place { return place{s.line, int32(at - s.lineBegin + 1)} }

// next returns the next token.
func (s *scanner) next() (token, error) {
	s.skip()
	if s.at == len(s.text) {
		return token{kind: endOfFile, place: s.place(s.at)}, nil
	}
	begin := s.at
	switch c := s.text[s.at]; {
	case c == ':':
		s.at++
		return token{colon, ":", s.place(begin)}, nil
	case c == '*':
		s.at++
		return token{star, "*", s.place(begin)}, nil
	case isLetter(c):
		s.while(isNamePart)
		return s.token(word, begin)
	case isDigit(c) || c == '-' || c == '+' || c == '.':
		return s.token(s.number(), begin)
	}
	return token{}, s.strange(begin)
}

// skip passes blanks and comments.
func (s *scanner) skip() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '\n':
			s.at++
			s.line++
			s.lineBegin = s.at
		case ' ', '\t', '\r', '\f', '\v':
			s.at++
		case '#':
			if end := strings.IndexByte(s.text[s.at:], '\n'); end >= 0 {
				s.at += end
			} else {
				s.at = len(s.text)
			}
		default:
			return
		}
	}
}

func (s *scanner) while(part func(c byte) bool) {
	for s.at < len(s.text) && part(s.text[s.at]) {
		s.at++
	}
}

// number passes a number: a sign, digits, a point and digits, an exponent.
func (s *scanner) number() kind {
	k := integer
	if c := s.text[s.at]; c == '-' || c == '+' {
		s.at++
	}
	s.while(isDigit)
	if s.at < len(s.text) && s.text[s.at] == '.' {
		k = real
		s.at++
		s.while(isDigit)
	}
	if s.at < len(s.text) && s.text[s.at]|0x20 == 'e' {
		k = real
		s.at++
		if s.at < len(s.text) && (s.text[s.at] == '-' || s.text[s.at] == '+') {
			s.at++
		}
		s.while(isDigit)
	}
	return k
}

// token returns what was passed since begin, which must end at a blank or a sign of the format.
func (s *scanner) token(k kind, begin int) (token, error) {
	if s.at < len(s.text) && !strings.ContainsRune(" \t\r\f\v\n#:*", rune(s.text[s.at])) {
		return token{}, s.strange(begin)
	}
	return token{k, s.text[begin:s.at], s.place(begin)}, nil
}

// strange returns the error of a piece that is neither a number nor a name.
func (s *scanner) strange(begin int) error {
	s.while(func(c byte) bool { return !strings.ContainsRune(" \t\r\f\v\n#:*", rune(c)) })
	return fault(s.place(begin), "%q is neither a number nor a name: a name is a letter, then letters, digits, - and _",
		shorten(s.text[begin:s.at]))
}
