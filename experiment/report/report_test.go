package report

import (
	"bytes"
	"encoding/csv"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/experiment"
	"blindsight/experiment/store"
)

// record writes games of two players on one board, of whom the first wins 3 of 4 games
// and the second 1 of 3.
func record(t *testing.T) *store.Store {
	t.Helper()
	p, err := experiment.Read(strings.NewReader(`{"name": "a|b", "game": "minesweeper", "seed": 5, "games": 4, "groups": [
		{"settings": [{"board": "4x4/4"}], "players": ["csp", "sps", "random"], "budgets": [{"sims": 1}]},
		{"settings": [{"board": "4x4/4"}], "players": ["csp"], "budgets": [{"sims": 1}], "seed": 6}]}`), "plan")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "record")
	s, err := store.Open(path, p, "v1", store.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	for cell, won := range []string{"1101", "010"} {
		b := &experiment.Batch{Job: experiment.Job{Cell: cell, Games: len(won)}, CPU: float64(len(won))}
		for n, w := range won {
			r := experiment.Result{Game: n, Outcome: experiment.Lost, Score: 0.5, Moves: 4, Seconds: 2}
			if w == '1' {
				r.Outcome, r.Score = experiment.Won, 1
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

func TestMake(t *testing.T) {
	s := record(t)
	r, err := Make(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Finished || r.Games != 7 || r.Planned != 16 || len(r.Cells) != 4 {
		t.Errorf("%+v", r)
	}
	c := r.Cells[0]
	if c.Wins != 3 || c.WinRate != 0.75 || c.Score != 0.875 || c.Moves != 4 || c.Seconds != 2 || c.CPU != 1 {
		t.Errorf("%+v", c)
	}
	// Seed 6 has other boards: it is compared with nobody.
	if len(r.Pairs) != 3 {
		t.Fatalf("%d pairs", len(r.Pairs))
	}
	// Games 0 to 2: csp wins 0 and 1, sps wins 1.
	p := r.Pairs[0]
	if p.A != "csp" || p.B != "sps" || p.Games != 3 || p.Both != 1 || p.OnlyA != 1 || p.OnlyB != 0 || p.Neither != 1 || p.P != 1 || p.Score != 0.5/3 {
		t.Errorf("%+v", p)
	}
	if r, err = Make(s, Options{Baseline: "random"}); err != nil || len(r.Pairs) != 2 || r.Pairs[0].B != "random" || r.Pairs[1].B != "random" {
		t.Errorf("with a baseline: %+v, %v", r.Pairs, err)
	}
}

func TestWrite(t *testing.T) {
	r, err := Make(record(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range Formats {
		var out bytes.Buffer
		if err := r.Write(&out, format); err != nil || out.Len() == 0 {
			t.Errorf("%s: %v", format, err)
		}
		if format == "csv" {
			rows, err := csv.NewReader(&out).ReadAll()
			if err != nil || len(rows) != 5 {
				t.Errorf("%d rows, %v", len(rows), err)
			}
		}
	}
	var out bytes.Buffer
	if err := r.WritePairsCSV(&out); err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(&out).ReadAll(); err != nil || len(rows) != 4 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}
