package chess

import "testing"

// Directions of check, seen from the king, counted out by hand.
func TestCheckDirections(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"4k3/8/8/8/8/8/8/4K3 w - -", ""},
		{"4k3/8/8/8/8/5n2/8/4K3 w - -", "knight"},
		{"4k3/8/8/8/8/8/8/r3K3 w - -", "rank"},
		{"4k3/4r3/8/8/8/8/8/4K3 w - -", "file"},
		// From e1 to a5 there are 5 squares, to h4 there are 4.
		{"4k3/8/8/b7/8/8/8/4K3 w - -", "long"},
		{"4k3/8/8/8/7b/8/8/4K3 w - -", "short"},
		{"4k3/8/8/8/8/8/3p4/4K3 w - -", "long"},
		{"4k3/8/8/8/8/8/5p2/4K3 w - -", "short"},
		{"4k3/8/8/8/7q/8/8/4K3 w - -", "short"},
		{"4k3/8/8/8/8/8/8/q3K3 w - -", "rank"},
		// In a corner the short diagonal is the corner alone.
		{"7k/8/8/8/8/8/1q6/K7 w - -", "long"},
		// On e4, h1-a8 has 8 squares and b1-h7 has 7.
		{"b6k/8/8/8/4K3/8/8/8 w - -", "long"},
		{"7k/7b/8/8/4K3/8/8/8 w - -", "short"},
		// On d4, a1-h8 has 8 squares and g1-a7 has 7.
		{"k7/8/8/8/3K4/8/8/b7 w - -", "long"},
		{"k7/8/8/8/3K4/8/8/6b1 w - -", "short"},
		// Double checks, in the order in which they are announced.
		{"4k3/4r3/8/8/8/5n2/8/4K3 w - -", "knight,file"},
		{"4k3/4r3/8/8/7b/8/8/4K3 w - -", "file,short"},
		{"4k3/8/8/b7/8/8/8/r3K3 w - -", "rank,long"},
		{"4k3/8/8/b7/7b/8/8/4K3 w - -", "long,short"},
		// Two men on one line behind one another give one check; two on its two
		// sides name it once.
		{"4k3/4r3/8/8/4K3/8/8/4r3 w - -", "file"},
		// Black's king sees White's men the same way.
		{"4k3/8/3N4/8/8/8/8/4K3 b - -", "knight"},
		{"4k3/5P2/8/8/8/8/8/4K3 b - -", "short"},
		{"4k3/3P4/8/8/8/8/8/4K3 b - -", "long"},
	} {
		p := mustParse(t, c.fen)
		if got := p.CheckDirections().String(); got != c.want {
			t.Errorf("%s: check is from %q, want %q", c.fen, got, c.want)
		}
		if p.InCheck() != (c.want != "") || (p.Checkers() != 0) != (c.want != "") {
			t.Errorf("%s: InCheck is %t, checkers are on %q", c.fen, p.InCheck(), p.Checkers())
		}
	}
}

// The two diagonals through a square never have the same length.
func TestDiagonalsDiffer(t *testing.T) {
	for s := range NoSquare {
		if diagonalOf[s].Count() == antidiagonalOf[s].Count() {
			t.Errorf("the diagonals through %s have the same length", s)
		}
	}
}

// The tables give what following the lines square by square gives.
func TestMagics(t *testing.T) {
	for s := range NoSquare {
		for _, steps := range [][4][2]int{rookSteps, bishopSteps} {
			mask := relevant(s, steps)
			for set := Bitboard(0); ; {
				// Men on the border and off the lines must not matter.
				noise := Bitboard(set*0x9e3779b97f4a7c15) &^ rays(s, steps, 0)
				got, want := bishopAttacks(s, set|noise), rays(s, steps, set)
				if steps == rookSteps {
					got = rookAttacks(s, set|noise)
				}
				if got != want {
					t.Fatalf("on %s with men on %s: attacks %s, want %s", s, set, got, want)
				}
				if set = (set - mask) & mask; set == 0 {
					break
				}
			}
		}
	}
}

func TestMateAndStalemate(t *testing.T) {
	for _, c := range []struct {
		fen             string
		mate, stalemate bool
	}{
		{StartFEN, false, false},
		{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", true, false},
		{"6k1/5ppp/8/8/8/8/8/R3K2R w KQ -", false, false},
		{"R5k1/5ppp/8/8/8/8/8/4K3 b - -", true, false},
		{"7k/5Q2/6K1/8/8/8/8/8 b - -", false, true},
		{"5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ -", false, true}, // Sam Loyd's stalemate in ten moves
		{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3", false, false},
	} {
		p := mustParse(t, c.fen)
		if p.Checkmate() != c.mate || p.Stalemate() != c.stalemate {
			t.Errorf("%s: checkmate %t, stalemate %t, want %t, %t", c.fen, p.Checkmate(), p.Stalemate(), c.mate, c.stalemate)
		}
	}
}

// Pawn captures are those among the legal moves; tries count them by start and target.
func TestPawnCaptures(t *testing.T) {
	count := 0
	check := func(p *Position) {
		type try struct{ from, to Square }
		want, tries := map[Move]bool{}, map[try]bool{}
		var west, east Bitboard
		for _, m := range p.Moves(nil) {
			if p.KindAt(m.From()) == Pawn && m.From().File() != m.To().File() {
				want[m] = true
				tries[try{m.From(), m.To()}] = true
				if m.To().File() < m.From().File() {
					west |= m.To().Bitboard()
				} else {
					east |= m.To().Bitboard()
				}
			}
		}
		got := p.PawnCaptures(nil)
		for _, m := range got {
			if !want[m] {
				t.Fatalf("%s: pawn capture %s is not among the legal moves", p, m)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%s: %d pawn captures, want %d", p, len(got), len(want))
		}
		w, e := p.PawnTries()
		if w != west || e != east || w.Count()+e.Count() != len(tries) {
			t.Fatalf("%s: tries on %q and %q, want %q and %q", p, w, e, west, east)
		}
		count += len(want)
	}
	walk(t, 9, 10000, check)
	for _, c := range traps {
		p := mustParse(t, c.fen)
		check(&p)
	}
	if count < 1000 {
		t.Errorf("only %d pawn captures were seen", count)
	}
}

// Standing is CheckDirections and HasMove in one.
func TestStanding(t *testing.T) {
	mates := 0
	walk(t, 11, 20_000, func(p *Position) {
		check, canMove := p.Standing()
		if check != p.CheckDirections() || canMove != p.HasMove() {
			t.Fatalf("%s: %s, %t; want %s, %t", p, check, canMove, p.CheckDirections(), p.HasMove())
		}
		if !canMove {
			mates++
		}
	})
	if mates == 0 {
		t.Error("no position without moves was seen")
	}
}
