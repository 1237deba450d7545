package web

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// No address of the API, and so nothing on the page, starts a program: wherever a player or a
// level is named, exec: is refused as no such name, and nothing happens.
func TestNoProgramIsStarted(t *testing.T) {
	c := newClient(t, Config{})
	trace := filepath.Join(t.TempDir(), "started")
	record, err := os.ReadFile("../examples/kriegspiel.pgn")
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"exec:touch " + trace, "exec,grace=1s:touch " + trace} {
		for _, request := range []struct {
			path string
			body any
		}{
			{"/api/mines/advise", minesAdviceRequest{Position: "2x2/1 windows\n1.\n..\n", Player: program}},
			{"/api/mines/decide", decideRequest{Position: "2x2/1 windows\n1.\n..\n", Player: program}},
			{"/api/kriegspiel/games", newMatch{Opponent: program}},
			{"/api/kriegspiel/watch", newShow{White: program, Black: "random"}},
			{"/api/kriegspiel/watch", newShow{White: "random", Black: program}},
			{"/api/kriegspiel/advise", kriegspielAdviceRequest{Record: string(record), Side: "white", Player: program}},
			{"/api/games", newBoardGame{Game: "phantom", Seats: []string{"person", program}}},
			{"/api/games", newBoardGame{Game: "phantom", Seats: []string{program, program}}},
			{"/api/games", newBoardGame{Game: "battleship", Seats: []string{"person"}, Rival: program}},
		} {
			status, text := c.ask("POST", request.path, request.body)
			var p problem
			if err := json.Unmarshal(text, &p); err != nil || status != 400 || !strings.Contains(p.Error, "exec") {
				t.Errorf("%s %+v: %d %s", request.path, request.body, status, text)
			}
		}
	}
	time.Sleep(100 * time.Millisecond) // what was started would need a moment
	if _, err := os.Stat(trace); err == nil {
		t.Error("a program was started")
	}
}
