package web

import (
	"slices"
	"strings"
	"testing"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// replayed is a replay as the page gets it.
type replayed struct {
	game  replayGameJSON
	plies []plyJSON
}

func (c *client) replayText(q replayRequest) *replayed {
	c.t.Helper()
	r := &replayed{}
	for _, e := range c.stream("POST", "/api/kriegspiel/replay", q) {
		switch e.name {
		case "game":
			e.read(c.t, &r.game)
		case "ply":
			var p plyJSON
			e.read(c.t, &p)
			r.plies = append(r.plies, p)
		}
	}
	return r
}

// What the page exports it opens again: under way with what the player knows, after the end
// with everything; and the file says when, who and how it ended.
func TestReplayOfOwnExports(t *testing.T) {
	c := newClient(t, Config{})
	c.server.replayStates = 5_000
	m := c.newMatch(&newMatch{Rules: "wild16", Color: "black", Seed: "4"})
	m = c.playMatch(m, 6)
	export := func() string {
		_, text := c.ask("GET", "/api/kriegspiel/games/"+m.ID+"/game.pgn", nil)
		return string(text)
	}
	under := c.replayText(replayRequest{Text: export()})
	if !under.game.Filtered || under.game.Side != "black" || under.game.Score != "*" || len(under.plies) != under.game.Plies+1 {
		t.Errorf("under way: %+v", under.game)
	}
	for _, p := range under.plies {
		if p.FEN != "" {
			t.Errorf("ply %d of what Black knows has the true position %s", p.Ply, p.FEN)
		}
	}
	if last := under.plies[len(under.plies)-1]; last.Own != m.FEN {
		t.Errorf("the own men at the end: %s, want %s", last.Own, m.FEN)
	}
	if status, text := c.ask("POST", "/api/kriegspiel/replay", replayRequest{Text: export(), Side: "white"}); status != 400 {
		t.Errorf("what White knows, from Black's file: %d %s", status, text)
	}
	m = c.attempt(m.ID, "resign")
	text := export()
	for _, tag := range []string{`[Date "20`, `[White "Blindsight, greedy"]`, `[Black "a person"]`, `[Termination "Black resigned"]`, `[Result "1-0"]`} {
		if !strings.Contains(text, tag) {
			t.Errorf("no %s in\n%s", tag, text)
		}
	}
	for _, side := range []string{"white", "black"} {
		whole := c.replayText(replayRequest{Text: text, Side: side})
		if g := whole.game; g.Filtered || g.Side != side || g.Score != "1-0" || g.Termination != "Black resigned" || g.Black != "a person" || g.Date == "" {
			t.Errorf("after the end: %+v", g)
		}
		s, _ := kriegspiel.ParseSide(side)
		for _, p := range whole.plies {
			truth, err := chess.ParseFEN(p.FEN)
			if err != nil {
				t.Fatal(err)
			}
			own, err := chess.ParseMen(p.Own)
			if err != nil {
				t.Fatal(err)
			}
			if own.Men(s) != truth.Men(s) || own.Men(s.Other()) != 0 {
				t.Errorf("%s knows %s in %s", side, p.Own, p.FEN)
			}
			if p.Belief != nil && p.Belief.King[truth.KingSquare(s.Other()).String()] == 0 {
				t.Errorf("ply %d: %s does not believe in %s", p.Ply, side, p.FEN)
			}
		}
	}
}

// Files of others open, several games of one are told apart, and what is wrong is said with
// its place.
func TestReplayOfAnyFile(t *testing.T) {
	c := newClient(t, Config{})
	c.server.replayStates = 5_000
	jsonl := `{"id":"x","rules":"berkeley","side":"white","history":[{"white":[{"try":"e2d3","heard":"illegal"},{"try":"e2e4","heard":"silent"}]},{"black":{"heard":"silent"}}]}`
	pgn := "[White \"A\"]\n\n1. e4 e5 {a remark} 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"
	r := c.replayText(replayRequest{Text: jsonl + "\n\n" + pgn, Number: 2, Side: "black"})
	if len(r.game.Games) != 2 || r.game.White != "A" || r.game.Termination != "White mates" || len(r.plies) != 8 || r.plies[7].SAN != "Qxf7#" {
		t.Errorf("%+v, %d plies", r.game, len(r.plies))
	}
	r = c.replayText(replayRequest{Text: jsonl})
	if len(r.plies) != 3 || r.plies[1].SAN != "e4" || !slices.Equal(r.plies[1].Refused, []string{"exd3"}) || r.plies[2].Belief == nil || r.plies[2].Belief.Size != 20 {
		t.Errorf("%+v", r.plies)
	}
	for text, want := range map[string]string{
		"":                          "there is no game in it",
		"1. e4 e5\n2. Ke3 *":        "the text:2:4",
		`{"id":"x"}`:                "no \\\"history\\\"",
		"[Variant \"Atomic\"]\n\n*": "want Kriegspiel",
	} {
		if status, body := c.ask("POST", "/api/kriegspiel/replay", replayRequest{Text: text}); status != 400 || !strings.Contains(string(body), want) {
			t.Errorf("%q: %d %s, want %q", text, status, body, want)
		}
	}
	if status, _ := c.ask("POST", "/api/kriegspiel/replay", replayRequest{Text: pgn, Number: 2}); status != 400 {
		t.Errorf("game 2 of 1: %d", status)
	}
}
