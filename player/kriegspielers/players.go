// Package kriegspielers holds what is composed of the rules of Kriegspiel, an estimator
// and a search: ready players, and the exact estimate of a record. Catalogue gives the
// players names.
//
// A player is a planner over what its side knows, a *kriegspiel.View: [NewForesight] is the strongest,
// [NewGreedy] and [NewSimple] are weak and quick. [Advise] asks one about a record. [NewEstimate] lists all positions that
// agree with what a side heard. [NewSolver] finds guaranteed mates, [MatePlan] writes one down as a plan that package certificate
// checks, and [Why] says why a try does not win.
package kriegspielers

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// Player decides what to try next. Each goroutine needs one of its own.
type Player = blindsight.Planner[*kriegspiel.View, kriegspiel.Attempt]

// NewRandom returns the player that tries what makes sense uniformly at random.
func NewRandom() Player { return &random{} }

type random struct{ buf []kriegspiel.Attempt }

func (p *random) Choose(_ context.Context, rng *rand.Rand, v *kriegspiel.View, _ blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	p.buf = v.Legal(p.buf[:0])
	if len(p.buf) == 0 {
		return blindsight.Decision[kriegspiel.Attempt]{}, blindsight.ErrNotAsked
	}
	return blindsight.Decision[kriegspiel.Attempt]{Action: p.buf[rng.IntN(len(p.buf))]}, nil
}

// NewGreedy returns a simple player that looks for captures and checks first. It takes
// back where it has just lost a man, tries the pawn captures of which the referee told,
// or those of advanced pawns where he tells nothing (asking "Any?" first where it may), goes on
// giving check where it just did, and otherwise prefers to go forward. Among equals it
// chooses at random. It has no belief: all this it takes from the view.
func NewGreedy() Player { return &greedy{} }

type greedy struct{ buf, best []kriegspiel.Attempt }

func (p *greedy) Choose(_ context.Context, rng *rand.Rand, v *kriegspiel.View, _ blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	p.buf = v.Legal(p.buf[:0])
	if len(p.buf) == 0 {
		return blindsight.Decision[kriegspiel.Attempt]{}, blindsight.ErrNotAsked
	}
	l := look(v)
	top := 0
	var d blindsight.Decision[kriegspiel.Attempt]
	for _, a := range p.buf {
		value := l.value(a)
		d.Actions = append(d.Actions, valued(a, float64(value)))
		switch {
		case len(p.best) == 0 || value > top:
			top, p.best = value, append(p.best[:0], a)
		case value == top:
			p.best = append(p.best, a)
		}
	}
	d.Action, d.Value = p.best[rng.IntN(len(p.best))], float64(top)
	p.best = p.best[:0]
	return d, nil
}

// valued returns an attempt with what it is worth to a player who does not simulate.
func valued(a kriegspiel.Attempt, value float64) blindsight.ActionStat[kriegspiel.Attempt] {
	return blindsight.ActionStat[kriegspiel.Attempt]{Action: a, Mean: value, Value: value}
}

// A glance is what the greedy player takes from a view.
type glance struct {
	v       *kriegspiel.View
	own     chess.Position
	taken   chess.Bitboard // where the opponent has just captured
	checked chess.Square   // from where the own last move gave check, or NoSquare
	told    bool           // of pawn captures
	some    bool           // there are pawn captures, as far as is known
	squares chess.Bitboard // on which they are, where that is told
}

func look(v *kriegspiel.View) *glance {
	l := &glance{v: v, own: v.Own(), checked: chess.NoSquare, some: true}
	last := v.LastHeard()
	if s := last.Captured(); s != chess.NoSquare {
		l.taken = s.Bitboard()
	}
	var n int
	if l.told, n, l.squares = last.Tries(); l.told {
		l.some = n > 0
	}
	if asked := v.Asked(); asked != kriegspiel.Silent {
		l.some = asked == kriegspiel.Yes
	}
	turns := v.Record().Turns
	if n := len(turns) - 2; n >= 0 && !turns[n].Hidden {
		if t := turns[n].Tries; turns[n].LastHeard().Check() != 0 {
			l.checked = t[len(t)-1].Attempt.Move().To()
		}
	}
	return l
}

// value returns how much an attempt pleases.
func (l *glance) value(a kriegspiel.Attempt) int {
	if a == kriegspiel.Any {
		return 60
	}
	m := a.Move()
	from, to := m.From(), m.To()
	kind := l.own.KindAt(from)
	value := 0
	if l.taken.Has(to) {
		value += 100 - 5*int(kind) // with the least man
	}
	if kind == chess.Pawn && from.File() != to.File() {
		switch {
		case !l.some || l.squares != 0 && !l.squares.Has(to):
			return -100 // it will be refused
		case l.told || l.v.Asked() == kriegspiel.Yes:
			value += 80
		case relativeRank(l.v.Side(), from) >= 3: // at home there is little to capture
			value += 40
		default:
			value -= 20
		}
	}
	if from == l.checked && kind >= chess.Bishop && kind <= chess.Queen {
		value += 30
	}
	if m.Promotion() != chess.NoKind {
		value += 10 * int(m.Promotion())
	}
	forward := relativeRank(l.v.Side(), to) - relativeRank(l.v.Side(), from)
	if kind == chess.King {
		return value - 5
	}
	if slices.Contains([]chess.Kind{chess.Pawn, chess.Knight, chess.Bishop}, kind) {
		value += max(forward, 0)
	}
	return value
}

// relativeRank returns the rank as a side counts it, 0 for its own first rank.
func relativeRank(side chess.Color, s chess.Square) int {
	if side == chess.Black {
		return 7 - s.Rank()
	}
	return s.Rank()
}
