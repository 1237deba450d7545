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

	claimed Result // how the record says that the game ended
}

// newReplayer returns a replayer of a record without turns; claimed is how the game ended, by
// what the record says of it.
func newReplayer(rec *Record, claimed Result) *replayer {
	p := &replayer{rec: rec, claimed: claimed}
	if side, ok := rec.Scope.Side(); ok {
		p.view = NewView(rec.Rules, side, &rec.Start)
		return p
	}
	p.game = NewReferee(rec.Rules, &rec.Start, 0)
	p.game.endless = true // whether a game was drawn by counting is for the record to say
	return p
}

// parsePercept reads what the side to move heard. Where the game was drawn by counting, the
// last move says nothing of pawn captures.
func (p *replayer) parsePercept(text string) (Percept, error) {
	if p.claimed >= DrawRepetition && p.claimed <= DrawLimit {
		return p.rec.Rules.ParseLast(text, p.mover())
	}
	return p.rec.Rules.ParsePercept(text, p.mover())
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
		return p.ended(p.view.Did(a, heard), heard)
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
	var next chess.Position
	says, moved := p.game.rules.Try(&p.game.pos, a, &next)
	if moved {
		says = p.game.rules.Drawn(&next, says)
	}
	switch {
	case !known || says == heard:
	case moved && !p.rec.Rules.saysAll(heard) && heard == says&movedMask && !says.Over():
		p.game.claimed = p.claimed
	default:
		return fmt.Errorf("%s: heard %q, but in %s the referee says %q", a, heard, &p.game.pos, says)
	}
	_, err := p.game.Try(a)
	return err
}

// hear adds a whole turn of the opponent.
func (p *replayer) hear(t *Turn) error { return p.ended(p.view.hearTurn(t), t.Heard) }

// ended ends the game for a view that has heard, without an error, what is only heard of the
// last move.
func (p *replayer) ended(err error, heard Percept) error {
	if err == nil && !p.rec.Rules.saysAll(heard) {
		p.view.End(p.claimed)
	}
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
		if replayed.Result != Unfinished || result == WhiteMates || result == BlackMates || result == DrawStalemate || result == DrawMaterial {
			return nil, fmt.Errorf("result %q: by what was heard the game is %q", result, replayed.Result)
		}
		p.rec.Result = result
	}
	p.rec.About.tidy(p.rec.Result)
	return p.rec, nil
}
