package pomdp

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Options say how a file is read.
type Options struct {
	// Strict refuses what breaks the grammar. Without it some of that, which real files
	// do, is read with a [Warning].
	Strict bool
	// Limits are for files of strangers. What is 0 has its default.
	Limits Limits
}

// Limits bound what a file may ask for. A file beyond one is refused before the memory
// for it is taken.
type Limits struct {
	Bytes        int64 // of the file; 256 MiB
	States       int   // 1,000,000
	Actions      int   // 100,000
	Observations int   // 1,000,000
	Rows         int   // actions times states; 32,000,000
	Entries      int   // chances other than 0, and rewards, that the file stands for; 32,000,000
}

// defaults fills in what is 0.
func (l Limits) defaults() Limits {
	usual := Limits{Bytes: 256 << 20, States: 1_000_000, Actions: 100_000, Observations: 1_000_000, Rows: 32_000_000, Entries: 32_000_000}
	if l.Bytes == 0 {
		l.Bytes = usual.Bytes
	}
	for _, f := range []struct{ limit, usual *int }{
		{&l.States, &usual.States},
		{&l.Actions, &usual.Actions},
		{&l.Observations, &usual.Observations},
		{&l.Rows, &usual.Rows},
		{&l.Entries, &usual.Entries},
	} {
		if *f.limit == 0 {
			*f.limit = *f.usual
		}
	}
	return l
}

// SyntaxError is what is wrong with a file, and where: line and column count from 1.
type SyntaxError struct {
	Line, Column int
	Text         string
}

// Error returns the place and what is wrong there.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Text) }

// fault returns an error at a place.
func fault(p place, format string, arguments ...any) error {
	return &SyntaxError{int(p.line), int(p.column), fmt.Sprintf(format, arguments...)}
}

// Warning is something that breaks the grammar and was read all the same, or that had to be mended a little: rows that
// add up to 1 only nearly, as rounded numbers do.
type Warning struct {
	Line, Column int
	Text         string
	More         int // how often the same was met later in the file
}

// String returns the place and what was met there.
func (w Warning) String() string {
	if w.More > 0 {
		return fmt.Sprintf("%d:%d: %s (and %d more)", w.Line, w.Column, w.Text, w.More)
	}
	return fmt.Sprintf("%d:%d: %s", w.Line, w.Column, w.Text)
}

// Read reads a problem in Cassandra's .pomdp format, all of it: matrices, rows and single entries, *,
// uniform, identity and reset, names and numbers, the five forms of start, costs, and MDPs, which have
// no observations. Rows of chances that add up to 1 within 1e-5 are made to do so exactly.
// What is wrong with the file is told by a [*SyntaxError]. It takes time and memory in
// proportion to the file and to what that stands for.
func Read(r io.Reader, o Options) (*Model, []Warning, error) {
	limits := o.Limits.defaults()
	data, err := io.ReadAll(io.LimitReader(r, limits.Bytes+1))
	if err != nil {
		return nil, nil, err
	}
	if int64(len(data)) > limits.Bytes {
		return nil, nil, fmt.Errorf("the file is longer than %d bytes", limits.Bytes)
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	if head := strings.TrimSpace(text[:min(len(text), 512)]); strings.HasPrefix(head, "<") {
		return nil, nil, errors.New("this is XML, as files in the PomdpX format are (.pomdpx, factored): only Cassandra's .pomdp format is read; have the program that wrote the file write that")
	}
	p := &parser{scanner: scanner{text: text, line: 1}, limits: limits, strict: o.Strict, m: &Model{}}
	if err := p.file(); err != nil {
		return nil, nil, err
	}
	return p.m, p.warnings, nil
}

// A parser reads a file: one token ahead.
type parser struct {
	scanner
	limits   Limits
	strict   bool
	warnings []Warning
	warned   map[string]int // by what is wrong, where it is in warnings

	m     *Model
	now   token // not yet taken
	begin token // the keyword of what is being read
	given map[string]bool

	numbers                      [3]map[string]int // of states, actions, observations by name
	transitions, looks, payments *writes
}

// file reads all of it.
func (p *parser) file() error {
	p.warned, p.given = map[string]int{}, map[string]bool{}
	if err := p.take(); err != nil {
		return err
	}
	for p.now.kind != endOfFile {
		if err := p.item(); err != nil {
			return err
		}
	}
	if err := p.ready(); err != nil {
		return err
	}
	return p.finish()
}

// item reads one item: a keyword and what belongs to it.
func (p *parser) item() error {
	p.begin = p.now
	switch key := p.now.text; {
	case p.now.kind != word:
		return fault(p.now.place, "%v stands where an item begins: want discount:, values:, states:, actions:, observations:, start:, T:, O: or R:%s",
			p.now, p.tooMany())
	case key == "discount" || key == "values" || key == "states" || key == "actions" || key == "observations":
		return p.preamble()
	case key == "start":
		return p.start()
	case key == "T" || key == "O" || key == "R":
		return p.entries()
	}
	if slices.Contains(reserved, p.now.text) {
		return fault(p.now.place, "%v begins no item: it is a word of the format and cannot be a name", p.now)
	}
	return fault(p.now.place, "%v begins no item: want discount:, values:, states:, actions:, observations:, start:, T:, O: or R:", p.now)
}

// tooMany adds what a number too many may mean.
func (p *parser) tooMany() string {
	if p.now.kind == integer || p.now.kind == real {
		return "; or the item before it has a number too many"
	}
	return ""
}

// take goes on to the next token.
func (p *parser) take() error {
	t, err := p.next()
	p.now = t
	return err
}

// key takes the keyword of an item and the colon after it.
func (p *parser) key() error {
	k := p.now
	if err := p.take(); err != nil {
		return err
	}
	return p.colonAfter(k)
}

// colonAfter takes the colon after a keyword.
func (p *parser) colonAfter(k token) error {
	if p.now.kind != colon {
		return fault(p.now.place, "want a colon after %s, not %v; %[1]s is a word of the format and cannot be a name", k.text, p.now)
	}
	if p.now.line != k.line || int(p.now.column) != int(k.column)+len(k.text) {
		if err := p.broken(k.place, "a blank between "+k.text+" and its colon", "write "+k.text+":"); err != nil {
			return err
		}
	}
	return p.take()
}

// broken refuses what breaks the grammar, or, where that is allowed, warns of it.
// Taken says what is then taken for it.
func (p *parser) broken(at place, what, mend string, taken ...string) error {
	if p.strict {
		return fault(at, "%s: %s", what, mend)
	}
	for _, t := range taken {
		mend += "; " + t
	}
	p.note(at, what, mend)
	return nil
}

// note adds a warning, or counts one of the same kind.
func (p *parser) note(at place, what, more string) {
	if i, ok := p.warned[what]; ok {
		p.warnings[i].More++
		return
	}
	p.warned[what] = len(p.warnings)
	p.warnings = append(p.warnings, Warning{Line: int(at.line), Column: int(at.column), Text: what + ": " + more})
}
