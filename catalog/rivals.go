package catalog

import (
	"context"
	"errors"
)

// Rivals are two players, A and B, who meet in pairs of games. Both games of a pair have the
// same seed and number, so that luck is shared and what differs is who played (common random
// numbers, as simulators call it; duplicate games, as bridge does):
//
//   - Of two sides, A plays the first in one game and the second in the other. The deal is the
//     same, the rules have the same random stream, and so has each side, whoever plays it. A
//     player that meets itself therefore plays the same game twice.
//   - Of one side, A plays the one game and B the other: the same deal, the same streams.
//
// Rivals belong to one goroutine.
type Rivals struct{ tables [2]*Match }

// Rivals seats two players for both games of a pair.
func (s *Setting) Rivals(a, b string) (*Rivals, error) {
	seated := [2][]string{{a, b}, {b, a}}
	if len(s.Game.Sides) == 1 {
		seated = [2][]string{{a}, {b}}
	}
	var r Rivals
	for game, players := range seated {
		var err error
		if r.tables[game], err = s.Seat(players...); err != nil {
			return nil, err
		}
	}
	return &r, nil
}

// Close says to guests that no more games follow.
func (r *Rivals) Close() error { return errors.Join(r.tables[0].Close(), r.tables[1].Close()) }

// Play plays one of the two games of the pair that p names by its seed and number: game 0, in
// which A plays the first side, or game 1, in which B does. The result is by sides.
func (r *Rivals) Play(ctx context.Context, game int, p Play) (Result, error) {
	return r.tables[game].Play(ctx, p)
}
