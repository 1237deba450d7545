package mateplan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// maxNesting is how deep the nodes of a plan may lie in one another: no plan needs more.
const maxNesting = 5000

// reader walks through the text of plans and knows where it is.
type reader struct {
	name  string
	text  []byte
	base  int
	dec   *json.Decoder
	rules *kriegspiel.Rules
}

// Read reads plans, one JSON object a line, and hands each to visit until that returns an
// error. Percepts must be such as the rule set can say; whether they can be heard, and
// whether the plan mates, is for [Check] to say. Errors of the text are of type
// *kriegspiel.ReadError.
func Read(in io.Reader, name string, visit func(*Plan) error) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	r := &reader{name: name, text: text}
	for {
		r.base += len(text[r.base:]) - len(bytes.TrimLeft(text[r.base:], " \t\r\n\ufeff"))
		if r.base == len(text) {
			return nil
		}
		p, err := r.plan()
		if err != nil {
			return err
		}
		if err := visit(p); err != nil {
			return err
		}
	}
}

// plan reads a plan. Its rules may come after its nodes, which are then read again.
func (r *reader) plan() (*Plan, error) {
	p := &Plan{}
	begin, planAt := r.base, -1
	r.dec = json.NewDecoder(bytes.NewReader(r.text[r.base:]))
	r.dec.UseNumber()
	err := r.object(func(key string, at int) (err error) {
		switch key {
		case "id":
			var where int
			if p.ID, where, err = r.string(); err == nil {
				if _, err = kriegspiel.ParseID(p.ID); err != nil {
					err = r.errorAt(where, err)
				}
			}
		case "rules":
			var name string
			var where int
			if name, where, err = r.string(); err == nil {
				if p.Rules, err = kriegspiel.ParseRules(name); err != nil {
					err = r.errorAt(where, err)
				}
			}
		case "depth":
			var t json.Token
			if t, at, err = r.token(); err == nil {
				number, _ := t.(json.Number)
				if p.Depth, err = strconv.Atoi(number.String()); err != nil || p.Depth < 1 || p.Depth > kriegspiel.MaxDepth {
					err = r.errorAt(at, fmt.Errorf("depth %v: want a number from 1 to %d", shown(t), kriegspiel.MaxDepth))
				}
			}
		case "plan":
			planAt = r.next()
			var raw json.RawMessage
			if err = r.dec.Decode(&raw); err != nil {
				err = r.fail(planAt, err)
			}
		default:
			err = r.errorAt(at, fmt.Errorf(`%q: want "id", "rules", "depth" and "plan"`, key))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	end := r.offset()
	switch {
	case p.Rules == nil:
		return nil, r.errorAt(begin, errors.New(`the plan has no "rules"`))
	case p.Depth == 0:
		return nil, r.errorAt(begin, errors.New(`the plan has no "depth"`))
	case planAt < 0:
		return nil, r.errorAt(begin, errors.New(`there is no "plan"`))
	}
	r.rules, r.base = p.Rules, planAt
	r.dec = json.NewDecoder(bytes.NewReader(r.text[planAt:end]))
	if p.Root, err = r.node(0); err != nil {
		return nil, err
	}
	if p.Root == nil {
		return nil, r.errorAt(planAt, errors.New("the plan is null"))
	}
	r.base = end
	return p, nil
}

// node reads a node, nil for null.
func (r *reader) node(depth int) (*Node, error) {
	if depth > maxNesting {
		return nil, r.errorAt(r.next(), fmt.Errorf("the plan has more than %d nodes in one another", maxNesting))
	}
	t, at, err := r.token()
	if err != nil || t == nil {
		return nil, err
	}
	if t != json.Delim('{') {
		return nil, r.errorAt(at, fmt.Errorf(`%v: want a node {"try": …, "illegal": …, "legal": …}, or null`, t))
	}
	n := &Node{}
	tried, illegal, legalAt := false, false, -1
	err = r.fields(func(key string, keyAt int) (err error) {
		switch {
		case key == "try" && !tried:
			tried = true
			text, where, err := r.string()
			if err != nil {
				return err
			}
			if n.Try, err = kriegspiel.ParseAttempt(text); err != nil {
				return r.errorAt(where, err)
			}
			return nil
		case key == "illegal" && !illegal:
			illegal = true
			n.Illegal, err = r.node(depth + 1)
			return err
		case key == "legal" && legalAt < 0 && tried:
			legalAt = r.next()
			return r.legal(n, depth)
		case key == "legal" && legalAt < 0:
			return r.errorAt(keyAt, errors.New(`"try" must come before "legal"`))
		}
		return r.errorAt(keyAt, fmt.Errorf(`%q: want "try", "illegal" and "legal", each once`, key))
	})
	if err == nil && (!tried || !illegal || legalAt < 0) {
		err = r.errorAt(at, errors.New(`a node needs "try", "illegal" and "legal"`))
	}
	return n, err
}

// legal reads what can be heard of an attempt that is not refused.
func (r *reader) legal(n *Node, depth int) error {
	return r.object(func(key string, at int) error {
		h, err := r.percept(key, at, n.Try == kriegspiel.Any)
		if err != nil {
			return err
		}
		b := Branch{Heard: h}
		switch {
		case n.Try == kriegspiel.Any:
			where := r.next()
			if b.Answer, err = r.node(depth + 1); err == nil && b.Answer == nil {
				err = r.errorAt(where, errors.New("null: want a node"))
			}
		case r.next() < len(r.text) && r.text[r.next()] == '"':
			text, where, _ := r.string()
			if b.Mate = text == "mate"; !b.Mate {
				err = r.errorAt(where, fmt.Errorf(`%q: want "mate", or what is heard of the opponent's move`, text))
			}
		default:
			b.Replies = []Reply{}
			err = r.object(func(key string, at int) error {
				h, err := r.percept(key, at, false)
				if err != nil {
					return err
				}
				where := r.next()
				node, err := r.node(depth + 1)
				if err == nil && node == nil {
					err = r.errorAt(where, errors.New("null: want a node"))
				}
				b.Replies = append(b.Replies, Reply{h, node})
				return err
			})
		}
		n.Legal = append(n.Legal, b)
		return err
	})
}

// percept reads what is heard: of a move, or as an answer. Whose move it was is not known
// here, and matters only for the squares of pawn captures: both are tried.
func (r *reader) percept(text string, at int, answer bool) (kriegspiel.Percept, error) {
	h, err := r.rules.ParsePercept(text, chess.White)
	if err != nil {
		if black, err2 := r.rules.ParsePercept(text, chess.Black); err2 == nil {
			h, err = black, nil
		}
	}
	switch {
	case err != nil:
		return 0, r.errorAt(at, err)
	case answer && h != kriegspiel.Yes && h != kriegspiel.No:
		return 0, r.errorAt(at, fmt.Errorf("%q: want yes or no", text))
	case !answer && !h.Move():
		return 0, r.errorAt(at, fmt.Errorf("%q: want what is heard of a move", text))
	}
	return h, nil
}

func (r *reader) offset() int { return r.base + int(r.dec.InputOffset()) }

// next returns where the next value begins.
func (r *reader) next() int {
	at := r.offset()
	for at < len(r.text) && bytes.IndexByte([]byte(" \t\r\n,:"), r.text[at]) >= 0 {
		at++
	}
	return at
}

func (r *reader) errorAt(at int, err error) error {
	at = min(at, len(r.text))
	before := r.text[:at]
	return &kriegspiel.ReadError{
		Name: r.name, Err: err,
		Line: 1 + bytes.Count(before, []byte("\n")), Column: at - bytes.LastIndexByte(before, '\n'),
	}
}

func (r *reader) fail(at int, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.errorAt(len(r.text), errors.New("the text ends in the middle of a plan"))
	}
	return r.errorAt(max(at, r.next()), err)
}

func (r *reader) token() (json.Token, int, error) {
	at := r.next()
	t, err := r.dec.Token()
	if err != nil {
		return nil, at, r.fail(at, err)
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

func (r *reader) string() (string, int, error) {
	t, at, err := r.token()
	if err != nil {
		return "", at, err
	}
	s, ok := t.(string)
	if !ok {
		return "", at, r.errorAt(at, fmt.Errorf("%v: want a string", shown(t)))
	}
	return s, at, nil
}

// object walks through an object.
func (r *reader) object(field func(key string, at int) error) error {
	t, at, err := r.token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return r.errorAt(at, fmt.Errorf("%v: want an object {…}", shown(t)))
	}
	return r.fields(field)
}

// fields walks through the rest of an object.
func (r *reader) fields(field func(key string, at int) error) error {
	for r.dec.More() {
		key, at, err := r.string()
		if err != nil {
			return err
		}
		if err := field(key, at); err != nil {
			return err
		}
	}
	_, _, err := r.token()
	return err
}
