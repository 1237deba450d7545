package kriegspiel

import (
	"bytes"
	"fmt"
	"io"

	"blindsight/game/chess"
)

// ReadError says what is wrong with a text, and where.
type ReadError struct {
	Name         string // of the file
	Line, Column int    // from 1; columns count bytes
	Err          error
}

// Error returns "NAME:LINE:COLUMN: PROBLEM".
func (e *ReadError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %v", e.Name, e.Line, e.Column, e.Err)
}

// Unwrap returns the problem.
func (e *ReadError) Unwrap() error { return e.Err }

// Reader reads records, in JSON lines or in Kriegspiel PGN: it looks which it is. What
// it returns has been replayed: the record of one side holds nothing that contradicts
// the own men, an unfiltered one is what the referee would say.
type Reader struct {
	name string
	text []byte
	err  error // of reading the text itself
	at   int   // offset of what comes next
	n    int   // records read
}

// NewReader returns a reader of a whole text; the name is used in errors.
func NewReader(in io.Reader, name string) *Reader {
	text, err := io.ReadAll(in)
	return &Reader{name: name, text: text, err: err}
}

// Next returns the next record, io.EOF after the last one. Other errors are of type
// *ReadError, or of reading the text; there is nothing to be read after one.
func (r *Reader) Next() (*Record, error) {
	if r.err != nil {
		return nil, r.err
	}
	r.at += blanks(r.text[r.at:])
	if r.at == len(r.text) {
		return nil, io.EOF
	}
	var rec *Record
	if r.text[r.at] == '{' {
		rec, r.err = r.readJSON()
	} else {
		rec, r.err = r.readPGN()
	}
	if r.err != nil {
		return nil, r.err
	}
	r.n++
	if rec.ID == "" {
		rec.ID = fmt.Sprint(r.n)
	}
	return rec, nil
}

// errorAt returns an error at an offset of the text.
func (r *Reader) errorAt(offset int, err error) error {
	offset = min(offset, len(r.text))
	before := r.text[:offset]
	return &ReadError{
		Name: r.name, Err: err,
		Line:   1 + bytes.Count(before, []byte("\n")),
		Column: offset - bytes.LastIndexByte(before, '\n'),
	}
}

// blanks returns how many bytes of white space a text begins with, byte order mark
// included.
func blanks(text []byte) int {
	return len(text) - len(bytes.TrimLeft(text, " \t\r\n\ufeff"))
}

// A replayer follows a record as it is read, turn by turn, and checks it.
type replayer struct {
	rec  *Record
	view *View    // of a filtered record
	game *Referee // of an unfiltered one
}

func newReplayer(rec *Record) *replayer {
	if side, ok := rec.Scope.Side(); ok {
		return &replayer{rec: rec, view: NewView(rec.Rules, side, &rec.Start)}
	}
	game := NewReferee(rec.Rules, &rec.Start, 0)
	game.endless = true // whether a draw was claimed is for the record to say
	return &replayer{rec: rec, game: game}
}

// mover returns the side whose turn it is.
func (p *replayer) mover() chess.Color {
	if p.view != nil {
		return p.view.own.Side()
	}
	return p.game.Side()
}

// hidden reports whether the turn is one of which only announcements are known.
func (p *replayer) hidden() bool { return p.view != nil && p.mover() != p.view.side }

// try adds a try of the side to move. In an unfiltered record heard must be what the
// referee says; if it is not known it is what he says.
func (p *replayer) try(a Attempt, heard Percept, known bool) error {
	if p.view != nil {
		if !known {
			return fmt.Errorf("%s: say what was heard", a)
		}
		return p.view.Did(a, heard)
	}
	if known && heard == Nonsense {
		return nil
	}
	if p.game.result != Unfinished {
		return fmt.Errorf("%s: the game is over: %s", a, p.game.result)
	}
	if err := p.game.View(p.game.Side()).Sense(a); err != nil {
		if heard == Illegal && !p.rec.Rules.Nonsense {
			return nil
		}
		return err
	}
	says, _ := p.game.rules.Try(&p.game.pos, a, new(chess.Position))
	if known && says != heard {
		return fmt.Errorf("%s: heard %q, but in %s the referee says %q", a, heard, &p.game.pos, says)
	}
	_, err := p.game.Try(a)
	return err
}

// finish moves what was replayed into the record. Result is what the text says, or
// Unfinished if it says nothing.
func (p *replayer) finish(result Result) (*Record, error) {
	var replayed *Record
	if p.view != nil {
		replayed = p.view.Record()
	} else {
		replayed = p.game.Record()
	}
	p.rec.Turns = replayed.Turns
	p.rec.Result = replayed.Result
	if result != Unfinished && result != replayed.Result {
		if replayed.Result != Unfinished || result == WhiteMates || result == BlackMates || result == DrawStalemate {
			return nil, fmt.Errorf("result %q: by what was heard the game is %q", result, replayed.Result)
		}
		p.rec.Result = result
	}
	p.rec.About.tidy(p.rec.Result)
	return p.rec, nil
}
