package kriegspiel

import (
	"testing"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/internal/randstream"
)

// A game by the interface of package blindsight is the referee's: the same answers, heard
// by the same sides, the same result, which both are paid for.
func TestGameIsTheReferees(t *testing.T) {
	worth := map[string]float64{"1-0": 1, "0-1": -1, "1/2-1/2": 0} // to White
	ended := map[string]int{}
	silent := 0
	for i, rules := range All() {
		for number := range 30 {
			start := mustFEN(t, starts[number%len(starts)])
			rng := randstream.New(1, "kriegspiel/game", uint64(i), uint64(number))
			g := NewGame(rules, &start, 60)
			var s Referee
			next := g.Start(rng, &s)
			gained := [2]float64{}
			randomGame(t, rules, &start, rng, 60, func(r *Referee, a Attempt, heard Percept) {
				before := s.View(chess.Color(next.Other())).Key()
				step := g.Step(nil, &s, a)
				mover := next
				next = step.Next
				gained[mover] += step.Reward
				gained[mover.Other()] += step.Other
				want := blindsight.Side(r.Side())
				if r.Result() != Unfinished {
					want = blindsight.Over
				}
				if step.Seen != heard || next != want || s.Position() != r.Position() {
					t.Fatalf("%s: %s: the referee says %q, side %d is next; the game brings %+v", rules, a, heard, want, step)
				}
				if unheard := heard == Illegal && !rules.RefusalsHeard; step.Silent != unheard || !unheard && step.Heard != heard {
					t.Fatalf("%s: %s, %q: %+v", rules, a, heard, step)
				}
				if step.Silent {
					silent++
					if s.View(chess.Color(mover.Other())).Key() != before {
						t.Fatalf("%s: %s: the other side notices a silent step", rules, a)
					}
				}
			})
			score := s.Result().Score()
			ended[score]++
			if gained != [2]float64{worth[score], -worth[score]} {
				t.Errorf("%s: %s pays %v", rules, s.Result(), gained)
			}
		}
	}
	if silent == 0 || len(ended) != 3 {
		t.Errorf("%d silent steps, games ended %v: not all cases were seen", silent, ended)
	}
}

// A position in which nobody can move is over from the start, and what makes no sense
// has no effect, and is heard where the rules say so.
func TestGameEdges(t *testing.T) {
	start := mustFEN(t, "7k/5Q2/6K1/8/8/8/8/8 b - -")
	var s Referee
	if next := NewGame(MustRules("berkeley"), &start, 0).Start(nil, &s); next != blindsight.Over {
		t.Errorf("stalemate at the start: side %d is to act", next)
	}
	for _, rules := range All() {
		start := chess.Start()
		g := NewGame(rules, &start, 0)
		next := g.Start(nil, &s)
		white, black := s.View(chess.White).Key(), s.View(chess.Black).Key()
		step := g.Step(nil, &s, Attempt(chess.NewMove(0, 63, chess.NoKind)))
		if step.Silent == rules.NonsenseHeard || step.Next != next || s.View(chess.White).Key() != white || s.View(chess.Black).Key() != black {
			t.Errorf("%s: nonsense brings %+v", rules, step)
		}
	}
}

// The third repetition ends a game where the rules say so, however often it was copied on
// the way.
func TestDrawsOfCopies(t *testing.T) {
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for _, rules := range All() {
		start := chess.Start()
		g := NewGame(rules, &start, 0)
		var s, spare Referee
		g.Start(nil, &s)
		for i := range 8 {
			a, err := ParseAttempt(shuffle[i%4])
			if err != nil {
				t.Fatal(err)
			}
			g.Copy(&spare, &s)
			step := g.Step(nil, &spare, a)
			g.Copy(&s, &spare)
			if drawn := rules.Draws && i == 7; step.Done() != drawn || drawn && spare.Result() != DrawRepetition {
				t.Errorf("%s: after %d moves: %s", rules, i+1, spare.Result())
			}
		}
	}
}
