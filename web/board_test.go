package web

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"blindsight/catalog"
	"blindsight/registry"
)

func (c *client) newBoard(q *newBoardGame) *boardGameJSON {
	c.t.Helper()
	var g boardGameJSON
	c.post("/api/games", q, &g)
	return &g
}

func (c *client) boardAct(id, action string) *boardGameJSON {
	c.t.Helper()
	var g boardGameJSON
	c.post("/api/games/"+id+"/actions", map[string]string{"action": action}, &g)
	return &g
}

// eachBoard calls f with every preset of every game that has a board.
func eachBoard(t *testing.T, f func(t *testing.T, g *catalog.Game, p catalog.Preset)) {
	t.Helper()
	n := 0
	for _, g := range boardGames() {
		for _, p := range g.Shown.Presets {
			n++
			t.Run(g.Name+"/"+p.Name, func(t *testing.T) { f(t, g, p) })
		}
	}
	if n < 3 {
		t.Errorf("only %d presets", n)
	}
}

// seatsOf returns the seats of a game with a person on one side.
func seatsOf(g *catalog.Game, own int, level string) []string {
	seats := slices.Repeat([]string{level}, len(g.Sides))
	seats[own] = person
	return seats
}

// A person plays each game to its end, from each side, against each level. On the way a server that knows nothing of it
// takes the game up by what the page has kept, and all is as it was.
func TestBoardGamesArePlayedAndTakenUpAgain(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	rng := rand.New(rand.NewPCG(1, 1))
	eachBoard(t, func(t *testing.T, g *catalog.Game, p catalog.Preset) {
		for i, level := range g.Shown.Levels {
			if len(g.Sides) == 1 && i != slices.Index(g.Shown.Presets, p)%len(g.Shown.Levels) {
				continue // whoever plays alone meets no level but as a rival
			}
			own := i % len(g.Sides)
			q := &newBoardGame{Game: g.Name, Settings: p.Settings, Seed: fmt.Sprint(i), Seats: seatsOf(g, own, level.Name)}
			if len(g.Sides) == 1 {
				q.Rival = level.Name
			}
			game := c.newBoard(q)
			for !game.Over {
				if game.Turn != own || game.Side != own || len(game.Legal) == 0 || game.Truth != nil || game.RivalResult != "" {
					t.Fatalf("%+v", game)
				}
				for side, known := range game.Sides {
					if (known != nil) != (side == own) {
						t.Fatalf("side %d is told what side %d knows: %v", own, side, known != nil)
					}
				}
				game = c.boardAct(game.ID, game.Legal[rng.IntN(len(game.Legal))].Text)
			}
			if game.Result == "" || game.Truth == nil || len(game.Legal) != 0 || (game.RivalResult == "") != (q.Rival == "") {
				t.Errorf("%+v", game)
			}
			q.Settings, q.Actions = game.Settings, game.Actions
			other := newClient(t, Config{}).newBoard(q)
			if other.ID = game.ID; !reflect.DeepEqual(other, game) {
				t.Errorf("taken up again it is\n%+v, not\n%+v", other, game)
			}
			if status, _ := c.ask("POST", "/api/games/"+game.ID+"/belief", map[string]int{}); status != 409 {
				t.Errorf("a belief of a game that is over: %d", status)
			}
		}
	})
}

// Levels are watched to the end; what is shown of a side is what it would know as a person, and the game can be taken
// up again.
func TestBoardGamesAreWatched(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	eachBoard(t, func(t *testing.T, g *catalog.Game, p catalog.Preset) {
		levels := g.Shown.Levels
		q := &newBoardGame{Game: g.Name, Settings: p.Settings, Seed: "3"}
		for side := range g.Sides {
			q.Seats = append(q.Seats, levels[(len(g.Sides)+side)%len(levels)].Name)
		}
		game := c.newBoard(q)
		path := "/api/games/" + game.ID
		for steps := 0; !game.Over; steps++ {
			turn := game.Turn
			var next boardGameJSON
			c.post(path+"/step", nil, &next)
			if next.Choice == nil || next.Choice.Side != turn || next.Choice.Action != next.Actions[len(next.Actions)-1] || next.Truth == nil {
				t.Fatalf("%+v", next)
			}
			if steps%15 == 3 && !next.Over {
				for side := range g.Sides {
					var b catalog.CellBelief
					c.post(path+"/belief", map[string]int{"side": side}, &b)
					if len(b.Chances) != len(next.Sides[side].Board.Cells) {
						t.Fatalf("%+v", b)
					}
				}
			}
			game = &next
		}
		if !strings.Contains(game.Result, g.Sides[0]+": ") {
			t.Errorf("the result is %q", game.Result)
		}
		for _, address := range []string{"/step", "/actions"} {
			if status, _ := c.ask("POST", path+address, map[string]string{"action": "0,0"}); status != 409 {
				t.Errorf("%s after the end: %d", address, status)
			}
		}
		q.Actions = game.Actions
		again := newClient(t, Config{}).newBoard(q)
		if again.ID, game.Choice = game.ID, nil; !reflect.DeepEqual(again, game) {
			t.Errorf("taken up again it is\n%+v, not\n%+v", again, game)
		}
	})
}

// What a stranger must not ask for is refused in words: a program to be started above all.
func TestBadBoardRequests(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	two := c.newBoard(&newBoardGame{Game: "phantom", Seats: []string{person, "random"}, Seed: "1"})
	show := c.newBoard(&newBoardGame{Game: "phantom", Seats: []string{"random", "random"}, Seed: "1"})
	const games = "/api/games"
	for _, test := range []struct {
		path, body string
		status     int
		want       string
	}{
		{games, `{}`, 400, `game \"\": use one of`},
		{games, `{"game":"minesweeper","seats":["person"]}`, 400, "use one of"},
		{games, `{"game":"tiger","seats":["person"]}`, 400, "use one of"},
		{games, `{"game":"phantom"}`, 400, "0 seats"},
		{games, `{"game":"phantom","seats":["person"]}`, 400, "1 seats"},
		{games, `{"game":"phantom","seats":["person","person"]}`, 400, "one seat"},
		{games, `{"game":"phantom","seats":["person","exec:touch /tmp/x"]}`, 400, "use one of random"},
		{games, `{"game":"phantom","seats":["exec:sh","exec:sh"]}`, 400, "use one of random"},
		{games, `{"game":"battleship","seats":["person"],"rival":"exec:sh"}`, 400, "use one of random"},
		{games, `{"game":"phantom","seats":["person","uct,belief=exact"]}`, 400, "use one of random"},
		{games, `{"game":"phantom","seats":["person","random"],"rival":"random"}`, 400, "alone"},
		{games, `{"game":"battleship","seats":["random"],"rival":"random"}`, 400, "alone"},
		{games, `{"game":"phantom","settings":"rows=5,cols=5","seats":["person","random"]}`, 400, "at most 20 cells"},
		{games, `{"game":"phantom","settings":"board=go","seats":["person","random"]}`, 400, "use one of tictactoe"},
		{games, `{"game":"phantom","settings":"rows=x","seats":["person","random"]}`, 400, "whole number"},
		{games, `{"game":"battleship","settings":"rows=16,cols=16","seats":["person"]}`, 400, "at most 12x12"},
		{games, `{"game":"battleship","settings":"fleet=9-9-9-9-9-9-9-9-9-9-9-9","seats":["person"]}`, 400, "does not fit"},
		{games, `{"game":"battleship","settings":"deal=ship-by-ship","seats":["density"]}`, 400, "use random"},
		{games, `{"game":"phantom","seats":["person","random"],"seed":"x"}`, 400, "seed"},
		{games, `{"game":"phantom","seats":["person","random"],"actions":["9,9"]}`, 400, "not legal"},
		{games, `{"game":"phantom","seats":["random","random"],"actions":["9,9"]}`, 400, "not legal"},
		{games, `{"game":"phantom","seats":["person","random"],"actions":[` + strings.Repeat(`"",`, 2000) + `""]}`, 400, "2001 actions"},
		{games + "/none", ``, 404, "begin it again"},
		{games + "/none/step", `{}`, 404, "begin it again"},
		{games + "/" + two.ID + "/actions", `{"action":"somewhere"}`, 400, "not legal now: there are 9, such as 0,0"},
		{games + "/" + two.ID + "/step", `{}`, 409, "levels alone"},
		{games + "/" + two.ID + "/belief", `{"side":1}`, 403, "when the game is over"},
		{games + "/" + two.ID + "/belief", `{"side":7}`, 400, "there are 2"},
		{games + "/" + show.ID + "/actions", `{"action":"0,0"}`, 409, "ask for a step"},
	} {
		method, body := "POST", any(test.body)
		if test.body == "" {
			method, body = "GET", nil
		}
		status, text := c.ask(method, test.path, body)
		if status != test.status || !strings.Contains(string(text), test.want) {
			t.Errorf("%s %s: %d %s", test.path, test.body, status, text)
		}
	}
}

// Nothing in this folder names a game beside Minesweeper and Kriegspiel, but tests: what the page shows of the others comes from
// their descriptions, so that a new one needs no line here. Their settings may be words of any language, as rows are, so
// names of games and titles of presets are looked for.
func TestNoOtherGameIsNamed(t *testing.T) {
	words := []string{"tic-tac-toe", "tictactoe", "dark hex", "warship"}
	for _, g := range registry.Games() {
		if g.Name != "minesweeper" && g.Name != "mines" && g.Name != "kriegspiel" {
			words = append(words, g.Name)
		}
		if g.Shown != nil {
			for _, p := range g.Shown.Presets {
				words = append(words, p.Title)
			}
		}
	}
	named := regexp.MustCompile(`(?i)\b(` + strings.Join(words, "|") + `)`)
	if !named.MatchString("a Battleship") || !named.MatchString("phantoms.Game") {
		t.Fatalf("%v finds nothing", named)
	}
	files := 0
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "dist" || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(path, "_test.go") || !slices.Contains([]string{".go", ".ts", ".svelte", ".json", ".css", ".html"}, filepath.Ext(path)):
			return nil
		}
		files++
		text, err := os.ReadFile(path)
		if at := named.FindIndex(text); at != nil {
			t.Errorf("%s:%d names a game: %s", path, 1+strings.Count(string(text[:at[0]]), "\n"), text[at[0]:at[1]])
		}
		return err
	})
	if err != nil || files < 100 {
		t.Errorf("%d files: %v", files, err)
	}
}
