package web

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// endless is a body without end, of which no more is read than allowed.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	e.read += len(p)
	return len(p), nil
}

// Every wrong request gets a status of its own making and a message that says what is
// wrong.
func TestBadRequests(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	g := c.newMines(&newMinesGame{Seed: "1"})
	m := c.newMatch(&newMatch{Seed: "1"})
	const (
		games       = "/api/mines/games"
		analyze     = "/api/mines/analyze"
		minesAdvise = "/api/mines/advise"
		stream      = "/api/mines/analyze/stream"
		convert     = "/api/mines/convert"
		matches     = "/api/kriegspiel/games"
		try         = "/api/kriegspiel/try"
		mate        = "/api/kriegspiel/mate"
		check       = "/api/kriegspiel/check"
		advise      = "/api/kriegspiel/advise"
		belief      = "/api/kriegspiel/belief"
		twoKings    = `"belief":["4k3/8/8/8/8/8/8/4K2R w - - 0 1"]`
	)
	actions, attempts := games+"/"+g.ID+"/actions", matches+"/"+m.ID+"/attempts"
	for _, test := range []struct {
		path, body string
		status     int
		want       string
	}{
		{games, ``, 400, "ends before"},
		{games, `{`, 400, "ends before"},
		{games, `{"board":`, 400, "ends before"},
		{games, `nonsense`, 400, "not what the API takes"},
		{games, `[]`, 400, "not what the API takes"},
		{games, `{} {}`, 400, "after its JSON value"},
		{games, `{"bord":"9x9/10"}`, 400, `unknown field "bord"`},
		{games, `{"board":9}`, 400, "not what the API takes"},
		{games, `{"board":"9x9"}`, 400, "HEIGHTxWIDTH/MINES"},
		{games, `{"board":"10000x10000/10"}`, 400, "1 to 100"},
		{games, `{"board":"-1x9/10"}`, 400, "HEIGHTxWIDTH/MINES"},
		{games, `{"board":"9x9/81"}`, 400, "do not fit"},
		{games, `{"board":"99999999999999999999x9/1"}`, 400, "HEIGHTxWIDTH/MINES"},
		{games, `{"rule":"vista"}`, 400, "first-move rule"},
		{games, `{"neighbours":"9"}`, 400, "neighbourhood"},
		{games, `{"seed":"-1"}`, 400, "seed"},
		{games, `{"seed":1}`, 400, "not what the API takes"},
		{games, `{"board":"2x2/1","mines":[[5,5]]}`, 400, "not on the board"},
		{games, `{"board":"2x2/2","mines":[[0,0],[0,0]]}`, 400, "two mines"},
		{games, `{"board":"2x2/2","mines":[[0,0]]}`, 400, "1 mines"},
		{games, `{"board":"2x2/1","mines":[[0,0]],"seed":"1"}`, 400, "no seed"},
		{games, `{"board":"3x3/1","rule":"gnomine","mines":[[0,0]]}`, 400, "protects no first cell"},
		{games, `{"actions":[{"do":"explode"}]}`, 400, "unknown action"},
		{games, `{"actions":[{"do":"open"}]}`, 400, "needs row and col"},
		{games, `{"actions":[{"do":"open","row":0,"col":99}]}`, 400, "not on the board"},
		{games, `{"actions":[{"do":"chord","row":0,"col":0}]}`, 400, "not possible"},
		{games, `{"board":"1x1/0","actions":[` + strings.Repeat(`{"do":"undo"},`, 1100) + `{"do":"undo"}]}`, 400, "1101 actions"},
		{actions, `{"do":"open","row":-1,"col":0}`, 400, "not on the board"},
		{actions, `{"do":"open","row":0.5,"col":0}`, 400, "not what the API takes"},
		{actions, `{"do":"open","row":1e99,"col":0}`, 400, "not what the API takes"},
		{actions, `{"do":"explode"}`, 400, "unknown action"},
		{analyze, `{}`, 400, "no position"},
		{analyze, `{"position":"9x9/10"}`, 400, "header"},
		{analyze, `{"position":"2x2/1 windows\n..\n"}`, 400, "ends after 1 rows"},
		{analyze, `{"position":"2x2/1 windows\n..\n.x\n"}`, 400, "is no cell"},
		{analyze, `{"position":"10000x10000/10 windows\n"}`, 400, "1 to 100"},
		{analyze, `{"position":"1x1/0 windows\n.\n\n1x1/0 windows\n.\n"}`, 400, "more than one"},
		{analyze, `{"position":"1x1/0 windows\n.\n","seconds":-1}`, 400, "seconds -1"},
		{analyze, `{"position":"1x1/0 windows\n.\n","seconds":1e9}`, 400, "seconds"},
		{minesAdvise, `{}`, 400, "no position"},
		{minesAdvise, `{"position":"1x1/0 windows\n.\n","player":"nobody"}`, 400, "want one of random; sps"},
		{minesAdvise, `{"position":"1x1/0 windows\n.\n","player":"optimal"}`, 400, "want one of"},
		{minesAdvise, `{"position":"1x1/0 windows\n.\n","player":"strong,exact=1000000"}`, 400, "want one of"},
		{minesAdvise, `{"position":"1x1/0 windows\n.\n","sims":10001}`, 400, "0 to 10000"},
		{minesAdvise, `{"position":"1x1/0 windows\n.\n","seconds":60}`, 400, "0.1 to 10"},
		{minesAdvise, `{"position":"1x6/2 windows\n.2.0..\n"}`, 422, "contradict"},
		{stream, `{"position":"1x1/0 windows\n.\n","simulations":-1}`, 400, "simulations"},
		{stream, `{"position":"1x3/1 windows\n0..\n","simulations":2000000}`, 400, "simulations"},
		{stream, `{"position":"1x2/1 windows\n00\n"}`, 400, ""},
		{convert, `{"format":"png","data":""}`, 400, "unknown format"},
		{convert, `{"format":"mbf","data":"%%"}`, 400, "base64"},
		{convert, `{"format":"mbf","data":"AAAA"}`, 400, "begins with four"},
		{convert, `{"format":"mine","data":"3x3"}`, 400, "WIDTHxHEIGHTxMINES"},
		{convert, `{"format":"text","data":""}`, 400, "no position"},
		{matches, `{"rules":"chess"}`, 400, "unknown rule set"},
		{matches, `{"color":"red"}`, 400, "red"},
		{matches, `{"opponent":"nobody"}`, 400, "use one of random"},
		{matches, `{"opponent":"belief,exact=1000000000"}`, 400, "without parameters"},
		{matches, `{"seed":"x"}`, 400, "seed"},
		{matches, `{"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}`, 400, "no king"},
		{matches, `{"attempts":["e2e4","zz"]}`, 400, "zz"},
		{matches, `{"attempts":["resign","e2e4"]}`, 409, "over"},
		{attempts, `{"attempt":"castle"}`, 400, "castle"},
		{attempts, `{"attempt":""}`, 400, ""},
		{try, `{"problem":{}}`, 400, "want one of"},
		{try, `{"problem":{"set":"published","number":1,` + twoKings + `}}`, 400, "want one of"},
		{try, `{"problem":{"moves":0,` + twoKings + `}}`, 400, "moves 0"},
		{try, `{"problem":{"moves":99,` + twoKings + `}}`, 400, "moves 99"},
		{try, `{"problem":{"moves":1,"belief":[]}}`, 400, "0 positions"},
		{try, `{"problem":{"moves":1,"belief":["x"]}}`, 400, "position 1"},
		{try, `{"problem":{"moves":1,"belief":["4k3/8/8/8/8/8/8/4K2R w - - 0 1","4k3/8/8/8/8/8/8/4K1R1 w - - 0 1"]}}`, 400, "own men"},
		{try, `{"problem":{"moves":1,` + twoKings + `},"attempts":["?"]}`, 400, "?"},
		{try, `{"problem":{"set":"published","number":999}}`, 404, "problem 999"},
		{try, `{"problem":{"set":"../published","number":1}}`, 404, "unknown set"},
		{mate, `{"problem":{"moves":1,` + twoKings + `},"seconds":-5}`, 400, "seconds -5"},
		{mate, `{"problem":{"moves":1,` + twoKings + `,"rules":"x"}}`, 400, "unknown rule set"},
		{check, `{"problem":{"moves":1,` + twoKings + `},"plan":""}`, 400, "no plan"},
		{check, `{"problem":{"moves":1,` + twoKings + `},"plan":"{}"}`, 400, ""},
		{advise, `{}`, 400, "no record"},
		{advise, `{"record":"x"}`, 400, "record:1:1"},
		{advise, `{"record":"{\"history\":[]}{\"history\":[]}"}`, 400, "one at a time"},
		{advise, `{"record":"{\"history\":[]}","side":"red"}`, 400, "red"},
		{advise, `{"record":"{\"history\":[]}","side":"black"}`, 409, "it is the turn of White"},
		{advise, `{"record":"{\"history\":[]}","player":"belief,exact=1000000000"}`, 400, "without parameters"},
		{advise, `{"record":"{\"history\":[]}","player":"nobody"}`, 400, "use one of"},
		{advise, `{"record":"{\"history\":[]}","simulations":200001}`, 400, "simulations"},
		{advise, `{"record":"{\"history\":[]}","simulations":-1}`, 400, "simulations"},
		{advise, `{"record":"{\"history\":[]}","seed":"x"}`, 400, "seed"},
		{advise, `{"record":"{\"side\":\"white\",\"history\":[` + strings.Repeat(`{\"white\":[{\"try\":\"g1f3\",\"heard\":\"silent\"}]},{\"black\":{\"heard\":\"silent\"}},{\"white\":[{\"try\":\"f3g1\",\"heard\":\"silent\"}]},{\"black\":{\"heard\":\"silent\"}},`, 101) + `{\"white\":[{\"try\":\"g1f3\",\"heard\":\"silent\"}]}]}"}`, 400, "at most 400"},
		{advise, `{"record":"{\"side\":\"white\",\"history\":[{\"white\":[{\"try\":\"g1f3\",\"heard\":\"silent\"}]},{\"black\":{\"heard\":\"check:file\"}}]}"}`, 422, "ply 2"},
		{belief, `{"belief":["abc"]}`, 400, "position 1"},
		{belief, `{"belief":["4k3/8/8/8/8/8/8/4K2R w - -","4k3/8/8/8/8/8/8/4K1R1 w - -"]}`, 400, "own men"},
		{belief, `{"own":"8/8/8/8/8/8/8/K7 w",` + twoKings + `}`, 400, "want one of"},
		{belief, `{"own":""}`, 400, "fields"},
		{belief, `{"own":"8/8/8/8/8/8/8/K7 w","men":[{"kinds":"z","squares":["a8"]}]}`, 400, "is no man"},
		{belief, `{"own":"8/8/8/8/8/8/8/K7 w","men":[{"kinds":"k","squares":["z9"]}]}`, 400, "z9"},
		{belief, `{"own":"8/8/8/8/8/8/8/K7 w","men":[{"kinds":"k","squares":[]}]}`, 400, "want a file"},
		{belief, `{"own":"8/8/8/8/8/8/8/K7 w","men":[` + strings.Repeat(`{"kinds":"q-","squares":["b3","b4","b5","b6","b7","c3","c4","c5","c6","c7"]},`, 8) + `{"kinds":"k","squares":["h8"]}]}`, 400, "fewer squares"},
	} {
		status, text := c.ask("POST", test.path, test.body)
		var p problem
		if err := json.Unmarshal(text, &p); err != nil || status != test.status || p.Error == "" || !strings.Contains(p.Error, test.want) {
			t.Errorf("%s %.120s: %d %s, want %d with %q", test.path, test.body, status, text, test.status, test.want)
		}
	}
	// None of them has changed a game.
	var same minesGameJSON
	c.get(games+"/"+g.ID, &same)
	if len(same.Actions) != 0 {
		t.Errorf("%+v", same)
	}
}

// A body of a gigabyte is refused after the first bytes beyond the limit.
func TestHugeBody(t *testing.T) {
	needsHTTP(t)
	alone(t)
	c := newClient(t, Config{})
	for _, path := range []string{"/api/mines/games", "/api/mines/analyze", "/api/kriegspiel/try", "/api/kriegspiel/check", "/api/kriegspiel/advise"} {
		body := &endless{}
		r, err := http.NewRequest("POST", c.url+path, io.LimitReader(body, 1<<30))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		a, err := c.http.Do(r)
		if err != nil {
			// The server answers and closes; whoever goes on writing may see that first.
			if !strings.Contains(err.Error(), "reset") && !strings.Contains(err.Error(), "broken pipe") {
				t.Fatal(err)
			}
		} else {
			text, _ := io.ReadAll(a.Body)
			a.Body.Close()
			if a.StatusCode != http.StatusRequestEntityTooLarge || !bytes.Contains(text, []byte("too large")) {
				t.Errorf("%s: %d %s", path, a.StatusCode, text)
			}
		}
		if body.read > 64<<20 {
			t.Errorf("%s: %d bytes were taken", path, body.read)
		}
	}
}

func TestContentType(t *testing.T) {
	c := newClient(t, Config{})
	r, err := c.http.Post(c.url+"/api/mines/games", "text/plain", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("%d", r.StatusCode)
	}
}

// A position whose numbers hang together over a wide area is refused in time, where
// counting it would take more memory than there is.
func TestWidePosition(t *testing.T) {
	alone(t)
	c := newClient(t, Config{})
	rows := strings.Repeat(strings.Repeat(".4", 15)+".\n"+strings.Repeat(".", 31)+"\n", 15)
	status, text := c.ask("POST", "/api/mines/analyze", analyzeRequest{Position: "30x31/400 windows\n" + rows})
	if status != http.StatusUnprocessableEntity || !strings.Contains(string(text), "too wide") {
		t.Errorf("%d %s", status, text)
	}
	if status, text = c.ask("POST", "/api/mines/analyze/stream", analyzeRequest{Position: "30x31/400 windows\n" + rows}); status != http.StatusUnprocessableEntity {
		t.Errorf("%d %s", status, text)
	}
}
