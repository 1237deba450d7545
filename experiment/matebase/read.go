package matebase

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"blindsight/certificate/mateplan"
	"blindsight/game/kriegspiel"
	"blindsight/internal/textinput"
)

// Read reads instances, one a line, compressed by gzip or not, and hands each to visit,
// until that returns an error. What is read fits together, but plans are not played out:
// that is for [Instance.Check]. Errors of the text are of type *kriegspiel.ReadError.
func Read(in io.Reader, name string, visit func(*Instance) error) error {
	text, err := textinput.Open(in)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	lines := bufio.NewReader(text)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("%s: %w", name, err)
		}
		if len(bytes.TrimSpace(line)) > 0 {
			i, wrong := parse(line, name)
			if wrong != nil {
				return at(n, name, wrong)
			}
			if stop := visit(i); stop != nil {
				return stop
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// at puts the number of its line into the error of a line.
func at(line int, name string, err error) error {
	var where *kriegspiel.ReadError
	if errors.As(err, &where) {
		where.Line = line
		return where
	}
	return &kriegspiel.ReadError{Name: name, Line: line, Column: 1, Err: err}
}

// parse reads one line.
func parse(line []byte, name string) (*Instance, error) {
	i := &Instance{}
	n := 0
	err := kriegspiel.ReadProblems(bytes.NewReader(line), name, func(p *kriegspiel.Problem) error {
		i.Problem = *p
		n++
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case n != 1:
		return nil, errors.New("two problems in one line: want one a line")
	}
	if i.History, err = kriegspiel.NewReader(bytes.NewReader(line), name).Next(); err != nil {
		return nil, err
	}
	if side, ok := i.History.Scope.Side(); !ok || side != i.Side {
		return nil, errors.New(`the history has no "side"`)
	}
	if i.History.Rules != i.Rules {
		return nil, fmt.Errorf("the rules are %s and %s", i.Rules, i.History.Rules)
	}
	var rest struct {
		Answer    Answer          `json:"answer"`
		Least     int             `json:"least"`
		Seed      uint64          `json:"seed"`
		Game      int             `json:"game"`
		Ply       int             `json:"ply"`
		Part      []int           `json:"part"`
		PlanDepth int             `json:"plan_depth"`
		Plan      json.RawMessage `json:"plan"`
	}
	if err := json.Unmarshal(line, &rest); err != nil {
		return nil, unmarshalled(err, name)
	}
	i.Answer, i.Least, i.Seed, i.Game, i.Ply, i.Part = rest.Answer, rest.Least, rest.Seed, rest.Game, rest.Ply, rest.Part
	if rest.Plan != nil {
		if i.Plan, err = parsePlan(i, rest.PlanDepth, rest.Plan, line, name); err != nil {
			return nil, err
		}
	}
	return i, i.checkAnswer()
}

// unmarshalled says where a value of the wrong kind stands.
func unmarshalled(err error, name string) error {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return &kriegspiel.ReadError{Name: name, Column: max(1, int(kind.Offset)), Err: fmt.Errorf("%q: %s does not fit: want %s", kind.Field, kind.Value, kind.Type)}
	}
	return err
}

// parsePlan reads a plan, a part of the line, by the reader of plan files.
func parsePlan(i *Instance, depth int, plan, line []byte, name string) (*mateplan.Plan, error) {
	head := fmt.Appendf(nil, `{"rules":%q,"depth":%d,"plan":`, i.Rules.Name, depth)
	text := append(append(head[:len(head):len(head)], plan...), '}')
	var read *mateplan.Plan
	err := mateplan.Read(bytes.NewReader(text), name, func(p *mateplan.Plan) error {
		p.ID, read = i.ID, p
		return nil
	})
	var where *kriegspiel.ReadError
	if errors.As(err, &where) && where.Column > len(head) {
		where.Column += bytes.Index(line, plan) - len(head)
	}
	return read, err
}
