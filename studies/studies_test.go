package studies

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"blindsight"
	"blindsight/experiment"
	"blindsight/experiment/queue"
	"blindsight/experiment/store"
	"blindsight/internal/golden"
	"blindsight/player/phantoms"
	"blindsight/search/pointbased"
)

// Every plan of every size can be read, says what it is, and names the seed of its study:
// 'experiment run' with the file plays the games of 'reproduce'.
func TestPlans(t *testing.T) {
	for i := range All {
		s := &All[i]
		if _, err := os.Stat(s.Name); err != nil {
			t.Errorf("%s has no folder: %v", s.Name, err)
		}
		files, _ := filepath.Glob(s.Name + "/*.json")
		if len(files) != 0 && len(files) != 3 {
			t.Errorf("%s: %d plans, want one for each size, or none", s.Name, len(files))
		}
		games := 0
		for _, size := range []Size{Quick, Middle, Full} {
			if len(files) == 0 {
				continue
			}
			p, err := s.Plan(size, s.Seed)
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
				continue
			}
			asItIs, err := experiment.Read(bytes.NewReader(readFile(t, s.Name+"/"+string(size)+".json")), "plan")
			if err != nil || !bytes.Equal(p.JSON(), asItIs.JSON()) {
				t.Errorf("%s, %s: the study plays something else than its plan: %s, %v", s.Name, size, p.JSON(), err)
			}
			if p.Name != s.Name+" "+string(size) || p.Cells[0].Seed != s.Seed {
				t.Errorf("%s, %s: name %q, seed %d", s.Name, size, p.Name, p.Cells[0].Seed)
			}
			moved, err := s.Plan(size, 7)
			if err != nil || moved.Cells[0].Seed != 7 || moved.Cells[len(p.Cells)-1].Seed-p.Cells[len(p.Cells)-1].Seed != 7-s.Seed {
				t.Errorf("%s, %s: with seed 7 the first is %d: %v", s.Name, size, moved.Cells[0].Seed, err)
			}
			if size != Full && p.Games() <= games {
				t.Errorf("%s, %s: not larger than the size before", s.Name, size)
			}
			games = p.Games()
		}
	}
}

func TestFind(t *testing.T) {
	for _, s := range All {
		if f, err := Find(s.Name); err != nil || f.Name != s.Name {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
	if _, err := Find("mines-table-3"); err == nil || !strings.Contains(err.Error(), "use one of mines-table-1, ") {
		t.Error(err)
	}
}

// tinyAmounts is what tests give studies that have no plan, or do more than play: less of the same, counted in units that are
// the same in every run.
var tinyAmounts = map[string][]any{
	"equilibria": {
		equilibriaAmount{[]solvedGame{solvedGames[0], {"dark hex 2x2 abrupt", phantoms.Game, "board=hex,rows=2,cols=2,refusal=abrupt"}}, 50, []int{10, 30}},
		forgetfulAmount{"hex 2x2", []int{3, 5}},
	},
	"kriegspiel-ablation":   tinyProblems,
	"kriegspiel-interleave": tinyProblems,
	"kriegspiel-sampled":    tinyProblems,
	"kriegspiel-solvers":    tinyProblems,
	"mines-bssuct":          {tinyBoards()},
	"mines-fig-2":           {figTwoAmount{8, []int{10, 30}}},
	"mines-first-move":      {firstMoveAmount{10, []int{10, 30}, 0}},
	"mines-parts":           {partsAmount{[]minesSetting{{"9x9/10", "windows"}, {"9x9/10", "gnomine"}}, 25, 10, 5, []int{5, 10}, 5, []string{"2x5/3"}}},
	"mines-strength": {
		[]walkedBoard{{board: "2x5/3", quick: []int{0}}},
		// The first row is said to take a millisecond a game, the next two, and so on.
		rowTimes(func(s *strength) {
			for i := range s.Settings {
				for j := range s.Settings[i].Rows {
					s.Settings[i].Rows[j].CPU = float64(j + 1)
				}
			}
		}),
	},
	"pomdp-values": {
		valuedProblems[:6],
		pointbased.Limits{Gap: closedGap, Trials: 60},
		trialClock(func(trials int) float64 { return float64(trials) / 100 }),
		[]onlineCase{
			{"RockSample 4x4", "problem=rocksample", "uct", blindsight.Budget{Simulations: 20}, 12, ""},
			{"RockSample 4x4, listed", "problem=rocksample", "uct,belief=listed", blindsight.Budget{Simulations: 20}, 12, ""},
		},
	},
}

var tinyProblems = []any{problemCount(3), poolEach(4), reanalyseAmount{4, 2}, positionsASecond(15_000)}

// tinyBoards leaves out those whose walks take seconds.
func tinyBoards() []bssuctBoard {
	boards := slices.Clone(bssuctBoards[1:5])
	boards[2].walked = nil
	return boards
}

// tinyBench returns a bench for a study with a plan from testdata, if there is one, and tinyAmounts.
func tinyBench(t *testing.T, name, out string, workers int) *Bench {
	t.Helper()
	b := &Bench{given: tinyAmounts[name], Size: Quick, Seed: 1, Workers: workers, Out: out, Command: "tiny", Version: "test", Machine: store.Machine{CPUs: 2}}
	if f, err := os.Open("testdata/" + name + ".json"); err == nil {
		defer f.Close()
		if b.Plan, err = experiment.Read(f, name); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// pageOf reads what a study wrote and returns its page, without what differs from run to
// run.
func pageOf(t *testing.T, out string, files []string) string {
	t.Helper()
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(out, f))
		if err != nil || len(data) < 200 {
			t.Errorf("%s: %d bytes, %v", f, len(data), err)
		}
		if strings.HasSuffix(f, ".png") != strings.HasPrefix(string(data), "\x89PNG") {
			t.Errorf("%s is no picture", f)
		}
	}
	page, err := os.ReadFile(filepath.Join(out, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?m)^That run: .*$`).ReplaceAllString(string(page), "That run: ...")
}

// Where budgets are simulations the page is the same for any number of workers, and
// the one in testdata. That page was made in one go; here every study is stopped twice on
// its way, and goes on each time without doing anything again. Set STUDIES_OUT to keep
// what is drawn.
func TestPages(t *testing.T) {
	for i := range All {
		s := &All[i]
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			out := t.TempDir()
			if keep := os.Getenv("STUDIES_OUT"); keep != "" {
				out = filepath.Join(keep, s.Name)
				os.RemoveAll(out)
			}
			done := 0
			for _, stop := range []int{1, 4} {
				if golden.Update() {
					break
				}
				ctx, cancel := context.WithCancel(t.Context())
				b := tinyBench(t, s.Name, out, 1+i%3)
				b.Progress = func(string, int, int) {
					if b.fresh >= stop {
						cancel()
					}
				}
				_, err := s.Run(ctx, b)
				cancel()
				if !errors.Is(err, context.Canceled) || b.fresh < stop {
					t.Fatalf("stopped after %d pieces: %v", b.fresh, err)
				}
				done += b.fresh
				if kept := piecesIn(t, out, s.Name); kept != done {
					t.Fatalf("stopped after %d pieces: %d are kept", done, kept)
				}
			}
			b := tinyBench(t, s.Name, out, 1+i%3)
			files, err := s.Run(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			if all := piecesIn(t, out, s.Name); done+b.fresh != all {
				t.Errorf("%d pieces were kept, %d done after that: want %d in all", done, b.fresh, all)
			}
			page, err := os.ReadFile(filepath.Join(out, "README.md"))
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Contains(string(page), fmt.Sprintf("the last part of it, %d of %d ", b.fresh, done+b.fresh)); b.found != done || said != (done > 0) {
				t.Errorf("%d pieces were there, counted %d; the page says so: %v", done, b.found, said)
			}
			checkKinds(t, s, out)
			golden.Check(t, "testdata/"+s.Name+".md", pageOf(t, out, files))
		})
	}
}

// Games of a study are played by workers elsewhere, whatever else it does; the page is the
// same, and says who joined.
func TestWorkersElsewhere(t *testing.T) {
	server, err := queue.StartServer(queue.ServerOptions{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	for _, name := range []string{"mines-table-1", "mines-bssuct"} {
		study, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		out := t.TempDir()
		b := tinyBench(t, name, out, 1)
		var players sync.WaitGroup
		if study.Pieces == "" {
			b.Workers = 0 // nobody plays here
			players.Go(func() {
				nc, err := queue.Connect(t.Context(), queue.Access{URL: server.URL()}, "worker")
				if err != nil {
					t.Error(err)
					return
				}
				defer nc.Close()
				if _, err := queue.Work(t.Context(), nc, queue.WorkerOptions{Name: "w", Version: "test", Slots: 2, Wait: 20 * time.Second}); err != nil {
					t.Error(err)
				}
			})
		}
		ended := false
		b.Elsewhere = func(s *store.Store) (experiment.Pool, func(bool), error) {
			nc, err := server.Connect()
			if err != nil {
				return nil, nil, err
			}
			pool, err := queue.NewPool(nc, s.Info(), true, s.AddWorker)
			return pool, func(finished bool) { ended = finished; pool.Close(finished); nc.Close() }, err
		}
		files, err := study.Run(t.Context(), b)
		if err != nil || !ended {
			t.Fatalf("%s: ended %v, %v", name, ended, err)
		}
		players.Wait()
		golden.Check(t, "testdata/"+name+".md", pageOf(t, out, files))
		if page := string(readFile(t, filepath.Join(out, "README.md"))); strings.Contains(page, "games also by 1 worker process that joined") != (b.Workers == 0) {
			t.Errorf("%s does not say who played", name)
		}
	}
}

// What a study says of itself is what it does.
func checkKinds(t *testing.T, s *Study, out string) {
	t.Helper()
	for file, want := range map[string]bool{s.Name + "-quick.record": s.Plays(), s.Name + "-quick.pieces.record": s.Pieces != ""} {
		if _, err := os.Stat(filepath.Join(out, file)); (err == nil) != want {
			t.Errorf("plays games %v, does %q: %s is there: %v", s.Plays(), s.Pieces, file, err == nil)
		}
	}
}

// piecesIn counts the games and other pieces that the folder of a tiny study holds.
func piecesIn(t *testing.T, out, study string) int {
	t.Helper()
	n := 0
	if w, err := store.ReadWork(filepath.Join(out, study+"-quick.pieces.record")); err == nil {
		n += w.Len()
		w.Close()
	}
	if s, err := store.OpenReader(filepath.Join(out, study+"-quick.record")); err == nil {
		defer s.Close()
		tallies, err := s.Tallies()
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range tallies {
			n += x.Played()
		}
	}
	return n
}

// A run that is stopped keeps its games, the same run goes on with them, and another
// version of the program draws the page of a finished record but adds nothing to one
// that is not.
func TestStopAndGoOn(t *testing.T) {
	const text = `{"name": "x", "game": "minesweeper", "seed": 0, "games": 300, "groups": [{"settings": [{"board": "4x4/6", "rule": "gnomine"}],
		"players": ["bsr-uct", "bsr-uct-fast", "bsr-uct,literal=true", "bsr-uct-fast,literal=true"], "budgets": [{"sims": 40}]}]}`
	plan, err := experiment.Read(strings.NewReader(text), "plan")
	if err != nil {
		t.Fatal(err)
	}
	study, _ := Find("mines-table-1")
	out := t.TempDir()
	bench := func(version string) *Bench {
		return &Bench{Size: Quick, Seed: 1, Workers: 1, Out: out, Command: version, Version: version, Plan: plan}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	b := bench("one")
	b.Progress = func(_ string, done, _ int) {
		if done > 0 {
			cancel()
		}
	}
	if _, err := study.Run(ctx, b); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	if _, err := study.Run(context.Background(), bench("two")); !errors.Is(err, ErrRecord) {
		t.Fatalf("another version: %v", err)
	}
	b, begin := bench("one"), -1
	b.Progress = func(_ string, done, _ int) {
		if begin < 0 {
			begin = done
		}
	}
	if _, err := study.Run(context.Background(), b); err != nil || begin <= 0 {
		t.Fatalf("went on from %d games: %v", begin, err)
	}
	page, _ := os.ReadFile(filepath.Join(out, "README.md"))
	if _, err := study.Run(context.Background(), bench("two")); err != nil {
		t.Fatal(err)
	}
	if again, _ := os.ReadFile(filepath.Join(out, "README.md")); !strings.Contains(string(again), "version `one`") || string(again) != string(page) {
		t.Errorf("the page drawn anew:\n%s", again)
	}
	// Nothing is said of time where nothing but the record tells of the run.
	if err := os.Remove(filepath.Join(out, "run.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := study.Run(context.Background(), bench("two")); err != nil {
		t.Fatal(err)
	}
	again := string(readFile(t, filepath.Join(out, "README.md")))
	if _, said, _ := strings.Cut(again, "That run: "); !regexp.MustCompile("^size quick, seed 1, done by version `one`, begun 2[-0-9T:Z]+; the page is of version `two`\\.\n").MatchString(said) {
		t.Errorf("the page of another version says: %s", said)
	}
}
