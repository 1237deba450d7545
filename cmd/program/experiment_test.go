package program

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"blindsight/cmd/console"
	"blindsight/experiment"
	"blindsight/experiment/store"
)

func smallPlan(t *testing.T) *experiment.Plan {
	t.Helper()
	f, err := os.Open("testdata/experiment/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := experiment.Read(f, f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// exampleRecords writes small.record, half.record, of which every cell misses the
// second half of its games and the last all of them, and damaged.record. Their games
// have times that do not depend on the machine.
func exampleRecords(t *testing.T, folder string) {
	t.Helper()
	p := smallPlan(t)
	for _, c := range []struct {
		name string
		keep func(c *experiment.Cell) int
	}{
		{"small.record", func(c *experiment.Cell) int { return c.Games }},
		{"half.record", func(c *experiment.Cell) int {
			if c.Index == len(p.Cells)-1 {
				return 0
			}
			return c.Games / 2
		}},
		{"damaged.record", func(c *experiment.Cell) int { return c.Games }},
	} {
		s, err := store.Open(filepath.Join(folder, c.name), p, console.ReleaseVersion(), store.Machine{Host: "here"})
		if err != nil {
			t.Fatal(err)
		}
		table := experiment.NewTable(p, nil)
		for i := range p.Cells {
			b, err := table.Play(t.Context(), experiment.Job{Cell: i, Games: c.keep(&p.Cells[i])})
			if err != nil {
				t.Fatal(err)
			}
			b.CPU = 0
			for n := range b.Results {
				b.Results[n].Seconds = 0.001 * float64(b.Results[n].Moves)
				b.CPU += 0.0005 * float64(b.Results[n].Moves)
			}
			if _, err := s.Add([]*experiment.Batch{&b}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	damage(t, filepath.Join(folder, "damaged.record"))
}

// damage overwrites the pages of a record after the first two.
func damage(t *testing.T, path string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 2 * 4096; i < len(data); i++ {
		data[i] = 0xa5
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// An experiment's cell and 'mines play' with the same settings play the same games.
func TestExperimentPlaysAsMinesPlay(t *testing.T) {
	record := filepath.Join(t.TempDir(), "x.record")
	if _, errOut, code := runCommand(t, "", "experiment", "run", "testdata/experiment/plan.json", "--record", record); code != exitFine {
		t.Fatal(errOut)
	}
	s, err := store.OpenReader(record)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range s.Info().Plan.Cells {
		perGame := filepath.Join(t.TempDir(), "games.txt")
		args := strings.Fields(fmt.Sprintf("mines play --seed %d --games %d --sims %d --player %s --per-game %s --rule", c.Seed, c.Games, c.Budget.Simulations, c.Player, perGame))
		board, rule, _ := strings.Cut(c.Setting.Name, " ")
		if _, errOut, code := runCommand(t, "", append(args, rule, "--board", board)...); code != exitFine {
			t.Fatal(errOut)
		}
		want, err := os.ReadFile(perGame)
		if err != nil {
			t.Fatal(err)
		}
		if perGameLines(t, s, c.Index) != string(want) {
			t.Errorf("%s: the games differ from those of mines play", &c)
		}
	}
}

// A plan without a seed means the games of 'mines play' without one.
func TestPlanWithoutSeed(t *testing.T) {
	plan, record := writePlan(t, `{"name": "x", "game": "minesweeper", "games": 40, "groups": [
		{"settings": [{"board": "4x4/4"}], "players": ["csp"], "budgets": [{"sims": 1}]}]}`)
	if _, errOut, code := runCommand(t, "", "experiment", "run", plan, "--record", record); code != exitFine {
		t.Fatal(errOut)
	}
	perGame := filepath.Join(t.TempDir(), "games.txt")
	if _, errOut, code := runCommand(t, "", strings.Fields("mines play --board 4x4/4 --player csp --sims 1 --games 40 --per-game "+perGame)...); code != exitFine {
		t.Fatal(errOut)
	}
	want, err := os.ReadFile(perGame)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.OpenReader(record)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := perGameLines(t, s, 0); got != string(want) {
		t.Errorf("the games differ from those of mines play:\n%s\nwant\n%s", got, want)
	}
}

// perGameLines returns the games of a cell as 'mines play --per-game' writes them.
func perGameLines(t *testing.T, s *store.Store, cell int) string {
	t.Helper()
	var got strings.Builder
	if err := s.Games(cell, func(r *experiment.Result) {
		won := map[experiment.Outcome]int{experiment.Won: 1}[r.Outcome]
		fmt.Fprintf(&got, "%d %d %.6f %d\n", r.Game, won, r.Score, r.Moves)
	}); err != nil {
		t.Fatal(err)
	}
	return got.String()
}

// The JSON of a report adds up, and is what a finished run and its report say.
func TestReportAddsUp(t *testing.T) {
	record := filepath.Join(t.TempDir(), "x.record")
	out, errOut, code := runCommand(t, "", "experiment", "run", "testdata/experiment/plan.json", "--record", record, "--json")
	var summary struct {
		Games    int
		Finished bool
	}
	if err := json.Unmarshal([]byte(out), &summary); err != nil || code != exitFine || !summary.Finished || summary.Games != 200 {
		t.Fatalf("exit %d, %v, %+v: %s", code, err, summary, errOut)
	}
	out, errOut, code = runCommand(t, "", "experiment", "report", record, "--json")
	var r struct {
		Games    int
		Finished bool
		Cells    []struct{ Games, Wins int }
		Pairs    []struct {
			CellA, CellB, Games, Both, OnlyA, OnlyB, Neither int
		}
	}
	out = strings.NewReplacer("cell_a", "CellA", "cell_b", "CellB", "only_a", "OnlyA", "only_b", "OnlyB").Replace(out)
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitFine {
		t.Fatalf("exit %d, %v: %s", code, err, errOut)
	}
	if r.Games != 200 || !r.Finished || len(r.Cells) != 6 || len(r.Pairs) != 6+1 {
		t.Errorf("%+v", r)
	}
	for _, p := range r.Pairs {
		if p.Both+p.OnlyA+p.OnlyB+p.Neither != p.Games || p.Games != min(r.Cells[p.CellA].Games, r.Cells[p.CellB].Games) {
			t.Errorf("%+v does not add up", p)
		}
		if a := r.Cells[p.CellA]; a.Games == p.Games && p.Both+p.OnlyA != a.Wins {
			t.Errorf("%+v: A won %d", p, a.Wins)
		}
	}
}

// A run that was stopped goes on elsewhere with what was exported, and a report does not tell the difference.
func TestGoOnElsewhere(t *testing.T) {
	folder := t.TempDir()
	exampleRecords(t, folder)
	half, text, there := filepath.Join(folder, "half.record"), filepath.Join(folder, "half.jsonl"), filepath.Join(folder, "there.record")
	out, errOut, code := runCommand(t, "", "experiment", "export", half)
	if code != exitFine {
		t.Fatal(errOut)
	}
	if err := os.WriteFile(text, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, errOut, code = runCommand(t, "", "experiment", "import", text, there); code != exitFine {
		t.Fatal(errOut)
	}
	want, _, _ := runCommand(t, "", "experiment", "report", half)
	if got, _, _ := runCommand(t, "", "experiment", "report", there); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if out, errOut, code = runCommand(t, "", "experiment", "run", "testdata/experiment/plan.json", "--record", there); code != exitFine || !strings.Contains(out+errOut, "all 200 games") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
}

// A record that another program holds gets a clear error, in seconds.
func TestLockedRecord(t *testing.T) {
	processTest(t)
	plan, record := writePlan(t, longPlan)
	exampleRecords(t, filepath.Dir(plan))
	small := filepath.Join(filepath.Dir(plan), "small.record")
	db, err := sql.Open("sqlite", small)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	_, errOut, code := runCommand(t, "", "experiment", "run", "testdata/experiment/plan.json", "--record", small)
	if code != exitFailed || !strings.Contains(errOut, "another program holds a lock on it: close that program") || time.Since(begin) > time.Minute {
		t.Errorf("exit %d after %s: %s", code, time.Since(begin), errOut)
	}

	run := start(t, "experiment", "run", plan, "--record", record)
	eventually(t, func() bool { return recorded(record) > 0 || run.over() })
	_, errOut, code = runCommand(t, "", "experiment", "run", plan, "--record", record)
	if code != exitFailed || !strings.Contains(errOut, "another run is writing to it") {
		t.Errorf("exit %d: %s", code, errOut)
	}
	run.kill()
}
