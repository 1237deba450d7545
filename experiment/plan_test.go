package experiment

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"blindsight/internal/jsontree"
)

// plan returns a plan with the given group, as 'plan.json'.
func read(text string) (*Plan, error) { return Read(strings.NewReader(text), "plan.json") }

const head = "{\"name\": \"x\", \"game\": \"minesweeper\", \"seed\": 3, \"games\": 10, \"groups\": [\n"

func TestExpansion(t *testing.T) {
	p, err := read(head + `{"settings": [{"board": "4x4/4"}, {"board": "5x4/6", "rule": "gnomine", "neighbours": "hex", "auto_open": false}],
		"players": ["sps", "csp"], "budgets": [{"sims": 5}, {"time": "20ms"}]},
		{"settings": [{"board": "4x4/4"}], "players": ["sps"], "budgets": [{"sims": 5}, {"time": "0"}], "seed": 18446744073709551615, "games": 7}]}`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range p.Cells {
		if p.Cells[i].Index != i {
			t.Errorf("cell %d has index %d", i, p.Cells[i].Index)
		}
		got = append(got, p.Cells[i].String())
	}
	want := []string{
		"sps on 4x4/4 windows with 5 sims, seed 3",
		"sps on 4x4/4 windows with 20ms, seed 3",
		"csp on 4x4/4 windows with 5 sims, seed 3",
		"csp on 4x4/4 windows with 20ms, seed 3",
		"sps on 5x4/6 gnomine hex auto-open=false with 5 sims, seed 3",
		"sps on 5x4/6 gnomine hex auto-open=false with 20ms, seed 3",
		"csp on 5x4/6 gnomine hex auto-open=false with 5 sims, seed 3",
		"csp on 5x4/6 gnomine hex auto-open=false with 20ms, seed 3",
		"sps on 4x4/4 windows with 5 sims, seed 18446744073709551615",
		"sps on 4x4/4 windows with no budget, seed 18446744073709551615",
	}
	if !slices.Equal(got, want) {
		t.Errorf("cells:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if p.Games() != 8*10+2*7 || p.Cells[1].Budget.Time != 20*time.Millisecond {
		t.Errorf("%d games, budget %v", p.Games(), p.Cells[1].Budget)
	}
}

func TestMistakesInPlans(t *testing.T) {
	group := func(settings, players, budgets string) string {
		return head + `{"settings": ` + settings + `, "players": ` + players + `, "budgets": ` + budgets + `}]}`
	}
	board, sims := `[{"board": "4x4/4"}]`, `[{"sims": 5}]`
	for _, c := range []struct{ text, want string }{
		{"", "plan.json:1:1: the text is empty"},
		{"[]", "plan.json:1:1: this is a list: want an object"},
		{`{"name": "x", "games": 5}`, `plan.json:1:1: the key "game" is missing: say what is played, one of minesweeper`},
		{`{"name": "x", "game": "checkers"}`, `plan.json:1:23: unknown game "checkers": use one of minesweeper`},
		{`{"name": "x", "gmae": "minesweeper"}`, `plan.json:1:15: unknown key "gmae" (did you mean "game"?): use one of name, game, seed, games, groups`},
		{`{"name": " ", "game": "minesweeper"}`, `plan.json:1:10: the name " ": want a name on one line`},
		{head + "]}", "plan.json:1:72: this list is empty"},
		{head + "{}]}", `plan.json:2:1: the key "settings" is missing: list the boards, as in [{"board": "9x9/10"`},
		{strings.Replace(group(board, `["sps"]`, sims), `"games": 10`, `"games": -1`, 1), "plan.json:1:58: -1: want a whole number from 1 to 1000000000"},
		{strings.Replace(group(board, `["sps"]`, sims), `, "games": 10`, ``, 1), `plan.json:1:1: the key "games" is missing`},
		{strings.Replace(group(board, `["sps"]`, sims), `"seed": 3`, `"seed": null`, 1), `plan.json:1:46: this is null: want a number`},
		{group(`[{"board": "4x4"}]`, `["sps"]`, sims), `plan.json:2:25: board "4x4": want HEIGHTxWIDTH/MINES, as in 9x9/10`},
		{group(`[{"board": "4x4/99"}]`, `["sps"]`, sims), `plan.json:2:25: board 4x4/99: 99 mines do not fit`},
		{group(`[{"rule": "windows"}]`, `["sps"]`, sims), `plan.json:2:15: the key "board" is missing`},
		{group(`[{"board": "4x4/4", "rule": "vista"}]`, `["sps"]`, sims), `plan.json:2:42: unknown first-move rule "vista": use one of windows, gnomine, none`},
		{group(`[{"board": "4x4/4", "neighbours": "6"}]`, `["sps"]`, sims), `plan.json:2:48: unknown neighbourhood "6"`},
		{group(`[{"board": "4x4/4", "auto_open": "yes"}]`, `["sps"]`, sims), `plan.json:2:47: this is a string: want true or false`},
		{group(board, `["deep-blue"]`, sims), `plan.json:2:48: unknown player "deep-blue": use one of random, sps`},
		{group(board, `["sps", "bsr-uct,trees=x"]`, sims), `plan.json:2:55: player bsr-uct: trees=x: want a whole number`},
		{group(board, `["sps"]`, `[{"sims": 5, "time": "1s"}]`), `plan.json:2:68: want one of`},
		{group(board, `["sps"]`, `[{"sims": 1.5}]`), `plan.json:2:77: 1.5: want a whole number`},
		{group(board, `["sps"]`, `[{"time": "-1s"}]`), `plan.json:2:77: time "-1s": want a time of at most 24h0m0s, as in "100ms", or "0" for none`},
		{group(board, `["sps", "bssuct"]`, `[{"time": "0"}]`), `plan.json:2:78: time 0: player bssuct needs time for its search: give it some, or use one of random, sps`},
		{group(board, `["sps", "sps"]`, sims), `plan.json:2:1: the cell sps on 4x4/4 windows with 5 sims, seed 3 is there twice`},
	} {
		_, err := read(c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// A plan without a seed is one with the default seed, for all groups that have none.
func TestSeedOfPlan(t *testing.T) {
	const group = `{"settings": [{"board": "4x4/4"}], "players": ["sps"], "budgets": [{"sims": 5}]}`
	p, err := read(strings.Replace(head, `"seed": 3, `, "", 1) + group + ", " + strings.Replace(group, "{", `{"seed": 0, `, 1) + "]}")
	if err != nil {
		t.Fatal(err)
	}
	if p.Cells[0].Seed != DefaultSeed || p.Cells[1].Seed != 0 {
		t.Errorf("seeds %d and %d, want %d and 0", p.Cells[0].Seed, p.Cells[1].Seed, DefaultSeed)
	}
}

// Plans that mean the same are written the same.
func TestOneForm(t *testing.T) {
	text := head + `{"settings": [{"board": "4x4/4"}], "players": ["sps"], "budgets": [{"sims": 5}]}]}`
	p, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, new string
		same     bool
	}{
		{"\n", " ", true},
		{`{"board": "4x4/4"}`, `{"rule": "windows", "board": "4x4/4", "neighbours": "8"}`, true},
		{`"games": 10`, `"games": 11`, false},
		{`"sps"`, `"csp"`, false},
		{`"sps"`, `"sps", "csp"`, false},
		{`"name": "x"`, `"name": "y"`, false},
	} {
		q, err := read(strings.Replace(text, c.old, c.new, 1))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(p.JSON(), q.JSON()) != c.same {
			t.Errorf("%s for %s: %s and %s", c.new, c.old, p.JSON(), q.JSON())
		}
	}
}

// No text makes the reader panic; mistakes have a place; what we write we read back
// equal.
func FuzzRead(f *testing.F) {
	example, err := os.ReadFile("../studies/example/plan.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(example)
	f.Add([]byte(head + `{"settings": [{"board": "4x4/4", "neighbours": "hex"}], "players": ["random"], "budgets": [{"time": "1h0m0.5s"}, {"time": "0"}], "seed": 9}]}`))
	f.Add([]byte(head + `{"settings": [{"board": "4x4/99"}], "players": ["random"]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Read(bytes.NewReader(data), "plan")
		if err != nil {
			if e, ok := err.(*jsontree.Error); !ok || e.Line < 1 || e.Column < 1 || e.Text == "" {
				t.Errorf("%q: an error without a place: %v", data, err)
			}
			return
		}
		q, err := Read(bytes.NewReader(p.JSON()), "plan")
		if err != nil {
			t.Fatalf("%q: written as %s, which is refused: %v", data, p.JSON(), err)
		}
		if !bytes.Equal(p.JSON(), q.JSON()) || !slices.Equal(p.Cells, q.Cells) {
			t.Errorf("%q: read back different: %s and %s", data, p.JSON(), q.JSON())
		}
	})
}
