package chess

import (
	"errors"
	"testing"
)

func TestFENRoundTrip(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
		"r3k2r/8/8/8/8/8/8/R3K2R b Kq -",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6",
		"4k3/8/8/8/3pP3/8/8/4K3 b - e3",
		"K1k5/8/P7/8/8/8/8/8 w - -",
	} {
		p := mustParse(t, fen)
		if got := p.FEN(); got != fen {
			t.Errorf("%s is written as %s", fen, got)
		}
		if got := p.FullFEN(3, 17); got != fen+" 3 17" {
			t.Errorf("%s is written in full as %s", fen, got)
		}
		q, halfmoves, move, err := ParseFullFEN(fen + " 3 17")
		if err != nil || q != p || halfmoves != 3 || move != 17 {
			t.Errorf("%s 3 17 is read as %s, %d, %d, %v", fen, &q, halfmoves, move, err)
		}
		if _, halfmoves, move, _ := ParseFullFEN(fen); halfmoves != 0 || move != 1 {
			t.Errorf("without counters they are %d and %d, want 0 and 1", halfmoves, move)
		}
	}
	p, start := mustParse(t, StartFEN), Start()
	if p != start {
		t.Errorf("the initial position is %s, want %s", &start, &p)
	}
	walk(t, 10, 5000, func(p *Position) {
		if q := mustParse(t, p.FEN()); q != *p {
			t.Fatalf("%s is read back as %s", p, &q)
		}
	})
}

// En passant squares are kept only where a capture is fully legal.
func TestFENEnPassant(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", "-"}, // nobody there
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"},
		{"8/8/8/K2pP2r/8/8/8/7k w - d6", "-"},   // both pawns leave the rank
		{"8/8/8/K1PpP2r/8/8/8/7k w - d6", "d6"}, // one of three stays
		{"4k3/8/8/2PpP3/8/8/8/4K3 w - d6", "d6"},
		{"3rk3/8/8/2Pp4/8/8/8/3K4 w - d6", "d6"}, // the file stays closed
		{"4k3/8/8/8/8/8/8/4K3 w - -", "-"},
		{"8/5bk1/8/2Pp4/8/1K6/8/8 w - d6", "-"},  // the captured pawn was a shield
		{"4k3/8/6b1/3pP3/4K3/8/8/8 w - d6", "-"}, // in check from elsewhere
		{"4k3/8/8/3pP3/4K3/8/8/8 w - d6", "d6"},  // the pawn itself gives check
		{"4k3/4r3/8/3pP3/8/8/8/4K3 w - d6", "-"}, // pinned on the file
		{"7k/8/5b2/3pP3/3K4/8/8/8 w - d6", "-"},  // pinned on a diagonal, and not that of the capture
		{"7k/2b5/8/3pP3/5K2/8/8/8 w - d6", "d6"}, // pinned on the diagonal of the capture
	} {
		p := mustParse(t, c.fen)
		if got := p.EnPassant().String(); got != c.want {
			t.Errorf("%s: the en passant square is %s, want %s", c.fen, got, c.want)
		}
	}
}

func TestFENErrors(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"", "FEN: it has 0 fields: want 4 (board, side, castling, en passant) or 6 (halfmoves and move number as well)"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0", "FEN: it has 5 fields: want 4 (board, side, castling, en passant) or 6 (halfmoves and move number as well)"},
		{"4k3/8/8/8/8/8/4K3 w - -", "FEN, board: it has 7 ranks: want 8, from rank 8 to rank 1, separated by /"},
		{"4k3/8/8/8/8/8/7/4K3 w - -", "FEN, board: rank 2 (7) has 7 squares: want 8"},
		{"4k3/8/8/8/8/ppppppppp/8/4K3 w - -", "FEN, board: rank 3 (ppppppppp) has 9 squares: want 8"},
		{"4k3/8/8/8/8/8/8/4K2X w - -", "FEN, board: 'X' on rank 1: want a man PNBRQK or pnbrqk, or a number 1 to 8 of empty squares"},
		{"4k3/8/8/8/9/8/8/4K3 w - -", "FEN, board: '9' on rank 4: want a man PNBRQK or pnbrqk, or a number 1 to 8 of empty squares"},
		{"4k3/8/8/8/8/8/8/8 w - -", "FEN, board: white has no king"},
		{"8/8/8/8/8/8/8/4K3 w - -", "FEN, board: black has no king"},
		{"4k3/8/8/8/8/8/8/K3K3 w - -", "FEN, board: white has 2 kings (a1 e1): leave one"},
		{"4k3/8/8/8/NNN5/NNNNNNNN/NNNNN3/4K3 w - -", "FEN, board: white has 17 men: 16 at most"},
		{"4k3/p7/pppppppp/8/8/8/8/4K3 w - -", "FEN, board: black has 9 pawns: 8 at most"},
		{"4k3/8/8/8/8/8/8/p3K3 w - -", "FEN, board: a pawn on a1: pawns never stand on the first or the last rank"},
		{"4k3/8/8/8/8/8/8/4K3 x - -", `FEN, side: "x": want w or b`},
		{"4k3/8/8/8/8/8/4R3/4K3 w - -", "FEN, side: white is to move, but the black king on e8 could be taken from e2: give the move to the other side, or take the check away"},
		{"8/8/8/8/8/8/4k3/4K3 b - -", "FEN, side: black is to move, but the white king on e1 could be taken from e2: give the move to the other side, or take the check away"},
		{"4k3/8/8/8/4r3/5n2/3p4/4K3 w - -", "FEN, board: 3 men give check to the white king (d2 f3 e4): two at most can"},
		{"4k3/8/8/8/8/8/8/4K3 w X -", `FEN, castling: "X": want letters of KQkq, or - for none`},
		{"4k3/8/8/8/8/8/8/4K2R w KK -", `FEN, castling: "KK": K is there twice`},
		{"4k3/8/8/8/8/8/8/4K2R w KQ -", `FEN, castling: "KQ": Q needs the white king on e1 and a rook of his on a1: take the letter away`},
		{"3k3r/8/8/8/8/8/8/4K3 w k -", `FEN, castling: "k": k needs the black king on e8 and a rook of his on h8: take the letter away`},
		{"4k3/8/8/8/8/8/8/4K3 w - e", `FEN, en passant: square "e": want a file a to h and a rank 1 to 8, as in e4, or - for none`},
		{"4k3/8/8/8/4P3/8/8/4K3 w - e3", "FEN, en passant: no black pawn can just have passed e3: it would stand in front of it, with the two squares behind it empty, on rank 5; use - for none"},
		{"4k3/4p3/8/4p3/8/8/8/4K3 w - e6", "FEN, en passant: no black pawn can just have passed e6: it would stand in front of it, with the two squares behind it empty, on rank 5; use - for none"},
		{"4k3/8/8/8/8/8/8/4K3 b - e3", "FEN, en passant: no white pawn can just have passed e3: it would stand in front of it, with the two squares behind it empty, on rank 4; use - for none"},
		{"4k3/8/8/8/8/8/8/4K3 w - - x 1", `FEN, halfmoves: "x": want a whole number, 0 or more`},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 -1", `FEN, move number: "-1": want a whole number, 0 or more`},
	} {
		_, err := ParseFEN(c.fen)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.fen, err, c.want)
		}
		var typed *FENError
		if !errors.As(err, &typed) {
			t.Errorf("%q: error of type %T, want *FENError", c.fen, err)
		}
	}
}

// No text panics; what is read is a position that is written and read back equal, and
// on which everything can be asked.
func FuzzFEN(f *testing.F) {
	for _, c := range standard {
		f.Add(c.fen)
	}
	for _, c := range traps {
		f.Add(c.fen)
	}
	f.Add("4k3/8/8/8/8/8/8/4K3 w - - 99999999999 1")
	f.Fuzz(func(t *testing.T, text string) {
		p, halfmoves, move, err := ParseFullFEN(text)
		if err != nil {
			if p != (Position{}) {
				t.Fatalf("%q: an error, and the position %s", text, &p)
			}
			return
		}
		full := p.FullFEN(halfmoves, move)
		q, h, m, err := ParseFullFEN(full)
		if err != nil || q != p || h != halfmoves || m != move {
			t.Fatalf("%q is written as %q and read as %s, %d, %d, %v", text, full, &q, h, m, err)
		}
		if err := p.Check(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		moves := p.Moves(nil)
		if len(moves) != p.CountMoves() || (len(moves) > 0) != p.HasMove() {
			t.Fatalf("%s: %d moves, counted %d, HasMove %t", &p, len(moves), p.CountMoves(), p.HasMove())
		}
		for _, move := range moves {
			after := p.Make(move)
			if rebuilt(&after) != after || !p.Legal(move) {
				t.Fatalf("%s: %s is legal: %t, and leads to %#v", &p, move, p.Legal(move), after)
			}
		}
	})
}
