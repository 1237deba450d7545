package strategy_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"blindsight"
	"blindsight/certificate/strategy"
	"blindsight/game/poker"
)

var words = strategy.Words[poker.Action, poker.Seen]{Action: poker.Action.String, Seen: poker.Seen.String, Heard: poker.Seen.String}

func kuhn(t testing.TB) *poker.Game {
	t.Helper()
	g, err := poker.New(poker.Rules{Kind: poker.Kuhn, Ranks: 3})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// equilibrium is one that Kuhn gives, with a bluff of 1/3 of the lowest card, as a person writes it.
const equilibrium = `{"strategy":1,"game":"poker","settings":"rules=kuhn,ranks=3","made":"by hand"}
{"side":0,"told":["deal: deal, 1"],"play":{"raise":0.3333333333333333,"call":0.6666666666666667}}
{"side":0,"told":["deal: deal, 2"],"play":{"call":1}}
{"side":0,"told":["deal: deal, 3"],"play":{"raise":1}}
{"side":0,"told":["deal: deal, 1","call: call","heard: raise"],"play":{"fold":1}}
{"side":0,"told":["deal: deal, 2","call: call","heard: raise"],"play":{"call":0.6666666666666667,"fold":0.3333333333333333}}

{"side":1,"told":["heard: deal, 1","heard: call"],"play":{"raise":0.3333333333333333,"call":0.6666666666666667}}
{"side":1,"told":["heard: deal, 1","heard: raise"],"play":{"fold":1}}
{"side":1,"told":["heard: deal, 2","heard: call"],"play":{"call":1}}
{"side":1,"told":["heard: deal, 2","heard: raise"],"play":{"call":0.3333333333333333,"fold":0.6666666666666667}}
{"side":1,"told":["heard: deal, 3","heard: call"],"play":{"raise":1}}
{"side":1,"told":["heard: deal, 3","heard: raise"],"play":{"call":1}}
`

func check(t *testing.T, text string) (strategy.Report, error) {
	t.Helper()
	s, err := strategy.Read(strings.NewReader(text), "file")
	if err != nil {
		t.Fatal(err)
	}
	g := kuhn(t)
	return strategy.Check(context.Background(), g, g.NewView, words, s)
}

// Kuhn's equilibrium is worth -1/18, and cannot be exploited (Kuhn 1950).
func TestEquilibriumByHand(t *testing.T) {
	r, err := check(t, equilibrium)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{r.Value, r.Lo, r.Hi} {
		if math.Abs(x+1./18) > 1e-12 {
			t.Errorf("%+v, want -1/18 three times", r)
		}
	}
	if r.Unlisted != 0 {
		t.Errorf("%d information sets are not listed", r.Unlisted)
	}
}

// Uniform play is worth 1/8 and exploitable by 11/12, 1/2 and 5/12, which search/uct finds by going through all pure
// strategies. What a bluffer loses by betting the middle card as well is found, too.
func TestWhatCanBeExploited(t *testing.T) {
	head, _, _ := strings.Cut(equilibrium, "\n")
	r, err := check(t, head)
	if err != nil || math.Abs(r.Value-1./8) > 1e-12 || math.Abs(r.Hi-1./2) > 1e-12 || math.Abs(r.Lo+5./12) > 1e-12 || r.Unlisted != 12 {
		t.Errorf("uniform play: %+v, %v", r, err)
	}
	r, err = check(t, strings.Replace(equilibrium, `"deal: deal, 2"],"play":{"call":1}`, `"deal: deal, 2"],"play":{"raise":1}`, 1))
	if err != nil || r.Lo > -1./18-0.01 || math.Abs(r.Hi+1./18) > 1e-12 {
		t.Errorf("a bet of the middle card: %+v, %v", r, err)
	}
}

// What is not of the game is an error of the check.
func TestIllegalPlay(t *testing.T) {
	for _, text := range []string{
		strings.Replace(equilibrium, `"deal: deal, 2"],"play":{"call":1}`, `"deal: deal, 2"],"play":{"fold":1}`, 1),
		strings.Replace(equilibrium, `"heard: deal, 2","heard: call"],"play":{"call":1}`, `"heard: deal, 2","heard: call"],"play":{"wait":1}`, 1),
	} {
		if _, err := check(t, text); err == nil || !strings.Contains(err.Error(), "not legal there") || !strings.Contains(err.Error(), `deal, 2"`) {
			t.Errorf("%v", err)
		}
	}
}

// What is written is read back.
func TestWriteAndRead(t *testing.T) {
	sets := []strategy.Set{
		{Side: 0, Told: nil, Play: map[string]float64{"a": 1}},
		{Side: 1, Told: []string{"a: <b>", "heard: \"c\"\n"}, Play: map[string]float64{"a": 1. / 3, "b": 2. / 3}},
	}
	var file bytes.Buffer
	w, err := strategy.NewWriter(&file, strategy.Head{Game: "g", Settings: "x=1", Made: "m"})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sets {
		if err := w.Write(s); err != nil {
			t.Fatal(err)
		}
	}
	s, err := strategy.Read(&file, "file")
	if err != nil || s.Head != (strategy.Head{Version: 1, Game: "g", Settings: "x=1", Made: "m"}) || s.Len() != len(sets) {
		t.Fatalf("%+v, %v", s, err)
	}
	for _, set := range sets {
		for a, p := range set.Play {
			if got := s.Find(set.Side, set.Told)[a]; got != p {
				t.Errorf("%+v: %s is read as %v", set, a, got)
			}
		}
		if s.Find(set.Side.Other(), set.Told) != nil {
			t.Errorf("%+v is found for the other side", set)
		}
	}
}

// Bad files are refused, with the line.
func TestBadFiles(t *testing.T) {
	head := `{"strategy":1,"game":"g","settings":"","made":""}` + "\n"
	set := `{"side":0,"told":["a"],"play":{"x":1}}` + "\n"
	for text, says := range map[string]string{
		"":                                "file: it is empty",
		"\n\n":                            "file: it is empty",
		"hello\n":                         "file:1: this is no strategy",
		set:                               "file:1: this is no strategy",
		`{"strategy":2}` + "\n":           "file:1: format 2: this program reads format 1",
		head + set + set:                  "file:3: the same side was told the same in a line before",
		head + "\n" + "[]\n":              "file:3: want one JSON object",
		head + `{"side":2,"play":{}}`:     `file:2: "side" must be 0 or 1`,
		head + `{"side":0,"sight":1}`:     "file:2: want one JSON object: json: unknown field",
		head + `{"side":0,"play":{}}`:     `file:2: "play" is empty`,
		head + set + `{"side":0} {}`:      "file:3: there is more than one JSON object",
		head + `{"play":{"a":-1,"b":2}}`:  "file:2: a probability must be above 0",
		head + `{"play":{"a":0.5}}`:       "file:2: the probabilities add up to 0.5",
		head + strings.Repeat(" ", 2<<20): "file:2: the line is longer",
	} {
		if _, err := strategy.Read(strings.NewReader(text), "file"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.60q: %v, want %q", text, err, says)
		}
	}
}

// No file makes the reader panic, and what is read has chances that add up to 1.
func FuzzRead(f *testing.F) {
	f.Add(equilibrium)
	f.Add(`{"strategy":1}` + "\n" + `{"side":1,"told":[],"play":{"a":1e-9,"b":0.999999999}}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := strategy.Read(strings.NewReader(text), "file")
		if err != nil {
			return
		}
		sum := 0.0
		play := s.Find(blindsight.Side(1), []string{})
		for _, p := range play {
			sum += p
		}
		if play != nil && math.Abs(sum-1) > 2*strategy.Sum1 {
			t.Errorf("chances add up to %v", sum)
		}
	})
}
