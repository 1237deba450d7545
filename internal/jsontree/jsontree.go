// Package jsontree reads a JSON text into a tree that remembers where each value
// stands, so that a reader of plans or problems can name line and column not only
// of a misplaced bracket but of a player that does not exist.
package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"blindsight/internal/nearest"
)

// MaxDepth is how deep values may be nested. What people write is far shallower;
// the limit keeps a hostile text from exhausting the stack.
const MaxDepth = 64

// Kind is the kind of a value.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the kind with its article, for messages.
func (k Kind) String() string {
	return [...]string{"null", "true or false", "a number", "a string", "a list", "an object"}[k]
}

// Node is a value and where it stands.
type Node struct {
	Kind    Kind
	Text    string   // of a string its value, of a number its digits, of a bool "true" or "false"
	Items   []*Node  // of a list
	Members []Member // of an object, in the order of the text

	source *source
	offset int
}

// Member is a key of an object with its value.
type Member struct {
	Key   *Node
	Value *Node
}

// Error is a mistake in a text: where it is, what is wrong and what to do.
type Error struct {
	Name         string // of the file
	Line, Column int    // from 1; the column counts characters
	Text         string
}

// Error returns the message in the form NAME:LINE:COLUMN: TEXT.
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Text)
}

// source is the text that the nodes point into.
type source struct {
	name string
	data []byte
}

func (s *source) errorf(offset int, format string, args ...any) *Error {
	before := s.data[:min(max(offset, 0), len(s.data))]
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	return &Error{s.name, 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(line), fmt.Sprintf(format, args...)}
}

// Parse reads one JSON value; name is used in errors, which are of type [*Error].
// An object with a key twice is an error, as is anything after the value. It runs in
// linear time.
func Parse(data []byte, name string) (*Node, error) {
	p := parser{source: &source{name, data}, decoder: json.NewDecoder(bytes.NewReader(data))}
	p.decoder.UseNumber()
	if !utf8.Valid(data) {
		bad := 0
		for bad < len(data) {
			r, size := utf8.DecodeRune(data[bad:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			bad += size
		}
		return nil, p.source.errorf(bad, "this is not UTF-8 text")
	}
	root, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if end := int(p.decoder.InputOffset()); len(bytes.Trim(data[end:], " \t\r\n")) > 0 {
		return nil, p.source.errorf(p.start(), "something follows the end of the text: remove it")
	}
	return root, nil
}

type parser struct {
	source  *source
	decoder *json.Decoder
}

// start returns where the next token begins.
func (p *parser) start() int {
	at := int(p.decoder.InputOffset())
	for at < len(p.source.data) && strings.IndexByte(" \t\r\n,:", p.source.data[at]) >= 0 {
		at++
	}
	return at
}

func (p *parser) token() (json.Token, int, error) {
	at := p.start()
	t, err := p.decoder.Token()
	if err == nil {
		return t, at, nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		if len(bytes.Trim(p.source.data, " \t\r\n")) == 0 {
			return nil, at, p.source.errorf(0, "the text is empty")
		}
		return nil, at, p.source.errorf(len(p.source.data), "the text ends too early: a bracket, brace or quote is not closed")
	}
	if s, ok := errors.AsType[*json.SyntaxError](err); ok {
		// The decoder counts offsets of a value from where it began to read it.
		text := strings.TrimPrefix(s.Error(), "json: ")
		return nil, at, p.source.errorf(at, "this is not JSON: %s", text)
	}
	return nil, at, p.source.errorf(at, "this is not JSON: %v", err)
}

func (p *parser) value(depth int) (*Node, error) {
	t, at, err := p.token()
	if err != nil {
		return nil, err
	}
	return p.rest(t, at, depth)
}

// rest reads what remains of the value that begins with a token.
func (p *parser) rest(t json.Token, at, depth int) (*Node, error) {
	n := &Node{source: p.source, offset: at}
	switch t := t.(type) {
	case nil:
		n.Kind = Null
	case bool:
		n.Kind, n.Text = Bool, strconv.FormatBool(t)
	case json.Number:
		n.Kind, n.Text = Number, t.String()
	case string:
		n.Kind, n.Text = String, t
	case json.Delim:
		if depth == MaxDepth {
			return nil, n.Errorf("nested more than %d deep", MaxDepth)
		}
		n.Kind = Array
		if t == '{' {
			n.Kind = Object
		}
		seen := make(map[string]bool)
		for {
			t, at, err := p.token()
			if err != nil {
				return nil, err
			}
			if t == json.Delim('}') || t == json.Delim(']') {
				return n, nil
			}
			v, err := p.rest(t, at, depth+1)
			if err != nil {
				return nil, err
			}
			if n.Kind == Array {
				n.Items = append(n.Items, v)
				continue
			}
			if seen[v.Text] {
				return nil, v.Errorf("the key %q is there twice", v.Text)
			}
			seen[v.Text] = true
			m := Member{Key: v}
			if m.Value, err = p.value(depth + 1); err != nil {
				return nil, err
			}
			n.Members = append(n.Members, m)
		}
	}
	return n, nil
}

// Errorf returns an error at the node's place.
func (n *Node) Errorf(format string, args ...any) error {
	return n.source.errorf(n.offset, format, args...)
}

// Get returns the value of a key, nil where there is none. It takes time linear in
// the number of keys.
func (n *Node) Get(key string) *Node {
	for _, m := range n.Members {
		if m.Key.Text == key {
			return m.Value
		}
	}
	return nil
}

// Keys tells that the node is not an object, or has a key other than these.
func (n *Node) Keys(known ...string) error {
	if err := n.want(Object); err != nil {
		return err
	}
	for _, m := range n.Members {
		if !slices.Contains(known, m.Key.Text) {
			return m.Key.Errorf("unknown key %q%s: use one of %s", m.Key.Text, nearest.Hint(m.Key.Text, known), strings.Join(known, ", "))
		}
	}
	return nil
}

// Need returns the value of a key that must be there; about says what it is for.
func (n *Node) Need(key, about string) (*Node, error) {
	if v := n.Get(key); v != nil {
		return v, nil
	}
	return nil, n.Errorf("the key %q is missing: %s", key, about)
}

func (n *Node) want(k Kind) error {
	if n.Kind != k {
		return n.Errorf("this is %s: want %s", n.Kind, k)
	}
	return nil
}

// Str returns the value of a string.
func (n *Node) Str() (string, error) { return n.Text, n.want(String) }

// Bool returns the value of true or false.
func (n *Node) Bool() (bool, error) { return n.Text == "true", n.want(Bool) }

// Uint returns a whole number between low and high.
func (n *Node) Uint(low, high uint64) (uint64, error) {
	if err := n.want(Number); err != nil {
		return 0, err
	}
	v, err := strconv.ParseUint(n.Text, 10, 64)
	if err != nil || v < low || v > high {
		return 0, n.Errorf("%s: want a whole number from %d to %d", n.Text, low, high)
	}
	return v, nil
}

// List returns the items of a list that must not be empty.
func (n *Node) List() ([]*Node, error) {
	if err := n.want(Array); err != nil {
		return nil, err
	}
	if len(n.Items) == 0 {
		return nil, n.Errorf("this list is empty: put something in, or leave the key away")
	}
	return n.Items, nil
}
