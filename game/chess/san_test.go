package chess

import (
	"strings"
	"testing"
)

func TestSAN(t *testing.T) {
	for _, c := range []struct{ fen, uci, want string }{
		{StartFEN, "e2e4", "e4"},
		{StartFEN, "g1f3", "Nf3"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", "O-O"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8c8", "O-O-O"},
		{"5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O+"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6"},
		{"3r4/4P3/8/8/8/8/k7/4K3 w - -", "e7d8n", "exd8=N"},
		{"3r4/4P3/8/8/8/8/k7/4K3 w - -", "e7e8q", "e8=Q"},
		{"4k3/8/8/8/8/8/4K3/R6R w - -", "a1d1", "Rad1"},
		{"4k3/8/R7/8/8/8/4K3/R7 w - -", "a1a3", "R1a3"},
		{"6k1/8/8/8/Q2Q4/8/8/Q3K3 w - -", "a1d1", "Q1d1"},
		{"6k1/8/8/8/Q6Q/8/8/K6Q w - -", "h4d4", "Qhd4"},
		{"k7/8/8/2Q1Q3/8/2Q1Q3/8/7K w - -", "c5d4", "Qc5d4"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w Q -", "a1a8", "Ra8#"},
		// The knight on c3 is pinned: the other needs no file.
		{"4k3/8/8/b7/8/2N5/8/4K1N1 w - -", "g1e2", "Ne2"},
	} {
		p := mustParse(t, c.fen)
		m, err := ParseUCI(c.uci)
		if err != nil {
			t.Fatal(err)
		}
		if !p.Legal(m) {
			t.Fatalf("%s: %s is not legal", c.fen, m)
		}
		if got := p.SAN(m); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.fen, c.uci, got, c.want)
		}
	}
}

// Every legal move is read back from its SAN, from that without a sign of check, and
// from UCI.
func TestSANRoundTrip(t *testing.T) {
	walk(t, 11, 3000, func(p *Position) {
		for _, m := range p.Moves(nil) {
			san := p.SAN(m)
			for _, text := range []string{san, strings.TrimRight(san, "+#"), san + "!?", m.String(), strings.ReplaceAll(san, "=", ""), strings.ReplaceAll(san, "O", "0")} {
				if got, err := p.ParseSAN(text); err != nil || got != m {
					t.Fatalf("%s: %q is read as %s, %v, want %s", p, text, got, err, m)
				}
			}
		}
	})
}

func TestParseSANErrors(t *testing.T) {
	for _, c := range []struct{ fen, text, want string }{
		{StartFEN, "", `move "": want standard notation as in e4, Nbd7, exd8=Q, O-O, or two squares as in e2e4`},
		{StartFEN, "N", `move "N": want standard notation as in e4, Nbd7, exd8=Q, O-O, or two squares as in e2e4`},
		{StartFEN, "xe4", `move "xe4": want standard notation as in e4, Nbd7, exd8=Q, O-O, or two squares as in e2e4`},
		{StartFEN, "Nf9", `move "Nf9": want standard notation as in e4, Nbd7, exd8=Q, O-O, or two squares as in e2e4`},
		{StartFEN, "e5", `move "e5" is not legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -`},
		{StartFEN, "e2e5", `move "e2e5" is not legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -`},
		{StartFEN, "O-O", `move "O-O" is not legal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -`},
		{"4k3/8/8/8/8/8/4K3/R6R w - -", "Rd1", `move "Rd1" can be each of Rad1, Rhd1 in 4k3/8/8/8/8/8/4K3/R6R w - -: say which`},
		{"8/4P3/8/8/8/8/k7/4K3 w - -", "e8", `move "e8": a pawn on the last rank promotes: say to what, as in e8=Q`},
		{"4k3/8/8/8/8/8/8/4K2R w K -", "Kg1", `move "Kg1" is not legal in 4k3/8/8/8/8/8/8/4K2R w K -`},
		{"4k3/8/8/8/8/8/8/3K4 w - -", "0-0", `move "0-0" is not legal in 4k3/8/8/8/8/8/8/3K4 w - -`},
	} {
		p := mustParse(t, c.fen)
		_, err := p.ParseSAN(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestParseUCI(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"e2e4", ""},
		{"e7e8q", ""},
		{"a7a8n", ""},
		{"e2", `move "e2": want two squares, as in e2e4, and a letter for a promotion, as in e7e8q`},
		{"e2e4qq", `move "e2e4qq": want two squares, as in e2e4, and a letter for a promotion, as in e7e8q`},
		{"i2e4", `move "i2e4": square "i2": want a file a to h and a rank 1 to 8, as in e4`},
		{"e2e9", `move "e2e9": square "e9": want a file a to h and a rank 1 to 8, as in e4`},
		{"e2e2", `move "e2e2": start and target are the same square`},
		{"e7e8k", `move "e7e8k": a pawn does not promote to 'k': use q, r, b or n`},
	} {
		m, err := ParseUCI(c.text)
		switch {
		case c.want == "" && (err != nil || m.String() != c.text):
			t.Errorf("%q is read as %s, %v", c.text, m, err)
		case c.want != "" && (err == nil || err.Error() != c.want):
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

// No text panics; what is read as a move is legal, and its SAN is read as the same.
func FuzzSAN(f *testing.F) {
	for _, c := range []struct{ fen, text string }{
		{StartFEN, "e4"},
		{StartFEN, "g1f3"},
		{standard[1].fen, "O-O-O"},
		{standard[1].fen, "Qxf6+!?"},
		{standard[4].fen, "bxa1=N"},
		{traps[20].fen, "gxh1Q#"},
		{"k7/8/8/2Q1Q3/8/2Q1Q3/8/7K w - -", "Qc5d4"},
	} {
		f.Add(c.fen, c.text)
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			p = Start()
		}
		m, err := p.ParseSAN(text)
		if err != nil {
			return
		}
		if !p.Legal(m) {
			t.Fatalf("%s: %q is read as %s, which is not legal", &p, text, m)
		}
		if again, err := p.ParseSAN(p.SAN(m)); err != nil || again != m {
			t.Fatalf("%s: %s is written as %q and read as %s, %v", &p, m, p.SAN(m), again, err)
		}
	})
}
