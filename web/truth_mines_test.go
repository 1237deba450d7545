package web

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// truthBoards are small boards of every rule and shape: at most 500 placements of the mines
// are left after a first cell, or all in all where nothing is protected.
func truthBoards() (list []*reckoning) {
	for _, b := range []struct {
		height, width, mines int
		shapes               string
	}{
		{1, 5, 2, "8"},
		{2, 2, 1, "8 4"},
		{3, 3, 2, "8 4 hex torus knight"},
		{2, 5, 3, "8 4 hex"},
		{3, 3, 4, "8 hex"},
		{3, 4, 2, "8 torus knight"},
		{4, 4, 2, "8 4 hex"},
		{3, 4, 3, "8 4"},
		{2, 6, 4, "8"},
		{3, 5, 2, "8 hex"},
		{4, 4, 3, "8"},
		{3, 3, 7, "8"},
		{1, 8, 3, "torus"},
	} {
		for _, shape := range strings.Fields(b.shapes) {
			for _, rule := range []string{"windows", "gnomine", "none"} {
				list = append(list, newReckoning(b.height, b.width, b.mines, rule, shape))
			}
		}
	}
	if *truthLarge {
		for _, rule := range []string{"windows", "gnomine", "none"} {
			list = append(list, newReckoning(5, 5, 4, rule, "8"), newReckoning(4, 5, 6, rule, "8"), newReckoning(5, 4, 5, rule, "hex"), newReckoning(4, 6, 3, rule, "torus"))
		}
	}
	return list
}

// What the API says of Minesweeper is true: games of all rules, their coach, edited
// positions, other rules, players that decide, and reviews.
func TestTruthOfMinesweeper(t *testing.T) {
	alone(t)
	w := &witness{t: t, server: newServer(Config{Searches: 1}), rng: rand.New(rand.NewPCG(*truthSeed, 18)), boards: truthBoards(), did: map[string]int{}}
	for w.steps < *truthSteps {
		w.play()
	}
	t.Logf("%d steps: %v", w.steps, w.did)
	for _, what := range []string{"open", "flag", "chord", "undo", "certain", "edit", "rule", "decide", "advise", "stream", "review", "no guess", "given", "contradiction", "won", "lost"} {
		if w.did[what] < min(3, *truthSteps/1000) {
			t.Errorf("%q was hardly tried: %v", what, w.did)
		}
	}
}

// witness drives the API and checks what it says.
type witness struct {
	t      *testing.T
	server *Server
	rng    *rand.Rand
	boards []*reckoning
	steps  int
	did    map[string]int

	k       *reckoning
	game    *minesGameJSON
	begun   newMinesGame
	truth   *reckoned
	clicked []click // what counts, to hold the review against
}

// click is a move as the review will tell it.
type click struct {
	before   *reckoned
	together uint32
}

// ask sends a request and returns the answer.
func (w *witness) ask(method, path string, body any) *httptest.ResponseRecorder {
	text, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(string(text)))
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	w.server.ServeHTTP(answer, r)
	if w.steps%20 == 0 && strings.HasPrefix(answer.Header().Get("Content-Type"), "application/json") {
		checkAnswer(w.t, method, path, answer.Code, "application/json", answer.Body.Bytes())
	}
	return answer
}

// must reads the answer to a request that must be fine.
func (w *witness) must(method, path string, body, to any) {
	w.t.Helper()
	answer := w.ask(method, path, body)
	if answer.Code/100 != 2 {
		w.t.Fatalf("%s %s %+v: %d %s\n%s", method, path, body, answer.Code, answer.Body, w.history())
	}
	if err := json.Unmarshal(answer.Body.Bytes(), to); err != nil {
		w.t.Fatal(err)
	}
}

// events reads a stream.
func (w *witness) events(method, path string, body any) (list []event) {
	for e := range readEvents(w.ask(method, path, body).Body) {
		list = append(list, e)
	}
	if n := len(list); n == 0 || list[n-1].name != "done" {
		w.t.Fatalf("%s %s: %v\n%s", method, path, list, w.history())
	}
	return list
}

func (w *witness) history() string {
	text, _ := json.Marshal(w.begun)
	actions, _ := json.Marshal(w.game.Actions)
	return fmt.Sprintf("the game is %s with %s\n%s", text, actions, w.game.Position)
}

// hold fails where a claim is false.
func (w *witness) hold(problem string, said any) {
	w.t.Helper()
	if problem != "" {
		text, _ := json.Marshal(said)
		w.t.Fatalf("step %d: %s\nsaid is %.3000s\n%s", w.steps, problem, text, w.history())
	}
}

// play plays one game.
func (w *witness) play() {
	w.k = w.boards[w.rng.IntN(len(w.boards))]
	w.begun = newMinesGame{Board: w.k.board(), Rule: w.k.rule, Neighbours: w.k.shape, Seed: fmt.Sprint(w.rng.Uint32())}
	switch {
	case w.k.rule == "none" && w.rng.IntN(2) == 0:
		w.did["given"]++
		w.begun.Seed, w.begun.Mines = "", w.someMines()
	case w.rng.IntN(4) == 0 && 5*w.k.mines <= w.k.cells() && w.k.shape != "knight": // else they are rare
		w.begun.NoGuess = true
	}
	answer := w.ask("POST", "/api/mines/games", w.begun)
	if answer.Code == http.StatusBadRequest { // gnomine has no room
		for c := range w.k.cells() {
			if w.k.servable(c) {
				w.t.Fatalf("%s: %d can be first: %s", w.k.header(), c, answer.Body)
			}
		}
		return
	}
	w.game = &minesGameJSON{}
	if err := json.Unmarshal(answer.Body.Bytes(), w.game); err != nil || answer.Code != http.StatusCreated {
		w.t.Fatalf("%+v: %d %s", w.begun, answer.Code, answer.Body)
	}
	w.clicked = nil
	w.look()
	for range 40 {
		if w.steps++; w.steps >= *truthSteps {
			return
		}
		if w.game.Status == "won" || w.game.Status == "lost" {
			w.did[w.game.Status]++
			w.review()
			if w.rng.IntN(3) > 0 {
				return
			}
			w.act("undo", -1)
			continue
		}
		switch n := w.rng.IntN(100); {
		case n < 45:
			w.open()
		case n < 57:
			w.act("flag", w.rng.IntN(w.k.cells()))
		case n < 67:
			w.act("chord", w.rng.IntN(w.k.cells()))
		case n < 71:
			w.act("undo", -1)
		case n < 76:
			w.act("certain", -1)
		case n < 83:
			w.decide()
		case n < 92:
			w.edit()
		case n < 96:
			w.otherRule()
		case n < 98:
			w.advise()
		default:
			w.stream()
		}
	}
}

func (w *witness) someMines() [][2]int {
	list := [][2]int{}
	for _, c := range w.rng.Perm(w.k.cells())[:w.k.mines] {
		list = append(list, [2]int{c / w.k.width, c % w.k.width})
	}
	return list
}

// open opens a cell: mostly one that is said to be good, so that games go on.
func (w *witness) open() {
	cells := []int{}
	for c := range w.k.cells() {
		char := strings.Join(w.game.Rows, "")[c]
		good := w.truth.safe>>c&1 != 0 || w.truth.best != nil && w.truth.win[c] != nil && w.truth.win[c].Cmp(w.truth.best) == 0
		if char == '.' && (good || w.rng.IntN(6) == 0) {
			cells = append(cells, c)
		}
	}
	if len(cells) > 0 {
		w.act("open", cells[w.rng.IntN(len(cells))])
	}
}

// act does something and checks what comes of it.
func (w *witness) act(do string, c int) {
	w.did[do]++
	a := actionJSON{Do: do}
	if c >= 0 {
		row, col := c/w.k.width, c%w.k.width
		a.Row, a.Col = &row, &col
	}
	before, flags := *w.game, strings.Join(w.game.Rows, "")
	answer := w.ask("POST", "/api/mines/games/"+w.game.ID+"/actions", a)
	if answer.Code == http.StatusConflict && w.begun.NoGuess && w.game.Status == "new" {
		return // there is no board without guessing for this first cell
	}
	var next minesGameJSON
	if err := json.Unmarshal(answer.Body.Bytes(), &next); err != nil || answer.Code != http.StatusOK {
		w.t.Fatalf("%+v: %d %s\n%s", a, answer.Code, answer.Body, w.history())
	}
	w.game = &next
	last := w.truth
	switch {
	case next.Note != "":
		if next.Position != before.Position || next.Clicks != before.Clicks {
			w.hold("with a note something has changed: "+next.Note, next)
		}
	case do == "undo":
		w.clicked = w.clicked[:len(w.clicked)-1]
	case do == "open" || do == "certain":
		w.clicked = append(w.clicked, click{before: last})
	case do == "chord":
		rest := uint32(0)
		for i, char := range flags {
			if char == '.' {
				rest |= 1 << i
			}
		}
		w.clicked = append(w.clicked, click{before: last, together: rest & w.k.near[c]})
	}
	w.look()
	if do != "certain" {
		return
	}
	open, flagged := w.truth.seen.open&^last.seen.open, uint32(0)
	for i, char := range flags {
		if char == 'F' {
			flagged |= 1 << i
		}
	}
	switch {
	case next.Status == "lost" || next.Note == "" && (open == 0 || last.safe&^flagged&^w.truth.seen.open != 0):
		w.hold("what is certain was not opened", next)
	case next.Note != "" && last.safe&^flagged != 0:
		w.hold("something is certain: "+next.Note, next)
	case next.Status == "playing" && w.truth.safe&^flagged != 0:
		w.hold("something is still certain", next)
	}
}

// look checks the game, and what the coach says of it.
func (w *witness) look() {
	w.truth = w.k.reckon(w.game.Rows)
	w.hold(w.truth.game(w.game), w.game)
	if w.game.Clicks != len(w.clicked) {
		w.hold("clicks", w.game)
	}
	if w.game.Status == "won" || w.game.Status == "lost" {
		return
	}
	var a analysisJSON
	w.must("POST", "/api/mines/analyze", analyzeRequest{Position: w.game.Position}, &a)
	w.hold(w.truth.analysis(&a), a)
	if !w.begun.NoGuess {
		return
	}
	w.did["no guess"]++
	var sure analysisJSON
	w.must("POST", "/api/mines/analyze", analyzeRequest{Position: w.game.Position, NoGuess: true}, &sure)
	w.hold(w.truth.analysis(&sure), sure)
	// That the chance is 1 is true of every board that the condition leaves.
	if !w.truth.started || w.rng.IntN(8) > 0 {
		return
	}
	first := w.clicked[0].before.seen
	c := *w.game.Actions[w.firstOpen()].Row*w.k.width + *w.game.Actions[w.firstOpen()].Col
	for _, board := range w.truth.list {
		first.open, first.numbers[c] = 1<<c, bits.OnesCount32(board&w.k.near[c])
		if w.k.deduced(first, board) && !w.k.deduced(w.truth.seen, board) {
			w.hold(fmt.Sprintf("a board that needs no guess is not won by what is certain: %b", board), sure)
		}
	}
}

// firstOpen returns the number of the action that opened the first cell.
func (w *witness) firstOpen() int {
	var opened []int
	for i, a := range w.game.Actions {
		switch a.Do {
		case "open", "chord", "certain":
			opened = append(opened, i)
		case "undo":
			opened = opened[:len(opened)-1]
		}
	}
	return opened[0]
}
