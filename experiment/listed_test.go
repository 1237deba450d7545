package experiment

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/catalog"
	"blindsight/registry"
)

// meeting is the head of a plan of players who meet.
const meeting = "{\"name\": \"x\", \"game\": \"phantom\", \"seed\": 3, \"games\": 10, \"groups\": [\n"

func TestMeetings(t *testing.T) {
	p, err := read(meeting + `{"settings": ["board=hex", ""], "players": ["uct", "andor", "random"], "budgets": [{"sims": 5}]},
		{"settings": [""], "players": ["uct,explore=1", "andor"], "opponents": ["random", "uct"], "budgets": [{"sims": 6}, {"sims": 7}], "games": 4}]}`)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"uct against andor on board=hex with 5 sims, seed 3: 10",
		"uct against random on board=hex with 5 sims, seed 3: 10",
		"andor against random on board=hex with 5 sims, seed 3: 10",
		"uct against andor on default with 5 sims, seed 3: 10",
		"uct against random on default with 5 sims, seed 3: 10",
		"andor against random on default with 5 sims, seed 3: 10",
		"uct,explore=1 against random on default with 6 sims, seed 3: 4",
		"uct,explore=1 against random on default with 7 sims, seed 3: 4",
		"uct,explore=1 against uct on default with 6 sims, seed 3: 4",
		"uct,explore=1 against uct on default with 7 sims, seed 3: 4",
		"andor against random on default with 6 sims, seed 3: 4",
		"andor against random on default with 7 sims, seed 3: 4",
		"andor against uct on default with 6 sims, seed 3: 4",
		"andor against uct on default with 7 sims, seed 3: 4",
	}
	if got := cellsOf(p); !slices.Equal(got, want) {
		t.Errorf("cells:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := p.Players(); !slices.Equal(got, []string{"uct", "andor", "random", "uct,explore=1"}) {
		t.Errorf("players %q", got)
	}
	again, err := read(string(p.JSON()))
	if err != nil || !slices.Equal(again.Cells, p.Cells) || string(again.JSON()) != string(p.JSON()) {
		t.Errorf("read back %v: %s", err, p.JSON())
	}
	// More games of all leave a round robin one.
	more, err := read(strings.Replace(string(p.JSON()), `"games":10`, `"games":20`, 1))
	if err != nil {
		t.Fatal(err)
	}
	if u, err := p.Union(more); err != nil || string(u.JSON()) != string(more.JSON()) {
		t.Errorf("%v: %s, want %s", err, u.JSON(), more.JSON())
	}
}

func TestMistakesInListedPlans(t *testing.T) {
	group := func(settings, players, more string) string {
		return meeting + `{"settings": ` + settings + `, "players": ` + players + `, ` + more + `"budgets": [{"sims": 5}]}]}`
	}
	solo := func(text string) string { return strings.Replace(text, "phantom", "tiger", 1) }
	for _, c := range []struct{ text, want string }{
		{strings.Replace(meeting, "phantom", "phantm", 1) + "]}", `plan.json:1:23: unknown game "phantm" (did you mean "phantom"?): use one of minesweeper, kriegspiel, phantom`},
		{group(`[{"board": "hex"}]`, `["uct", "random"]`, ""), `plan.json:2:15: this is an object: want a string`},
		{group(`["board=go"]`, `["uct", "random"]`, ""), `plan.json:2:15: game phantom: board=go: use one of tictactoe, hex`},
		{meeting + "{}]}", `plan.json:2:1: the key "settings" is missing: list them, as in ["board=tictactoe"]; 'blindsight games phantom' tells`},
		{group(`[""]`, `["uct"]`, ""), `plan.json:2:1: uct meets nobody: name a second player, or opponents`},
		{group(`[""]`, `["uct", "uctt"]`, ""), `plan.json:2:39: unknown player "uctt" (did you mean "uct"?)`},
		{group(`[""]`, `["uct"]`, `"opponents": ["uct", "deep-blue"], `), `plan.json:2:61: unknown player "deep-blue": use one of`},
		{group(`[""]`, `["uct"]`, `"opponents": [], `), `plan.json:2:53: this list is empty`},
		{strings.Replace(group(`[""]`, `["uct", "random"]`, ""), `"games": 10`, `"games": 11`, 1), `plan.json:1:54: 11 games: want an even number, since games come in pairs`},
		{group(`[""]`, `["uct", "random"]`, `"oponents": ["uct"], `), `plan.json:2:50: unknown key "oponents" (did you mean "opponents"?): use one of settings, players, opponents, budgets, games, seed`},
		{solo(group(`[""]`, `["uct"]`, `"opponents": ["uct"], `)), `plan.json:2:40: unknown key "opponents"`},
		{strings.Replace(group(`[""]`, `["random", "uct"]`, ""), `{"sims": 5}`, `{"time": "0"}`, 1), `plan.json:2:62: time 0: player uct needs time for its search`},
	} {
		_, err := read(c.text)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// The games of a cell are those that the players play outside of an experiment: game 2n and
// 2n+1 are number n of the seed, with the sides swapped; one side alone plays number n.
func TestListedGames(t *testing.T) {
	for _, c := range []struct{ game, setting, player, opponent string }{
		{"phantom", "board=hex", "uct,belief=particle", "andor"},
		{"kriegspiel", "limit=12", "hunter", "greedy"},
		{"battleship", "rows=6,cols=6,fleet=3-2", "hunt", ""},
		{"tiger", "horizon=10", "uct,belief=particle", ""},
	} {
		opponents := ""
		if c.opponent != "" {
			opponents = `"opponents": ["` + c.opponent + `"], `
		}
		p, err := read(fmt.Sprintf(`{"name": "x", "game": %q, "seed": 9, "games": 6, "groups": [{"settings": [%q], "players": [%q], %s"budgets": [{"sims": 20}]}]}`,
			c.game, c.setting, c.player, opponents))
		if err != nil {
			t.Fatal(err)
		}
		b, err := NewTable(p, nil).Play(t.Context(), Job{Games: 6})
		if err != nil || len(b.Results) != 6 {
			t.Fatalf("%s: %d games, %v", c.game, len(b.Results), err)
		}
		g, err := registry.Find(c.game)
		if err != nil {
			t.Fatal(err)
		}
		s, err := g.Open(c.setting)
		if err != nil {
			t.Fatal(err)
		}
		guessed, effective := int64(0), 0.0
		for n, got := range b.Results {
			players, number, side := []string{c.player}, n, 0
			if c.opponent != "" {
				players, number, side = []string{c.player, c.opponent}, n/2, n%2
				if side == 1 {
					slices.Reverse(players)
				}
			}
			want := playAlone(t, s, players, number)
			outcome := Ended
			if c.opponent != "" {
				outcome = map[bool]Outcome{true: Won, false: Lost}[want.Gained[side] > 0]
				if want.Gained[side] == 0 {
					outcome = Drawn
				}
				if got.Opposed != want.Sides[1-side].Health {
					t.Errorf("%s, game %d: the opponent's health is %+v, want %+v", c.game, n, got.Opposed, want.Sides[1-side].Health)
				}
			}
			if got.Game != n || got.Score != want.Gained[side] || got.Outcome != outcome || got.Moves != want.Steps || got.Health != want.Sides[side].Health ||
				got.Simulations != want.Sides[side].Simulations || got.Actions == "" {
				t.Errorf("%s, game %d: %+v, want %+v", c.game, n, got, want)
			}
			guessed += got.Health.Guessed
			effective += got.Health.Effective
		}
		if strings.Contains(c.player, "particle") && c.game == "tiger" && effective == 0 {
			t.Errorf("%s: no effective sample size is recorded", c.game)
		}
		t.Logf("%s: %d guessed, effective %.1f", c.game, guessed, effective)
	}
}

func playAlone(t *testing.T, s *catalog.Setting, players []string, number int) catalog.Result {
	t.Helper()
	m, err := s.Seat(players...)
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Play(context.Background(), catalog.Play{Seed: 9, Number: uint64(number), Budgets: []blindsight.Budget{{Simulations: 20}}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The plans among the examples can be read.
func TestExamplePlans(t *testing.T) {
	files, err := filepath.Glob("../examples/*.json")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d plans: %v", len(files), err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Read(f, name)
		f.Close()
		if err != nil || p.Name != strings.TrimSuffix(filepath.Base(name), ".json") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A plan may name programs as players; reading it starts none, and without a door none is played.
func TestProgramsInPlans(t *testing.T) {
	t.Chdir(t.TempDir())
	p, err := read(meeting + `{"settings": [""], "players": ["random"], "opponents": ["exec:touch started"], "budgets": [{"sims": 5}]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	table := NewTable(p, nil)
	defer table.Close()
	if _, err := table.Play(t.Context(), Job{Games: 1}); err == nil || !strings.Contains(err.Error(), catalog.ErrNoPrograms.Error()) {
		t.Errorf("it is played: %v", err)
	}
	if _, err := os.Stat("started"); err == nil {
		t.Error("the program was started")
	}
}
