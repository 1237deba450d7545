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
		return blindsight.Decision[kriegspiel.Attempt]{}, blindsight.ErrNotAsked
	}
	l := look(v)
	p.best, _ = foremost(p.buf, p.best[:0], l.urge)
	return blindsight.Decision[kriegspiel.Attempt]{Action: p.best[rng.IntN(len(p.best))]}, nil
}

// urge returns how strongly a reflex is for an attempt: 0 for none, less where it would be refused, or is no more than a guess.
func (l *glance) urge(a kriegspiel.Attempt) int {
	from, to := a.Move().From(), a.Move().To()
	switch {
	case a == kriegspiel.Any:
		return 2
	case l.taken.Has(to):
		return 3
	case l.own.KindAt(from) != chess.Pawn || from.File() == to.File():
		return 0
	case !l.some || l.squares != 0 && !l.squares.Has(to) || !l.told && l.v.Asked() != kriegspiel.Yes:
		return -1
	}
	return 2
}

// foremost appends the attempts of the highest rank to best, and returns it with that rank.
func foremost(list, best []kriegspiel.Attempt, rank func(kriegspiel.Attempt) int) ([]kriegspiel.Attempt, int) {
	top := 0
	for _, a := range list {
		switch r := rank(a); {
		case len(best) == 0 || r > top:
			top, best = r, append(best[:0], a)
		case r == top:
			best = append(best, a)
		}
	}
	return best, top
}
