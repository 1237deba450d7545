package problemset

import (
	"encoding/json"
	"fmt"
	"io"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// written is a problem as a line of a file.
type written struct {
	ID      string              `json:"id"`
	Moves   int                 `json:"moves"`
	Belief  []string            `json:"belief"`
	Key     string              `json:"key,omitempty"`
	Answers map[string][]string `json:"answers"`
}

// Write writes problems, one JSON object a line, in the form that Read reads.
func Write(w io.Writer, list []Problem) error {
	out := json.NewEncoder(w)
	for i := range list {
		p := &list[i]
		line := written{ID: p.ID, Moves: p.Moves, Key: p.Key, Answers: map[string][]string{}}
		for k := range p.Belief {
			line.Belief = append(line.Belief, p.Belief[k].FEN())
		}
		for _, a := range p.Answers {
			line.Answers[a.Rules.Name] = a.First
		}
		if err := out.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// Read reads problems that Write has written. Answers are in the order of the rule sets. An
// error names the line.
func Read(r io.Reader) ([]Problem, error) {
	var list []Problem
	in := json.NewDecoder(r)
	for n := 1; ; n++ {
		var line written
		if err := in.Decode(&line); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("problem %d: %w", n, err)
		}
		p, err := line.problem()
		if err != nil {
			return nil, fmt.Errorf("problem %d: %w", n, err)
		}
		list = append(list, p)
	}
}

func (l *written) problem() (p Problem, err error) {
	p = Problem{ID: l.ID, Moves: l.Moves, Key: l.Key}
	if l.Moves < 1 || len(l.Belief) == 0 {
		return p, fmt.Errorf("%d moves and %d positions: want at least one of each", l.Moves, len(l.Belief))
	}
	for _, fen := range l.Belief {
		at, err := chess.ParseFEN(fen)
		if err != nil {
			return p, err
		}
		p.Belief = append(p.Belief, at)
	}
	for name := range l.Answers {
		if _, err := kriegspiel.ParseRules(name); err != nil {
			return p, err
		}
	}
	for _, rules := range kriegspiel.All() {
		if first, ok := l.Answers[rules.Name]; ok {
			p.Answers = append(p.Answers, Answer{rules, first})
		}
	}
	return p, nil
}
