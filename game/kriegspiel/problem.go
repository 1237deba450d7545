package kriegspiel

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"blindsight/game/chess"
)

// Problem asks for a guaranteed mate: a side that knows only that the position is one of
// a belief, and must mate within a depth. The positions are different; all have the
// same men and castling rights of that side, which is to move.
type Problem struct {
	ID     string
	Rules  *Rules
	Side   chess.Color
	Depth  int // in moves of both sides, odd: mate in n moves is 2n-1
	Belief []chess.Position
}

// MaxDepth is the greatest depth of a problem.
const MaxDepth = 199

// Check returns what is wrong with a problem, nil if nothing is. A position of the belief
// is named by its number, from 1.
func (p *Problem) Check() error {
	if err := CheckDepth(p.Depth); err != nil {
		return err
	}
	if len(p.Belief) == 0 {
		return errors.New("the belief is empty: want at least one position")
	}
	for i := range p.Belief {
		if err := p.checkPosition(i); err != nil {
			return err
		}
	}
	return nil
}

// CheckDepth returns what is wrong with the depth of a problem, nil if nothing is.
func CheckDepth(depth int) error {
	if depth < 1 || depth%2 == 0 || depth > MaxDepth {
		return fmt.Errorf("depth %d: want an odd number of moves of both sides, 1 to %d: mate in n moves is 2n-1", depth, MaxDepth)
	}
	return nil
}

// checkPosition returns what is wrong with one position of the belief.
func (p *Problem) checkPosition(i int) error {
	q := &p.Belief[i]
	if err := q.Check(); err != nil {
		return fmt.Errorf("position %d: %w", i+1, err)
	}
	if q.Side() != p.Side {
		return fmt.Errorf("position %d: %s is to move: want %s, whose problem it is", i+1, q.Side(), p.Side)
	}
	first, own := p.Belief[0].Only(p.Side), q.Only(p.Side)
	if own == first {
		return nil
	}
	for s := chess.A1; s < chess.NoSquare; s++ {
		if a, b := first.KindAt(s), own.KindAt(s); a != b {
			return fmt.Errorf("position %d: %s has %s on %s, and in position 1 %s: the own men must be the same", i+1, p.Side, b, s, a)
		}
	}
	return fmt.Errorf("position %d: %s may castle %s, and in position 1 %s: the own rights must be the same", i+1, p.Side, own.Castling(), first.Castling())
}

// MarshalJSON returns the problem as one JSON object.
func (p *Problem) MarshalJSON() ([]byte, error) {
	fens := make([]string, len(p.Belief))
	for i := range p.Belief {
		fens[i] = p.Belief[i].FEN()
	}
	return json.Marshal(struct {
		ID     string   `json:"id"`
		Rules  string   `json:"rules"`
		Side   string   `json:"side"`
		Depth  int      `json:"depth"`
		Belief []string `json:"belief"`
	}{p.ID, p.Rules.Name, p.Side.String(), p.Depth, fens})
}

// ReadProblems reads problems, one JSON object a line:
//
//	{"id": "…", "rules": "berkeley", "side": "white", "depth": 3, "belief": ["<FEN>", …]}
//
// Without rules they are those of the first rule set, without a side it is the one to
// move; a position that is there twice counts once. Each problem is handed to visit as it
// is read, until that returns an error. Errors of the text are of type *ReadError.
func ReadProblems(in io.Reader, name string, visit func(*Problem) error) error {
	r := NewReader(in, name)
	if r.err != nil {
		return r.err
	}
	for n := 1; ; n++ {
		r.at += blanks(r.text[r.at:])
		if r.at == len(r.text) {
			return nil
		}
		p, err := r.readProblem()
		if err != nil {
			return err
		}
		if p.ID == "" {
			p.ID = fmt.Sprint(n)
		}
		if err := visit(p); err != nil {
			return err
		}
	}
}

// readProblem reads the next problem.
func (r *Reader) readProblem() (*Problem, error) {
	c := r.cursor(r.at, len(r.text))
	p := &Problem{Rules: rules[0]}
	begin := r.at
	var at []int // where the positions begin
	seen := make(map[chess.Position]struct{})
	sided, depthAt := false, -1
	err := c.object(func(key string, keyAt int) (err error) {
		switch key {
		case "id":
			err = c.parse(func(text string) (err error) { p.ID, err = ParseID(text); return })
		case "rules":
			err = c.parse(func(text string) (err error) { p.Rules, err = ParseRules(text); return })
		case "side":
			sided = true
			err = c.parse(func(text string) (err error) { p.Side, err = ParseSide(text); return })
		case "depth":
			depthAt = c.next()
			p.Depth, err = c.number()
		case "belief":
			if p.Belief != nil {
				return r.errorAt(keyAt, errors.New(`"belief" is there twice`))
			}
			p.Belief = []chess.Position{}
			err = c.array(func() error {
				where := c.next()
				return c.parse(func(text string) error {
					q, err := chess.ParseFEN(text)
					if _, twice := seen[q]; err == nil && !twice {
						seen[q] = struct{}{}
						p.Belief, at = append(p.Belief, q), append(at, where)
					}
					return err
				})
			})
		default:
			err = c.foreign(key, keyAt, problemKeys)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	r.at = c.offset()
	switch {
	case depthAt < 0:
		return nil, r.errorAt(begin, errors.New(`the problem has no "depth"`))
	case len(p.Belief) == 0:
		return nil, r.errorAt(begin, errors.New(`the problem has no "belief", or an empty one: want at least one position`))
	}
	if err := CheckDepth(p.Depth); err != nil {
		return nil, r.errorAt(depthAt, err)
	}
	if !sided {
		p.Side = p.Belief[0].Side()
	}
	for i := range p.Belief {
		if err := p.checkPosition(i); err != nil {
			return nil, r.errorAt(at[i], err)
		}
	}
	return p, nil
}
