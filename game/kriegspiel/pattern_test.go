package kriegspiel

import (
	"slices"
	"strings"
	"testing"

	"blindsight/game/chess"
)

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		fen     string
		men     []string
		want    []string
		dropped int
	}{
		{"8/8/8/8/8/8/8/K6k w - -", nil, []string{"8/8/8/8/8/8/8/K6k w - -"}, 0},
		{
			"8/8/1K6/8/8/8/8/7Q w - -",
			[]string{"k@a8,c8,a7"}, // a7 is next to the white king, a8 in check with White to move
			[]string{"2k5/8/1K6/8/8/8/8/7Q w - -"},
			2,
		},
		{
			"8/8/8/8/8/8/8/K6k w - -",
			[]string{"q|n|-@d5"},
			[]string{"8/8/8/3q4/8/8/8/K6k w - -", "8/8/8/3n4/8/8/8/K6k w - -", "8/8/8/8/8/8/8/K6k w - -"},
			0,
		},
		{
			"8/8/8/8/8/8/8/K7 w - -",
			[]string{"k@g1-h2", "p@g2,h2"}, // the king on the pawn's square twice
			[]string{
				"8/8/8/8/8/8/6p1/K5k1 w - -", "8/8/8/8/8/8/6p1/K6k w - -", "8/8/8/8/8/8/6pk/K7 w - -",
				"8/8/8/8/8/8/7p/K5k1 w - -", "8/8/8/8/8/8/7p/K6k w - -", "8/8/8/8/8/8/6kp/K7 w - -",
			},
			2,
		},
		{"8/8/8/8/8/8/8/K6k w - -", []string{"-@d5", "-@d4"}, []string{"8/8/8/8/8/8/8/K6k w - -"}, 0},
		{"8/8/8/8/8/8/8/k7 b - -", []string{"K@c3"}, []string{"8/8/8/8/8/2K5/8/k7 b - -"}, 0},
	} {
		p, err := ParsePattern(c.fen, c.men)
		if err != nil {
			t.Errorf("%s %v: %v", c.fen, c.men, err)
			continue
		}
		var got []string
		for i := range p.Belief {
			got = append(got, p.Belief[i].FEN())
		}
		if !slices.Equal(got, c.want) || p.Dropped != c.dropped || (p.Why != nil) != (c.dropped > 0) {
			t.Errorf("%s %v: %v, %d dropped (%v), want %v, %d", c.fen, c.men, got, p.Dropped, p.Why, c.want, c.dropped)
		}
	}
}

func TestPatternErrors(t *testing.T) {
	const board = "8/8/8/8/8/8/8/K7 w - -"
	for _, c := range []struct {
		fen  string
		men  string
		want string
	}{
		{board, "k", `man 1, "k", column 2: want KINDS@SQUARES`},
		{board, "k|x@a8", `man 1, "k|x@a8", column 3: "x" is no man`},
		{board, "@a8", `column 1: "" is no man`},
		{board, "k@a8,i9", `column 6: `},
		{board, "k@a8-i9", `column 6: `},
		{board, "k@", `column 3: `},
		{board, "Q@a8", `column 1: "Q" is a man of the side to move`},
		{board, "p@a1-h8 k@a1-h8 n@a1-h8", `man 3, "n@a1-h8": the men can be placed in 262144 ways so far: want at most 100000`},
		{board, "k@a2,b2", "no way to place the men is a legal position"},
		{board, "p@a2", "no way to place the men is a legal position"}, // no black king
		{"8/8/8/8/8/8/K7 w - -", "k@a8", "it has 7 ranks"},
		{"8/8/8/8/8/8/8/K8 w - -", "k@a8", "rank 1"},
		{"8/8/8/8/8/8/8/K7", "k@a8", "it has 1 fields"},
		{"8/8/8/8/8/8/8/X7 w - -", "k@a8", `'X' on rank 1`},
	} {
		if _, err := ParsePattern(c.fen, strings.Fields(c.men)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v, want %q", c.fen, c.men, err, c.want)
		}
	}
}

// What a pattern yields are legal positions that differ in men of the opponent alone.
func FuzzPattern(f *testing.F) {
	f.Add("8/8/8/8/8/8/8/K7 w - -", "k@a8,b8,c8 q|r|-@d5")
	f.Add("r7/8/8/8/8/8/8/K6k b q -", "K@a1-h2")
	f.Add("8/8/8/8/8/8/8/K7", "k@@")
	f.Add(chess.StartFEN, "q@d5")
	f.Fuzz(func(t *testing.T, fen, men string) {
		p, err := ParsePattern(fen, strings.Fields(men))
		if err != nil {
			return
		}
		if (p.Why == nil) != (p.Dropped == 0) {
			t.Fatalf("%d dropped, %v", p.Dropped, p.Why)
		}
		problem := Problem{ID: "1", Rules: rules[0], Side: p.Belief[0].Side(), Depth: 1, Belief: p.Belief}
		if err := problem.Check(); err != nil {
			t.Fatal(err)
		}
	})
}
