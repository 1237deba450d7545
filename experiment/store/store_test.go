package store

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"blindsight"
	"blindsight/episode"
	"blindsight/experiment"
	"blindsight/experiment/summary"
	"blindsight/internal/elo"
	"blindsight/internal/interval"
)

func planOf(t testing.TB, games int) *experiment.Plan {
	t.Helper()
	p, err := experiment.Read(strings.NewReader(fmt.Sprintf(`{"name": "test", "game": "minesweeper", "seed": 5, "games": %d, "groups": [
		{"settings": [{"board": "4x4/4"}], "players": ["sps", "csp"], "budgets": [{"sims": 1}]}]}`, games)), "plan")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func open(t testing.TB, path string, p *experiment.Plan) *Store {
	t.Helper()
	s, err := Open(path, p, "v1", Machine{Host: "here", System: "some", CPUs: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// batch returns games whose numbers are easy to add up.
func batch(cell, first, games int) *experiment.Batch {
	b := &experiment.Batch{Job: experiment.Job{Cell: cell, First: first, Games: games}, Worker: "w", Seconds: 1, CPU: 0.25 * float64(games)}
	for n := first; n < first+games; n++ {
		r := experiment.Result{Game: n, Outcome: experiment.Lost, Score: 0.25, Moves: n, Actions: "0,0 1,1", Simulations: 3, Seconds: 0.5}
		if n%(cell+2) == 0 {
			r.Outcome, r.Score = experiment.Won, 1
			r.Health = blindsight.Health{Asymptotic: true, Samples: 1, Draws: 2, Accepted: 3, Distinct: 4, Failures: 5, Fallbacks: 6, Inconsistent: 7}
		}
		b.Results = append(b.Results, r)
	}
	return b
}

// What is written is read back equal; what comes twice counts once.
func TestGamesAreKeptOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd name?#%.record")
	s := open(t, path, planOf(t, 100))
	for i, c := range []struct{ first, games, fresh int }{{0, 10, 10}, {0, 10, 0}, {5, 10, 5}, {50, 1, 1}, {40, 20, 19}} {
		if n, err := s.Add([]*experiment.Batch{batch(0, c.first, c.games)}); err != nil || n != c.fresh {
			t.Errorf("batch %d: %d new games, want %d; %v", i, n, c.fresh, err)
		}
	}
	if n, err := s.Add([]*experiment.Batch{batch(1, 0, 15), batch(1, 0, 15)}); err != nil || n != 15 {
		t.Errorf("%d new games, %v", n, err)
	}
	reader, err := OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	// A reader sees the record as it was: what comes later does not change its sums.
	if _, err := s.Add([]*experiment.Batch{batch(1, 90, 5)}); err != nil {
		t.Fatal(err)
	}
	var got []experiment.Result
	if err := reader.Games(0, func(r *experiment.Result) { got = append(got, *r) }); err != nil {
		t.Fatal(err)
	}
	want := append(batch(0, 0, 15).Results, batch(0, 40, 20).Results...)
	if len(got) != len(want) {
		t.Fatalf("%d games, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("game %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
	tallies, err := reader.Tallies()
	if err != nil {
		t.Fatal(err)
	}
	// Of games 0 to 14, 0, 3, ..., 12 are won in cell 1.
	wantTally := summary.Games{
		Won: 5, Brought: interval.Values{N: 15, Sum: 5 + 10*0.25, Squares: 5 + 10.0/16}, Moves: 105, Seconds: 0.5, CPU: 0.25,
		Tally: episode.Tally{
			Simulations: 45,
			Health:      blindsight.Health{Asymptotic: true, Samples: 5, Draws: 10, Accepted: 15, Distinct: 20, Failures: 25, Fallbacks: 30, Inconsistent: 35},
		},
	}
	if tallies[1] != wantTally {
		t.Errorf("got %+v, want %+v", tallies[1], wantTally)
	}
	// Games 0 to 14 in both: 0, 6, 12 by both; 2, 4, 8, 10, 14 by cell 0 only; 3, 9 by cell 1 only.
	pair, err := reader.Pair(0, 1)
	if err != nil || pair != (PairTally{interval.Paired{Both: 3, First: 5, Second: 2, Neither: 5}, interval.Values{N: 15, Sum: 3 * 0.75, Squares: 7 * 0.75 * 0.75}}) {
		t.Errorf("pair %+v, %v", pair, err)
	}
	var ranges []experiment.Job
	if err := reader.Done(func(j experiment.Job) { ranges = append(ranges, j) }); err != nil || len(ranges) != 5 || ranges[0] != (experiment.Job{Games: 10}) {
		t.Errorf("ranges %v, %v", ranges, err)
	}
}

// A record belongs to one seed, one version and one run at a time.
func TestRecordsAreNotMixed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	s := open(t, path, planOf(t, 100))
	if _, err := Open(path, planOf(t, 100), "v1", Machine{}); !errors.Is(err, ErrLocked) {
		t.Errorf("a second run: %v", err)
	}
	run := s.Info().Run
	s.Close()
	other := planOf(t, 100)
	for i := range other.Groups {
		other.Groups[i].Seed = 6
	}
	for i := range other.Cells {
		other.Cells[i].Seed = 6
	}
	if _, err := Open(path, other, "v1", Machine{}); !errors.Is(err, ErrOther) ||
		!strings.Contains(err.Error(), "it holds 4x4/4 windows with seed 5, the plan asks for seed 6") || !strings.HasSuffix(err.Error(), "write seed 5 into the plan, or name another file with --record") {
		t.Errorf("another seed: %v", err)
	}
	if _, err := Open(path, planOf(t, 100), "v2", Machine{}); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), "begun by version v1 of the program, this is v2") {
		t.Errorf("another version: %v", err)
	}
	if s := open(t, path, planOf(t, 100)); s.Info().Run != run {
		t.Error("the run has another name after it is resumed")
	}
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "x.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var name string
	if _, err := db.Exec("CREATE TABLE t (x)"); err != nil {
		t.Fatal(err)
	}
	if err := db.QueryRow("SELECT file FROM pragma_database_list").Scan(&name); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(name, planOf(t, 100), "v1", Machine{}); !errors.Is(err, ErrOther) {
		t.Errorf("a database of something else: %v", err)
	}
}

// planWith returns a plan of players on boards.
func planWith(t *testing.T, games int, boards, players string) *experiment.Plan {
	t.Helper()
	p, err := experiment.Read(strings.NewReader(fmt.Sprintf(`{"name": "other", "game": "minesweeper", "seed": 5, "games": %d, "groups": [
		{"settings": [%s], "players": [%s], "budgets": [{"sims": 1}]}]}`, games, boards, players)), "plan")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A record takes another plan: what is there stays under its numbers, and the store speaks
// in those of the plan; what the record holds beyond it is neither seen nor lost.
func TestRecordsAreExtended(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	s := open(t, path, planOf(t, 20)) // sps, csp on 4x4/4
	if _, err := s.Add([]*experiment.Batch{batch(0, 0, 20), batch(1, 0, 20)}); err != nil {
		t.Fatal(err)
	}
	run := s.Info().Run
	s.Close()

	wide := planWith(t, 30, `{"board": "5x5/5"}, {"board": "4x4/4"}`, `"csp", "random"`)
	s = open(t, path, wide)
	if e := s.Extended(); e != (Extension{3, 10 + 3*30}) || s.Info().Run != run {
		t.Errorf("extended by %+v, run %s, before %s", e, s.Info().Run, run)
	}
	// csp on 4x4/4, cell 1 of the record, is cell 2 of this plan.
	var done []experiment.Job
	if err := s.Done(func(j experiment.Job) { done = append(done, j) }); err != nil || len(done) != 1 || done[0] != (experiment.Job{Cell: 2, Games: 20}) {
		t.Errorf("done %v, %v", done, err)
	}
	if n, err := s.Add([]*experiment.Batch{batch(2, 15, 15), batch(0, 0, 5)}); err != nil || n != 15 {
		t.Errorf("%d new games, %v", n, err)
	}
	if n, err := s.Beyond(); err != nil || n != 20 {
		t.Errorf("%d games beyond the plan, want the 20 of sps: %v", n, err)
	}
	s.Close()

	// Fewer games of one cell: nothing is lost, and no more is seen than was asked for.
	s = open(t, path, planWith(t, 10, `{"board": "4x4/4"}`, `"csp"`))
	tallies, err := s.Tallies()
	if err != nil || len(tallies) != 1 || tallies[0].Played() != 10 || s.Extended() != (Extension{}) {
		t.Errorf("%+v, extended by %+v, %v", tallies, s.Extended(), err)
	}
	seen := 0
	if err := s.Games(0, func(*experiment.Result) { seen++ }); err != nil || seen != 10 {
		t.Errorf("%d games, %v", seen, err)
	}
	if n, err := s.Beyond(); err != nil || n != 20+20+5 {
		t.Errorf("%d games beyond the plan, want 45: %v", n, err)
	}
	s.Close()

	// The whole record, in its own numbers: those of the first plan come first.
	r, err := OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want := []string{
		"sps on 4x4/4 windows: 20 of 20", "csp on 4x4/4 windows: 30 of 30",
		"csp on 5x5/5 windows: 5 of 30", "random on 5x5/5 windows: 0 of 30", "random on 4x4/4 windows: 0 of 30",
	}
	if tallies, err = r.Tallies(); err != nil || r.Info().Plan.Name != "test" {
		t.Errorf("%q, %v", r.Info().Plan.Name, err)
	}
	for i, c := range r.Info().Plan.Cells {
		if got := fmt.Sprintf("%s on %s: %d of %d", c.Player, c.Setting.Name, tallies[i].Played(), c.Games); i >= len(want) || got != want[i] {
			t.Errorf("cell %d: %s", i, got)
		}
	}
	// The table for other tools says the same.
	n := 0
	if err := r.query(&n, "SELECT count(*) FROM cells WHERE cell = 1 AND player = 'csp' AND games = 30 OR cell > 1 AND games = 30"); err != nil || n != 4 {
		t.Errorf("%d rows, %v", n, err)
	}
	// Two cells on the games that the plan asks for of both.
	if err := r.Select(planWith(t, 7, `{"board": "4x4/4"}`, `"csp", "sps"`)); err != nil {
		t.Fatal(err)
	}
	// Of games 0 to 6 csp (then cell 1) won 0, 3, 6, sps (cell 0) 0, 2, 4, 6.
	if p, err := r.Pair(0, 1); err != nil || p.Score.N != 7 || p.Wins.Both != 2 || p.Wins.First != 1 || p.Wins.Second != 2 {
		t.Errorf("%+v, %v", p, err)
	}
	if err := r.Select(planWith(t, 31, `{"board": "4x4/4"}`, `"csp"`)); !errors.Is(err, ErrOther) {
		t.Errorf("more games than the record was made for: %v", err)
	}
}

// An extension that fails in the middle leaves the record as it was.
func TestExtensionIsOneStep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	s := open(t, path, planOf(t, 20))
	if _, err := s.Add([]*experiment.Batch{batch(0, 0, 20)}); err != nil {
		t.Fatal(err)
	}
	if err := s.exec("CREATE TRIGGER stop BEFORE INSERT ON cells WHEN NEW.cell = 3 BEGIN SELECT RAISE(ABORT, 'stopped here'); END"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	large := planWith(t, 50, `{"board": "4x4/4"}, {"board": "5x5/5"}`, `"sps", "csp"`)
	if _, err := Open(path, large, "v1", Machine{}); err == nil || !strings.Contains(err.Error(), "stopped here") {
		t.Fatalf("the extension: %v", err)
	}
	r, err := OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	tallies, err := r.Tallies()
	cells := 0
	if err := r.query(&cells, "SELECT count(*) FROM cells WHERE games = 20"); err != nil {
		t.Fatal(err)
	}
	if err != nil || len(r.Info().Plan.Cells) != 2 || r.Info().Plan.Games() != 40 || tallies[0].Played() != 20 || cells != 2 {
		t.Errorf("%d cells, %d games: %+v, %v", len(r.Info().Plan.Cells), r.Info().Plan.Games(), tallies, err)
	}
	r.Close()
	s = open(t, path, planOf(t, 20))
	if err := s.exec("DROP TRIGGER stop"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if s := open(t, path, large); s.Extended() != (Extension{2, 160}) {
		t.Errorf("extended by %+v", s.Extended())
	}
}

// On a disk that is full nothing is lost, and the run goes on when there is room.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	p := planOf(t, 1_000_000)
	s := open(t, path, p)
	if err := s.exec("PRAGMA max_page_count = 60"); err != nil {
		t.Fatal(err)
	}
	kept := 0
	var err error
	for first := 0; ; first += 500 {
		var n int
		if n, err = s.Add([]*experiment.Batch{batch(0, first, 500)}); err != nil {
			break
		}
		kept += n
	}
	if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "no room is left: what was recorded is safe") {
		t.Errorf("got %v", err)
	}
	s.Close()
	s = open(t, path, p)
	if tallies, err := s.Tallies(); err != nil || kept < 500 || tallies[0].Played() != kept {
		t.Errorf("%d games recorded, %d are there: %v", kept, tallies[0].Played(), err)
	}
	if n, err := s.Add([]*experiment.Batch{batch(0, kept, 500)}); err != nil || n != 500 {
		t.Errorf("with room again: %d, %v", n, err)
	}
}

// Damage anywhere is an error, never a panic or wrong games.
func TestDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	p := planOf(t, 5000)
	s := open(t, path, p)
	if _, err := s.Add([]*experiment.Batch{batch(0, 0, 5000)}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func([]byte) []byte{
		"text":      func([]byte) []byte { return []byte("these are not the games you are looking for, said the file\n") },
		"header":    func(b []byte) []byte { copy(b, "SQLite format 9"); return b },
		"cut":       func(b []byte) []byte { return b[:len(b)/2] },
		"middle":    func(b []byte) []byte { clear(b[len(b)/2 : len(b)/2+20000]); return b },
		"page":      func(b []byte) []byte { copy(b[3*4096:4*4096], strings.Repeat("x", 4096)); return b },
		"near full": func(b []byte) []byte { return b[:len(b)-100] },
	} {
		bad := filepath.Join(t.TempDir(), "bad.record")
		if err := os.WriteFile(bad, change(append([]byte(nil), whole...)), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Open(bad, p, "v1", Machine{})
		if !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			s.Close()
		}
	}
	// A file that a run left empty when it was killed at its very beginning is no damage.
	empty := filepath.Join(t.TempDir(), "empty.record")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, empty, p)
}

// BenchmarkAdd measures what recording one game costs, by the number of games that
// arrive together: one long game, games of a millisecond, games of microseconds.
func BenchmarkAdd(b *testing.B) {
	for _, size := range []int{1, 50, 2000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			s := open(b, filepath.Join(b.TempDir(), "record"), planOf(b, 1_000_000))
			b.ResetTimer()
			for n := 0; n < b.N; n += size {
				if _, err := s.Add([]*experiment.Batch{batch(0, n, min(size, b.N-n))}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Records from before inconsistent states were counted are read as having had none.
func TestRecordWithoutInconsistent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.record")
	s := open(t, path, planOf(t, 100))
	if _, err := s.Add([]*experiment.Batch{batch(0, 0, 1)}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("ALTER TABLE games DROP COLUMN inconsistent"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	r, err := OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	tallies, err := r.Tallies()
	if h := tallies[0].Health; err != nil || h.Fallbacks != 6 || h.Inconsistent != 0 {
		t.Errorf("health %+v, %v", h, err)
	}
	games := 0
	err = r.Games(0, func(g *experiment.Result) {
		games++
		if g.Health.Fallbacks != 6 || g.Health.Inconsistent != 0 {
			t.Errorf("health %+v", g.Health)
		}
	})
	if err != nil || games != 1 {
		t.Errorf("%d games, %v", games, err)
	}
}

// Where two players meet, a record keeps who it is, the health of both with all that it says, and
// how a game ended otherwise than by the rules; and sums up pairs of which both games are there.
func TestMeetingsAreKept(t *testing.T) {
	p, err := experiment.Read(strings.NewReader(`{"name": "test", "game": "phantom", "games": 10, "groups": [
		{"settings": ["board=hex"], "players": ["uct", "random", "andor"], "budgets": [{"sims": 1}]}]}`), "plan")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "record")
	s := open(t, path, p)
	health := blindsight.Health{Asymptotic: true, Samples: 1, Draws: 2, Accepted: 3, Distinct: 4, Failures: 5, Fallbacks: 6, Full: 7, Scattered: 8, Guessed: 9, Effective: 10.5, Inconsistent: 11}
	want := []experiment.Result{
		{Game: 0, Outcome: experiment.Won, Score: 2, Health: health, Measures: "moves=40/39 lost=1/2.5"},
		{Game: 1, Outcome: experiment.Drawn, Opposed: health, Measures: "moves=10/10 lost=0/3"},
		{Game: 2, Outcome: experiment.Lost, Score: -3, Note: "it hung"},
		{Game: 3, Outcome: experiment.Won, Score: 1, Health: health, Opposed: health, Note: "it died"},
		{Game: 5, Outcome: experiment.Won, Score: 100},
		{Game: 6, Outcome: experiment.Won, Score: 100},
	}
	b := &experiment.Batch{Job: experiment.Job{Cell: 1, Games: 10}, Results: want}
	for _, fresh := range []int{len(want), 0} {
		if n, err := s.Add([]*experiment.Batch{b}); err != nil || n != fresh {
			t.Fatalf("%d new games, want %d: %v", n, fresh, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = OpenReader(path); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var got []experiment.Result
	if err := s.Games(1, func(r *experiment.Result) { got = append(got, *r) }); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: read back\n%+v, want\n%+v", err, got, want)
	}
	m, err := s.Meeting(1)
	sums := Meeting{
		Sides: [2]summary.Points{{Wins: 2, Losses: 1}, {Wins: 2, Draws: 1}}, Pairs: elo.Pairs{0, 0, 1, 1, 0},
		Wins: interval.Values{N: 2, Sum: 1, Squares: 0.5}, Gain: interval.Values{N: 2, Squares: 2}, MostGained: 3, Opposed: health.Add(health),
	}
	if err != nil || m != sums {
		t.Errorf("%v: %+v, want %+v", err, m, sums)
	}
	counted, games, err := s.Measures(1)
	if err != nil || games != 2 || !slices.Equal(counted, []Measure{{"moves", 50, 49}, {"lost", 1, 5.5}}) {
		t.Errorf("%v: in %d games %+v was counted", err, games, counted)
	}
	tallies, err := s.Tallies()
	if err != nil || tallies[1].Health != health.Add(health) || tallies[1].Played() != len(want) {
		t.Errorf("%v: %+v", err, tallies[1])
	}
	var opponent string
	if err := s.query(&opponent, "SELECT opponent FROM cells WHERE cell = 1"); err != nil || opponent != "andor" {
		t.Errorf("%v: opponent %q", err, opponent)
	}
}

// Records from before there were some of the columns are read as if these were 0.
func TestOlderRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "record")
	s := open(t, path, planOf(t, 10))
	if _, err := s.Add([]*experiment.Batch{batch(0, 0, 10)}); err != nil {
		t.Fatal(err)
	}
	for _, column := range []string{"note", "effective", "guessed", "scattered", "full_searches", "inconsistent"} {
		if err := s.exec("ALTER TABLE games DROP COLUMN " + column); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for n, want := range batch(0, 0, 10).Results {
		want.Health.Inconsistent = 0
		if err := s.Games(0, func(r *experiment.Result) {
			if r.Game == n && *r != want {
				t.Errorf("%+v, want %+v", *r, want)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	if tallies, err := s.Tallies(); err != nil || tallies[0].Played() != 10 || tallies[0].Health.Samples != 5 {
		t.Errorf("%v: %+v", err, tallies[0])
	}
}
