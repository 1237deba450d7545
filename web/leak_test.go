package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"blindsight/coach/minecoach"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
	"blindsight/player/sweepers"
)

// transcribe sends requests, one after the other, to a server whose ids do not depend on
// chance, and returns every byte of the answers, headers included.
func transcribe(t *testing.T, s *Server, requests ...[3]string) string {
	t.Helper()
	n := 0
	s.mines = newSessions(10, 1<<20, idleTime, (*minesGame).bytes)
	s.matches = newSessions(10, 1<<20, idleTime, (*match).bytes)
	s.mines.newID = func() string { n++; return fmt.Sprint("game", n) }
	s.matches.newID = s.mines.newID
	var all strings.Builder
	for _, q := range requests {
		r := httptest.NewRequest(q[0], q[1], strings.NewReader(q[2]))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		fmt.Fprintf(&all, "%s %s: %d\n", q[0], q[1], w.Code)
		if err := w.Header().Write(&all); err != nil {
			t.Fatal(err)
		}
		all.WriteString(w.Body.String())
	}
	return all.String()
}

// placements returns up to so many hidden boards that show the same while certain cells
// are opened, first among them the one of a seed.
func placements(t *testing.T, g *minesweeper.Game, seed uint64, opened []minesweeper.Cell, most int) []minesweeper.Board {
	t.Helper()
	first, err := g.Board(seed, 0, opened[0])
	if err != nil {
		t.Fatal(err)
	}
	var s minesweeper.State
	g.Lay(first, &s)
	v := g.NewView()
	for _, c := range opened {
		for next, forced := c, true; forced; next, forced = v.Forced() {
			if v.At(next) != minesweeper.Covered {
				break
			}
			if err := v.Did(next, g.Step(nil, &s, next).Seen); err != nil {
				t.Fatal(err)
			}
		}
	}
	list := []minesweeper.Board{}
	for hidden := range g.States(v) {
		b := minesweeper.Board{First: opened[0]}
		for c := range minesweeper.Cell(g.Cells()) {
			if hidden.Mine(c) {
				b.Mines = append(b.Mines, c)
			}
		}
		if list = append(list, b); len(list) == most {
			break
		}
	}
	return list
}

// All bytes that are sent during a game are the same for all hidden boards under which
// the player sees the same: every one of them, not only where mines would be looked for.
func TestMinesLeaksNothing(t *testing.T) {
	alone(t)
	boards, certain := 0, 0
	s := newServer(Config{Searches: 1})
	for seed := range uint64(12) {
		g, err := minesweeper.New(minesweeper.Rules{Height: 5, Width: 5, Mines: 5, AutoOpen: true, First: []minesweeper.First{minesweeper.Windows, minesweeper.None}[seed%2]})
		if err != nil {
			t.Fatal(err)
		}
		safe, err := g.Board(seed, 0, 12)
		if err != nil {
			t.Fatal(err)
		}
		opened := []minesweeper.Cell{12}
		mined := map[minesweeper.Cell]bool{}
		for _, c := range safe.Mines {
			mined[c] = true
		}
		for c := minesweeper.Cell(0); len(opened) < 3; c++ {
			if !mined[c] && c != 12 {
				opened = append(opened, c)
			}
		}
		if mined[12] {
			continue // the first cell is not protected
		}
		var want string
		var requests [][3]string
		all := certainAfter(t, g, safe, opened)
		certain += len(all) - len(opened)
		for i, b := range placements(t, g, seed, all, 30) {
			s.deal = func(*minesweeper.Game, *minesGame, uint64) minetable.Dealer { return minetable.Given(b.Mines) }
			if i == 0 {
				requests = minesRequests(t, s, g, opened)
				want = transcribe(t, s, requests...)
				continue
			}
			got := transcribe(t, s, requests...)
			boards++
			if got != want {
				t.Fatalf("seed %d: two hidden boards, %v among them, give different bytes:\n%s\n----\n%s", seed, b.Mines, want, got)
			}
		}
	}
	if boards < 50 || certain < 5 {
		t.Errorf("only %d boards were compared, after %d certain cells", boards, certain)
	}
}

// certainAfter returns the cells that were opened and those that the server opens where it
// is asked for all that is certain.
func certainAfter(t *testing.T, g *minesweeper.Game, b minesweeper.Board, opened []minesweeper.Cell) []minesweeper.Cell {
	t.Helper()
	var s minesweeper.State
	g.Lay(b, &s)
	v := g.NewView()
	all := opened[:len(opened):len(opened)]
	for next := opened; len(next) > 0 && v.Left() > 0; {
		for _, c := range next {
			for at, forced := c, true; forced && v.At(at) == minesweeper.Covered; at, forced = v.Forced() {
				if err := v.Did(at, g.Step(nil, &s, at).Seen); err != nil {
					t.Fatal(err)
				}
			}
		}
		a, err := (&minecoach.Analyst{}).Analyse(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		next = nil
		for _, c := range a.Cells {
			if c.Mine == 0 {
				next = append(next, c.Cell)
			}
		}
		all = append(all, next...)
	}
	return all
}

// minesRequests are the requests of a page while a game runs: all there are.
func minesRequests(t *testing.T, s *Server, g *minesweeper.Game, opened []minesweeper.Cell) [][3]string {
	t.Helper()
	const game = "/api/mines/games/game1"
	begin := `{"board":"5x5/5","seed":"1","rule":"` + g.Rules().First.String() + `"`
	requests := [][3]string{{"POST", "/api/mines/games", begin + `}`}}
	act := func(do string, c minesweeper.Cell) {
		row, col := g.RowCol(c)
		requests = append(requests, [3]string{"POST", game + "/actions", fmt.Sprintf(`{"do":%q,"row":%d,"col":%d}`, do, row, col)})
	}
	for _, c := range opened {
		act("open", c)
		act("flag", 24)
		act("open", 24) // refused where it has a flag, or is open: never a step into the dark
		act("flag", 24)
		act("chord", c)
		requests = append(requests, [3]string{"GET", game, ""}, [3]string{"GET", game + "/review", ""}, [3]string{"GET", game + "/board.mbf", ""})
	}
	requests = append(requests, [3]string{"POST", game + "/actions", `{"do":"certain"}`}, [3]string{"GET", game, ""})
	// The coach is asked with what the page was sent, which is taken from the server's own view.
	_ = transcribe(t, s, requests...)
	m, ok := s.mines.get("game1")
	if !ok {
		t.Fatal("the game is gone")
	}
	table, err := s.lay(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	if table.Over() {
		return requests // it was won on the way: nothing is hidden any more
	}
	position := strings.ReplaceAll(table.json("", "").Position, "\n", `\n`)
	return append(requests,
		[3]string{"POST", "/api/mines/analyze", `{"position":"` + position + `"}`},
		[3]string{"POST", "/api/mines/analyze/stream", `{"position":"` + position + `","simulations":5}`},
		[3]string{"POST", "/api/mines/advise", `{"position":"` + position + `","player":"bsr-uct-csp","sims":5}`},
		[3]string{"POST", "/api/mines/analyze", `{"position":"` + position + `","no_guess":true}`},
		[3]string{"POST", "/api/mines/decide", `{"position":"` + position + `"}`},
		[3]string{"POST", "/api/mines/decide", `{"position":"` + position + `","player":"bssuct","sims":20}`},
		[3]string{"POST", game + "/actions", `{"do":"undo"}`},
		[3]string{"POST", "/api/mines/games", begin + `,"actions":[{"do":"open","row":2,"col":2},{"do":"undo"},{"do":"open","row":2,"col":2}]}`})
}

// The other road: no answer of a running game names a hidden mine in any of its cells.
// (With a game that is over the same search finds them all.)
func TestMinesRowsHoldOnlyTheView(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	for seed := range 20 {
		g := c.newMines(&newMinesGame{Board: "9x9/10", Seed: fmt.Sprint(seed)})
		for g.Status == "new" || g.Status == "playing" {
			if strings.ContainsAny(strings.Join(g.Rows, "")+g.Position[strings.Index(g.Position, "\n"):], "*X!") {
				t.Fatalf("a running game shows its mines: %v", g.Rows)
			}
			g = c.act(g.ID, do("open", *c.analyze(g.Position, true).Why.Cell))
		}
		if !strings.ContainsAny(strings.Join(g.Rows, ""), "*X") {
			t.Errorf("a game that is over hides its mines: %v", g.Rows)
		}
	}
}

// The coach gets a view, and what is behind a view nobody can reach: this is a matter of
// types, which this test would not compile without.
var (
	_ func(*minecoach.Coach, context.Context, *minesweeper.View, string, sweepers.Player) (*minecoach.Counsel, error) = (*minecoach.Coach).Advise
	_ func(*minecoach.Coach, context.Context, *minesweeper.View) (*minecoach.Counsel, error)                          = (*minecoach.Coach).Glance
	_ func(*minecoach.Analyst, context.Context, *minesweeper.View) (*minecoach.Analysis, error)                       = (*minecoach.Analyst).Analyse
)

// scripted is an opponent that plays given moves.
func scripted(moves ...string) opponent {
	return func(_ context.Context, m *match, _ *kriegspiel.View) (kriegspiel.Attempt, error) {
		return kriegspiel.ParseAttempt(moves[m.decided])
	}
}

// Two records of both sides that differ in what the side cannot know get the same bytes.
func TestAdviceLeaksNothing(t *testing.T) {
	alone(t)
	answers := map[string]bool{}
	for _, black := range [][2]string{{"a7a6", "h7h6"}, {"h7h5", "g7g6"}, {"b8c6", "a8b8"}} {
		g := kriegspiel.NewReferee(kriegspiel.All()[0], startPosition(), 0)
		for _, text := range []string{"e2e4", black[0], "g1f3", black[1], "f3f6"} {
			a, err := kriegspiel.ParseAttempt(text)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := g.Try(a); err != nil {
				t.Fatal(err)
			}
		}
		body, err := json.Marshal(kriegspielAdviceRequest{Record: string(g.Record().AppendPGN(nil)), Side: "white", Simulations: 200})
		if err != nil {
			t.Fatal(err)
		}
		answers[transcribe(t, newServer(Config{Searches: 1}), [3]string{"POST", "/api/kriegspiel/advise", string(body)})] = true
	}
	for text := range answers {
		if len(answers) != 1 || !strings.Contains(text, `"kind":"exact"`) {
			t.Errorf("%d different answers, among them\n%s", len(answers), text)
		}
	}
}

// startPosition returns the first position of every game.
func startPosition() *chess.Position {
	p := chess.Start()
	return &p
}

// Two opponents whose moves sound alike give the same bytes, whatever they play.
func TestMatchLeaksNothing(t *testing.T) {
	const game = "/api/kriegspiel/games/game1"
	say := func(text string) [3]string {
		return [3]string{"POST", game + "/attempts", `{"attempt":"` + text + `"}`}
	}
	look := [][3]string{{"GET", game, ""}, {"GET", game + "/game.pgn", ""}, {"GET", game + "/replay", ""}}
	for _, rules := range kriegspiel.Names() {
		requests := [][3]string{{"POST", "/api/kriegspiel/games", `{"rules":"` + rules + `","seed":"1"}`}}
		for _, text := range []string{"e2e4", "e4d5", "a1a5", "g1f3", "f1c4"} {
			requests = append(requests, say(text))
			requests = append(requests, look...)
		}
		answers := map[string][]string{}
		for name, moves := range map[string][]string{
			"one": {"a7a6", "h7h6", "b7b6"}, "two": {"h7h5", "g7g6", "c7c6"}, "three": {"b8c6", "a8b8", "g7g6"},
		} {
			s := newServer(Config{Searches: 1})
			s.opponent = scripted(moves...)
			got := transcribe(t, s, requests...)
			answers[got] = append(answers[got], name)
		}
		if len(answers) != 1 {
			for text, who := range answers {
				t.Errorf("%s: %v hear\n%s", rules, who, text)
			}
		}
	}
}
