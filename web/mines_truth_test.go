package web

import (
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"blindsight/coach/minecoach"
	"blindsight/player/sweepers"
)

// A given board protects no first cell, and its coach says so: no cell is called safe, the
// risk of each is mines/cells, no true mine looks like a wrong flag, and the first click
// may explode.
func TestGivenBoardProtectsNothing(t *testing.T) {
	c := newClient(t, Config{})
	file := []byte{3, 3, 0, 2, 0, 0, 2, 1} // 3x3, mines on 0,0 and 1,2
	var read convertedJSON
	c.post("/api/mines/convert", convertRequest{Format: "mbf", Data: base64.StdEncoding.EncodeToString(file)}, &read)
	if read.Position != "3x3/2 none\nF..\n..F\n...\n" {
		t.Errorf("the board file is read as %q", read.Position)
	}
	for _, rule := range []string{"", "none", "windows"} {
		g := c.newMines(&newMinesGame{Board: "3x3/2", Rule: rule, Mines: [][2]int{{0, 0}, {1, 2}}})
		if g.Rule != "none" || !strings.HasPrefix(g.Position, "3x3/2 none\n") {
			t.Fatalf("%+v", g)
		}
		for _, position := range []string{g.Position, read.Position} {
			a := c.analyze(position, rule == "none")
			if a.Started || len(a.Certain.Safe)+len(a.Certain.Mines) != 0 || !strings.Contains(a.Why.Text, "Nothing protects the first cell") {
				t.Errorf("%+v", a)
			}
			for _, cell := range a.Cells {
				if mine, _ := cell.Mine.Float64(); math.Abs(mine-2.0/9) > 1e-15 {
					t.Errorf("risk of %d,%d is %v", cell.Row, cell.Col, cell.Mine)
				}
			}
		}
		if g = c.act(g.ID, do("open", [2]int{0, 0})); g.Status != "lost" || strings.Join(g.Rows, " ") != "X.. ..* ..." {
			t.Errorf("%s: %v", g.Status, g.Rows)
		}
	}
	if status, text := c.ask("POST", "/api/mines/games", newMinesGame{Board: "3x3/2", Rule: "gnomine", Mines: [][2]int{{0, 0}, {1, 2}}}); status != 400 {
		t.Errorf("a given board with an opening: %d %s", status, text)
	}
}

// Before the first click the measured first cells are advised, and nothing is called
// certain.
func TestCoachBeforeTheFirstClick(t *testing.T) {
	c := newClient(t, Config{})
	for _, test := range []struct {
		board, rule string
		best        string
		text        string
	}{
		{"9x9/10", "windows", "[[0 0] [0 8] [8 0] [8 8]]", "91.5% (91.1% to 91.9%)"},
		{"16x30/99", "gnomine", "[[3 3] [3 26] [12 3] [12 26]]", "53.9%"},
		{"9x9/10", "none", "[[0 0] [0 8] [8 0] [8 8]]", "80.2%"},
	} {
		g := c.newMines(&newMinesGame{Board: test.board, Rule: test.rule})
		a := c.analyze(g.Position, false)
		if a.Started || fmt.Sprint(a.Best) != test.best || len(a.Certain.Safe) != 0 || !strings.Contains(a.Why.Text, test.text) {
			t.Errorf("%s %s: best %v: %s", test.board, test.rule, a.Best, a.Why.Text)
		}
		// The stream says the same: the chance was measured, nothing is searched.
		events := c.stream("POST", "/api/mines/analyze/stream", analyzeRequest{Position: g.Position, Seconds: 0.2})
		var done estimatesJSON
		events[len(events)-1].read(t, &done)
		if len(done.Cells) != 1 || !slices.Contains(a.Best, [2]int{done.Cells[0].Row, done.Cells[0].Col}) || done.Cells[0].Simulations < 5000 || !strings.Contains(done.Text, test.text) {
			t.Errorf("%s %s: %+v", test.board, test.rule, done)
		}
	}
}

// On a board without guessing the chance is 1, exactly, at every step of the game, and
// playing by it wins; its review costs nothing.
func TestCoachOfNoGuessGame(t *testing.T) {
	c := newClient(t, Config{})
	g := c.newMines(&newMinesGame{Board: "9x9/10", Seed: "4", NoGuess: true})
	for first := true; g.Status == "new" || g.Status == "playing"; first = false {
		var a analysisJSON
		c.post("/api/mines/analyze", analyzeRequest{Position: g.Position, NoGuess: true}, &a)
		if a.Win != "1" || a.Fraction != "1/1" || a.Of != minecoach.CertainOnly || !a.NoGuess || a.RiskOf == "" || !strings.Contains(a.Why.Text, "100%: this board needs no guess") {
			t.Fatalf("%+v", a)
		}
		var advice minecoach.CounselReport
		c.post("/api/mines/advise", minesAdviceRequest{Position: g.Position, NoGuess: true, Sims: 5}, &advice)
		if advice.Win != "1" || advice.Of != minecoach.CertainOnly || advice.Method != "exact" {
			t.Fatalf("%+v", advice)
		}
		events := c.stream("POST", "/api/mines/analyze/stream", analyzeRequest{Position: g.Position, NoGuess: true, Seconds: 0.1})
		if len(events) != 2 || !strings.Contains(events[0].data, `"win_of":"opening what is certain"`) {
			t.Fatalf("%v", events)
		}
		if first {
			g = c.act(g.ID, do("open", [2]int{4, 4}))
			continue
		}
		if !slices.Contains(a.Certain.Safe, *a.Why.Cell) {
			t.Fatalf("the advice %v is not certain: %v", *a.Why.Cell, a.Certain)
		}
		g = c.act(g.ID, do("open", *a.Why.Cell))
	}
	if g.Status != "won" {
		t.Fatalf("%+v", g)
	}
	events := c.stream("GET", "/api/mines/games/"+g.ID+"/review?seconds=0.1", nil)
	for i, e := range events {
		if e.name != "move" {
			continue
		}
		var m reviewMoveJSON
		e.read(t, &m)
		if m.Before != 1 || m.After != 1 || m.Loss != 0 || !m.Exact || m.Of != minecoach.CertainOnly || m.First != (i == 0) {
			t.Errorf("%+v", m)
		}
	}
	if status, text := c.ask("POST", "/api/mines/analyze", analyzeRequest{Position: "2x2/1 windows\n1.\n..\n", NoGuess: true}); status != 422 || !strings.Contains(string(text), "no board without guessing") {
		t.Errorf("%d %s", status, text)
	}
}

// The review of a won game ends with 1 before a last safe cell, and a start in the centre
// of 9x9 costs points.
func TestReviewTellsTheTruth(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	ends, charged := 0, 0
	for seed := range 4 {
		g := c.newMines(&newMinesGame{Board: "9x9/10", Seed: fmt.Sprint(seed)})
		g = c.act(g.ID, do("open", [2]int{4, 4}))
		g = c.playOut(g)
		var moves []reviewMoveJSON
		for _, e := range c.stream("GET", "/api/mines/games/"+g.ID+"/review?seconds=2", nil) {
			if e.name == "move" {
				moves = append(moves, reviewMoveJSON{})
				e.read(t, &moves[len(moves)-1])
			}
		}
		first, last := moves[0], moves[len(moves)-1]
		if math.Abs(first.Before-18305.0/20000) > 1e-12 || !first.First || first.Loss > 0 && (first.Loss < 0.02 || first.Loss > 0.13 || !strings.Contains(first.Text, "0,0 would have won more often: 91.5%")) {
			t.Errorf("the first move: %+v", first)
		}
		if first.Loss > 0 {
			charged++
		}
		if g.Status == "won" && last.Risk == 0 {
			if ends++; last.Before != 1 || !last.Exact {
				t.Errorf("a last safe cell: %+v", last)
			}
		}
		for i, m := range moves {
			a := c.analyze(m.Position, false)
			if a.Win != "" && m.Move > 1 {
				if win, _ := a.Win.Float64(); !m.Exact || m.Before != win {
					t.Errorf("move %d: %v, exact %v; exactly %v", m.Move, m.Before, m.Exact, win)
				}
			}
			if i > 0 && moves[i-1].After != m.Before {
				t.Errorf("move %d: %v after the last one, %v before it", m.Move, moves[i-1].After, m.Before)
			}
		}
	}
	if ends == 0 || charged < 3 {
		t.Errorf("%d games ended with a safe cell, %d of 4 starts were charged", ends, charged)
	}
}

// A cell that was certainly a mine was no guess.
func TestReviewOfACertainMine(t *testing.T) {
	c := newClient(t, Config{})
	g := c.newMines(&newMinesGame{Board: "1x4/1", Mines: [][2]int{{0, 1}}})
	g = c.act(g.ID, do("open", [2]int{0, 0}))
	g = c.act(g.ID, do("open", [2]int{0, 1}))
	var last reviewMoveJSON
	for _, e := range c.stream("GET", "/api/mines/games/"+g.ID+"/review?seconds=1", nil) {
		if e.name == "move" {
			last = reviewMoveJSON{}
			e.read(t, &last)
		}
	}
	if want := "This was certain to open a mine, and 0,2 was certainly safe."; last.Text != want {
		t.Errorf("%q, want %q", last.Text, want)
	}
}

// A search goes on where it was: when more time is asked for, when only flags changed, and
// when it was broken off.
func TestSearchGoesOn(t *testing.T) {
	alone(t)
	c := newClient(t, Config{Searches: 1})
	position := "9x9/10 windows\n111......\n" + strings.Repeat(".........\n", 8) // 1,2 is safe
	search := func(position string) estimatesJSON {
		t.Helper()
		events := c.stream("POST", "/api/mines/analyze/stream", analyzeRequest{Position: position, Seconds: 0.2})
		var done estimatesJSON
		events[len(events)-1].read(t, &done)
		plays := 0
		for _, e := range events {
			if e.name != "estimates" {
				continue
			}
			var now estimatesJSON
			e.read(t, &now)
			if now.Simulations < plays || (len(now.Cells) > 0) != (now.Simulations >= now.Needed) || strings.Contains(now.Text, "Chance to win") != (len(now.Cells) > 0) {
				t.Errorf("%d plays after %d, %d cells: %s", now.Simulations, plays, len(now.Cells), now.Text)
			}
			plays = now.Simulations
		}
		return done
	}
	one := search(position)
	two := search(strings.Replace(position, ".", "F", 1))
	if one.Resumed != 0 || one.Simulations == 0 || two.Resumed != one.Simulations || two.Simulations <= one.Simulations {
		t.Errorf("%d plays, then %d of which %d were done before", one.Simulations, two.Simulations, two.Resumed)
	}
	// Broken off by the client: what was played is not lost.
	s := newServer(Config{Searches: 1})
	ctx, cancel := context.WithCancel(context.Background())
	r := httptest.NewRequestWithContext(ctx, "POST", "/api/mines/analyze/stream", strings.NewReader(fmt.Sprintf(`{"position":%q,"seconds":60}`, position)))
	r.Header.Set("Content-Type", "application/json")
	s.ServeHTTP(&leaver{ResponseRecorder: httptest.NewRecorder(), on: "event: estimates", leave: cancel}, r)
	p, err := readPosition(position)
	if err != nil {
		t.Fatal(err)
	}
	if kept := s.thoughts.take(positionKey(p.View)); kept == nil || kept.Plays == 0 {
		t.Errorf("what was searched is lost: %+v", kept)
	}
}

// leaver is a client that leaves when it hears something.
type leaver struct {
	*httptest.ResponseRecorder
	on    string
	leave func()
}

func (l *leaver) Write(p []byte) (int, error) {
	if strings.Contains(string(p), l.on) {
		l.leave()
	}
	return l.ResponseRecorder.Write(p)
}

// "Do the certain ones for me" opens what is certain and nothing else, is one click that
// can be taken back, and leaves flags alone; the game goes on from its actions.
func TestCertainCells(t *testing.T) {
	c := newClient(t, Config{})
	opened := 0
	for seed := range 10 {
		q := &newMinesGame{Board: "9x9/10", Seed: fmt.Sprint(seed)}
		g := c.newMines(q)
		if g = c.act(g.ID, actionJSON{Do: "certain"}); !strings.Contains(g.Note, "open a first cell yourself") {
			t.Fatalf("%+v", g)
		}
		g = c.act(g.ID, do("open", [2]int{0, 0}))
		before := g
		safe := c.analyze(g.Position, true).Certain.Safe
		if g = c.act(g.ID, actionJSON{Do: "certain"}); len(safe) == 0 {
			if g.Note != "nothing is certainly safe" || g.Clicks != 1 || g.Assisted != 0 {
				t.Errorf("%+v", g)
			}
			continue
		}
		if g.Note != "" || g.Clicks != 2 || g.Assisted != 1 || g.Status == "lost" || g.Opened < before.Opened+len(safe) {
			t.Errorf("%d are certain: %+v", len(safe), g)
		}
		opened += g.Opened - before.Opened
		if g.Status == "playing" && len(c.analyze(g.Position, true).Certain.Safe) != 0 {
			t.Errorf("something is still certain:\n%s", g.Position)
		}
		again := *q
		again.Actions = g.Actions
		if h := newClient(t, Config{}).newMines(&again); h.Position != g.Position || h.Clicks != g.Clicks {
			t.Errorf("taken up again it is\n%s, not\n%s", h.Position, g.Position)
		}
		if g = c.act(g.ID, actionJSON{Do: "undo"}); g.Position != before.Position || g.Assisted != 0 || g.WhatIf != 1 {
			t.Errorf("taken back: %+v", g)
		}
		for _, cell := range safe {
			g = c.act(g.ID, do("flag", cell))
		}
		if g = c.act(g.ID, actionJSON{Do: "certain"}); !strings.Contains(g.Note, "have flags") {
			t.Errorf("%+v", g)
		}
	}
	if opened < 50 {
		t.Errorf("only %d cells were opened", opened)
	}
}

// Every player of the catalogue can be watched: it decides on what is seen, legally, the
// same again, with a table whose exact numbers are exact.
func TestDecide(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	var o optionsJSON
	c.get("/api/options", &o)
	if len(o.Mines.Players) != len(sweepers.Catalogue) || !slices.Contains(o.Mines.Rules, "none") {
		t.Errorf("%+v", o.Mines)
	}
	for _, player := range o.Mines.Players {
		for _, position := range []string{"4x4/3 windows\n....\n.2..\n....\n....\n", "4x4/3 none\n....\n....\n....\n....\n", "3x3/1 windows\n000\n111\n...\n"} {
			q := &decideRequest{Position: position, Player: player.Name, Sims: 60}
			var d, again decisionJSON
			c.post("/api/mines/decide", q, &d)
			c.post("/api/mines/decide", q, &again)
			a := c.analyze(position, false)
			if fmt.Sprint(d.Action, d.Mine, len(d.Table), d.Text) != fmt.Sprint(again.Action, again.Mine, len(again.Table), again.Text) {
				t.Errorf("%s: %+v, then %+v", player.Name, d, again)
			}
			if len(d.Table) == 0 || [2]int{d.Table[0].Row, d.Table[0].Col} != d.Action || d.Safe != slices.Contains(a.Certain.Safe, d.Action) {
				t.Errorf("%s: %+v", player.Name, d)
			}
			for _, row := range d.Table {
				at := slices.IndexFunc(a.Cells, func(cell minecoach.ReportCell) bool { return cell.Row == row.Row && cell.Col == row.Col })
				mine, _ := a.Cells[at].Mine.Float64()
				win, _ := a.Cells[at].Win.Float64()
				if row.Mine != mine || row.Win != nil && math.Abs(*row.Win-win) > 1e-12 || row.Value != nil && row.Sims == 0 {
					t.Errorf("%s: %+v, the analysis has %+v", player.Name, row, a.Cells[at])
				}
			}
		}
	}
	for _, bad := range []decideRequest{
		{Position: "2x2/1 windows\n..\n..\n", Player: "nobody"},
		{Position: "2x2/1 windows\n..\n..\n", Player: "strong,depth=2"},
		{Position: "2x2/1 windows\n..\n..\n", Sims: -1},
		{Position: "2x2/1 windows\n..\n..\n", Seconds: 11},
	} {
		if status, text := c.ask("POST", "/api/mines/decide", bad); status != 400 {
			t.Errorf("%+v: %d %s", bad, status, text)
		}
	}
	for _, unable := range []decideRequest{
		{Position: "1x2/1 windows\n1.\n"},
		{Position: "1x6/2 windows\n.2.0..\n"},
		{Position: "9x9/10 windows\n" + strings.Repeat(".........\n", 9), Player: "optimal"},
	} {
		if status, text := c.ask("POST", "/api/mines/decide", unable); status != 422 {
			t.Errorf("%+v: %d %s", unable, status, text)
		}
	}
}
