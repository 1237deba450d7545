package kriegspiel

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func problemsIn(text string) ([]*Problem, error) {
	var list []*Problem
	err := ReadProblems(strings.NewReader(text), "p.jsonl", func(p *Problem) error {
		list = append(list, p)
		return nil
	})
	return list, err
}

func TestReadProblems(t *testing.T) {
	list, err := problemsIn(`{"id": "a", "rules": "english", "side": "white", "depth": 3, "belief": ["4k3/8/8/8/8/8/8/R3K3 w Q -", "5k2/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q -"]}

{"depth": 1, "belief": ["4k3/8/8/8/8/8/8/R3K3 b - -"], "answer": ["any"]}`)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d problems, %v", len(list), err)
	}
	if p := list[0]; p.ID != "a" || p.Rules.Name != "english" || p.Depth != 3 || len(p.Belief) != 2 {
		t.Errorf("%+v", p)
	}
	if p := list[1]; p.ID != "2" || p.Rules.Name != "berkeley" || p.Side.String() != "black" {
		t.Errorf("%+v", p)
	}
}

// What is wrong is said with its place.
func TestReadProblemsErrors(t *testing.T) {
	const k = `"4k3/8/8/8/8/8/8/R3K3 w Q -"`
	for _, c := range []struct{ text, want string }{
		{`[]`, "p.jsonl:1:1: [: want an object"},
		{"\n  " + `{"depth": 2, "belief": [` + k + `]}`, "p.jsonl:2:13: depth 2: want an odd number"},
		{`{"depth": 0, "belief": [` + k + `]}`, "p.jsonl:1:11: depth 0: want an odd number"},
		{`{"id": "a\nb", "depth": 3}`, "p.jsonl:1:8: the id has a control character"},
		{`{"depth": 3}`, `p.jsonl:1:1: the problem has no "belief"`},
		{`{"belief": [` + k + `]}`, `p.jsonl:1:1: the problem has no "depth"`},
		{`{"depth": 3, "belief": []}`, `p.jsonl:1:1: the problem has no "belief"`},
		{`{"depth": 3, "belief": ["8/8/8/8/8/8/8/8 w - -"]}`, "p.jsonl:1:25: FEN, board: white has no king"},
		{`{"depth": 3, "belief": ["4k3/8/8/8/8/8/8/4RK2 w - -"]}`, "p.jsonl:1:25: FEN, side: white is to move"},
		{`{"depth": 3, "belief": [` + k + `, "4k3/8/8/8/8/8/8/1R2K3 w - -"]}`, "p.jsonl:1:55: position 2: white has nothing on a1, and in position 1 rook"},
		{`{"depth": 3, "belief": [` + k + `, "4k3/8/8/8/8/8/8/R3K3 w - -"]}`, "p.jsonl:1:55: position 2: white may castle -, and in position 1 Q"},
		{`{"depth": 3, "belief": [` + k + `, "5k2/8/8/8/8/8/8/R3K3 b Q -"]}`, "p.jsonl:1:55: position 2: black is to move"},
		{`{"side": "black", "depth": 3, "belief": [` + k + `]}`, "p.jsonl:1:42: position 1: white is to move"},
		{`{"rules": "chess", "depth": 3, "belief": [` + k + `]}`, "p.jsonl:1:11: unknown rule set"},
		{`{"depth": 3, "belief": [` + k, "the text ends in the middle"},
		{`{"depth": 3, "belief": null}`, "p.jsonl:1:24: null: want a list"},
		{`{"depht": 3, "belief": [` + k + `]}`, `p.jsonl:1:2: unknown key "depht" (did you mean "depth"?): use id, rules, side, depth, belief`},
	} {
		_, err := problemsIn(c.text)
		var where *ReadError
		if !errors.As(err, &where) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

// No text makes the reader panic, and what it reads is written and read back equal.
func FuzzReadProblems(f *testing.F) {
	f.Add(`{"id": "a", "rules": "english", "side": "white", "depth": 3, "belief": ["4k3/8/8/8/8/8/8/R3K3 w Q -", "5k2/8/8/8/8/8/8/R3K3 w Q - 0 1"]}`)
	f.Add(`{"depth": 1, "belief": ["4k3/8/8/8/8/8/8/R3K3 b - -"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		list, _ := problemsIn(text)
		for _, p := range list {
			if err := p.Check(); err != nil {
				t.Fatalf("read, and not fit: %v", err)
			}
			once, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			again, err := problemsIn(string(once))
			if err != nil || len(again) != 1 {
				t.Fatalf("%s: %v", once, err)
			}
			if twice, _ := json.Marshal(again[0]); string(twice) != string(once) {
				t.Errorf("%s, then %s", once, twice)
			}
		}
	})
}
