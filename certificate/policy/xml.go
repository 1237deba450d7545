package policy

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// tag is a tag of XML.
type tag struct {
	name    string
	closing bool
	attrs   map[string]string
	at      mistake
}

// readXML reads the reference solver's format. Of XML it knows what such files have: declarations, comments, tags
// with attributes, and text.
func readXML(s *scanner, size Size) (*Policy, error) {
	if _, err := s.open("Policy"); err != nil {
		return nil, err
	}
	t, err := s.open("AlphaVector")
	if err != nil {
		return nil, err
	}
	if n, err := t.number("vectorLength"); err != nil || n != size.States {
		return nil, orElse(err, t.at.say(`vectorLength="%d": the problem has %d states`, n, size.States))
	}
	if n := t.attrs["numObsValue"]; n != "" && n != "1" {
		return nil, t.at.say("numObsValue=%q: a policy of a factored problem, with vectors for a part of the state; only whole ones are read", n)
	}
	p := &Policy{}
	for {
		t, err := s.tag()
		if err != nil {
			return nil, err
		}
		if t.closing && t.name == "AlphaVector" {
			break
		}
		if t.closing || t.name != "Vector" {
			return nil, t.at.say("<%s> where <Vector> or </AlphaVector> is to stand", t.name)
		}
		if err := p.room(size); err != nil {
			return nil, t.at.say("%w", err)
		}
		v, err := s.vector(t, size)
		if err != nil {
			return nil, err
		}
		p.Vectors = append(p.Vectors, v)
	}
	if n, err := t.number("numVectors"); t.attrs["numVectors"] != "" && (err != nil || n != len(p.Vectors)) {
		return nil, orElse(err, t.at.say(`numVectors="%d": there are %d`, n, len(p.Vectors)))
	}
	if err := s.end("Policy"); err != nil {
		return nil, err
	}
	if c, err := s.peek(); err == nil {
		return nil, s.here().say("%q after the end of the policy", c)
	}
	for i := range p.Vectors {
		if next := p.Vectors[i].Next; next != nil {
			if err := p.leads(next, size); err != nil {
				return nil, fmt.Errorf("vector %d: %w", i, err)
			}
		}
	}
	return p, nil
}

// orElse returns the first error if there is one, else the second.
func orElse(err, second error) error {
	if err != nil {
		return err
	}
	return second
}

// vector reads a vector after its tag.
func (s *scanner) vector(t tag, size Size) (v Vector, err error) {
	if v.Action, err = t.number("action"); err != nil {
		return v, err
	}
	if n := t.attrs["obsValue"]; n != "" && n != "0" {
		return v, t.at.say("obsValue=%q: a vector for a part of the state; only whole ones are read", n)
	}
	if text, said := t.attrs["next"]; said {
		for _, word := range strings.Fields(text) {
			i, err := strconv.Atoi(word)
			if err != nil {
				return v, t.at.say("next: %.40q is not the number of a vector", word)
			}
			v.Next = append(v.Next, i)
		}
	}
	v.Values = make([]float64, 0, size.States)
	for {
		word, at, err := s.word()
		if err != nil {
			return v, err
		}
		if word == "" {
			break
		}
		if len(v.Values) == size.States {
			return v, at.say("more values than the problem has states: %d", size.States)
		}
		x, err := number(word)
		if err != nil {
			return v, at.say("%w", err)
		}
		v.Values = append(v.Values, x)
	}
	at := s.here()
	if err := s.end("Vector"); err != nil {
		return v, err
	}
	if err := size.fits(&v); err != nil {
		return v, at.say("%w", err)
	}
	return v, nil
}

// number reads an attribute that is a whole number.
func (t tag) number(name string) (int, error) {
	text, said := t.attrs[name]
	if !said {
		return 0, t.at.say("<%s> needs %s=…", t.name, name)
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		return 0, t.at.say("%s=%.40q: want a whole number", name, text)
	}
	return n, nil
}

// open reads a tag that must be of a name.
func (s *scanner) open(name string) (tag, error) {
	t, err := s.tag()
	if err == nil && (t.closing || t.name != name) {
		err = t.at.say("<%s> where <%s> is to stand", t.name, name)
	}
	return t, err
}

// end reads a closing tag that must be of a name.
func (s *scanner) end(name string) error {
	t, err := s.tag()
	if err == nil && (!t.closing || t.name != name) {
		err = t.at.say("<%s> where </%s> is to stand", t.name, name)
	}
	return err
}

// tag reads the next tag, passing over declarations and comments.
func (s *scanner) tag() (t tag, err error) {
	for {
		c, err := s.peek()
		t.at = s.here()
		if err == io.EOF {
			return t, t.at.say("the file ends before its last tag")
		} else if err != nil {
			return t, err
		}
		if c != '<' {
			return t, t.at.say("%q where a tag is to stand", c)
		}
		s.pass(c)
		head, err := s.from.Peek(3)
		switch {
		case err == nil && string(head) == "!--":
			err = s.skip(t.at, "-->")
		case len(head) > 0 && head[0] == '?':
			err = s.skip(t.at, "?>")
		default:
			return t, s.inside(&t)
		}
		if err != nil {
			return t, err
		}
	}
}

// skip passes over everything up to an end.
func (s *scanner) skip(at mistake, end string) error {
	matched := ""
	for !strings.HasSuffix(matched, end) {
		c, err := s.ahead()
		if err == io.EOF {
			return at.say("it has no end %q", end)
		} else if err != nil {
			return err
		}
		s.pass(c)
		matched += string(rune(c))
		matched = matched[max(0, len(matched)-len(end)):]
	}
	return nil
}

// inside reads a tag after its "<".
func (s *scanner) inside(t *tag) error {
	if c, err := s.ahead(); err == nil && c == '/' {
		s.pass(c)
		t.closing = true
	}
	name, err := s.until(func(c byte) bool { return blank(c) || c == '>' || c == '<' || c == '=' || c == '/' })
	if err != nil {
		return err
	}
	if t.name = string(name); t.name == "" {
		return t.at.say("a tag without a name")
	}
	t.attrs = map[string]string{}
	for {
		c, err := s.peek()
		switch {
		case err == io.EOF:
			return t.at.say("<%s> has no end", t.name)
		case err != nil:
			return err
		case c == '>':
			s.pass(c)
			return nil
		case c == '/' || t.closing:
			return s.here().say("%q in <%s>: an empty or a closing tag has nothing in it", c, t.name)
		}
		if err := s.attribute(t); err != nil {
			return err
		}
	}
}

// attribute reads NAME="VALUE".
func (s *scanner) attribute(t *tag) error {
	at := s.here()
	text, err := s.until(func(c byte) bool { return blank(c) || c == '=' || c == '>' || c == '<' || c == '"' || c == '\'' })
	if err != nil {
		return err
	}
	name := string(text)
	for _, want := range []string{"=", `"'`} {
		c, err := s.peek()
		if err != nil || strings.IndexByte(want, c) < 0 || name == "" {
			return at.say(`<%s>: want attributes as name="value"`, t.name)
		}
		s.pass(c)
		if want != "=" {
			text, err = s.quoted(c)
		}
		if err != nil {
			return err
		}
	}
	if _, twice := t.attrs[name]; twice {
		return at.say("<%s>: %s stands in it twice", t.name, name)
	}
	t.attrs[name] = string(text)
	return nil
}

// mostQuoted is how long the value of an attribute may be: as many numbers of vectors as there are observations.
const mostQuoted = 1 << 24

// quoted reads up to a quote.
func (s *scanner) quoted(quote byte) (text []byte, err error) {
	at := s.here()
	for {
		c, err := s.ahead()
		if err != nil || c == '<' || len(text) == mostQuoted {
			return nil, at.say("a value that has no end")
		}
		s.pass(c)
		if c == quote {
			return text, nil
		}
		text = append(text, c)
	}
}

// WriteXML writes a policy in the reference solver's format, with [Vector.Next]. Model is the name of the problem.
func (p *Policy) WriteXML(w io.Writer, model string) error {
	out := bufio.NewWriterSize(w, 1<<16)
	states := 0
	if len(p.Vectors) > 0 {
		states = len(p.Vectors[0].Values)
	}
	var name strings.Builder
	if err := xml.EscapeText(&name, []byte(model)); err != nil {
		return err
	}
	fmt.Fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Policy version=\"0.1\" type=\"value\" model=\"%s\">\n", name.String())
	fmt.Fprintf(out, "<AlphaVector vectorLength=\"%d\" numObsValue=\"1\" numVectors=\"%d\">\n", states, len(p.Vectors))
	var buf []byte
	for _, v := range p.Vectors {
		buf = append(buf[:0], `<Vector action="`...)
		buf = strconv.AppendInt(buf, int64(v.Action), 10)
		buf = append(buf, `" obsValue="0"`...)
		if v.Next != nil {
			buf = append(buf, ` next="`...)
			for i, n := range v.Next {
				if i > 0 {
					buf = append(buf, ' ')
				}
				buf = strconv.AppendInt(buf, int64(n), 10)
			}
			buf = append(buf, '"')
		}
		buf = append(buf, '>')
		buf = appendValues(buf, v.Values)
		buf = append(buf, "</Vector>\n"...)
		if _, err := out.Write(buf); err != nil {
			return err
		}
	}
	fmt.Fprint(out, "</AlphaVector>\n</Policy>\n")
	return out.Flush()
}
