package endings

import (
	"errors"
	"slices"

	"blindsight/game/chess"
)

// ErrMemory is returned where a table would need more memory than it may.
var ErrMemory = errors.New("the memory allowed is used up")

// level works out the sets that are won in n moves.
type level struct {
	n      int
	before [][]chess.Bitboard // the greatest sets won in n-1, by placement
	most   int                // sets that may be held at a time
}

// refusable is a king's step with the squares of the enemy king on which it is refused, and
// the greatest sets that it wins on the others.
type refusable struct {
	refused chess.Bitboard
	wins    []chess.Bitboard
}

// won returns the greatest sets won in n from a placement with these tries, on whose squares
// the king may be.
func (l *level) won(possible chess.Bitboard, tries []try) ([]chess.Bitboard, error) {
	var all []chess.Bitboard
	var steps []refusable
	for i := range tries {
		t := &tries[i]
		wins, err := l.wonBy(t)
		if err != nil {
			return nil, err
		}
		if len(wins) == 1 && wins[0] == possible {
			return wins, nil
		}
		if len(all)+len(wins) > l.most {
			if all = greatest(all); len(all)+len(wins) > l.most {
				return nil, ErrMemory
			}
		}
		all = append(all, wins...)
		if refused := possible &^ t.legal; refused != 0 && len(wins) > 0 {
			steps = append(steps, refusable{refused, wins})
		}
	}
	return l.refusals(greatest(all), steps)
}

// wonBy returns the greatest sets that a try wins where it is legal: what can be heard splits
// them, so that one of the greatest sets of each class can be put together with any of the others.
func (l *level) wonBy(t *try) ([]chess.Bitboard, error) {
	all := []chess.Bitboard{t.mates}
	for i := range t.classes {
		c := &t.classes[i]
		var parts []chess.Bitboard
		for _, s := range l.before[t.next] {
			if b := c.before(s, l.n); b != 0 && (len(parts) == 0 || parts[len(parts)-1] != b) {
				parts = append(parts, b)
			}
		}
		if parts = greatest(parts); len(parts) == 0 {
			continue
		}
		if len(all)*len(parts) > l.most {
			return nil, ErrMemory
		}
		joined := make([]chess.Bitboard, 0, len(all)*len(parts))
		for _, a := range all {
			for _, b := range parts {
				joined = append(joined, a|b)
			}
		}
		all = joined
	}
	if len(all) == 1 && all[0] == 0 {
		return nil, nil
	}
	return all, nil
}

// refusals adds the sets that are won by a step of the king, which may be refused, with another try after it,
// until there are no more: the try after it may be one of these.
func (l *level) refusals(all []chess.Bitboard, steps []refusable) ([]chess.Bitboard, error) {
	for {
		known := slices.Clone(all)
		for _, k := range steps {
			var parts []chess.Bitboard
			for _, s := range known {
				if b := s & k.refused; b != 0 {
					parts = append(parts, b)
				}
			}
			parts = greatest(parts)
			if len(all)+len(parts)*len(k.wins) > l.most {
				return nil, ErrMemory
			}
			for _, a := range k.wins {
				for _, b := range parts {
					all = append(all, a|b)
				}
			}
		}
		if all = greatest(all); slices.Equal(all, known) {
			return all, nil
		}
	}
}
