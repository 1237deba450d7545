package kriegspielers

import (
	"slices"

	"blindsight/game/chess"
)

// upper is a set of positions that holds the belief after some turns.
type upper struct {
	turns  int
	states []chess.Position
}

// surround leads on the positions that hold the belief; where there are none and the
// opponent has few men left, it begins with these anywhere.
func (t *tracker1) surround(own chess.Position) {
	turns := len(t.record.Turns)
	if t.around == nil {
		if men := t.enemies(); men <= fewEnemies {
			side, _ := t.record.Scope.Side()
			last := t.record.Turns[turns-1].LastHeard()
			t.around = &upper{turns, placements(own, side, men)}
			t.around.states = slices.DeleteFunc(t.around.states, func(p chess.Position) bool {
				return p.CheckDirections() != last.Check() || t.record.Rules.TooLittle(&p) != last.Draw()
			})
		}
		return
	}
	trail := t.trail(t.around.turns, nil)
	for turn := range turns - t.around.turns {
		t.pool = t.pool[:0]
		var to chess.Position
		for i := range t.around.states {
			trail.Successors(turn, &t.around.states[i], &to, func() bool {
				t.pool = append(t.pool, to)
				return true
			})
		}
		clear(t.seen)
		t.around.states = t.around.states[:0]
		for _, p := range t.pool {
			if _, ok := t.seen[p]; !ok {
				t.seen[p] = struct{}{}
				t.around.states = append(t.around.states, p)
			}
		}
	}
	t.around.turns = turns
}

// enemies returns how many men the opponent has.
func (t *tracker1) enemies() int {
	side, _ := t.record.Scope.Side()
	n := t.record.Start.Men(side.Other()).Count()
	for _, e := range t.record.Turns {
		if !e.Hidden && e.LastHeard().Captured() != chess.NoSquare {
			n--
		}
	}
	return n
}

// surrounded reports whether the sample is all of the positions that hold the belief: then
// it is the belief.
func (t *tracker1) surrounded() bool {
	if t.around == nil || t.guessed || len(t.around.states) != len(t.states) {
		return false
	}
	t.become(append([]chess.Position(nil), t.states...))
	return true
}
