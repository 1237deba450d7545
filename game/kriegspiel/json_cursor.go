package kriegspiel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// A jsonCursor walks through a part of the text and knows where it is.
type jsonCursor struct {
	r    *Reader
	base int // offset of the part
	dec  *json.Decoder
}

func (r *Reader) cursor(from, to int) *jsonCursor {
	dec := json.NewDecoder(bytes.NewReader(r.text[from:to]))
	dec.UseNumber()
	return &jsonCursor{r, from, dec}
}

// offset returns where the last value ended.
func (c *jsonCursor) offset() int { return c.base + int(c.dec.InputOffset()) }

// next returns where the next value begins.
func (c *jsonCursor) next() int {
	at := c.offset()
	for at < len(c.r.text) && bytes.IndexByte([]byte(" \t\r\n,:"), c.r.text[at]) >= 0 {
		at++
	}
	return at
}

// fail returns the error of a value that begins at an offset.
func (c *jsonCursor) fail(at int, err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		at = max(at, c.next())
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		at, err = len(c.r.text), errors.New("the text ends in the middle of a record")
	}
	return c.r.errorAt(at, err)
}

// token returns the next token and where it begins.
func (c *jsonCursor) token() (json.Token, int, error) {
	at := c.next()
	t, err := c.dec.Token()
	if err != nil {
		return nil, at, c.fail(at, err)
	}
	return t, at, nil
}

// shown returns a token as a message shows it: null as it is written.
func shown(t json.Token) any {
	if t == nil {
		return "null"
	}
	return t
}

// skip passes over a value.
func (c *jsonCursor) skip() error {
	at := c.next()
	var raw json.RawMessage
	if err := c.dec.Decode(&raw); err != nil {
		return c.fail(at, err)
	}
	return nil
}

// string returns the next value, which must be a string.
func (c *jsonCursor) string() (string, error) {
	t, at, err := c.token()
	if err != nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		return "", c.r.errorAt(at, fmt.Errorf("%v: want a string", shown(t)))
	}
	return s, nil
}

// parse hands the next value, a string, to f, and says where it was if f complains.
func (c *jsonCursor) parse(f func(text string) error) error {
	at := c.next()
	text, err := c.string()
	if err != nil {
		return err
	}
	if err := f(text); err != nil {
		return c.r.errorAt(at, err)
	}
	return nil
}

// number returns the next value, which must be a number from 0 to a million.
func (c *jsonCursor) number() (int, error) {
	t, at, err := c.token()
	if err != nil {
		return 0, err
	}
	number, _ := t.(json.Number)
	n, err := strconv.Atoi(number.String())
	if err != nil || n < 0 || n > 1_000_000 {
		return 0, c.r.errorAt(at, fmt.Errorf("%v: want a whole number, 0 or more", shown(t)))
	}
	return n, nil
}

// object walks through an object.
func (c *jsonCursor) object(field func(key string, at int) error) error {
	t, at, err := c.token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return c.r.errorAt(at, fmt.Errorf("%v: want an object {…}", shown(t)))
	}
	for c.dec.More() {
		t, at, err := c.token()
		if err != nil {
			return err
		}
		key, ok := t.(string)
		if !ok {
			return c.r.errorAt(at, fmt.Errorf("%v: want a name", shown(t)))
		}
		if err := field(key, at); err != nil {
			return err
		}
	}
	_, _, err = c.token()
	return err
}

// array walks through an array.
func (c *jsonCursor) array(element func() error) error {
	t, at, err := c.token()
	if err != nil {
		return err
	}
	if t != json.Delim('[') {
		return c.r.errorAt(at, fmt.Errorf("%v: want a list […]", shown(t)))
	}
	for c.dec.More() {
		if err := element(); err != nil {
			return err
		}
	}
	_, _, err = c.token()
	return err
}
