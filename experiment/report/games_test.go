package report

import (
	"bytes"
	"encoding/json"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blindsight/experiment"
	"blindsight/experiment/store"
	"blindsight/experiment/summary"
	"blindsight/internal/elo"
	"blindsight/internal/interval"
)

// recordOf writes games of a plan, given for each cell as a list of scores, and returns the record.
// Of two sides who has more than 0 has won.
func recordOf(t *testing.T, text string, scores ...[]float64) *store.Store {
	t.Helper()
	p, err := experiment.Read(strings.NewReader(text), "plan")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "record")
	s, err := store.Open(path, p, "v1", store.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	for cell, list := range scores {
		b := &experiment.Batch{Job: experiment.Job{Cell: cell, Games: len(list)}, CPU: float64(len(list))}
		for n, score := range list {
			r := experiment.Result{Game: n, Outcome: experiment.Ended, Score: score, Moves: 4, Seconds: 2}
			if p.Paired() {
				r.Outcome = map[bool]experiment.Outcome{true: experiment.Won, false: experiment.Lost}[score > 0]
				if score == 0 {
					r.Outcome = experiment.Drawn
				}
			}
			b.Results = append(b.Results, r)
		}
		if _, err := s.Add([]*experiment.Batch{b}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = store.OpenReader(path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func write(t *testing.T, r *Report, format string) string {
	t.Helper()
	var out bytes.Buffer
	if err := r.Write(&out, format); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The sums of a meeting are those of its games, and a cross table holds every pair twice, once
// from either side.
func TestMeetings(t *testing.T) {
	s := recordOf(t, `{"name": "a|b", "game": "phantom", "seed": 5, "games": 6, "groups": [
		{"settings": ["board=hex"], "players": ["uct", "andor", "random"], "budgets": [{"sims": 1}]}]}`,
		[]float64{1, 1, 1, -1, 0, 1}, []float64{1, -1, 0}, nil)
	r, err := Make(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := r.Meetings[0]
	if m.Wins != 4 || m.Draws != 1 || m.Losses != 1 || m.First != (summary.Points{Wins: 2, Draws: 1}) || m.Second != (summary.Points{Wins: 2, Losses: 1}) || m.Pairs != (elo.Pairs{0, 0, 1, 1, 1}) {
		t.Errorf("%+v", m)
	}
	wantRate, lo, hi := interval.Values{N: 3, Sum: 1 + 0.5 + 0.5, Squares: 1 + 0.25 + 0.25}.Mean95(0, 1)
	if m.WinRate != wantRate || m.CI95 != [2]float64{lo, hi} || m.Score != 0.75 || math.Abs(*m.Elo-400*math.Log10(3)) > 1e-9 || math.Abs(m.Gain-0.5) > 1e-12 {
		t.Errorf("%+v", m)
	}
	if _, lo, hi := (interval.Values{N: 3, Sum: 1 + 0 + 0.5, Squares: 1 + 0.25}).Mean95(-1, 1); *m.GainCI95 != [2]float64{lo, hi} {
		t.Errorf("gain %v, want %v to %v", *m.GainCI95, lo, hi)
	}
	// Of three games one has no second: it is counted, but not judged.
	if half := r.Meetings[1]; half.Games != 3 || half.Wins != 1 || half.Pairs != (elo.Pairs{0, 0, 1, 0, 0}) {
		t.Errorf("%+v", half)
	}
	if len(r.Crosses) != 1 || r.Crosses[0].Pairs[1][0] != (elo.Pairs{1, 1, 1, 0, 0}) || r.Crosses[0].Pairs[0][1] != m.Pairs || r.Crosses[0].all(2) != (elo.Pairs{0, 0, 1, 0, 0}) {
		t.Errorf("%+v", r.Crosses)
	}
	const table = `a|b (phantom), not finished: 9 of 18 games, played by version v1:

  setting    player  opponent  budget  games        won  drawn  lost  score    95% interval   Elo  95% interval    gain        95% interval  moves  CPU  no belief
  board=hex  uct     andor     1 sims      6  4 (66.7%)      1     1  75.0%  31.1% to 90.8%  +191  -138 to +398  +0.500  -0.3777 to +0.8162    4.0    1          0
  board=hex  uct     random    1 sims    3/6  1 (33.3%)      1     1  50.0%  10.3% to 89.7%    +0  -375 to +375  +0.000  -0.7935 to +0.7935    4.0    1          0
  board=hex  andor   random    1 sims    0/6          -      -     -      -               -     -             -       -                   -      -    -          -

Scores of rows against columns: board=hex, 1 sims, seed 5:

  player    uct  andor  random    all   Elo
  uct         -  75.0%   50.0%  68.8%    +0
  andor   25.0%      -       -  25.0%  -159
  random  50.0%      -       -  50.0%    +0

A draw is half a point of the score; Elo is logistic; that of a cross table explains all its scores best. Intervals are of 95%, over pairs of games with the sides swapped.
`
	if got := write(t, r, "table"); got != table {
		t.Errorf("table:\n%s", got)
	}
	markdown := write(t, r, "markdown")
	for _, want := range []string{"## a|b (phantom), not finished", "| board=hex | uct | andor | 1 sims | 6 | 4 (66.7%) |", "| andor | 25.0% | - | - | 25.0% | -159 |"} {
		if !strings.Contains(markdown, want) {
			t.Errorf("no %q in\n%s", want, markdown)
		}
	}
	rows := strings.Split(strings.TrimSpace(write(t, r, "csv")), "\n")
	head, row := strings.Split(rows[0], ","), strings.Split(rows[1], ",")
	if len(rows) != 4 || len(head) != len(row) || head[17] != "elo" || !strings.HasPrefix(row[17], "190.848") {
		t.Errorf("CSV:\n%s", strings.Join(rows, "\n"))
	}
	var pairs bytes.Buffer
	if err := r.WritePairsCSV(&pairs); err != nil || strings.Count(pairs.String(), "\n") != 5 || !strings.Contains(pairs.String(), "board=hex,5,1 sims,andor,uct,1,1,1,0,0,0.25,") {
		t.Errorf("%v: cross tables as CSV:\n%s", err, pairs.String())
	}
	drawn(t, r, "scores-board-hex", []string{"uct against andor (6 games)", "uct against random (3 games)"}, Point{X: m.Score, Lo: m.ScoreCI95[0], Hi: m.ScoreCI95[1]})
	var again Report
	if err := json.Unmarshal([]byte(write(t, r, "json")), &again); err != nil || again.Meetings[0].Pairs != m.Pairs || len(again.Crosses) != 1 {
		t.Errorf("%v: JSON", err)
	}
}

// Of games that one side plays alone the means are reported, and their differences on the deals
// that both have.
func TestReturns(t *testing.T) {
	s := recordOf(t, `{"name": "alone", "game": "tiger", "seed": 5, "games": 4, "groups": [
		{"settings": [""], "players": ["threshold", "random", "uct"], "budgets": [{"sims": 1}]}]}`,
		[]float64{10, 20, 30, 40}, []float64{1, 2, 3}, []float64{7})
	r, err := Make(s, Options{Baseline: "random"})
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Returns[0]; c.Mean != 25 || math.Abs(c.CI95[1]-(25+2*math.Sqrt(500.0/3/4))) > 1e-9 || r.Returns[2].CI95 != nil {
		t.Errorf("%+v", r.Returns)
	}
	if d := r.Differences; len(d) != 2 || d[0].A != "threshold" || d[0].Games != 3 || d[0].Mean != 18 || d[1].Games != 1 || d[1].Mean != 6 || d[1].CI95 != nil {
		t.Errorf("%+v", r.Differences)
	}
	table := write(t, r, "table")
	for _, want := range []string{"threshold  1 sims      4  25.0000", "uct        1 sims    1/4   7.0000                  -", "threshold  random      3    +18.0000  +7.608 to +28.39"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	drawn(t, r, "returns-default", []string{"threshold (4 games)", "random (3 games)", "uct (1 game)"}, Point{X: 25, Lo: r.Returns[0].CI95[0], Hi: r.Returns[0].CI95[1]})
	if got := write(t, r, "csv"); !strings.Contains(got, "\n0,default,threshold,1 sims,5,4,4,25,") {
		t.Errorf("CSV:\n%s", got)
	}
}

// drawn checks that a report is one figure with these rows, whose first is at a point.
func drawn(t *testing.T, r *Report, name string, rows []string, first Point) {
	t.Helper()
	figures, tooMany := r.Figures()
	if len(figures) != 1 || len(tooMany) != 0 || figures[0].Name != name {
		t.Fatalf("%d figures, too many on %v, want %s", len(figures), tooMany, name)
	}
	p := figures[0].Panels[0]
	if !slices.Equal(p.Names, rows) || p.Series[0].Points[0] != first {
		t.Errorf("%v at %+v, want %v at %+v", p.Names, p.Series[0].Points[0], rows, first)
	}
	for _, format := range FigureFormats {
		var out bytes.Buffer
		if err := figures[0].Write(&out, format); err != nil || out.Len() < 1000 {
			t.Errorf("%s: %d bytes, %v", format, out.Len(), err)
		}
	}
}
