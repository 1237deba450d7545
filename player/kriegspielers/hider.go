package kriegspielers

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// NewHider returns a player of a style, for measuring others by: it never approaches. It takes back where
// it has lost a man, takes with pawns what they are told of, gets out of check, and otherwise moves men to and fro within its
// first three ranks, where others of its own protect them. It has no belief, and is frozen.
func NewHider() Player { return &hider{} }

type hider struct{ buf, best []kriegspiel.Attempt }

// hiding is how far the men of a hider go: the third rank.
const hiding = 2

func (p *hider) Choose(_ context.Context, rng *rand.Rand, v *kriegspiel.View, _ blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	p.buf = v.Legal(p.buf[:0])
	if len(p.buf) == 0 {
		return blindsight.Decision[kriegspiel.Attempt]{}, blindsight.ErrNotAsked
	}
	l := look(v)
	best, top := foremost(p.buf, p.best[:0], l.ease)
	p.best = best
	return blindsight.Decision[kriegspiel.Attempt]{Action: p.best[rng.IntN(len(p.best))], Value: float64(top)}, nil
}

// ease returns how well an attempt keeps the men together: the least number of own men that stand unprotected after
// it, reflexes first.
func (l *glance) ease(a kriegspiel.Attempt) int {
	if a == kriegspiel.Any {
		return 900
	}
	m := a.Move()
	from, to := m.From(), m.To()
	side, kind := l.v.Side(), l.own.KindAt(from)
	capture := kind == chess.Pawn && from.File() != to.File()
	switch {
	case l.taken.Has(to) && kind != chess.King:
		return 1000 - 10*int(kind)
	case capture && (!l.some || l.squares != 0 && !l.squares.Has(to)):
		return -1000
	case capture && (l.told || l.v.Asked() == kriegspiel.Yes):
		return 800
	case capture:
		return -500
	}
	after := l.own
	after.MakeInto(m, &after)
	reach := attacked(&after, side, after.Occupied())
	loose := after.Men(side) &^ reach &^ after.Pieces(side, chess.King)
	ease := -20 * loose.Count()
	if r := relativeRank(side, to); r > hiding {
		ease -= 30 * (r - hiding)
	}
	if kind == chess.King {
		ease -= 15
	}
	if kind == chess.Pawn {
		ease -= 10 // they do not come back
	}
	return ease
}
