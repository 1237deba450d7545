package kriegspiel

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"blindsight/game/chess"
	"blindsight/internal/nearest"
)

// AppendJSON appends the record as one JSON object, without a line break, and returns
// the buffer:
//
//	{"id", "rules", "side", "history": [{"white": [{"try": "e2e4", "heard": "silent"}]}, {"black": {"heard": "silent", "illegal": 0}}]}
//
// The turns of the opponent say what was heard after his move, how many of his attempts
// were refused, where that is heard, and the answer if he asked "Any?". An unfiltered
// record has no side, and lists the tries of both. Where the game did not begin in the
// initial position, "start" is its FEN; a result that no percept tells is in "result".
// "date", "white", "black" and "termination" are there where they are known.
func (r *Record) AppendJSON(buf []byte) []byte {
	id, err := json.Marshal(r.ID)
	if err != nil {
		panic(err) // a string is always JSON
	}
	buf = fmt.Appendf(buf, `{"id":%s,"rules":%q`, id, r.Rules.Name)
	if side, ok := r.Scope.Side(); ok {
		buf = fmt.Appendf(buf, `,"side":%q`, side)
	}
	switch {
	case r.Clock > 0:
		buf = fmt.Appendf(buf, `,"start":%q`, r.Start.FullFEN(r.Clock, 1))
	case r.Start != chess.Start():
		buf = fmt.Appendf(buf, `,"start":%q`, r.Start.FEN())
	}
	for _, known := range []struct{ name, value string }{
		{"date", r.About.Date}, {"white", r.About.White}, {"black", r.About.Black}, {"termination", r.About.Termination},
	} {
		if known.value != "" {
			value, err := json.Marshal(known.value)
			if err != nil {
				panic(err) // a string is always JSON
			}
			buf = fmt.Appendf(buf, `,%q:%s`, known.name, value)
		}
	}
	buf = append(buf, `,"history":[`...)
	for i := range r.Turns {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = fmt.Appendf(buf, `{%q:`, r.Mover(i))
		buf = append(r.Turns[i].appendJSON(buf), '}')
	}
	buf = append(buf, ']')
	if r.Result >= DrawRepetition {
		buf = fmt.Appendf(buf, `,"result":%q`, r.Result)
	}
	return append(buf, '}')
}

// MarshalJSON returns what [Record.AppendJSON] appends.
func (r *Record) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

func (t *Turn) appendJSON(buf []byte) []byte {
	if t.Hidden {
		buf = fmt.Appendf(buf, `{"heard":%q`, t.Heard)
		if t.Illegal >= 0 {
			buf = fmt.Appendf(buf, `,"illegal":%d`, t.Illegal)
		}
		if t.Any != Silent {
			buf = fmt.Appendf(buf, `,"any":%q`, t.Any)
		}
		return append(buf, '}')
	}
	buf = append(buf, '[')
	for i, try := range t.Tries {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = fmt.Appendf(buf, `{"try":%q,"heard":%q}`, try.Attempt, try.Heard)
	}
	return append(buf, ']')
}

// readJSON reads a record in JSON.
func (r *Reader) readJSON() (*Record, error) {
	c := r.cursor(r.at, len(r.text))
	rec := &Record{Rules: rules[0], Start: chess.Start()}
	result := Unfinished
	history := -1 // offset
	err := c.object(func(key string, at int) error {
		var err error
		switch key {
		case "id":
			err = c.parse(func(text string) (err error) { rec.ID, err = ParseID(text); return })
		case "rules":
			err = c.parse(func(text string) (err error) { rec.Rules, err = ParseRules(text); return })
		case "side":
			err = c.parse(func(text string) error {
				side, err := ParseSide(text)
				rec.Scope = ScopeOf(side)
				return err
			})
		case "start":
			err = c.parse(func(text string) (err error) { rec.Start, rec.Clock, _, err = chess.ParseFullFEN(text); return })
		case "result":
			err = c.parse(func(text string) (err error) { result, err = parseResult(text); return })
		case "date":
			rec.About.Date, err = c.string()
		case "white":
			rec.About.White, err = c.string()
		case "black":
			rec.About.Black, err = c.string()
		case "termination":
			rec.About.Termination, err = c.string()
		case "history":
			history = c.next()
			err = c.skip()
		default:
			err = c.foreign(key, at, recordKeys)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	begin := r.at
	r.at = c.offset()
	if history < 0 {
		return nil, r.errorAt(begin, errors.New(`the record has no "history"`))
	}
	p := newReplayer(rec, result)
	c = r.cursor(history, r.at)
	if err := c.array(func() error { return c.turn(p) }); err != nil {
		return nil, err
	}
	rec, err = p.finish(result)
	if err != nil {
		return nil, r.errorAt(begin, err)
	}
	return rec, nil
}

// The keys of a record and of a problem. Lines of a database of problems have those of both, and some of their own;
// they are read as either.
var (
	recordKeys   = []string{"id", "rules", "side", "start", "history", "result", "date", "white", "black", "termination"}
	problemKeys  = []string{"id", "rules", "side", "depth", "belief"}
	instanceKeys = slices.Concat(recordKeys, problemKeys, []string{"answer", "least", "seed", "game", "ply", "part", "plan", "plan_depth"})
)

// foreign passes over the value of a key that an object need not look at, and complains of one that it does not know.
func (c *jsonCursor) foreign(key string, at int, keys []string) error {
	if slices.Contains(instanceKeys, key) {
		return c.skip()
	}
	return c.r.errorAt(at, fmt.Errorf("unknown key %q%s: use %s", key, nearest.Hint(key, keys), strings.Join(keys, ", ")))
}

// ParseID reads the name of a record or a problem. It is printed as it stands, so that it has no
// characters that do something to a terminal instead of being seen.
func ParseID(text string) (string, error) {
	if at := strings.IndexFunc(text, unseen); at >= 0 {
		return "", fmt.Errorf("the id has a control character after %d bytes, %U: leave it away", at, []rune(text[at:])[0])
	}
	return text, nil
}

// unseen reports whether a character does something instead of being seen: control characters, and marks that have no width or turn
// the direction of text. (The tables of package unicode would make the page larger.)
func unseen(r rune) bool {
	return unicode.IsControl(r) || r == 0xad || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x2060 && r <= 0x206f || r == 0xfeff
}

// ParseSide reads a side, "white" or "black".
func ParseSide(text string) (chess.Color, error) {
	switch text {
	case "white":
		return chess.White, nil
	case "black":
		return chess.Black, nil
	}
	return 0, fmt.Errorf("side %q: want white or black", text)
}

func parseResult(text string) (Result, error) {
	for r := Unfinished; r <= BlackWins; r++ {
		if text == r.String() {
			return r, nil
		}
	}
	return 0, fmt.Errorf("result %q: want one like %q", text, DrawRepetition)
}

// turn reads a turn, {"white": …} or {"black": …}, and replays it.
func (c *jsonCursor) turn(p *replayer) error {
	at := c.next()
	read := 0
	err := c.object(func(key string, at int) error {
		side, err := ParseSide(key)
		if err != nil {
			return c.r.errorAt(at, err)
		}
		if read++; read > 1 {
			return c.r.errorAt(at, errors.New("want one turn in each object"))
		}
		if side != p.mover() {
			return c.r.errorAt(at, fmt.Errorf("a turn of %s, but it is the turn of %s", side, p.mover()))
		}
		if p.hidden() {
			return c.hiddenTurn(p)
		}
		return c.array(func() error { return c.try(p, side) })
	})
	if err != nil {
		return err
	}
	if read == 0 {
		return c.r.errorAt(at, errors.New(`an empty turn: want {"white": …} or {"black": …}`))
	}
	return nil
}

// try reads a try, {"try": "e2e4", "heard": "silent"}, and replays it.
func (c *jsonCursor) try(p *replayer, side chess.Color) error {
	at := c.next()
	var attempt, heard string
	var attemptAt, heardAt int
	err := c.object(func(key string, at int) (err error) {
		switch key {
		case "try":
			attemptAt = c.next()
			attempt, err = c.string()
		case "heard":
			heardAt = c.next()
			heard, err = c.string()
		default:
			err = c.r.errorAt(at, fmt.Errorf(`%q: want "try" and "heard"`, key))
		}
		return err
	})
	if err != nil {
		return err
	}
	if attempt == "" || heard == "" {
		return c.r.errorAt(at, errors.New(`want {"try": "…", "heard": "…"}`))
	}
	if p.mover() != side {
		return c.r.errorAt(at, fmt.Errorf("%s has moved: it is the turn of %s", side, p.mover()))
	}
	a, err := ParseAttempt(attempt)
	if err != nil {
		return c.r.errorAt(attemptAt, err)
	}
	h, err := p.parsePercept(heard)
	if err != nil {
		return c.r.errorAt(heardAt, err)
	}
	if err := p.try(a, h, true); err != nil {
		return c.r.errorAt(attemptAt, err)
	}
	return nil
}

// hiddenTurn reads what is known of the opponent's turn, {"heard": "silent", "illegal":
// 0, "any": "yes"}, and replays it.
func (c *jsonCursor) hiddenTurn(p *replayer) error {
	begin := c.next()
	t := Turn{Hidden: true, Illegal: -1}
	heard := false
	err := c.object(func(key string, at int) (err error) {
		switch key {
		case "heard":
			heard = true
			return c.parse(func(text string) (err error) {
				t.Heard, err = p.parsePercept(text)
				if err == nil && !t.Heard.Move() {
					err = fmt.Errorf("heard %q: want what was heard after the opponent's legal move", text)
				}
				return err
			})
		case "illegal":
			t.Illegal, err = c.number()
			return err
		case "any":
			return c.parse(func(text string) (err error) {
				if t.Any, err = p.rec.Rules.ParsePercept(text, p.mover()); err == nil && t.Any != Yes && t.Any != No {
					err = fmt.Errorf("any %q: want yes or no", text)
				}
				return err
			})
		}
		return c.r.errorAt(at, fmt.Errorf(`%q: want "heard", "illegal" and "any"`, key))
	})
	if err != nil {
		return err
	}
	if !heard {
		return c.r.errorAt(begin, errors.New(`want {"heard": "…"}, with "illegal" and "any" where known`))
	}
	if err := p.hear(&t); err != nil {
		return c.r.errorAt(begin, err)
	}
	return nil
}
