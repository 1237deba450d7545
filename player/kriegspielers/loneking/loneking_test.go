package loneking

import (
	"context"
	"math/rand/v2"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers/endings"
)

var berkeley = kriegspiel.MustRules("berkeley")

// randomMen returns own men on random squares: a king and one to four others, of either side.
func randomMen(rng *rand.Rand) (chess.Position, chess.Color) {
	side := chess.Color(rng.IntN(2))
	var p chess.Position
	p.Put(chess.Square(rng.IntN(64)), side, chess.King)
	for range 1 + rng.IntN(4) {
		s, k := chess.Square(rng.IntN(64)), chess.Pawn+chess.Kind(rng.IntN(5))
		if p.KindAt(s) == chess.NoKind && (k != chess.Pawn || s.Rank() > 0 && s.Rank() < 7) {
			p.Put(s, side, k)
		}
	}
	p.SetSide(side)
	return p, side
}

// What a step does, worked out by what is attacked, is what the rules do with it.
func TestStepsAreThoseOfTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		own, side := randomMen(rng)
		kings := possible(&own, side) & chess.Bitboard(rng.Uint64())
		for _, y := range steps(&own, side, kings) {
			h := Hunt{Rules: berkeley, Own: own, Side: side}
			heard := map[kriegspiel.Percept]chess.Bitboard{}
			var to, then chess.Position
			for s := range kings.All() {
				p := h.at(s)
				got, moved := berkeley.Try(&p, y.attempt, &to)
				if moved != y.legal.Has(s) || got.Checkmate() != y.mates.Has(s) || got.Stalemate() != y.stales.Has(s) {
					t.Fatalf("%s: %s: %q, and the step says legal %s mates %s stalemates %s", p.FEN(), y.attempt, got, y.legal, y.mates, y.stales)
				}
				if !moved || got.Over() {
					continue
				}
				heard[got] |= s.Bitboard()
				var replies chess.Bitboard
				berkeley.Replies(&to, &then, func(kriegspiel.Percept) bool {
					replies |= then.Pieces(side.Other(), chess.King)
					return true
				})
				if replies != y.replies(s) {
					t.Fatalf("%s: %s: replies %s, want %s", p.FEN(), y.attempt, y.replies(s), replies)
				}
			}
			parts := y.heard(kings, side)
			if len(parts) != len(heard) {
				t.Fatalf("%s: %s: %d parts, want %d", own.FEN(), y.attempt, len(parts), len(heard))
			}
			for _, want := range heard {
				if !contains(parts, want) {
					t.Fatalf("%s: %s: no part %s in %v", own.FEN(), y.attempt, want, parts)
				}
			}
		}
	}
}

func contains(parts []chess.Bitboard, want chess.Bitboard) bool {
	for _, p := range parts {
		if p == want {
			return true
		}
	}
	return false
}

// The tables in the program can be read, and what they promise is kept against kings that run: mate, in no
// more moves, from every placement drawn where they promise one. The belief never loses the king (Play would fail).
func TestPromisesAreKept(t *testing.T) {
	for _, m := range endings.Materials() {
		table := Default().of(m)
		if table == nil {
			continue
		}
		for _, r := range []*kriegspiel.Rules{berkeley, kriegspiel.MustRules("wild16")} {
			g := Game{Rules: r, Ending: m, Library: Default(), King: Uniform{}, Limit: 100, Seed: 3}
			promised := 0
			for n := range 12 {
				o, err := g.Play(context.Background(), n)
				if err != nil {
					t.Fatal(err)
				}
				if o.Sure == 0 {
					continue
				}
				promised++
				if o.Result != kriegspiel.WhiteMates || o.Moves > o.Sure {
					t.Errorf("%s, %s: %v after %d moves, mate in %d was promised: %s, king on %s", m, r, o.Result, o.Moves, o.Sure, m.Format(o.Men), o.King)
				}
			}
			if promised == 0 {
				t.Errorf("%s: no mate was promised in 12 games", m)
			}
		}
	}
}

// A planner without tables mates at once where it can: Kb3 and Qh2 against a king on a1.
func TestPlannerWithoutTables(t *testing.T) {
	p, err := chess.ParseFEN("8/8/8/8/8/1K6/7Q/k7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	hunt, ok := HuntOf(berkeley, []chess.Position{p})
	if !ok {
		t.Fatal("no hunt of a lone king")
	}
	choice, ok := NewPlanner(nil).Choose(hunt, rand.New(rand.NewPCG(1, 1)))
	var to chess.Position
	if h, _ := berkeley.Try(&p, choice.Attempt, &to); !ok || !h.Checkmate() {
		t.Errorf("%s is no mate", choice.Attempt)
	}
}

// Where games are drawn by fifty moves, a mate that comes later is none, and a pawn moves in time.
func TestPlannerKnowsFiftyMoves(t *testing.T) {
	wild16 := kriegspiel.MustRules("wild16")
	choose := func(r *kriegspiel.Rules, fen string, quiet int) (Choice, chess.Kind) {
		p, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		own := p.Only(chess.White)
		hunt := NewHunt(r, &p, chess.White, possible(&own, chess.White))
		hunt.Quiet = quiet
		c, ok := NewPlanner(Default()).Choose(hunt, rand.New(rand.NewPCG(1, 1)))
		if !ok {
			t.Fatalf("nothing to try in %s", fen)
		}
		return c, p.KindAt(c.Attempt.Move().From())
	}
	const rook = "8/8/8/3k4/8/2K5/4R3/8 w - - 0 1"
	sure, _ := choose(wild16, rook, 0)
	if sure.Moves < 2 || sure.Moves > 40 {
		t.Fatalf("mate in %d", sure.Moves)
	}
	last := fiftyMoves + 1 - 2*sure.Moves // with which the mate is the last move
	for _, c := range []struct {
		rules       *kriegspiel.Rules
		quiet, want int
	}{{wild16, last, sure.Moves}, {wild16, last + 1, 0}, {berkeley, last + 1, sure.Moves}} {
		if got, _ := choose(c.rules, rook, c.quiet); got.Moves != c.want {
			t.Errorf("%s, %d quiet moves: mate in %d, want %d", c.rules, c.quiet, got.Moves, c.want)
		}
	}
	const pawn = "7k/8/8/8/8/8/P7/R2K4 w - - 0 1"
	if _, k := choose(wild16, pawn, 97); k != chess.Pawn {
		t.Errorf("a %v moves before the draw", k)
	}
	if _, k := choose(wild16, pawn, 0); k == chess.Pawn {
		t.Error("the pawn moves in any case: the test says nothing")
	}
}

// possible returns the squares on which a lone king may be, the own side being to move.
func possible(own *chess.Position, side chess.Color) chess.Bitboard {
	return ^(attackedBy(own, side) | own.Men(side))
}
