package matebase

import (
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// randomBelief returns positions that one side cannot tell apart: those after one hidden
// move in a random position.
func randomBelief(rng *rand.Rand, plies int) []chess.Position {
	for {
		p := chess.Start()
		var buf [256]chess.Move
		for range plies {
			moves := p.Moves(buf[:0])
			if len(moves) == 0 {
				break
			}
			p = p.Make(moves[rng.IntN(len(moves))])
		}
		own := p.Only(p.Side().Other())
		own.SetSide(p.Side().Other())
		var belief []chess.Position
		for _, m := range p.Moves(buf[:0]) {
			if q := p.Make(m); q.Only(q.Side()) == own && q.HasMove() {
				belief = append(belief, q)
			}
		}
		if len(belief) > 1 {
			return belief
		}
	}
}

// A key is that of the belief up to colours and, without castling, left and right; the
// order of its positions does not matter, their number does.
func TestKey(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rules := kriegspiel.MustRules("berkeley")
	key := func(belief []chess.Position) Key {
		p := &kriegspiel.Problem{Rules: rules, Side: belief[0].Side(), Depth: 3, Belief: belief}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		return KeyOf(p)
	}
	image := func(belief []chess.Position, flip chess.Square) []chess.Position {
		var list []chess.Position
		for i := range belief {
			q := turned(&belief[i], flip)
			if back := turned(&q, flip); back != belief[i] && (flip&7 == 0 || belief[i].Castling() == 0) {
				t.Fatalf("%s turned twice is %s", belief[i].FEN(), back.FEN())
			}
			list = append(list, q)
		}
		return list
	}
	castling, seen := 0, map[Key]bool{}
	for n := range 200 {
		belief := randomBelief(rng, 10+n)
		k := key(belief)
		if seen[k] {
			t.Errorf("two beliefs have one key: %s", belief[0].FEN())
		}
		seen[k] = true
		if key(image(belief, 56)) != k {
			t.Errorf("colours change the key: %s", belief[0].FEN())
		}
		may := false
		for _, p := range belief {
			may = may || p.Castling() != 0
		}
		if may {
			castling++
		} else if key(image(belief, 7)) != k || key(image(belief, 63)) != k {
			t.Errorf("a mirror changes the key: %s", belief[0].FEN())
		}
		if may && key(image(belief, 7)) == k {
			t.Errorf("a mirror does not change the key, though there is castling: %s", belief[0].FEN())
		}
		if key(belief[1:]) == k {
			t.Errorf("a position less does not change the key: %s", belief[0].FEN())
		}
		rng.Shuffle(len(belief), func(i, j int) { belief[i], belief[j] = belief[j], belief[i] })
		if key(belief) != k {
			t.Errorf("the order changes the key: %s", belief[0].FEN())
		}
	}
	if castling == 0 || castling == 200 {
		t.Errorf("castling was possible in %d of 200 beliefs", castling)
	}
}
