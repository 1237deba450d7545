package kriegspielers

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// NewSimple returns a player of two reflexes: it tries pawn captures where it was told of some, or asks for
// them, and takes back where it has just lost a man. Otherwise it moves at random. It
// stands between random and greedy on the ladder, and is frozen: players are measured by it.
func NewSimple() Player { return &simple{} }

type simple struct{ buf, best []kriegspiel.Attempt }

func (p *simple) Choose(_ context.Context, rng *rand.Rand, v *kriegspiel.View, _ blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	p.buf = v.Legal(p.buf[:0])
	if len(p.buf) == 0 {
		return blindsight.Decision[kriegspiel.Attempt]{}, errNoAttempt
	}
	l := look(v)
	p.best = p.best[:0]
	top := 0
	for _, a := range p.buf {
		urge := 0
		switch from, to := a.Move().From(), a.Move().To(); {
		case a == kriegspiel.Any:
			urge = 2
		case l.own.KindAt(from) == chess.Pawn && from.File() != to.File():
			if urge = 2; !l.some || l.squares != 0 && !l.squares.Has(to) || !l.told && v.Asked() != kriegspiel.Yes {
				urge = -1 // it would be refused, or is no more than a guess
			}
		}
		if a != kriegspiel.Any && l.taken.Has(a.Move().To()) {
			urge = 3
		}
		if urge > top {
			top, p.best = urge, p.best[:0]
		}
		if urge == top {
			p.best = append(p.best, a)
		}
	}
	if len(p.best) == 0 {
		p.best = append(p.best, p.buf...)
	}
	return blindsight.Decision[kriegspiel.Attempt]{Action: p.best[rng.IntN(len(p.best))]}, nil
}
