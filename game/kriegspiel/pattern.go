package kriegspiel

import (
	"fmt"
	"strings"

	"blindsight"
	"blindsight/game/chess"
)

// Pattern describes a belief: men that are known, and men of the opponent each of which
// stands on one of some squares, or is one of some kinds, or may be missing.
type Pattern struct {
	Known chess.Position // the own side is to move; men of the opponent in it stand where they are
	Men   []PatternMan
}

// PatternMan is a man of the opponent that is known in part.
type PatternMan struct {
	Kinds   []chess.Kind // NoKind says that he may be missing
	Squares []chess.Square
}

// ParseKinds reads kinds of men as letters: "k", or "qr-" for a queen, a rook or none.
func ParseKinds(text string) ([]chess.Kind, error) {
	var kinds []chess.Kind
	for _, letter := range text {
		k := strings.IndexRune("-pnbrqk", letter|0x20)
		if letter == '-' {
			k = 0
		}
		if k < 0 {
			return nil, fmt.Errorf("kinds %q: want letters of pnbrqk, and - if the man may be missing", text)
		}
		kinds = append(kinds, chess.Kind(k))
	}
	if len(kinds) == 0 {
		return nil, fmt.Errorf("kinds %q: want at least one letter of pnbrqk", text)
	}
	return kinds, nil
}

// maxVisits is how many choices are looked at for each position that is allowed: most
// patterns forbid some, such as two men on one square.
const maxVisits = 50

// Belief lists the positions of a pattern that chess allows, each once, in the order of
// the pattern. The error is [blindsight.ErrTooMany] with more than limit of them, and
// [blindsight.ErrInconsistent] without any.
func (t *Pattern) Belief(limit int) ([]chess.Position, error) {
	var list []chess.Position
	seen := map[chess.Position]bool{}
	visits := 0
	var last error
	var place func(p chess.Position, men []PatternMan) error
	place = func(p chess.Position, men []PatternMan) error {
		if visits++; visits > maxVisits*(limit+1) {
			return fmt.Errorf("the pattern: %w: give fewer squares or kinds", blindsight.ErrTooMany)
		}
		if len(men) == 0 {
			if err := p.Check(); err != nil {
				last = err
				return nil
			}
			if seen[p] {
				return nil
			}
			if len(list) == limit {
				return fmt.Errorf("the pattern has more than %d positions: %w", limit, blindsight.ErrTooMany)
			}
			seen[p] = true
			list = append(list, p)
			return nil
		}
		for _, k := range men[0].Kinds {
			if k == chess.NoKind {
				if err := place(p, men[1:]); err != nil {
					return err
				}
				continue
			}
			for _, s := range men[0].Squares {
				if p.KindAt(s) != chess.NoKind {
					continue
				}
				q := p
				q.Put(s, p.Side().Other(), k)
				if err := place(q, men[1:]); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := place(t.Known, t.Men); err != nil {
		return nil, err
	}
	switch {
	case len(list) > 0:
		return list, nil
	case last != nil:
		return nil, fmt.Errorf("no position of the pattern is possible: %w: %w", blindsight.ErrInconsistent, last)
	}
	return nil, fmt.Errorf("no position of the pattern is possible: %w: a man has no free square", blindsight.ErrInconsistent)
}
