package web

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	players "blindsight/player/kriegspielers"
)

func (c *client) coach(id string) *players.AdviceReport {
	c.t.Helper()
	var a players.AdviceReport
	c.post("/api/kriegspiel/games/"+id+"/coach", nil, &a)
	return &a
}

// The coach counts what is possible, and leaves his mark on the game.
func TestCoach(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	c.server.opponent = scripted("a7a6", "h7h6", "b7b6")
	m := c.newMatch(&newMatch{Rules: "berkeley", Seed: "1"})
	// Boards possible after silent play: the numbers that Kriegspiel programs are tested against.
	for i, size := range []int{20, 260, 2741} {
		m = c.attempt(m.ID, []string{"e2e4", "d2d4", "g1f3"}[i])
		if m.Assisted != (i > 0) {
			t.Errorf("move %d: assisted is %v", i, m.Assisted)
		}
		a := c.coach(m.ID)
		if a.Belief.Size != size || !a.Belief.Exact || !slices.Contains(m.Legal, a.Try) || a.SAN == "" || len(a.Reasons) < 3 {
			t.Errorf("after %d moves: %+v", i+1, a)
		}
		sum := 0.0
		for _, share := range a.King {
			sum += share
		}
		if sum < 0.999 || sum > 1.001 {
			t.Errorf("after %d moves the king is somewhere with %v", i+1, sum)
		}
	}
	// A refused try costs nothing and rules positions out.
	m = c.attempt(m.ID, "d4e5")
	if a := c.coach(m.ID); m.Answer.Heard != "illegal" || m.Answer.SAN != "dxe5" || a.Belief.Size >= 2741 || !a.Belief.Exact {
		t.Errorf("after the refusal %+v: %+v", m.Answer, a)
	}
	if _, pgn := c.ask("GET", "/api/kriegspiel/games/"+m.ID+"/game.pgn", nil); !strings.Contains(string(pgn), `[White "a person with a coach"]`) {
		t.Errorf("the file of the game does not tell of the coach:\n%s", pgn)
	}
	again := newClient(t, Config{})
	again.server.opponent = c.server.opponent
	if !again.newMatch(&newMatch{Rules: "berkeley", Seed: "1", Attempts: m.Attempts[:2], Assisted: true}).Assisted {
		t.Error("taken up again the game is not assisted any more")
	}
	m = c.attempt(m.ID, "resign")
	if status, _ := c.ask("POST", "/api/kriegspiel/games/"+m.ID+"/coach", nil); status != 409 {
		t.Errorf("a coach after the end: %d", status)
	}
	fresh := c.newMatch(&newMatch{Seed: "1"})
	fresh = c.attempt(fresh.ID, "resign")
	c.ask("POST", "/api/kriegspiel/games/"+fresh.ID+"/coach", nil)
	var after matchJSON
	c.get("/api/kriegspiel/games/"+fresh.ID, &after)
	if after.Assisted {
		t.Error("a coach who was asked after the end has assisted")
	}
}

// What the coach says does not depend on how often he was asked before.
func TestCoachAskedLate(t *testing.T) {
	alone(t)
	moves := []string{"e2e4", "d2d4", "g1f3", "f1d3", "b1c3"}
	say := func(always bool) string {
		c := newClient(t, Config{})
		c.server.opponent = scripted("a7a6", "h7h6", "b7b6", "g7g6", "c7c6")
		m := c.newMatch(&newMatch{Rules: "wild16", Seed: "5"})
		for _, text := range moves {
			m = c.attempt(m.ID, text)
			if always {
				c.coach(m.ID)
			}
		}
		a := c.coach(m.ID)
		a.ID = ""
		a.Candidates, a.Reasons = nil, a.Reasons[:2] // values have noise that shows the first look
		text, _ := json.Marshal(a)
		return string(text)
	}
	if often, late := say(true), say(false); often != late {
		t.Errorf("asked always\n%s\nasked once\n%s", often, late)
	}
}

// Two opponents whose moves sound alike get the same coaching, byte by byte.
func TestCoachLeaksNothing(t *testing.T) {
	alone(t)
	const game = "/api/kriegspiel/games/game1"
	for _, rules := range []string{"berkeley", "wild16"} {
		requests := [][3]string{{"POST", "/api/kriegspiel/games", `{"rules":"` + rules + `","seed":"1"}`}}
		for _, text := range []string{"e2e4", "e4d5", "g1f3", "f1c4"} {
			requests = append(requests, [3]string{"POST", game + "/attempts", `{"attempt":"` + text + `"}`}, [3]string{"POST", game + "/coach", ""})
		}
		answers := map[string]bool{}
		for _, moves := range [][]string{{"a7a6", "h7h6", "b7b6"}, {"h7h5", "g7g6", "c7c6"}, {"b8c6", "a8b8", "g7g6"}} {
			s := newServer(Config{Searches: 1})
			s.opponent = scripted(moves...)
			answers[transcribe(t, s, requests...)] = true
		}
		for text := range answers {
			if len(answers) != 1 || strings.Count(text, `"kind":"exact"`) != 4 || !strings.Contains(text, `"heard":"illegal"`) {
				t.Errorf("%s: %d different answers, among them\n%s", rules, len(answers), text)
			}
		}
	}
}
