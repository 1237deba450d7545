package web

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

func do(deed string, cell [2]int) actionJSON {
	return actionJSON{Do: deed, Row: &cell[0], Col: &cell[1]}
}

func (c *client) newMines(q *newMinesGame) *minesGameJSON {
	c.t.Helper()
	var g minesGameJSON
	c.post("/api/mines/games", q, &g)
	return &g
}

func (c *client) act(id string, a actionJSON) *minesGameJSON {
	c.t.Helper()
	var g minesGameJSON
	c.post("/api/mines/games/"+id+"/actions", a, &g)
	return &g
}

func (c *client) analyze(position string, quick bool) *analysisJSON {
	c.t.Helper()
	var a analysisJSON
	c.post("/api/mines/analyze", analyzeRequest{Position: position, Quick: quick}, &a)
	return &a
}

// playOut plays a game by the coach's advice to its end.
func (c *client) playOut(g *minesGameJSON) *minesGameJSON {
	c.t.Helper()
	for g.Status == "new" || g.Status == "playing" {
		a := c.analyze(g.Position, false)
		g = c.act(g.ID, do("open", *a.Why.Cell))
		if g.Note != "" {
			c.t.Fatalf("the advice %v has no effect: %s", *a.Why.Cell, g.Note)
		}
	}
	return g
}

func TestMinesGame(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	won, lost := 0, 0
	for seed := range 5 {
		g := c.newMines(&newMinesGame{Board: "9x9/10", Seed: fmt.Sprint(seed)})
		if g.Status != "new" || g.Seed != fmt.Sprint(seed) || g.Left != 71 {
			t.Fatalf("%+v", g)
		}
		if status, text := c.ask("GET", "/api/mines/games/"+g.ID+"/review", nil); status != 409 {
			t.Fatalf("a review before the end: %d %s", status, text)
		}
		if status, _ := c.ask("GET", "/api/mines/games/"+g.ID+"/board.mbf", nil); status != 409 {
			t.Fatalf("a board before the end: %d", status)
		}
		g = c.playOut(g)
		rows := strings.Join(g.Rows, "")
		switch g.Status {
		case "won":
			won++
			if strings.Count(rows, "*") != 10 {
				t.Errorf("won: %v", g.Rows)
			}
		case "lost":
			lost++
			if strings.Count(rows, "X") != 1 || strings.Count(rows, "*") != 9 {
				t.Errorf("lost: %v", g.Rows)
			}
		}
		c.checkReview(g)
		// After the end nothing happens any more but a what if.
		if again := c.act(g.ID, do("open", [2]int{0, 0})); again.Note == "" || again.Status != g.Status {
			t.Errorf("after the end: %+v", again)
		}
		undone := c.act(g.ID, actionJSON{Do: "undo"})
		if undone.Status == g.Status || undone.WhatIf != 1 || undone.Clicks != g.Clicks-1 || strings.ContainsAny(strings.Join(undone.Rows, ""), "*X") {
			t.Errorf("undone: %+v", undone)
		}
	}
	if won < 3 {
		t.Errorf("by the coach %d games of 5 are won, %d lost", won, lost)
	}
}

// checkReview checks that the account of a game adds up.
func (c *client) checkReview(g *minesGameJSON) {
	c.t.Helper()
	events := c.stream("GET", "/api/mines/games/"+g.ID+"/review?seconds=0.1", nil)
	var sum reviewSummaryJSON
	events[len(events)-1].read(c.t, &sum)
	total, moves := 0.0, 0
	for _, e := range events {
		if e.name != "move" {
			continue
		}
		var m reviewMoveJSON
		e.read(c.t, &m)
		if moves++; moves == 1 {
			total = m.Before
		}
		if m.Move != moves || math.Abs(m.Loss-(m.Before-m.Chosen)) > 1e-9 {
			c.t.Errorf("move %d: %+v", moves, m)
		}
		total += m.Luck - m.Loss
	}
	if moves != g.Clicks || math.Abs(total-float64(sum.Result)) > 1e-9 || (sum.Result == 1) != (g.Status == "won") {
		c.t.Errorf("%d moves of %d, total %v, %+v", moves, g.Clicks, total, sum)
	}
	if sum.ThreeBVDone > sum.ThreeBV || sum.Result == 1 && sum.ThreeBVDone != sum.ThreeBV {
		c.t.Errorf("3BV: %+v", sum)
	}
}

// A game that the server has forgotten goes on from its settings, seed and actions.
func TestMinesGameIsTakenUpAgain(t *testing.T) {
	for _, q := range []*newMinesGame{
		{Board: "9x9/10", Seed: "3"},
		{Board: "8x8/9", Rule: "gnomine", Neighbours: "hex", Seed: "18446744073709551615"},
		{Board: "16x16/40", Rule: "gnomine", Seed: "5", NoGuess: true},
		{Board: "2x3/2", Mines: [][2]int{{1, 2}, {0, 2}}},
	} {
		c := newClient(t, Config{})
		g := c.newMines(q)
		g = c.act(g.ID, do("open", [2]int{0, 0}))
		for i := range 3 {
			if g.Status != "playing" {
				break
			}
			a := c.analyze(g.Position, true)
			cell := a.Cells[len(a.Cells)-1-i]
			g = c.act(g.ID, do([]string{"flag", "open", "flag"}[i], [2]int{cell.Row, cell.Col}))
		}
		g = c.act(g.ID, actionJSON{Do: "undo"})
		other := newClient(t, Config{})
		again := *q
		again.Seed, again.Actions = g.Seed, g.Actions
		h := other.newMines(&again)
		h.ID = g.ID
		if !reflect.DeepEqual(g, h) {
			t.Errorf("taken up again it is\n%+v, not\n%+v", h, g)
		}
		var same minesGameJSON
		c.get("/api/mines/games/"+g.ID, &same)
		if !reflect.DeepEqual(g, &same) {
			t.Errorf("read again it is\n%+v, not\n%+v", &same, g)
		}
	}
}

// Boards without guessing are won by safe cells alone.
func TestNoGuessGame(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	for _, board := range []string{"9x9/10", "16x16/40", "16x30/99"} {
		g := c.newMines(&newMinesGame{Board: board, Rule: "gnomine", Seed: "2", NoGuess: true})
		g = c.act(g.ID, do("open", [2]int{4, 4}))
		for g.Status == "playing" {
			a := c.analyze(g.Position, true)
			opened := false
			for _, cell := range a.Cells {
				if mine, _ := cell.Mine.Float64(); mine != 0 || g.Status != "playing" || g.Rows[cell.Row][cell.Col] != '.' {
					continue
				}
				opened = true
				g = c.act(g.ID, do("open", [2]int{cell.Row, cell.Col}))
			}
			if !opened && g.Status == "playing" {
				t.Fatalf("%s: nothing is safe in\n%s", board, g.Position)
			}
		}
		if g.Status != "won" {
			t.Errorf("%s: %s", board, g.Status)
		}
	}
	g := c.newMines(&newMinesGame{Board: "4x4/14", Seed: "2", NoGuess: true})
	if status, text := c.ask("POST", "/api/mines/games/"+g.ID+"/actions", do("open", [2]int{0, 0})); status != 409 {
		t.Errorf("a board that cannot be: %d %s", status, text)
	}
}

// What was done and what was refused reaches the page; what is possible at all is the business of minetable.
func TestFlagsAndChords(t *testing.T) {
	c := newClient(t, Config{})
	// *1000
	// 11000
	g := c.newMines(&newMinesGame{Board: "2x5/1", Mines: [][2]int{{0, 0}}})
	c.act(g.ID, do("open", [2]int{0, 1}))
	if g = c.act(g.ID, do("chord", [2]int{0, 1})); g.Note != "0,1 has 0 flags around it, and shows 1" || len(g.Actions) != 1 {
		t.Errorf("%+v", g)
	}
	c.act(g.ID, do("flag", [2]int{1, 0}))
	if g = c.act(g.ID, do("chord", [2]int{0, 1})); g.Status != "lost" || strings.Join(g.Rows, " ") != "X1... !...." {
		t.Errorf("a chord on a wrong flag: %+v", g)
	}
	if g = c.act(g.ID, actionJSON{Do: "undo"}); strings.Join(g.Rows, " ") != ".1... F...." || g.WhatIf != 1 {
		t.Errorf("undone: %+v", g)
	}
	c.act(g.ID, do("flag", [2]int{1, 0}))
	c.act(g.ID, do("flag", [2]int{0, 0}))
	if g = c.act(g.ID, do("chord", [2]int{0, 1})); g.Status != "won" || strings.Join(g.Rows, " ") != "F1000 11000" || g.Clicks != 2 || g.Flags != 1 || len(g.Actions) != 7 {
		t.Errorf("%+v", g)
	}
	status, data := c.ask("GET", "/api/mines/games/"+g.ID+"/board.mbf", nil)
	if want := "\x05\x02\x00\x01\x00\x00"; status != 200 || string(data) != want {
		t.Errorf("board file %d %q, want %q", status, data, want)
	}
}

func TestConvert(t *testing.T) {
	c := newClient(t, Config{})
	for _, test := range []struct {
		format, data   string
		position, mine string
		mbf            []byte
	}{
		{"text", "2x3/2 gnomine\n01F\n12F\n", "2x3/2 gnomine\n01F\n12F\n", "3x2x2\n01F\n12F\n", nil}, // the 2 is wrong: 0,1 counts both
		{"mine", "3x2x1\n01H\n01F\n", "2x3/1 windows\n01.\n01F\n", "3x2x1\n01H\n01F\n", []byte{3, 2, 0, 1, 2, 1}},
		{"mbf", base64.StdEncoding.EncodeToString([]byte{3, 2, 0, 1, 2, 1}), "2x3/1 none\n...\n..F\n", "3x2x1\nHHH\nHHF\n", []byte{3, 2, 0, 1, 2, 1}},
		{"text", "2x3/2 windows torus\n...\n...\n", "2x3/2 windows torus\n...\n...\n", "", nil},
	} {
		var got convertedJSON
		c.post("/api/mines/convert", convertRequest{Format: test.format, Data: test.data}, &got)
		if got.Position != test.position || (got.Mine == nil) != (test.mine == "") || got.Mine != nil && *got.Mine != test.mine {
			t.Errorf("%s %q: %+v", test.format, test.data, got)
		}
		if (got.MBF == nil) != (test.mbf == nil) || got.MBF != nil && *got.MBF != base64.StdEncoding.EncodeToString(test.mbf) {
			t.Errorf("%s %q: board %v, want %v", test.format, test.data, got.MBF, test.mbf)
		}
	}
}

func TestAnalyzeStream(t *testing.T) {
	c := newClient(t, Config{})
	exact := c.stream("POST", "/api/mines/analyze/stream", analyzeRequest{Position: "2x4/2 windows\n.1..\n....\n"})
	if len(exact) != 3 || exact[1].name != "analysis" || !strings.Contains(exact[1].data, `"method":"exact"`) || !strings.Contains(exact[0].data, `"method":"counting"`) {
		t.Errorf("%v", exact)
	}
	empty := "16x16/40 windows\n" + strings.Repeat(strings.Repeat(".", 16)+"\n", 16)
	position := strings.Replace(empty, "\n.", "\n2", 1)
	events := c.stream("POST", "/api/mines/analyze/stream", analyzeRequest{Position: position, Seconds: 0.4})
	if len(events) < 3 || events[0].name != "analysis" || events[1].name != "estimates" {
		t.Errorf("%.2000v", events)
	}
	// With a number of simulations the answer is the same every time, also after a search
	// of the same position.
	q := analyzeRequest{Position: position, Simulations: 200}
	a, b := c.stream("POST", "/api/mines/analyze/stream", q), c.stream("POST", "/api/mines/analyze/stream", q)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the same question has two answers:\n%v\n%v", a[1:], b[1:])
	}
	var e estimatesJSON
	a[len(a)-1].read(t, &e)
	if len(e.Cells) < 2 || e.Simulations != 200 || e.Text == "" || e.Resumed != 0 {
		t.Errorf("%.2000v", e)
	}
	for _, cell := range e.Cells {
		if cell.Low > cell.Win || cell.Win > cell.High || cell.Simulations < e.Needed {
			t.Errorf("%+v", cell)
		}
	}
	quick := c.stream("POST", "/api/mines/analyze/stream", analyzeRequest{Position: position, Quick: true})
	if len(quick) != 2 {
		t.Errorf("%v", quick)
	}
}

func TestContradictionNamesCells(t *testing.T) {
	c := newClient(t, Config{})
	status, text := c.ask("POST", "/api/mines/analyze", analyzeRequest{Position: "1x6/2 windows\n.2.0..\n"})
	var p problem
	if err := json.Unmarshal(text, &p); err != nil || status != 422 || len(p.Cells) != 2 || p.Cells[0] != [2]int{0, 1} || p.Cells[1] != [2]int{0, 3} {
		t.Errorf("%d %s", status, text)
	}
}
