package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
)

func (c *client) newShow(q *newShow) *showJSON {
	c.t.Helper()
	var s showJSON
	c.post("/api/kriegspiel/watch", q, &s)
	return &s
}

func (c *client) step(id string) *shownJSON {
	c.t.Helper()
	var s shownJSON
	c.post("/api/kriegspiel/watch/"+id+"/step", nil, &s)
	return &s
}

// Every player of the catalogue can be watched, with what it compared, on a board that
// follows from the one before.
func TestWatch(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	names := players.Catalogue.Names()
	rules := kriegspiel.Names()
	blind := []string{"random", "simple", "hider"} // they compare nothing
	for i, white := range names {
		q := &newShow{Rules: rules[i%len(rules)], White: white, Black: names[(i+1)%len(names)], Seed: "2"}
		show := c.newShow(q)
		pos := chess.Start()
		for range 8 {
			side := pos.Side()
			s := c.step(show.ID)
			show.Steps = append(show.Steps, s.Step)
			q.Attempts = append(q.Attempts, s.Step.Attempt)
			name := map[chess.Color]string{chess.White: q.White, chess.Black: q.Black}[side]
			if s.Advice.Player != name || s.Step.Color != side.String() || s.Step.Attempt != s.Advice.Try {
				t.Fatalf("%s is to move: %+v", name, s)
			}
			compared := slices.ContainsFunc(s.Advice.Candidates, func(k players.CandidateReport) bool { return k.Try == s.Step.Attempt })
			if compared == slices.Contains(blind, name) {
				t.Errorf("%s tries %s, and compares %+v", name, s.Step.Attempt, s.Advice.Candidates)
			}
			a, err := kriegspiel.ParseAttempt(s.Step.Attempt)
			if err != nil {
				t.Fatal(err)
			}
			if legal := a != kriegspiel.Any && pos.Legal(a.Move()); legal != s.Step.Moved {
				t.Fatalf("%+v in %s", s.Step, pos.FEN())
			} else if legal {
				pos = pos.Make(a.Move())
			}
			if s.Step.FEN != pos.FEN() {
				t.Fatalf("the board is %s, not %s", pos.FEN(), s.Step.FEN)
			}
		}
		// It is taken up again where it was.
		again := newClient(t, Config{}).newShow(q)
		if fmt.Sprint(again.Steps) != fmt.Sprint(show.Steps) || again.FEN != pos.FEN() || again.Over {
			t.Errorf("taken up again: %+v, not %+v", again, show)
		}
	}
	mated := c.newShow(&newShow{Attempts: []string{"f2f3", "e7e5", "g2g4", "d8h4"}})
	if status, _ := c.ask("POST", "/api/kriegspiel/watch/"+mated.ID+"/step", nil); !mated.Over || mated.Score != "0-1" || status != 409 {
		t.Errorf("%+v, a step: %d", mated, status)
	}
	for _, q := range []*newShow{{White: "nobody"}, {White: "belief,exact=1000000000"}, {Rules: "chess"}, {Attempts: []string{"e2e5"}}, {Seed: "x"}} {
		if status, _ := c.ask("POST", "/api/kriegspiel/watch", q); status != 400 {
			t.Errorf("%+v: %d", q, status)
		}
	}
}

// What a watched player decides, believes and says is made of what its side knows: moves of
// the other side that sound alike change no byte of it.
func TestWatchLeaksNothing(t *testing.T) {
	alone(t)
	for _, name := range players.Catalogue.Names() {
		answers := map[string]bool{}
		for _, black := range [][2]string{{"a7a6", "h7h6"}, {"h7h5", "g7g6"}, {"b8c6", "a8b8"}} {
			c := newClient(t, Config{})
			c.server.shows.newID = func() string { return "show" }
			show := c.newShow(&newShow{White: name, Black: "random", Seed: "1", Attempts: []string{"e2e4", black[0], "e4d5", "g1f3", black[1]}})
			text, err := json.Marshal(c.step(show.ID).Advice)
			if err != nil {
				t.Fatal(err)
			}
			answers[string(text)] = true
		}
		if len(answers) != 1 {
			t.Errorf("%s: %v", name, answers)
		}
	}
}
