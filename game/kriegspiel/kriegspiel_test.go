package kriegspiel

import (
	"errors"
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
	"blindsight/internal/randstream"
)

// mustFEN reads a position.
func mustFEN(t testing.TB, fen string) chess.Position {
	t.Helper()
	p, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// starts are positions from which random games begin: the initial one, and some in
// which promotions, en passant, castling, mates and stalemates come soon.
var starts = []string{
	chess.StartFEN,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
	"8/PPP1k3/8/8/8/8/3Kppp1/8 b - -",
	"7k/8/5K2/8/8/8/8/6Q1 w - -",
}

// randomGame plays a game in which both sides try at random what makes sense to them,
// and calls each, if not nil, after every attempt.
func randomGame(t testing.TB, rules *Rules, start *chess.Position, rng *rand.Rand, limit int, each func(g *Referee, a Attempt, heard Percept)) *Referee {
	t.Helper()
	g := NewReferee(rules, start, limit)
	var buf []Attempt
	for g.Result() == Unfinished {
		buf = g.View(g.Side()).Legal(buf[:0])
		a := buf[rng.IntN(len(buf))]
		heard, err := g.Try(a)
		if err != nil {
			t.Fatal(err)
		}
		if heard == Nonsense {
			t.Fatalf("%s: %s is legal by the view, but nonsense", rules, a)
		}
		if each != nil {
			each(g, a, heard)
		}
	}
	return g
}

// eachGame plays n random games of every rule set, some from each start, and calls
// visit with each at its end.
func eachGame(t testing.TB, name string, n, limit int, each func(g *Referee, a Attempt, heard Percept), visit func(g *Referee, n int)) {
	t.Helper()
	for i, rules := range All() {
		for number := range n {
			start := mustFEN(t, starts[number%len(starts)])
			rng := randstream.New(1, "kriegspiel/"+name, uint64(i), uint64(number))
			g := randomGame(t, rules, &start, rng, limit, each)
			if visit != nil {
				visit(g, number)
			}
		}
	}
}

func TestResign(t *testing.T) {
	start := chess.Start()
	for side, want := range map[chess.Color]Result{chess.White: BlackWins, chess.Black: WhiteWins} {
		g := NewReferee(MustRules("berkeley"), &start, 0)
		if err := g.Resign(side); err != nil || g.Result() != want || g.View(side.Other()).Result() != want {
			t.Errorf("%s resigns: %v, result %s, want %s", side, err, g.Result(), want)
		}
		if err := g.Resign(side); !errors.Is(err, ErrOver) {
			t.Errorf("resigned twice: %v", err)
		}
	}
}

func TestDraw(t *testing.T) {
	start := chess.Start()
	g := NewReferee(MustRules("berkeley"), &start, 0)
	if err := g.Draw(); err != nil || g.Result() != DrawOther || g.View(chess.Black).Result() != DrawOther {
		t.Errorf("a draw: %v, result %s", err, g.Result())
	}
	if err := g.Draw(); !errors.Is(err, ErrOver) {
		t.Errorf("drawn twice: %v", err)
	}
	if _, err := g.Try(Any); !errors.Is(err, ErrOver) {
		t.Errorf("an attempt after the end: %v", err)
	}
}
