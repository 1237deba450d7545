package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"blindsight"
	"blindsight/episode"
	"blindsight/experiment"
	"blindsight/game/minesweeper"
	"blindsight/internal/cputime"
	"blindsight/player/sweepers"
)

// planOf returns a plan of one group.
func planOf(t testing.TB, games int, settings, players, budgets string) *experiment.Plan {
	t.Helper()
	p, err := experiment.Read(strings.NewReader(fmt.Sprintf(
		`{"name": "test", "game": "minesweeper", "seed": 5, "games": %d, "groups": [{"settings": %s, "players": %s, "budgets": %s}]}`,
		games, settings, players, budgets)), "plan")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// gamesOf returns all games of a record as text, without times.
func gamesOf(t testing.TB, path string, p *experiment.Plan) []string {
	t.Helper()
	s := openReader(t, path, p)
	defer s.Close()
	var lines []string
	for _, c := range s.Info().Plan.Cells {
		if err := s.Games(c.Index, func(r *experiment.Result) {
			g := *r
			g.Seconds = 0
			lines = append(lines, fmt.Sprintf("%d: %+v", c.Index, g))
		}); err != nil {
			t.Fatal(err)
		}
	}
	return lines
}

// The games of a cell are those that one player plays alone on the same seed, for any
// number of workers, and a run that is stopped and resumed holds the same games.
func TestRunEqualsPlayingAlone(t *testing.T) {
	games := 60
	if raceDetector {
		games = 10
	}
	p := planOf(t, games, `[{"board": "4x4/4"}, {"board": "4x4/6", "rule": "gnomine", "auto_open": false}]`, `["sps", "bsr-uct"]`, `[{"sims": 30}]`)
	var want []string
	for i := range p.Cells {
		c := &p.Cells[i]
		r := minesweeper.Rules{Height: 4, Width: 4, Mines: 4, AutoOpen: true}
		if strings.Contains(c.Setting.Name, "gnomine") {
			r = minesweeper.Rules{Height: 4, Width: 4, Mines: 6, First: minesweeper.Gnomine}
		}
		g, err := minesweeper.New(r)
		if err != nil {
			t.Fatal(err)
		}
		player, err := sweepers.Catalogue.New(c.Player, g)
		if err != nil {
			t.Fatal(err)
		}
		for n := range c.Games {
			var actions []string
			m, err := episode.PlayMinesweeper(t.Context(), g, 5, n, player, blindsight.Budget{Simulations: 30}, func(_ *minesweeper.View, m *episode.MinesweeperMove) {
				if !m.Forced {
					row, col := g.RowCol(m.Decision.Action)
					actions = append(actions, fmt.Sprintf("%d,%d", row, col))
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			outcome := map[bool]experiment.Outcome{true: experiment.Won, false: experiment.Lost}[m.Won]
			want = append(want, fmt.Sprintf("%d: %+v", i, experiment.Result{
				Game: n, Outcome: outcome, Score: m.Score, Moves: m.Decisions,
				Actions: strings.Join(actions, " "), Simulations: m.Simulations, Health: m.Health,
			}))
		}
	}
	for _, workers := range []int{1, 2, 7} {
		path := filepath.Join(t.TempDir(), "record")
		s := open(t, path, p)
		if err := experiment.Run(t.Context(), p, s, experiment.Options{Workers: workers}); err != nil {
			t.Fatal(err)
		}
		s.Close()
		if got := gamesOf(t, path, p); !slices.Equal(got, want) {
			t.Errorf("%d workers: the games differ from those played alone", workers)
		}
	}

	path := filepath.Join(t.TempDir(), "record")
	stops := 0
	for finished := false; !finished; {
		s := open(t, path, p)
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		err := experiment.Run(ctx, p, s, experiment.Options{Workers: 2, Progress: func(int, int) {
			if calls++; calls == 2 {
				cancel()
			}
		}})
		cancel()
		s.Close()
		switch {
		case err == nil:
			finished = true
		case errors.Is(err, context.Canceled):
			stops++
		default:
			t.Fatal(err)
		}
	}
	if got := gamesOf(t, path, p); !slices.Equal(got, want) {
		t.Error("a run stopped and resumed differs from one undisturbed")
	}
	if stops < 2 && !raceDetector {
		t.Errorf("stopped %d times: this test shows nothing", stops)
	}
}

// failing is a record that fails after some games.
type failing struct {
	left int
}

var errFull = errors.New("full")

func (f *failing) Done(func(experiment.Job)) error { return nil }

func (f *failing) Add(batches []*experiment.Batch) (int, error) {
	n := 0
	for _, b := range batches {
		n += len(b.Results)
	}
	if f.left -= n; f.left < 0 {
		return 0, errFull
	}
	return n, nil
}

func TestRunEndsWhenTheRecordFails(t *testing.T) {
	p := planOf(t, 1_000_000, `[{"board": "4x4/4"}]`, `["sps"]`, `[{"sims": 1}]`)
	start := time.Now()
	err := experiment.Run(t.Context(), p, &failing{left: 5000}, experiment.Options{Workers: 4})
	if !errors.Is(err, errFull) || time.Since(start) > time.Minute {
		t.Errorf("got %v after %s", err, time.Since(start))
	}
}

// Memory does not grow with the number of games.
func TestMemoryIsBounded(t *testing.T) {
	if raceDetector {
		t.Skip("it is slow under the race detector, and nothing to see")
	}
	peak := func(games int) uint64 {
		p := planOf(t, games, `[{"board": "4x4/4"}]`, `["sps"]`, `[{"sims": 1}]`)
		s := open(t, filepath.Join(t.TempDir(), "record"), p)
		defer s.Close()
		var most uint64
		calls := 0
		err := experiment.Run(t.Context(), p, s, experiment.Options{Workers: 2, Progress: func(done, total int) {
			if calls++; calls%8 == 0 || done == total {
				runtime.GC()
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		return most
	}
	few, many := peak(10_000), peak(200_000)
	t.Logf("live heap at most %d kB with 10,000 games, %d kB with 200,000", few>>10, many>>10)
	// Up to 34,000 games are on their way to the record, as the load of the machine has it: a transaction, a queue of jobs
	// and those under way. That is 9 MB. Kept, 190,000 games would take 28 MB at least, 150 bytes each.
	if many > few+16<<20 {
		t.Errorf("live heap %d bytes with 10,000 games, %d with 200,000", few, many)
	}
}

// BenchmarkRun measures recorded games a second, the bare games beside them, and for
// longer games what recording adds.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct{ name, board, player, budget string }{
		{"sps-4x4-4", "4x4/4", "sps", `{"sims": 1}`},
		{"bsr-uct-4x4-6", "4x4/6", "bsr-uct", `{"sims": 100}`}, // about a millisecond
		{"csp-16x30-99", "16x30/99", "csp", `{"sims": 1}`},
	} {
		for _, recorded := range []bool{false, true} {
			name := c.name + map[bool]string{false: "/bare", true: "/recorded"}[recorded]
			b.Run(name, func(b *testing.B) {
				p := planOf(b, b.N, `[{"board": "`+c.board+`"}]`, `["`+c.player+`"]`, `[`+c.budget+`]`)
				s := open(b, filepath.Join(b.TempDir(), "record"), p)
				defer s.Close()
				b.ResetTimer()
				start, cpu := time.Now(), cputime.Seconds()
				if recorded {
					if err := experiment.Run(b.Context(), p, s, experiment.Options{Workers: runtime.GOMAXPROCS(0)}); err != nil {
						b.Fatal(err)
					}
				} else {
					type playFunc = func(context.Context, int) (int, error)
					err := episode.Batch(b.Context(), b.N, runtime.GOMAXPROCS(0), func() playFunc {
						table := experiment.NewTable(p, nil)
						return func(ctx context.Context, n int) (int, error) {
							_, err := table.Play(ctx, experiment.Job{First: n, Games: 1})
							return 0, err
						}
					}, func(int, int) {})
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "games/s")
				b.ReportMetric((cputime.Seconds()-cpu)/float64(b.N)*1e6, "cpu-µs/game")
			})
		}
	}
}
