package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"blindsight/game/chess"
	"blindsight/game/minesweeper"
	"blindsight/game/minesweeper/minetable"
)

// fuzzed is one server for all inputs, as it is in life.
var fuzzed = sync.OnceValue(func() *Server { return newServer(Config{Searches: 2, Games: 50}) })

// apiSeeds are requests of all kinds: method, address, body.
var apiSeeds = [][3]string{
	{"POST", "/api/mines/games", `{"board":"4x4/3","rule":"gnomine","seed":"7","actions":[{"do":"open","row":0,"col":0},{"do":"undo"}]}`},
	{"POST", "/api/mines/games", `{"board":"2x5/1","mines":[[0,0]],"actions":[{"do":"open","row":0,"col":1},{"do":"flag","row":0,"col":0},{"do":"chord","row":0,"col":1}]}`},
	{"POST", "/api/mines/analyze", `{"position":"5x5/8 windows\n.2...\n..12.\n.21..\n.....\n.....\n"}`},
	{"POST", "/api/mines/advise", `{"position":"3x3/2 windows\n1..\n...\n...\n","player":"bssuct","sims":3}`},
	{"POST", "/api/mines/analyze/stream", `{"position":"3x3/2 gnomine hex\n0..\n...\n...\n","simulations":3}`},
	{"POST", "/api/mines/convert", `{"format":"mine","data":"3x2x1\n01H\n01F\n"}`},
	{"POST", "/api/mines/convert", `{"format":"mbf","data":"AwIAAQIB"}`},
	{"POST", "/api/kriegspiel/games", `{"rules":"english","color":"black","seed":"1","opponent":"greedy","attempts":["any?","e7e5"]}`},
	{"POST", "/api/kriegspiel/games", `{"fen":"4k3/4p3/8/4p3/4P3/8/8/4K3 w - - 0 1","seed":"3","attempts":["e4e5","e1e2","resign"]}`},
	{"POST", "/api/kriegspiel/try", `{"problem":{"set":"published","number":1,"rules":"english"},"attempts":["any?","c5e7"]}`},
	{"POST", "/api/kriegspiel/why", `{"problem":{"set":"published","number":1,"rules":"english"},"attempts":["any?","c5c4"]}`},
	{"POST", "/api/kriegspiel/people", `{"rules":"rand","color":"random","clock":{"seconds":60,"increment":2}}`},
	{"POST", "/api/kriegspiel/people/invitations/x", `{"claim":"a-claim-that-nobody-guesses"}`},
	{"POST", "/api/kriegspiel/people/seats/x/actions", `{"do":"attempt","attempt":"e2e4","at":0}`},
	{"POST", "/api/kriegspiel/mate", `{"problem":{"moves":1,"belief":["k7/8/1K6/8/8/8/8/7R w - - 0 1"]},"seconds":0.1}`},
	{"POST", "/api/kriegspiel/check", `{"problem":{"moves":1,"belief":["k7/8/1K6/8/8/8/8/7R w - - 0 1"]},"plan":"{\"id\":\"problem\",\"rules\":\"berkeley\",\"depth\":1,\"plan\":{\"try\":\"h1h8\",\"illegal\":null,\"legal\":{\"check:rank checkmate\":\"mate\"}}}"}`},
	{"POST", "/api/kriegspiel/advise", `{"record":"{\"side\":\"white\",\"rules\":\"rand\",\"start\":\"7k/8/8/5K2/8/8/P7/6Q1 w - - 0 1\",\"history\":[{\"white\":[{\"try\":\"a2a4\",\"heard\":\"silent\"}]},{\"black\":{\"heard\":\"silent\"}}]}","simulations":20}`},
	{"POST", "/api/kriegspiel/advise", `{"record":"[Variant \"Kriegspiel\"]\n[Rules \"wild16\"]\n\n1. e4 d5 *","player":"hunter","simulations":10}`},
	{"POST", "/api/kriegspiel/replay", `{"text":"[White \"A\"]\n\n1. e4 e5 {silent} 2. Ke2 *","side":"black"}`},
	{"POST", "/api/kriegspiel/belief", `{"own":"8/8/8/8/8/8/8/K7 w","men":[{"kinds":"k-","squares":["h8","g8"]}]}`},
	{"GET", "/api/kriegspiel/problems/published?offset=1&limit=2&rules=wild16&moves=2", ""},
	{"GET", "/api/studies/mines-table-1/results", ""},
	{"GET", "/api/studies/..%2f/%2e%2e", ""},
	{"GET", "/api/mines/games/x/review?seconds=NaN", ""},
	{"PUT", "/api/none?x=%zz", ""},
}

// FuzzAPI sends arbitrary requests to every address. Whatever they are, the answer comes
// in time and is one of the document: never an error of the server's own.
func FuzzAPI(f *testing.F) {
	for _, seed := range apiSeeds {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, method, path, body string) {
		if method != "GET" && method != "POST" && method != "PUT" || !strings.HasPrefix(path, "/") || strings.ContainsAny(path, " \t\r\n") {
			return
		}
		// Requests are short, so that fuzzing is fast: what takes long is bounded elsewhere.
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer cancel()
		r, ok := requestOf(ctx, method, path, body)
		if !ok {
			return
		}
		w := httptest.NewRecorder()
		start := time.Now()
		fuzzed().ServeHTTP(w, r)
		if passed := time.Since(start); passed > 2*time.Minute {
			t.Fatalf("%s %s %s took %s", method, path, body, passed)
		}
		if w.Code >= 500 && w.Code != 503 && ctx.Err() == nil {
			t.Fatalf("%s %s %s: %d %s", method, path, body, w.Code, w.Body)
		}
		if w.Header().Get("Content-Type") == "application/json" && !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%s %s %s: no JSON: %s", method, path, body, w.Body)
		}
		if strings.Contains(w.Body.String(), "must not happen") {
			t.Fatalf("%s %s %s: %s", method, path, body, w.Body)
		}
	})
}

// FuzzMinesActions plays arbitrary actions in one game: the game that comes of them is
// the same when it is taken up again, and a running game shows nothing hidden.
func FuzzMinesActions(f *testing.F) {
	f.Add(uint64(1), []byte{0, 10, 20, 1, 30, 2, 40, 3})
	f.Add(uint64(7), []byte{12, 12, 76, 140, 204, 255, 0})
	f.Fuzz(func(t *testing.T, seed uint64, moves []byte) {
		s := fuzzed()
		if len(moves) > 60 {
			moves = moves[:60]
		}
		m := &minesGame{seed: seed, rules: (&newMinesGame{}).mustRules(t)}
		table, err := s.lay(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range moves {
			a := minetable.Action{Deed: minetable.Deed(int(b) * (int(minetable.Certain) + 1) >> 8)}
			if a.Deed.OnCell() {
				a.Cell = table.View().Hidden()[0]
				a.Cell = (a.Cell + minesCell(b&63)) % minesCell(table.Game().Cells())
			}
			if _, err := table.act(context.Background(), a); err != nil {
				t.Fatal(err)
			}
			if !table.Over() && strings.ContainsAny(strings.Join(table.json("", "").Rows, ""), "*X!") {
				t.Fatal("a running game shows its mines")
			}
			if table.View().Left() == 0 {
				break
			}
		}
		again, err := s.lay(context.Background(), table.kept())
		if err != nil {
			t.Fatalf("it cannot be taken up again: %v", err)
		}
		one, _ := json.Marshal(table.json("", ""))
		two, _ := json.Marshal(again.json("", ""))
		if string(one) != string(two) {
			t.Fatalf("taken up again it is\n%s, not\n%s", two, one)
		}
	})
}

type minesCell = minesweeper.Cell

// mustRules returns the rules of a request.
func (q *newMinesGame) mustRules(t *testing.T) minesweeper.Rules {
	t.Helper()
	m, err := q.game()
	if err != nil {
		t.Fatal(err)
	}
	return m.rules
}

// requestOf makes a request, if it can be one.
func requestOf(ctx context.Context, method, path, body string) (*http.Request, bool) {
	r, err := http.NewRequestWithContext(ctx, method, "http://localhost"+path, strings.NewReader(body))
	if err != nil {
		return nil, false
	}
	r.Header.Set("Content-Type", "application/json")
	return r, true
}

// FuzzJournal reads arbitrary files of games between people. None makes it panic, and the
// same file gives the same game.
func FuzzJournal(f *testing.F) {
	head := `{"began":"2026-01-31T00:00:00Z","rules":"english","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","seconds":60,"increment":2,"record":"R","invitations":["","I"]}` + "\n"
	begun := head + `{"color":"white","do":"join","seat":"W","left":[60000,60000]}` + "\n" + `{"color":"black","do":"join","seat":"B","claim":"c","left":[60000,60000]}` + "\n"
	f.Add(head)
	f.Add(begun + `{"color":"white","do":"attempt","attempt":"e2e4","left":[59000,60000]}` + "\n" + `{"color":"black","do":"offer","left":[1,2]}` + "\n" + `{"color":"white","do":"accept","left":[1,2]}` + "\n")
	f.Add(begun + `{"color":"white","do":"time","left":[0,1]}` + "\n" + `{"color":"white","do":"resign","left":[0,1]}` + "\n")
	f.Fuzz(func(t *testing.T, text string) {
		now := time.Unix(1_700_000_000, 0)
		g, err := replayJournal([]byte(text), now)
		if err != nil || g == nil {
			return
		}
		again, err := replayJournal([]byte(text), now)
		if err != nil {
			t.Fatal(err)
		}
		for side := range chess.Color(2) {
			one, _ := json.Marshal(g.json(side, now))
			two, _ := json.Marshal(again.json(side, now))
			if string(one) != string(two) {
				t.Errorf("the same file gives\n%s and\n%s", one, two)
			}
		}
		g.game.Record().AppendPGN(nil)
	})
}
