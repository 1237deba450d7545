package kriegspiel

import (
	"strings"
	"testing"

	"blindsight/game/chess"
)

// dialogue plays attempts in a position and returns what the mover and the other side
// hear, "e2e5:illegal/-": a side that hears nothing hears "-".
func dialogue(t *testing.T, rules *Rules, fen, attempts string) string {
	t.Helper()
	start := mustFEN(t, fen)
	g := NewReferee(rules, &start, 0)
	var heard []string
	for _, text := range strings.Fields(attempts) {
		a, err := ParseAttempt(text)
		if err != nil {
			t.Fatal(err)
		}
		h, aloud, err := g.Answer(a)
		if err != nil {
			t.Fatal(err)
		}
		answer := h.String() + "/-"
		if aloud {
			answer = h.String() + "/" + h.String()
		}
		heard = append(heard, answer)
	}
	return strings.Join(heard, " | ")
}

// both returns what is heard when both sides hear the same.
func both(heard ...string) string {
	for i, h := range heard {
		heard[i] = h + "/" + h
	}
	return strings.Join(heard, " | ")
}

// One row for each cell of the table of rule sets.
func TestRuleSets(t *testing.T) {
	const (
		pinned  = "4k3/8/8/8/8/4r3/4B3/4K3 w - -"            // the bishop cannot move
		capture = "4k3/8/8/3p4/4P3/8/8/4K3 w - -"            // a pawn takes a pawn
		queen   = "4k3/8/8/3q4/4P3/8/8/4K3 w - -"            // or a queen
		passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6"            // en passant
		double  = "4k3/8/8/8/4N3/8/8/K3R3 w - -"             // Nf6: knight and file
		tries   = "4k3/8/8/1p6/P1P5/8/4K3/8 b - -"           // after a black king's move White has 2 captures on 1 square
		promote = "8/4P3/8/8/8/k7/8/2K5 w - -"               // a promotion without check
		bare    = "8/8/8/4k3/8/4Kp2/8/8 w - -"               // the king takes the last pawn
		minors  = "8/8/n7/4k3/8/4Kp2/8/2B5 w - -"            // with a bishop against a knight
		shuffle = "4k3/8/8/8/8/8/8/R3K3 w - -"               // kings that go to and fro
		twoWays = "a1b1 e8d8 b1a1 d8e8 a1b1 e8d8 b1a1 d8e8 " // the position comes for the third time
	)
	for _, c := range []struct{ feature, rules, fen, attempts, want string }{
		{"illegal attempt heard by", "berkeley", pinned, "e2d3", "illegal/illegal"},
		{"illegal attempt heard by", "wild16", pinned, "e2d3", "illegal/-"},
		{"illegal attempt heard by", "cincinnati", pinned, "e2d3", "illegal/illegal"},
		{"illegal attempt heard by", "rand", pinned, "e2d3", "illegal/illegal"},
		{"illegal attempt heard by", "english", pinned, "e2d3", "illegal/illegal"},
		{"illegal attempt heard by", "berkeley-any", pinned, "e2d3", "illegal/illegal"},

		{"impossible or repeated", "berkeley", pinned, "e2e3 e2d3 e2d3 d3d4", "nonsense/- | illegal/illegal | nonsense/- | nonsense/-"},
		{"impossible or repeated", "wild16", pinned, "e2e3 e2d3 e2d3 d3d4", "illegal/- | illegal/- | illegal/- | illegal/-"},
		{"impossible or repeated", "cincinnati", pinned, "e2e3 e2d3 e2d3 d3d4", both("nonsense", "illegal", "nonsense", "nonsense")},
		{"impossible or repeated", "rand", pinned, "e2e3 e2d3 e2d3 d3d4", both("nonsense", "illegal", "nonsense", "nonsense")},
		{"impossible or repeated", "english", pinned, "e2e3 e2d3 e2d3 d3d4", "nonsense/- | illegal/illegal | nonsense/- | nonsense/-"},

		{"impossible or repeated", "berkeley-any", pinned, "e2e3 e2d3 e2d3 d3d4", "nonsense/- | illegal/illegal | nonsense/- | nonsense/-"},

		// Nothing was announced before the first turn, so that there is nothing to contradict.
		{"contradicts what was announced", "berkeley", chess.StartFEN, "d2c3 e2e4 d7c6", both("illegal", "silent", "illegal")},
		{"contradicts what was announced", "wild16", chess.StartFEN, "d2c3 e2e4 d7c6", "illegal/- | " + both("tries:0") + " | illegal/-"},
		{"contradicts what was announced", "cincinnati", chess.StartFEN, "d2c3 e2e4 d7c6", both("illegal", "tries:no", "nonsense")},
		{"contradicts what was announced", "cincinnati", tries, "e8e7 a4b5", both("tries:yes", "capture:b5:pawn tries:no")},
		{"contradicts what was announced", "cincinnati", tries, "e8e7 c4d5", both("tries:yes", "illegal")},
		{"contradicts what was announced", "rand", chess.StartFEN, "d2c3 e2e4 d7c6", both("illegal", "tries:none", "nonsense")},
		{"contradicts what was announced", "rand", tries, "e8e7 c4d5 c4b5", both("tries:b5", "nonsense", "capture:b5:pawn tries:none")},
		{"contradicts what was announced", "english", chess.StartFEN, "d2c3 e2e4 any? d7c6", both("illegal", "silent", "no", "illegal")},

		{"contradicts what was announced", "berkeley-any", chess.StartFEN, "d2c3 e2e4 any? d7c6 b7b6", both("illegal", "silent", "no") + " | nonsense/- | " + both("silent")},
		{"captured pawn", "berkeley", capture, "e4d5", both("capture:d5")},
		{"captured pawn", "wild16", capture, "e4d5", both("capture:d5:pawn tries:0")},
		{"captured pawn", "cincinnati", capture, "e4d5", both("capture:d5:pawn tries:no")},
		{"captured pawn", "rand", capture, "e4d5", both("capture:d5:pawn tries:none")},
		{"captured pawn", "english", capture, "e4d5", both("capture:d5")},
		{"captured pawn", "berkeley-any", capture, "e4d5", both("capture:d5")},
		{"captured piece", "berkeley", queen, "e4d5", both("capture:d5")},
		{"captured piece", "wild16", queen, "e4d5", both("capture:d5:piece tries:0")},
		{"captured piece", "cincinnati", queen, "e4d5", both("capture:d5:piece tries:no")},
		{"captured piece", "rand", queen, "e4d5", both("capture:d5:piece tries:none")},
		{"captured piece", "english", queen, "e4d5", both("capture:d5")},

		{"captured piece", "berkeley-any", queen, "e4d5", both("capture:d5")},
		{"en passant", "berkeley", passant, "e5d6", both("capture:d5")},
		{"en passant", "wild16", passant, "e5d6", both("capture:d5:pawn tries:0")},
		{"en passant", "cincinnati", passant, "e5d6", both("capture:d5:pawn tries:no")},
		{"en passant", "rand", passant, "e5d6", both("capture:d5:pawn tries:none")},
		{"en passant", "english", passant, "e5d6", both("capture:d5")},

		{"en passant", "berkeley-any", passant, "any? e5d6", both("yes", "capture:d5")},
		{"check", "berkeley", double, "e4f6", both("check:knight,file")},
		{"check", "wild16", double, "e4f6", both("check:knight,file tries:0")},
		{"check", "cincinnati", double, "e4f6", both("check:knight,file tries:no")},
		{"check", "rand", double, "e4f6", both("check:knight,file tries:none")},
		{"check", "english", double, "e4f6", both("check:knight,file")},

		{"check", "berkeley-any", double, "e4f6", both("check:knight,file")},
		// After Yes only pawn captures are taken until one is legal.
		{
			"pawn captures", "berkeley-any", tries, "e8e7 any? e2d3 any? c4d5 e2f3 c4d5 c4b5",
			both("silent", "yes") + " | nonsense/- | nonsense/- | " + both("illegal") + " | nonsense/- | nonsense/- | " + both("capture:b5"),
		},
		{"pawn captures", "berkeley-any", tries, "e8e7 c4d5 any? c4d5 a4b5", both("silent", "illegal", "yes") + " | nonsense/- | " + both("capture:b5")},
		{"pawn captures", "berkeley", tries, "e8e7 any?", both("silent") + " | nonsense/-"},
		{"pawn captures", "wild16", tries, "e8e7 any?", both("tries:2") + " | illegal/-"},
		{"pawn captures", "cincinnati", tries, "e8e7 any?", both("tries:yes", "nonsense")},
		{"pawn captures", "rand", tries, "e8e7 any?", both("tries:b5", "nonsense")},
		// After Yes a king's move is nonsense until a pawn capture was tried, empty ones
		// included; then nothing more is due.
		{
			"pawn captures", "english", tries, "e8e7 any? e2d3 any? c4d5 e2f3",
			both("silent", "yes") + " | nonsense/- | nonsense/- | " + both("illegal", "silent"),
		},
		{"pawn captures", "english", promote, "any? c1d1", both("no", "silent")},
		{"pawn captures", "english", tries, "e8e7 c4d5 any? c4d5 c4b5", both("silent", "illegal", "yes") + " | nonsense/- | " + both("capture:b5")},

		{"promotion", "berkeley", promote, "e7e8r", both("silent")},
		{"promotion", "wild16", promote, "e7e8r", both("tries:0")},
		{"promotion", "cincinnati", promote, "e7e8r", both("tries:no")},
		{"promotion", "rand", promote, "e7e8r", both("promotion tries:none")},
		{"promotion", "english", promote, "e7e8r", both("silent")},
		{"promotion", "rand", promote, "e7e8n", both("promotion draw")},
		{"promotion", "berkeley-any", promote, "e7e8r", both("silent")},

		{"too little material", "berkeley", bare, "e3f3", both("capture:f3 draw")},
		{"too little material", "wild16", bare, "e3f3", both("capture:f3:pawn draw")},
		{"too little material", "cincinnati", bare, "e3f3", both("capture:f3:pawn draw")},
		{"too little material", "rand", bare, "e3f3", both("capture:f3:pawn draw")},
		{"too little material", "english", bare, "e3f3", both("capture:f3 draw")},
		{"too little material", "berkeley-any", bare, "e3f3", both("capture:f3 draw")},
		{"a minor piece each", "berkeley-any", minors, "e3f3", both("capture:f3 draw")},
		{"a minor piece each", "berkeley", minors, "e3f3", both("capture:f3 draw")},
		{"a minor piece each", "wild16", minors, "e3f3", both("capture:f3:pawn tries:0")},
		{"a minor piece each", "cincinnati", minors, "e3f3", both("capture:f3:pawn tries:no")},
		{"a minor piece each", "rand", minors, "e3f3", both("capture:f3:pawn tries:none")},
		{"a minor piece each", "english", minors, "e3f3", both("capture:f3")},

		{"repetition", "berkeley", shuffle, twoWays, "unfinished"},
		{"repetition", "wild16", shuffle, twoWays, "draw by repetition"},
		{"repetition", "cincinnati", shuffle, twoWays, "draw by repetition"},
		{"repetition", "rand", shuffle, twoWays, "draw by repetition"},
		{"repetition", "english", shuffle, twoWays, "unfinished"},
		{"repetition", "berkeley-any", shuffle, twoWays, "unfinished"},
	} {
		t.Run(c.feature+"/"+c.rules, func(t *testing.T) {
			rules := MustRules(c.rules)
			got := ""
			if c.feature == "repetition" {
				start := mustFEN(t, c.fen)
				g := NewReferee(rules, &start, 0)
				for _, text := range strings.Fields(c.attempts) {
					a, _ := ParseAttempt(text)
					if _, err := g.Try(a); err != nil {
						t.Fatal(err)
					}
				}
				got = g.Result().String()
			} else {
				got = dialogue(t, rules, c.fen, c.attempts)
			}
			if got != c.want {
				t.Errorf("%s in %s under %s:\n got %s\nwant %s", c.attempts, c.fen, c.rules, got, c.want)
			}
		})
	}
}

// Fifty moves of each side without capture or pawn move end games where the rules say
// so. The players of this game avoid what they have seen.
func TestFiftyMoves(t *testing.T) {
	for _, rules := range All() {
		start := mustFEN(t, "6k1/p7/8/8/8/8/P7/R3K2R w - -")
		g := NewReferee(rules, &start, 0)
		plies := 0
		for seen := map[chess.Position]bool{start: true}; g.Result() == Unfinished && plies < 101; plies++ {
			p := g.Position()
			played := false
			for _, m := range p.Moves(nil) {
				q := p.Make(m)
				if _, k := p.Captured(m); k == chess.NoKind && p.KindAt(m.From()) != chess.Pawn && !seen[q] && q.HasMove() && !q.InCheck() {
					seen[q] = true
					if _, err := g.Try(Attempt(m)); err != nil {
						t.Fatal(err)
					}
					played = true
					break
				}
			}
			if !played {
				t.Fatalf("%s: nothing new to play in %s", rules, &p)
			}
		}
		want, length := Unfinished, 101
		if rules.Draws {
			want, length = DrawFifty, 100
		}
		if g.Result() != want || plies != length {
			t.Errorf("%s: %s after %d plies, want %s", rules, g.Result(), plies, want)
		}
	}
}

// Checkmate and stalemate are announced under all rule sets, and nothing after them.
func TestEnds(t *testing.T) {
	for _, rules := range All() {
		for _, c := range []struct {
			fen, move, want string
			result          Result
		}{
			{"7k/8/6K1/8/8/8/8/R7 w - -", "a1a8", "check:rank checkmate", WhiteMates},
			{"r7/8/8/8/8/6k1/8/7K b - -", "a8a1", "check:rank checkmate", BlackMates},
			{"7k/8/5K2/8/8/8/8/6Q1 w - -", "g1g6", "stalemate", DrawStalemate},
		} {
			start := mustFEN(t, c.fen)
			g := NewReferee(rules, &start, 0)
			a, _ := ParseAttempt(c.move)
			h, err := g.Try(a)
			if err != nil || h.String() != c.want || g.Result() != c.result {
				t.Errorf("%s: %s in %s is heard as %q (%s, %v), want %q", rules, c.move, c.fen, h, g.Result(), err, c.want)
			}
			if _, err := g.Try(a); err != ErrOver {
				t.Errorf("%s: a try after the end gives %v", rules, err)
			}
			if v := g.View(chess.White); v.Result() != c.result || len(v.Legal(nil)) != 0 {
				t.Errorf("%s: the view does not know the end", rules)
			}
		}
	}
}

func TestUnknownRules(t *testing.T) {
	_, err := ParseRules("french")
	if want := `unknown rule set "french": use one of berkeley, wild16, cincinnati, rand, english, berkeley-any`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// What is too little to mate with, and what is not, by the published list.
func TestTooLittle(t *testing.T) {
	for _, c := range []struct {
		fen               string
		berkeley, anybody bool
	}{
		{"4k3/8/8/8/8/8/8/4K3 w - -", true, true},        // bare kings
		{"4k3/8/8/8/8/8/8/4KN2 w - -", true, true},       // a knight
		{"4k1n1/8/8/8/8/8/8/4K3 w - -", true, true},      // of either side
		{"4k3/8/8/8/8/8/8/4KB2 w - -", true, true},       // a bishop
		{"4k3/8/8/8/8/8/4P3/4K3 w - -", false, false},    // a pawn
		{"4k3/8/8/8/8/8/8/R3K3 w - -", false, false},     // a rook
		{"4k3/8/8/8/8/8/8/4KQ2 w - -", false, false},     // a queen
		{"4k3/8/8/8/8/8/8/4KNN1 w - -", false, false},    // two knights
		{"4k3/8/8/8/8/8/8/4KBN1 w - -", false, false},    // bishop and knight
		{"4k3/8/8/8/8/8/8/2B1KB2 w - -", false, false},   // bishops of both colours: c1 dark, f1 light
		{"4k3/8/8/8/8/3B4/8/4KB2 w - -", true, true},     // two of one colour
		{"2b1k3/8/4b3/8/8/3B4/8/4KB2 w - -", true, true}, // many, of both sides
		{"4kb2/8/8/8/8/8/8/4KB2 w - -", true, false},     // one each, of both colours
		{"2b1k3/8/8/8/8/8/8/4KB2 w - -", true, true},     // one each, of one colour
		{"4k1n1/8/8/8/8/8/8/4KN2 w - -", true, false},    // a knight each
		{"4k1n1/8/8/8/8/8/8/4KB2 w - -", true, false},    // bishop against knight
		{"4k1n1/8/8/8/8/8/8/4KBB1 w - -", false, false},  // two against one
		{"4knn1/8/8/8/8/8/8/4K3 w - -", false, false},
	} {
		p := mustFEN(t, c.fen)
		for _, rules := range All() {
			want := c.anybody
			if strings.HasPrefix(rules.Name, "berkeley") {
				want = c.berkeley
			}
			if got := rules.TooLittle(&p); got != want {
				t.Errorf("%s, %s: too little: %t", rules, c.fen, got)
			}
			if over := NewReferee(rules, &p, 0).Result() == DrawMaterial; over != want {
				t.Errorf("%s, %s: over from the start: %t", rules, c.fen, over)
			}
		}
	}
}

// A move that draws by counting says nothing of pawn captures, and records of such games are read back;
// a percept without that word is refused anywhere else.
func TestLastMoveOfACountedDraw(t *testing.T) {
	start := mustFEN(t, "4k3/8/8/8/8/8/8/R3K3 w - -")
	g := NewReferee(MustRules("wild16"), &start, 0)
	last := Silent
	for _, text := range strings.Fields("a1b1 e8d8 b1a1 d8e8 a1b1 e8d8 b1a1 d8e8") {
		a, _ := ParseAttempt(text)
		h, err := g.Try(a)
		if err != nil {
			t.Fatal(err)
		}
		last = h
	}
	if last.String() != "silent" || g.Result() != DrawRepetition {
		t.Errorf("the last move is heard as %q, %s", last, g.Result())
	}
	for _, scope := range []Scope{Unfiltered, ForWhite, ForBlack} {
		rec := g.Record()
		if side, ok := scope.Side(); ok {
			rec, _ = rec.Filter(side)
		}
		for _, text := range []string{string(rec.AppendJSON(nil)), string(rec.AppendPGN(nil))} {
			list, err := readAll(text)
			if err != nil || len(list) != 1 || list[0].Result != DrawRepetition {
				t.Errorf("%v:\n%s", err, text)
			}
			lost := strings.NewReplacer(`,"result":"draw by repetition"`, "", "[Termination \"draw by repetition\"]\n", "", "1/2-1/2", "*").Replace(text)
			if _, err := readAll(lost); err == nil || !strings.Contains(err.Error(), "wild16 says a word tries:") {
				t.Errorf("%v:\n%s", err, lost)
			}
			if scope == ForBlack {
				continue
			}
			more := strings.NewReplacer(`]}],"result"`, `]},{"white":[{"try":"e1e2","heard":"tries:0"}]}],"result"`,
				`0}],"result"`, `0},{"white":[{"try":"e1e2","heard":"tries:0"}]}],"result"`, "\n1/2-1/2", "\n5. Ke2 {tries:0} 1/2-1/2").Replace(text)
			if _, err := readAll(more); more != text && (err == nil || !strings.Contains(err.Error(), "the game is over: draw by repetition")) {
				t.Errorf("%v:\n%s", err, more)
			}
		}
	}
}
