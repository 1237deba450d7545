package web

import (
	"encoding/json"
	"slices"
	"testing"

	players "blindsight/player/kriegspielers"
)

// A player of the page can ask with the file that the page gives him, in the middle of the
// game: each player of the catalogue answers as openapi.json says, and again the same.
func TestAdvise(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	m := c.newMatch(&newMatch{Seed: "3", Rules: "wild16"})
	for _, text := range []string{"e2e4", "d2d4"} {
		m = c.attempt(m.ID, text)
	}
	status, pgn := c.ask("GET", "/api/kriegspiel/games/"+m.ID+"/game.pgn", nil)
	if status != 200 {
		t.Fatalf("%d %s", status, pgn)
	}
	for _, name := range players.Catalogue.Names() {
		q := &kriegspielAdviceRequest{Record: string(pgn), Player: name, Simulations: 300, Seed: "5"}
		var a, again players.AdviceReport
		c.post("/api/kriegspiel/advise", q, &a)
		c.post("/api/kriegspiel/advise", q, &again)
		one, _ := json.Marshal(a)
		two, _ := json.Marshal(again)
		if string(one) != string(two) {
			t.Errorf("%s: the second time\n%s\ninstead of\n%s", name, two, one)
		}
		if !slices.Contains(m.Legal, a.Try) || a.Side != "white" || a.Player != name || a.Belief.Size == 0 || len(a.King) == 0 || len(a.Reasons) < 2 {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

// A guaranteed mate is told with its plies.
func TestAdviseMate(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	var a players.AdviceReport
	c.post("/api/kriegspiel/advise", &kriegspielAdviceRequest{Record: `{"start":"7k/8/8/5K2/8/8/8/6Q1 w - - 0 1","history":[]}`}, &a)
	if a.Mate == nil || a.Mate.Plies != 3 || !a.Belief.Exact || a.King["h8"] != 1 {
		t.Errorf("%+v", a)
	}
}
