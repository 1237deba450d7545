package particle_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/belief/particle"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/randstream"
	"blindsight/player/kriegspielers"
)

// positions is Kriegspiel as a belief sees it: chess positions, and which can follow from which. A
// turn is applied at each of its own events, which changes nothing before its move, and at the last
// event of the opponent's. It is for one goroutine.
type positions struct {
	rules *kriegspiel.Rules
	side  chess.Color
	start chess.Position
	view  *kriegspiel.View // of the events known
	known int
	turn  int // the turn that the last event belongs to, -1 if it is not over
	trail *kriegspiel.Trail
}

func (*positions) Start(*rand.Rand, *chess.Position) blindsight.Side { panic("never simulated") }

func (*positions) Step(*rand.Rand, *chess.Position, kriegspiel.Attempt) blindsight.Step[kriegspiel.Percept] {
	panic("never simulated")
}

func (*positions) Fingerprint(p *chess.Position) uint64 { return p.Hash() }

func (g *positions) Starts(_ blindsight.Side, _ bool, s *chess.Position, visit func(float64) bool) bool {
	*s = g.start
	return visit(1)
}

func (g *positions) Successors(_ blindsight.Side, past []blindsight.Event[kriegspiel.Attempt, kriegspiel.Percept], _ bool, s, to *chess.Position, visit func(float64) bool) bool {
	g.learn(past)
	if g.turn < 0 {
		*to = *s
		return visit(1)
	}
	return g.trail.Successors(g.turn, s, to, func() bool { return visit(1) })
}

// learn brings the trail up to the last event.
func (g *positions) learn(past []blindsight.Event[kriegspiel.Attempt, kriegspiel.Percept]) {
	if g.view != nil && g.known == len(past) {
		return
	}
	if g.view == nil || g.known > len(past) {
		g.view, g.known = kriegspiel.NewView(g.rules, g.side, &g.start), 0
	}
	before := 0
	for ; g.known < len(past); g.known++ {
		before = g.view.Turns()
		var err error
		if e := past[g.known]; e.Heard {
			err = g.view.Heard(e.Seen)
		} else {
			err = g.view.Did(e.Action, e.Seen)
		}
		if err != nil {
			panic(err)
		}
	}
	rec := g.view.Record()
	trail, err := rec.Trail(g.side)
	if err != nil {
		panic(err)
	}
	g.trail, g.turn = trail, len(rec.Turns)-1
	if past[len(past)-1].Heard && g.view.Turns() == before {
		g.turn = -1 // the opponent has not moved yet
	}
}

// The belief of Kriegspiel by the general filter, under all rule sets: all positions that an
// enumeration from the beginning finds wherever it is called exact, and some of them where not.
func TestKriegspielAgainstEnumeration(t *testing.T) {
	telling := func(e blindsight.Event[kriegspiel.Attempt, kriegspiel.Percept]) bool {
		return e.Seen == kriegspiel.Illegal || e.Seen.Move() && (e.Seen.Captured() != chess.NoSquare || e.Seen.Check() != 0)
	}
	exact, sampled, regained, deprived := 0, 0, 0, 0
	for number := range uint64(20) {
		rules := kriegspiel.All()[number%5]
		start, err := chess.ParseFEN("4k2r/5p2/8/8/8/8/2P5/R3K3 w Qk - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		side := chess.Color(number / 5 & 1)
		referee := kriegspiel.NewReferee(rules, &start, 0)
		rng, sampling := randstream.New(1, "particle/kriegspiel", number), newRand(number)
		f := particle.NewView[*kriegspiel.View](&positions{rules: rules, side: side, start: start}, blindsight.Side(side),
			particle.Options{Exact: []int{60, 600}[number&1], Particles: 40, Distinct: true}).Hook(particle.Hooks[chess.Position, kriegspiel.Attempt, kriegspiel.Percept]{Telling: telling})
		f.Begin(referee.View(side))
		told, was := 0, true
		var buf []kriegspiel.Attempt
		for referee.Result() == kriegspiel.Unfinished && referee.View(chess.White).Turns() < 18 {
			v := referee.View(referee.Side())
			if referee.Side() == side {
				past := v.Told()
				for _, e := range past[told:] {
					if e.Heard {
						f.Heard(e.Seen)
					} else {
						f.Did(e.Action, e.Seen)
					}
				}
				told = len(past)
				if err := f.Update(t.Context(), sampling); errors.Is(err, particle.ErrDeprived) {
					deprived++
					break
				} else if err != nil {
					t.Fatalf("%s, game %d, turn %d: %v", rules, number, v.Turns(), err)
				}
				e, err := kriegspielers.NewEstimate(t.Context(), v.Record(), side, enumerate.Options{States: 4000, Workers: 1})
				if err != nil {
					break // too many
				}
				n := 0
				for p := range f.Particles {
					if n++; !e.Belief.Has(e.Trail, p) {
						t.Fatalf("%s, game %d, turn %d: %s does not agree with the view", rules, number, v.Turns(), p.FEN())
					}
				}
				switch {
				case f.Exact() && n != e.Size:
					t.Fatalf("%s, game %d, turn %d: %d positions, want %d", rules, number, v.Turns(), n, e.Size)
				case f.Exact():
					exact++
					if !was {
						regained++
					}
				default:
					sampled++
				}
				was = f.Exact()
			}
			buf = v.Legal(buf[:0])
			if _, err := referee.Try(buf[rng.IntN(len(buf))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("exact %d times, sampled %d, exact again %d, deprived %d", exact, sampled, regained, deprived)
	if exact < 80 || sampled < 100 || regained == 0 || deprived > 5 {
		t.Errorf("exact %d times, sampled %d, exact again %d, deprived %d", exact, sampled, regained, deprived)
	}
}
