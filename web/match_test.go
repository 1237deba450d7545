package web

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"blindsight/certificate/mateplan"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

func (c *client) newMatch(q *newMatch) *matchJSON {
	c.t.Helper()
	var m matchJSON
	c.post("/api/kriegspiel/games", q, &m)
	return &m
}

func (c *client) attempt(id, text string) *matchJSON {
	c.t.Helper()
	var m matchJSON
	c.post("/api/kriegspiel/games/"+id+"/attempts", map[string]string{"attempt": text}, &m)
	return &m
}

// playMatch tries what makes sense, in an order that depends on the number of attempts.
func (c *client) playMatch(m *matchJSON, attempts int) *matchJSON {
	c.t.Helper()
	for i := 0; i < attempts && !m.Over; i++ {
		if !m.YourTurn || len(m.Legal) == 0 {
			c.t.Fatalf("it is not the player's turn: %+v", m)
		}
		before := len(m.Attempts)
		text := m.Legal[(i*7+3)%len(m.Legal)]
		m = c.attempt(m.ID, text)
		if m.Answer == nil || m.Answer.Attempt != text || len(m.Attempts) != before+1 {
			c.t.Fatalf("after %s: %+v", text, m)
		}
	}
	return m
}

func TestMatch(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	c.server.replayStates = 20_000 // more takes seconds
	for _, rules := range kriegspiel.Names() {
		for _, color := range []string{"white", "black"} {
			m := c.newMatch(&newMatch{Rules: rules, Color: color, Seed: "4"})
			if want := map[string]int{"white": 0, "black": 1}[color]; len(m.Transcript) != want {
				t.Errorf("%s %s: %d turns at the start, want %d", rules, color, len(m.Transcript), want)
			}
			if status, _ := c.ask("GET", "/api/kriegspiel/games/"+m.ID+"/replay", nil); status != 409 {
				t.Errorf("a replay before the end: %d", status)
			}
			m = c.playMatch(m, 25)
			nonsense := c.attempt(m.ID, "e1e8")
			if m.YourTurn && (nonsense.Answer == nil || !strings.Contains(nonsense.Answer.Words, "e1e8") || len(nonsense.Attempts) != len(m.Attempts)) {
				t.Errorf("nonsense: %+v", nonsense.Answer)
			}
			c.checkPGN(m, color)
			// The game is the same when it is taken up again.
			again := newClient(t, Config{}).newMatch(&newMatch{Rules: rules, Color: color, Seed: m.Seed, Attempts: m.Attempts})
			again.ID, again.Answer = m.ID, m.Answer
			if !reflect.DeepEqual(again, m) {
				t.Errorf("taken up again it is\n%+v, not\n%+v", again, m)
			}
			if !m.Over {
				m = c.attempt(m.ID, "resign")
			}
			if !m.Over || m.YourTurn || len(m.Legal) != 0 {
				t.Errorf("resigned: %+v", m)
			}
			c.checkReplay(m, color)
			c.checkPGN(m, "no")
			if status, _ := c.ask("POST", "/api/kriegspiel/games/"+m.ID+"/attempts", map[string]string{"attempt": "a2a3"}); status != 409 {
				t.Errorf("after the end: %d", status)
			}
		}
	}
}

// A level plays a match that can be taken up again, and is watched; what makes no sense in a game that is taken up again is
// said, and so is a level that does not exist.
func TestLevels(t *testing.T) {
	c := newClient(t, Config{})
	m := c.playMatch(c.newMatch(&newMatch{Opponent: "foresight-glance", Seed: "4"}), 6)
	if m.Opponent != "foresight-glance" {
		t.Errorf("the opponent is %s", m.Opponent)
	}
	again := newClient(t, Config{}).newMatch(&newMatch{Opponent: m.Opponent, Seed: m.Seed, Attempts: m.Attempts})
	again.ID, again.Answer = m.ID, m.Answer
	if !reflect.DeepEqual(again, m) {
		t.Errorf("taken up again it is\n%+v, not\n%+v", again, m)
	}
	for _, q := range []newMatch{{Attempts: []string{"e2e4", "e2e4"}}, {Opponent: "foresight-lng"}} {
		status, body := c.ask("POST", "/api/kriegspiel/games", &q)
		if text := string(body); status != 400 || !strings.Contains(text, "makes no sense in this game") && !strings.Contains(text, "foresight-long") {
			t.Errorf("%+v: %d, %s", q, status, text)
		}
	}
	show := c.newShow(&newShow{White: "foresight-glance", Black: "random", Seed: "2"})
	step := c.step(show.ID)
	if step.Advice == nil || step.Advice.Player != "foresight-glance" {
		t.Errorf("%+v", step.Advice)
	}
}

// checkPGN reads the downloaded game with the reader that everybody has.
func (c *client) checkPGN(m *matchJSON, filtered string) {
	c.t.Helper()
	_, text := c.ask("GET", "/api/kriegspiel/games/"+m.ID+"/game.pgn", nil)
	r, err := kriegspiel.NewReader(strings.NewReader(string(text)), "game.pgn").Next()
	if err != nil {
		c.t.Fatalf("%v in\n%s", err, text)
	}
	if r.Scope.String() != filtered || r.Result.Score() != m.Score {
		c.t.Errorf("filtered for %s, score %s: want %s, %s", r.Scope, r.Result.Score(), filtered, m.Score)
	}
}

// checkReplay checks the replay: boards that follow from one another, and beliefs that
// hold the truth.
func (c *client) checkReplay(m *matchJSON, color string) {
	c.t.Helper()
	events := c.stream("GET", "/api/kriegspiel/games/"+m.ID+"/replay", nil)
	plies := 0
	for _, e := range events {
		if e.name != "ply" {
			continue
		}
		var p plyJSON
		e.read(c.t, &p)
		if p.Ply != plies {
			c.t.Errorf("ply %d comes after %d others", p.Ply, plies)
		}
		plies++
		pos, err := chess.ParseFEN(p.FEN)
		if err != nil {
			c.t.Fatal(err)
		}
		if p.Belief == nil {
			continue
		}
		side, _ := kriegspiel.ParseSide(color)
		king := pos.KingSquare(side.Other()).String()
		sum := 0.0
		for _, share := range p.Belief.King {
			sum += share
		}
		if p.Belief.Size < 1 || p.Belief.King[king] == 0 || math.Abs(sum-1) > 1e-9 {
			c.t.Errorf("ply %d: the king is on %s; belief %+v", p.Ply, king, p.Belief)
		}
	}
	if plies < len(m.Transcript) {
		c.t.Errorf("%d plies, %d turns", plies, len(m.Transcript))
	}
}

func TestRefusedTry(t *testing.T) {
	c := newClient(t, Config{})
	m := c.newMatch(&newMatch{FEN: "4k3/4p3/8/4p3/4P3/8/8/4K3 w - - 0 1", Seed: "1"})
	if m.FEN != "8/8/8/8/4P3/8/8/4K3 w - -" {
		t.Errorf("the own men: %s", m.FEN)
	}
	m = c.attempt(m.ID, "e4e5")
	if m.Answer.Heard != "illegal" || len(m.Tries) != 1 || m.Tries[0].Attempt != "e4e5" || slices.Contains(m.Legal, "e4e5") || len(m.Transcript) != 0 {
		t.Errorf("a refused try: %+v", m)
	}
	m = c.attempt(m.ID, "e1e2")
	if len(m.Tries) != 0 || len(m.Transcript) != 2 || len(m.Transcript[0].Tries) != 1 || m.Transcript[0].Move.SAN != "Ke2" {
		t.Errorf("after it: %+v", m)
	}
}

func TestProblems(t *testing.T) {
	c := newClient(t, Config{})
	var sets struct{ Sets []problemSetJSON }
	c.get("/api/kriegspiel/problems", &sets)
	for _, set := range sets.Sets {
		var list struct {
			Total    int
			Problems []listedProblemJSON
		}
		c.get("/api/kriegspiel/problems/"+set.Name+"?limit=5&offset=2", &list)
		if list.Total != set.Count || len(list.Problems) != min(5, set.Count-2) || list.Problems[0].Number != 3 {
			t.Errorf("%s: %+v", set.Name, list)
		}
		var one listedProblemJSON
		c.get("/api/kriegspiel/problems/"+set.Name+"/3", &one)
		if len(one.Belief) != one.Size || one.ID != list.Problems[0].ID {
			t.Errorf("%+v", one)
		}
	}
}

// notation returns an attempt in UCI as the list of problems writes it.
func (p *listedProblemJSON) notation(t *testing.T, uci string) string {
	t.Helper()
	a, err := kriegspiel.ParseAttempt(uci)
	if err != nil {
		t.Fatal(err)
	}
	known, err := chess.ParseFEN(p.FEN)
	if err != nil {
		t.Fatal(err)
	}
	own := known.Only(known.Side())
	return attemptName(a, &own)
}

// Every published problem is decided as the table says, and its plan, downloaded, passes
// the checker, here and as 'kriegspiel check' reads it; played out, it solves the problem.
func TestMate(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	var list struct{ Problems []listedProblemJSON }
	c.get("/api/kriegspiel/problems/published?limit=200", &list)
	for _, p := range list.Problems[:min(8, len(list.Problems))] {
		for _, rules := range append(p.Rules, p.NoMate...) {
			q := problemRequest{Set: p.Set, Number: p.Number, Rules: rules}
			events := c.stream("POST", "/api/kriegspiel/mate", map[string]any{"problem": q})
			var r mateResultJSON
			events[len(events)-1].read(t, &r)
			if (r.Result == "mate") != (len(p.Answers[rules]) > 0) {
				t.Errorf("%s, %s: %s, the answers are %v", p.ID, rules, r.Result, p.Answers[rules])
			}
			if r.Result != "mate" {
				continue
			}
			if !slices.Contains(p.Answers[rules], p.notation(t, r.First[0])) {
				t.Errorf("%s, %s: %s is none of %v", p.ID, rules, r.First, p.Answers[rules])
			}
			c.checkPlan(&r)
			c.solve(q, r.Tree)
		}
	}
}

// checkPlan reads the files of a result and checks them.
func (c *client) checkPlan(r *mateResultJSON) {
	c.t.Helper()
	var p *kriegspiel.Problem
	err := kriegspiel.ReadProblems(strings.NewReader(r.Problem), "problem", func(read *kriegspiel.Problem) error { p = read; return nil })
	if err != nil {
		c.t.Fatal(err)
	}
	err = mateplan.Read(strings.NewReader(r.Plan), "plan", func(plan *mateplan.Plan) error {
		if plan.ID != p.ID {
			return fmt.Errorf("the plan is of %q, the problem %q", plan.ID, p.ID)
		}
		return mateplan.Check(p, plan)
	})
	if err != nil {
		c.t.Error(err)
	}
	belief := fens(p.Belief, len(p.Belief))
	var verdict struct {
		OK     bool
		Reason string
	}
	q := problemRequest{Rules: p.Rules.Name, Moves: (p.Depth + 1) / 2, Belief: belief}
	c.post("/api/kriegspiel/check", map[string]any{"problem": q, "plan": r.Plan}, &verdict)
	if !verdict.OK {
		c.t.Errorf("%s: %s", p.ID, verdict.Reason)
	}
	broken := strings.Replace(r.Plan, `"mate"`, `null`, 1)
	if status, _ := c.ask("POST", "/api/kriegspiel/check", map[string]any{"problem": q, "plan": broken}); status == 200 {
		c.post("/api/kriegspiel/check", map[string]any{"problem": q, "plan": broken}, &verdict)
		if verdict.OK {
			c.t.Errorf("%s: a broken plan is accepted", p.ID)
		}
	}
}

// solve follows a plan as a tree against the referee of problems.
func (c *client) solve(q problemRequest, n *planNodeJSON) {
	c.t.Helper()
	var attempts []string
	for range 50 {
		attempts = append(attempts, n.Try)
		var state tryJSON
		c.post("/api/kriegspiel/try", map[string]any{"problem": q, "attempts": attempts}, &state)
		if state.Status == "mated" {
			return
		}
		if state.Status != "open" || state.Won == nil || !*state.Won || len(state.Attempts) != len(attempts) {
			c.t.Fatalf("%+v after %v: %+v", q, attempts, state)
		}
		if n = c.next(n, &state); n == nil {
			c.t.Fatalf("%+v: the plan has nothing after %v: %+v", q, attempts, state)
		}
		if n.Size < state.Size || n.Own != state.FEN {
			c.t.Errorf("%+v after %v: %d positions with %s, the plan has %d with %s", q, attempts, state.Size, state.FEN, n.Size, n.Own)
		}
	}
	c.t.Fatalf("%+v: no mate after %v", q, attempts)
}

// next returns the node of a plan after what the referee said.
func (c *client) next(n *planNodeJSON, s *tryJSON) *planNodeJSON {
	if s.Answer.Heard == "illegal" {
		return n.Illegal
	}
	for _, b := range n.Legal {
		if b.Heard != s.Answer.Heard {
			continue
		}
		if b.Answer != nil {
			return b.Answer
		}
		for _, r := range b.Replies {
			if r.Heard == s.Transcript[len(s.Transcript)-1].Move.Heard {
				return r.Node
			}
		}
	}
	return nil
}

func TestTryFails(t *testing.T) {
	c := newClient(t, Config{})
	// The king on a8 is mated by Ra1; that on b8 or c8 gets away.
	p := patternRequest{Own: "8/8/1K6/8/8/8/8/7R w", Men: []patternMan{{"k", []string{"a8", "c8"}}}}
	var belief struct {
		Belief []string
		Size   int
	}
	c.post("/api/kriegspiel/belief", p, &belief)
	if belief.Size != 2 {
		t.Fatalf("%+v", belief)
	}
	q := problemRequest{Moves: 1, Pattern: &p}
	var s tryJSON
	c.post("/api/kriegspiel/try", map[string]any{"problem": q}, &s)
	if s.Won == nil || *s.Won || s.Status != "open" || s.Size != 2 || s.MovesLeft != 1 {
		t.Errorf("%+v", s)
	}
	c.post("/api/kriegspiel/try", map[string]any{"problem": q, "attempts": []string{"h1h8"}}, &s)
	if s.Status != "failed" || !strings.Contains(s.Text, "used up") || len(s.Legal) != 0 {
		t.Errorf("%+v", s)
	}
	if status, _ := c.ask("POST", "/api/kriegspiel/try", map[string]any{"problem": q, "attempts": []string{"h1h8", "h8h1"}}); status != 400 {
		t.Errorf("after the end: %d", status)
	}
	one := problemRequest{Moves: 1, Belief: belief.Belief[:1]}
	c.post("/api/kriegspiel/try", map[string]any{"problem": one, "attempts": []string{"h1h8"}}, &s)
	if s.Status != "mated" {
		t.Errorf("%+v", s)
	}
}

// A game begins with the half-move clock of its FEN: under rules with fifty moves one more ends it.
func TestMatchKeepsTheClock(t *testing.T) {
	c := newClient(t, Config{})
	const fen = "8/8/8/2k5/8/8/8/Q3K3 w - - 99 1"
	m := c.newMatch(&newMatch{Rules: "wild16", Opponent: "random", Seed: "1", FEN: fen})
	if m.Start != fen {
		t.Errorf("it starts from %s", m.Start)
	}
	if m = c.attempt(m.ID, "e1e2"); !m.Over || !strings.Contains(m.Result, "fifty") {
		t.Errorf("over %v: %s", m.Over, m.Result)
	}
	if status, body := c.ask("POST", "/api/kriegspiel/games", &newMatch{Rules: "wild16", FEN: "8/8/8/2k5/8/8/8/Q3K3 w - - 100 1"}); status != 400 || !strings.Contains(string(body), "fifty moves") {
		t.Errorf("%d %s", status, body)
	}
}
