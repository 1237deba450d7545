package kriegspiel

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"blindsight/game/chess"
	"blindsight/internal/randstream"
)

// readAll reads all records of a text.
func readAll(text string) ([]*Record, error) {
	r := NewReader(strings.NewReader(text), "text")
	var list []*Record
	for {
		rec, err := r.Next()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		list = append(list, rec)
	}
}

// sameRecord reports whether two records say the same.
func sameRecord(a, b *Record) bool {
	return bytes.Equal(a.AppendJSON(nil), b.AppendJSON(nil)) && a.Result == b.Result && a.Start == b.Start && reflect.DeepEqual(a.Turns, b.Turns)
}

// What we write we read back equal: random games of every rule set, whole and cut at a
// random attempt, unfiltered and filtered for both sides, in both formats.
func TestRoundTrip(t *testing.T) {
	rng := randstream.New(1, "kriegspiel/roundtrip")
	written := 0
	check := func(rec *Record) {
		t.Helper()
		rec.ID = "a \"game\" \\ of chess"
		rec.About = About{Date: "2026.01.31", White: "A. \"B\"", Black: "C"}
		if rec.Result == WhiteWins || rec.Result == BlackWins {
			rec.About.Termination = "resigned"
		}
		for name, text := range map[string][]byte{"JSON": rec.AppendJSON(nil), "PGN": rec.AppendPGN(nil)} {
			list, err := readAll(string(text) + "\n" + string(text))
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, text)
			}
			if len(list) != 2 || !sameRecord(rec, list[0]) || !sameRecord(rec, list[1]) {
				t.Fatalf("%s: %d records, read back:\n%s\nwritten:\n%s\n%s", name, len(list), list[0].AppendJSON(nil), rec.AppendJSON(nil), text)
			}
		}
		written++
	}
	checkAll := func(rec *Record) {
		check(rec)
		for side := chess.White; side <= chess.Black; side++ {
			f, err := rec.Filter(side)
			if err != nil {
				t.Fatal(err)
			}
			check(f)
		}
	}
	eachGame(t, "roundtrip", 15, 40, func(g *Referee, _ Attempt, _ Percept) {
		if rng.IntN(200) == 0 {
			checkAll(g.Record())
		}
	}, func(g *Referee, _ int) { checkAll(g.Record()) })
	if written < 300 {
		t.Errorf("only %d records", written)
	}
}

// The view of a side is the filtered record, and the other way round; a filtered record
// holds of the opponent what was announced and nothing else.
func TestFilterKnowsNoMore(t *testing.T) {
	check := func(g *Referee) {
		for side := chess.White; side <= chess.Black; side++ {
			f, err := g.Record().Filter(side)
			if err != nil {
				t.Fatal(err)
			}
			if v := g.View(side).Record(); !sameRecord(f, v) {
				t.Fatalf("the view of %s is\n%s\nthe filtered record\n%s", side, v.AppendJSON(nil), f.AppendJSON(nil))
			}
			again, turn, err := Replay(f)
			if err != nil {
				t.Fatalf("turn %d: %v", turn, err)
			}
			p := g.Position()
			if own := again.Own(); own != p.Only(side) {
				t.Fatalf("replayed, %s has %s, want %s", side, &own, &p)
			}
			for i, turn := range f.Turns {
				if hidden := f.Mover(i) != side; turn.Hidden != hidden || hidden && turn.Tries != nil {
					t.Fatalf("turn %d shows too much: %+v", i, turn)
				}
				if turn.Hidden && !g.Rules().RefusalsHeard && turn.Illegal != -1 {
					t.Fatalf("turn %d tells of refusals: %+v", i, turn)
				}
			}
			if _, err := f.Filter(side.Other()); err == nil {
				t.Fatal("what one side knows was filtered for the other")
			}
		}
	}
	eachGame(t, "filter", 5, 40, func(g *Referee, _ Attempt, heard Percept) {
		if heard.Move() && g.Result() == Unfinished {
			check(g)
		}
	}, func(g *Referee, _ int) { check(g) })
}

// Two unfiltered games that differ only in what a side could not know give it the same
// file, byte for byte.
func TestFilteredFilesAreIdentical(t *testing.T) {
	tried := [2]string{
		`{"id":"x","rules":"berkeley","history":[{"white":[{"try":"e2e4","heard":"silent"}]},{"black":[{"try":"e7d6","heard":"illegal"},{"try":"e7e5","heard":"silent"}]},{"white":[{"try":"g1f3","heard":"silent"}]}]}`,
		`{"id":"x","rules":"berkeley","history":[{"white":[{"try":"e2e4","heard":"silent"}]},{"black":[{"try":"b7c6","heard":"illegal"},{"try":"b8c6","heard":"silent"}]},{"white":[{"try":"g1f3","heard":"silent"}]}]}`,
	}
	var files [2]string
	for i, text := range tried {
		list, err := readAll(text)
		if err != nil {
			t.Fatal(err)
		}
		f, err := list[0].Filter(chess.White)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = string(f.AppendJSON(nil)) + string(f.AppendPGN(nil))
	}
	if files[0] != files[1] {
		t.Errorf("files differ:\n%s\n%s", files[0], files[1])
	}
}

// The examples of the description of the formats.
func TestReadExamples(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{
			`{"id": "1", "rules": "berkeley", "side": "white", "history": [{"white": [{"try": "e2d3", "heard": "illegal"}, {"try": "e2e4", "heard": "silent"}]}, {"black": {"heard": "silent"}}]}`,
			`{"id":"1","rules":"berkeley","side":"white","history":[{"white":[{"try":"e2d3","heard":"illegal"},{"try":"e2e4","heard":"silent"}]},{"black":{"heard":"silent"}}]}`,
		},
		{
			`{"history": [{"white": [{"try": "any?", "heard": "no"}]}], "side": "white", "id": "2", "depth": [1, {}], "rules": "english"}`,
			`{"id":"2","rules":"english","side":"white","history":[{"white":[{"try":"any?","heard":"no"}]}]}`,
		},
		{
			`[Variant "Kriegspiel"] [Rules "berkeley"] [Filtered "white"] [FEN "4k3/8/8/8/8/5n2/3B4/4K3 w - - 0 1"]
			1. {a remark} Bb4 {silent : d2f4, e1d1} ?? {check:knight : 2} 2. e1d1! {silent} *`,
			`{"id":"1","rules":"berkeley","side":"white","start":"4k3/8/8/8/8/5n2/3B4/4K3 w - -","history":[{"white":[{"try":"d2f4","heard":"illegal"},{"try":"e1d1","heard":"illegal"},{"try":"d2b4","heard":"silent"}]},{"black":{"heard":"check:knight","illegal":2}},{"white":[{"try":"e1d1","heard":"silent"}]}]}`,
		},
		{ // as others write it: remarks, times and variations
			`[Variant "wild/16"] [White "A"] [Black "?"] [Date "2026.01.31"] [Termination "time forfeit"]
			1. e4 {[%clk 0:05:00]} (1. d4 {better (?)} (1. c4 d5) d5) 1... e5 {a remark} {tries:0} 1-0`,
			`{"id":"1","rules":"wild16","date":"2026.01.31","white":"A","black":"?","termination":"time forfeit","history":[{"white":[{"try":"e2e4","heard":"tries:0"}]},{"black":[{"try":"e7e5","heard":"tries:0"}]}],"result":"White wins"}`,
		},
		{ // ordinary PGN: the referee says what was heard
			"1. e4 e5 2. Bc4 Nc6 $1 3. Qh5?? Nf6 4. Qxf7# 1-0",
			`{"id":"1","rules":"berkeley","history":[{"white":[{"try":"e2e4","heard":"silent"}]},{"black":[{"try":"e7e5","heard":"silent"}]},{"white":[{"try":"f1c4","heard":"silent"}]},{"black":[{"try":"b8c6","heard":"silent"}]},{"white":[{"try":"d1h5","heard":"silent"}]},{"black":[{"try":"g8f6","heard":"silent"}]},{"white":[{"try":"h5f7","heard":"capture:f7 check:short checkmate"}]}]}`,
		},
	} {
		list, err := readAll(c.text)
		if err != nil {
			t.Errorf("%v:\n%s", err, c.text)
			continue
		}
		if got := string(list[0].AppendJSON(nil)); len(list) != 1 || got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	const (
		white = `{"rules":"berkeley","side":"white","history":[`
		open  = "[Rules \"berkeley\"]\n[Filtered \"white\"]\n"
	)
	for _, c := range []struct{ text, want string }{
		{`{`, `text:1:2: the text ends in the middle of a record`},
		{"\n\n{\"history\": 3}", `text:3:13: 3: want a list`},
		{`{"id": 3}`, `text:1:8: 3: want a string`},
		{`{"id": "a\u001b[31m"}`, `text:1:8: the id has a control character after 1 bytes, U+001B: leave it away`},
		{`{"history": null}`, `text:1:13: null: want a list`},
		{`{"id": null}`, `text:1:8: null: want a string`},
		{`{"fen": "8/8/8/8/8/8/8/8 w - -", "history": []}`, `text:1:2: unknown key "fen": use id, rules, side, start, history`},
		{`{"histroy": []}`, `text:1:2: unknown key "histroy" (did you mean "history"?): use id`},
		{`{"rules": "french"}`, `text:1:11: unknown rule set "french": use one of berkeley`},
		{`{"side": "red"}`, `text:1:10: side "red": want white or black`},
		{`{"start": "8/8 w - -"}`, `text:1:11: FEN, board: it has 2 ranks`},
		{`{"id": "x"}`, `text:1:1: the record has no "history"`},
		{white + `{"red":[]}]}`, `text:1:48: side "red"`},
		{white + `{}]}`, `text:1:47: an empty turn`},
		{white + `{"black":{"heard":"silent"}}]}`, `text:1:48: a turn of black, but it is the turn of white`},
		{white + `{"white":[{"try":"e2e4"}]}]}`, `text:1:57: want {"try"`},
		{white + `{"white":[{"try":"e2e4","heard":"silent","x":1}]}]}`, `text:1:88: "x": want "try" and "heard"`},
		{white + `{"white":[{"try":"e2e9","heard":"silent"}]}]}`, `text:1:64: move "e2e9"`},
		{white + `{"white":[{"try":"e2e4","heard":"loud"}]}]}`, `text:1:79: heard "loud": unknown word`},
		{white + `{"white":[{"try":"e7e5","heard":"silent"}]}]}`, `text:1:64: e7e5: white has no man on e7`},
		{white + `{"white":[{"try":"e2e5","heard":"silent"}]}]}`, `text:1:64: e2e5: no such move is possible`},
		{white + `{"white":[{"try":"e2d3","heard":"silent"}]}]}`, `text:1:64: e2d3: heard "silent": a pawn's diagonal move captures`},
		{white + `{"white":[{"try":"e2e4","heard":"capture:e4"}]}]}`, `text:1:64: e2e4: heard "capture:e4": the move cannot have captured on e4`},
		{white + `{"white":[{"try":"any?","heard":"no"}]}]}`, `text:1:79: heard "no": berkeley knows no question`},
		{white + `{"white":[{"try":"e2e4","heard":"silent"},{"try":"d2d4","heard":"silent"}]}]}`, `text:1:89: white has moved: it is the turn of black`},
		{white + `{"white":[{"try":"e2e4","heard":"silent"}]},{"white":[]}]}`, `a turn of white, but it is the turn of black`},
		{white + `{"white":[{"try":"e2e4","heard":"silent"}]},{"black":[]}]}`, `text:1:100: [: want an object`},
		{white + `{"white":[{"try":"e2e4","heard":"silent"}]},{"black":{"heard":"illegal"}}]}`, `want what was heard after the opponent's legal move`},
		{white + `{"white":[{"try":"e2e4","heard":"silent"}]},{"black":{"heard":"capture:e5"}}]}`, `white has no man on e5 that could be captured`},
		{white + `{"white":[{"try":"e2e4","heard":"silent"}]},{"black":{"illegal":1}}]}`, `want {"heard"`},
		{white + `{"white":[{"try":"e2e4","heard":"silent"}]},{"black":{"heard":"silent","illegal":-1}}]}`, `-1: want a whole number`},
		{white + `{"white":[{"try":"e2e4","heard":"check:rank checkmate"}]},{"black":{"heard":"silent"}}]}`, `the game is over: White mates`},
		{`{"rules":"english","side":"white","history":[{"white":[{"try":"any?","heard":"yes"},{"try":"e2e4","heard":"silent"}]}]}`, `e2e4: after any? and yes a pawn capture must be tried`},
		{`{"rules":"wild16","side":"white","history":[{"white":[{"try":"e2e4","heard":"tries:0"}]},{"black":{"heard":"tries:0","illegal":1}}]}`, `1 refusals: under wild16 they are heard by the mover only`},
		{`{"history":[{"white":[{"try":"e2e4","heard":"check:rank"}]}]}`, `heard "check:rank", but in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - the referee says "silent"`},
		{`[Rules "french"]`, `text:1:9: unknown rule set "french"`},
		{`[Variant "Chess"]`, `text:1:11: variant "Chess": want Kriegspiel`},
		{`[Filtered "me"]`, `text:1:12: filtered "me": want no, white or black`},
		{`[FEN "x"]`, `text:1:7: FEN: it has 1 fields`},
		{`[Rules berkeley]`, `text:1:1: want a tag`},
		{`1. e9`, `text:1:4: move "e9"`},
		{"1. e4 e5\n2. Ke3", `text:2:4: move "Ke3" is not legal`},
		{`1. e4 {silent`, `text:1:7: the comment has no end`},
		{`1. e4 {silent : e2d3, e2e5}`, `text:1:23: e2e5: no such move is possible`},
		{`1. e4 {check:rank}`, `text:1:4: e2e4: heard "check:rank", but`},
		{`1. e4 {silent} ??`, `?? hides a move, but black is not hidden here`},
		{open + `1. e4 2. d4`, `text:3:4: want a comment after the move`},
		{open + `1. e4 {silent} e5`, `text:3:16: "e5": it is the turn of black, whose moves are hidden: want ??`},
		{open + `1. e4 {silent} ?? {silent : x}`, `text:3:29: "x": want the number of refused tries`},
		{open + `1. e4 {silent} ?? {silent} 2. Bc3 {silent}`, `text:3:31: move "Bc3" is not legal`},
		{`1. e4 (1. d4 *`, `the variation has no end`},
		{`[Termination "draw by repetition"] 1. e4 1-0`, `the tags say "draw by repetition", the moves end with 1-0`},
	} {
		_, err := readAll(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n got %v\nwant %s", c.text, err, c.want)
		}
		var at *ReadError
		if !errors.As(err, &at) {
			t.Errorf("%s: no *ReadError", c.text)
		}
	}
}

// FuzzReader: no text makes the reader panic, and what it reads is written and read
// back equal.
func FuzzReader(f *testing.F) {
	for i, rules := range All() {
		start := mustFEN(f, starts[i%len(starts)])
		g := randomGame(f, rules, &start, randstream.New(1, "kriegspiel/fuzz", uint64(i)), 8, nil)
		rec := g.Record()
		f.Add(string(rec.AppendJSON(nil)))
		f.Add(string(rec.AppendPGN(nil)))
		w, _ := rec.Filter(chess.White)
		f.Add(string(w.AppendJSON(nil)))
		b, _ := rec.Filter(chess.Black)
		f.Add(string(b.AppendPGN(nil)))
	}
	f.Add("1. e4 {silent : e2d3} *")
	f.Add("[Date \"2026.01.31\"]\n[White \"A. \\\"B\\\"\"]\n[Termination \"time\"]\n\n1. e4 1-0")
	f.Add(`{"history":[{"white":[{"try":"e2e4","heard":"silent"}]}],"black":"x\ny","termination":"White mates","result":"draw at the limit of moves"}`)
	f.Add(`{"history":[{"white":[{"try":"e2e4","heard":"silent"}]}],"termination":"draw at\rthe limit of moves","result":"draw"}`)
	f.Fuzz(func(t *testing.T, text string) {
		list, err := readAll(text)
		if at := (&ReadError{}); err != nil && !errors.As(err, &at) {
			t.Fatalf("%v is no *ReadError", err)
		}
		for _, rec := range list {
			rec.ID = "x"
			for _, again := range [][]byte{rec.AppendJSON(nil), rec.AppendPGN(nil)} {
				back, err := readAll(string(again))
				if err != nil || len(back) != 1 || !sameRecord(rec, back[0]) {
					t.Fatalf("%v: not read back equal:\n%s", err, again)
				}
			}
		}
	})
}

// FuzzPercept: what is read as a percept is written as it was.
func FuzzPercept(f *testing.F) {
	for _, text := range []string{"silent", "capture:e4 check:knight,file", "capture:d5:pawn promotion check:long tries:a3,b6", "check:rank checkmate", "stalemate", "tries:2", "tries:yes", "illegal", "yes"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, rules := range All() {
			for side := chess.White; side <= chess.Black; side++ {
				if h, err := rules.ParsePercept(text, side); err == nil && h.String() != text {
					t.Errorf("%s: %q is read as %q", rules, text, h)
				}
			}
		}
	})
}
