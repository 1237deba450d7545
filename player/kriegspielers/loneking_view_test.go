package kriegspielers_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight/belief/enumerate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
	"blindsight/player/kriegspielers/loneking"
)

// What a view tells of a lone king (loneking.FromView) is held against the exact estimate of its record: equal where he was alone from
// the start and no try of his was refused, never less where his last man was taken on the way. Games are random, under all rule sets.
func TestViewsTellWhereTheKingIs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for _, fen := range []string{"8/8/8/3k4/8/4K3/3P4/R6N w - - 0 1", "8/8/2k5/3p4/8/4K3/8/R6Q w - - 0 1", "7r/8/2K5/3p4/8/4k3/8/8 w - - 0 1"} {
		start, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 6 {
			g := kriegspiel.NewReferee(kriegspiel.All()[n%6], &start, 15)
			for g.Result() == kriegspiel.Unfinished {
				v := g.View(g.Side())
				if h, ok := loneking.FromView(v); ok {
					compared++
					compareHunt(t, g, v, h)
				}
				list := v.Legal(nil)
				if _, err := g.Try(list[rng.IntN(len(list))]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d views of a lone king", compared)
	}
}

func compareHunt(t *testing.T, g *kriegspiel.Referee, v *kriegspiel.View, h *loneking.Hunt) {
	t.Helper()
	side := v.Side()
	if own := v.Own(); own != h.Own {
		t.Fatalf("own men %s, want %s", h.Own.FEN(), own.FEN())
	}
	if n := loneking.QuietOf(v); n != h.Quiet || n < quietMoves(g) {
		t.Fatalf("%d quiet moves by the view, %d by the hunt, %d by the game", n, h.Quiet, quietMoves(g))
	}
	e, err := kriegspielers.NewEstimate(context.Background(), v.Record(), side, enumerate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var states []chess.Position
	for p := range e.Belief.All() {
		states = append(states, *p)
	}
	want, ok := loneking.HuntOf(v.Rules(), states)
	if !ok {
		t.Fatalf("the estimate has other men than a king")
	}
	start := g.Record().Start
	alone := start.Men(side.Other()).Count() == 1
	for _, turn := range v.Record().Turns {
		alone = alone && turn.Illegal <= 0
	}
	if want.Kings&^h.Kings != 0 || alone && want.Kings != h.Kings {
		t.Fatalf("%s: king on %s, want %s", v.Rules(), h.Kings, want.Kings)
	}
}

// quietMoves counts the moves since the last capture or pawn's move, by one who sees the board.
func quietMoves(g *kriegspiel.Referee) int {
	record := g.Record()
	p, n := record.Start, record.Clock
	for i := range record.Turns {
		turn := &record.Turns[i]
		if !turn.Done() {
			continue
		}
		m := turn.Tries[len(turn.Tries)-1].Attempt.Move()
		if n++; p.KindAt(m.From()) == chess.Pawn || turn.LastHeard().Captured() != chess.NoSquare {
			n = 0
		}
		p.MakeInto(m, &p)
	}
	return n
}
