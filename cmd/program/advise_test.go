package program

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/coach/minecoach"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers"
	"blindsight/web"
)

var (
	advisePositions = flag.Int("advise-positions", 6, "positions of 16x30/99 on which TestAdviceIsTheSameEverywhere compares the coaches")
	adviseTimed     = flag.Bool("advise-timed", false, "let TestAdviceIsTheSameEverywhere also time 'mines advise' with its defaults: within a second each")
)

// expertPositions returns positions of games of 16x30/99 that strong plays on the boards of
// seed 1: the first decision of game 0, then every thirty-seventh.
func expertPositions(t *testing.T, count int) (views []*minesweeper.View) {
	t.Helper()
	g, err := minesweeper.New(minesweeper.Rules{Height: 16, Width: 30, Mines: 99, AutoOpen: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := sweepers.Catalogue.New("strong", g)
	if err != nil {
		t.Fatal(err)
	}
	for game, decisions := uint64(0), 0; ; game++ {
		var board minesweeper.State
		g.Deal(1, game, &board)
		v := g.NewView()
		for v.Left() > 0 {
			c, forced := v.Forced()
			if !forced {
				if decisions%37 == 0 {
					if views = append(views, v.Clone()); len(views) == count {
						return views
					}
				}
				decisions++
				d, err := p.Choose(context.Background(), nil, v, blindsight.Budget{})
				if err != nil {
					t.Fatal(err)
				}
				c = d.Action
			}
			step := g.Step(nil, &board, c)
			if step.Seen == minesweeper.Mine {
				break
			}
			if err := v.Did(c, step.Seen); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// 'mines advise', the terminal, the API and the page's coach say the same of a position, and
// its risks are those of 'mines analyze'. The full measure:
//
//	go test ./cmd/program -run AdviceIsTheSame -advise-positions 50 -advise-timed -v
func TestAdviceIsTheSameEverywhere(t *testing.T) {
	const sims = "8"
	server := httptest.NewServer(web.New(web.Config{Searches: 1}))
	defer server.Close()
	slowest := time.Duration(0)
	methods := map[string]int{}
	for _, v := range expertPositions(t, *advisePositions) {
		text := (&minesweeper.Position{View: v}).String()
		said := command(t, text, "mines", "advise", "--sims", sims, "--json")

		c, err := (&minecoach.Adviser{Player: "strong", Sims: 8, Seed: minecoach.DefaultSeed}).AdviseText(context.Background(), v)
		if err != nil {
			t.Fatal(err)
		}
		var terminal bytes.Buffer
		if err := console.WriteJSON(&terminal, minecoach.NewCounselReport(v.Game(), c)); err != nil {
			t.Fatal(err)
		}
		if terminal.String() != said {
			t.Errorf("%s\nthe terminal says\n%s'mines advise' says\n%s", text, &terminal, said)
		}

		body, err := json.Marshal(map[string]any{"position": text, "sims": 8})
		if err != nil {
			t.Fatal(err)
		}
		if got := post(t, server.URL+"/api/mines/advise", body); strings.TrimSpace(got) != strings.TrimSpace(said) {
			t.Errorf("%s\nthe API says\n%s\n'mines advise' says\n%s", text, got, said)
		}
		body = bytes.Replace(body, []byte(`"sims"`), []byte(`"simulations"`), 1)
		stream := strings.Split(strings.TrimSpace(post(t, server.URL+"/api/mines/analyze/stream", body)), "\n")
		var done struct {
			Advice json.RawMessage `json:"advice"`
		}
		if err := json.Unmarshal([]byte(strings.TrimPrefix(stream[len(stream)-1], "data: ")), &done); err != nil || string(done.Advice) != strings.TrimSpace(said) {
			t.Errorf("%s\nthe page's coach says\n%s\n'mines advise' says\n%s%v", text, done.Advice, said, err)
		}

		var report minecoach.CounselReport
		var analysis minecoach.Report
		unmarshal(t, said, &report)
		unmarshal(t, command(t, text, "mines", "analyze", "--plays", "0", "--json"), &analysis)
		if len(report.Cells) != len(analysis.Cells) {
			t.Fatalf("%d cells, of the analysis %d", len(report.Cells), len(analysis.Cells))
		}
		for i, cell := range analysis.Cells {
			if got := report.Cells[i]; got.Row != cell.Row || got.Col != cell.Col || got.Mine != cell.Mine {
				t.Errorf("%+v, the analysis has %+v", got, cell)
			}
		}
		methods[report.Method]++
		if *adviseTimed {
			begin := time.Now()
			command(t, text, "mines", "advise", "--json")
			if took := time.Since(begin); took > slowest {
				slowest = took
			}
		}
	}
	t.Logf("%d positions, chances to win by method: %v", *advisePositions, methods)
	if methods["exact"] == 0 || methods["search"] == 0 {
		t.Error("want exact chances and estimates")
	}
	if *adviseTimed {
		t.Logf("the slowest answer of 'mines advise' with its defaults took %v", slowest)
		if slowest > time.Second {
			t.Error("that is more than a second")
		}
	}
}

// command runs the program on a text and returns what it prints.
func command(t *testing.T, input string, args ...string) string {
	t.Helper()
	out, errOut, code := runCommand(t, input, args...)
	if code != 0 {
		t.Fatalf("%v: exit %d: %s", args, code, errOut)
	}
	return out
}

func post(t *testing.T, url string, body []byte) string {
	t.Helper()
	r, err := http.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %s %v", url, r.Status, text, err)
	}
	return string(text)
}

func unmarshal(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}
