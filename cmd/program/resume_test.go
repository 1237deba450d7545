package program

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"blindsight/experiment/store"
)

// longPlan takes some seconds on one core: short games, and longer ones with a belief.
const longPlan = `{"name": "long", "game": "minesweeper", "seed": 7, "games": 150, "groups": [
	{"settings": [{"board": "4x4/4"}], "players": ["sps", "bsr-uct", "csp"], "budgets": [{"sims": 300}]},
	{"settings": [{"board": "4x4/6", "rule": "gnomine"}], "players": ["bsr-uct"], "budgets": [{"sims": 1500}]}]}`

// writePlan writes a plan and returns its name and that of a record beside it.
func writePlan(t *testing.T, text string) (plan, record string) {
	t.Helper()
	folder := t.TempDir()
	plan = filepath.Join(folder, "plan.json")
	if err := os.WriteFile(plan, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return plan, filepath.Join(folder, "the.record")
}

// longGames are the games of longPlan, in one process that
// is left alone.
func longGames(t *testing.T) []string {
	t.Helper()
	long.once.Do(func() { long.games, _ = undisturbed(t, longPlan) })
	return long.games
}

var long struct {
	once  sync.Once
	games []string
}

// undisturbed runs a plan in one process and returns its games and its time.
func undisturbed(t *testing.T, text string) ([]string, time.Duration) {
	t.Helper()
	plan, record := writePlan(t, text)
	begin := time.Now()
	p := start(t, "experiment", "run", plan, "--record", record)
	p.expect(t, exitFine)
	return gamesIn(t, record), time.Since(begin)
}

// A run that is killed with SIGKILL five times, after random numbers of games, and resumed each time, the first
// times with plans that ask for less, so that its record is extended, holds in the end the
// same games as one that was left alone.
func TestKilledRunGoesOn(t *testing.T) {
	processTest(t)
	want := longGames(t)
	plan, record := writePlan(t, longPlan)
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 0))
	t.Logf("moments from seed %d", seed)
	smaller := []string{
		strings.Replace(longPlan, `"games": 150`, `"games": 30`, 1),
		strings.Replace(longPlan, `"sps", "bsr-uct", "csp"`, `"csp", "bsr-uct"`, 1),
		strings.Replace(longPlan, `"games": 150`, `"games": 149`, 1),
	}
	kills, before := 0, 0
	for tries := 0; kills < 5 && tries < 12; tries++ {
		text := longPlan
		if tries < len(smaller) {
			text = smaller[tries]
		}
		if err := os.WriteFile(plan, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p := start(t, "experiment", "run", plan, "--record", record)
		enough := before + rng.IntN(40)
		eventually(t, func() bool { return recorded(record) > enough || p.over() })
		time.Sleep(time.Duration(rng.IntN(10)) * time.Millisecond) // anywhere in what it does with a game
		if p.over() {
			continue
		}
		p.kill()
		kills++
		after := recorded(record)
		t.Logf("kill %d: %d games recorded", kills, after)
		if after < before {
			t.Errorf("kill %d: %d games recorded, before it %d", kills, after, before)
		}
		before = after
	}
	if err := os.WriteFile(plan, []byte(longPlan), 0o644); err != nil {
		t.Fatal(err)
	}
	if kills < 5 {
		t.Errorf("only %d kills: the run is too short for this test", kills)
	}
	start(t, "experiment", "run", plan, "--record", record).expect(t, exitFine)
	if got := gamesIn(t, record); !slices.Equal(got, want) {
		t.Error("the games differ from those of the undisturbed run")
	}
	for _, left := range []string{"-wal", "-shm", ".lock"} {
		if _, err := os.Stat(record + left); err == nil {
			t.Errorf("%s is left behind", left)
		}
	}
}

// Ctrl-C keeps what was finished and says how to go on.
func TestInterruptedRunGoesOn(t *testing.T) {
	processTest(t)
	plan, record := writePlan(t, longPlan)
	p := start(t, "experiment", "run", plan, "--record", record)
	eventually(t, func() bool { return recorded(record) > 20 || p.over() })
	if err := p.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	p.expect(t, exitFailed, "interrupted: ", " of 600 games are in "+record+"; the same command goes on")
	if n := recorded(record); n < 20 || n >= 600 {
		t.Errorf("%d games recorded", n)
	}
}

// A study whose pieces are decisions rather than games keeps those that were finished,
// whether it is interrupted or killed, and goes on with them.
func TestInterruptedStudyGoesOn(t *testing.T) {
	processTest(t)
	out := t.TempDir()
	pieces := func() int {
		w, err := store.ReadWork(filepath.Join(out, "mines-fig-2-quick.pieces.record"))
		if err != nil {
			return 0
		}
		defer w.Close()
		return w.Len()
	}
	before := 0
	for _, end := range []string{"interrupt", "kill", "interrupt"} {
		p := start(t, "reproduce", "mines-fig-2", "--quick", "--out", out, "--workers", "1")
		eventually(t, func() bool { return pieces() >= before+20 || p.over() })
		kept := pieces()
		if end == "kill" {
			p.kill()
		} else {
			if err := p.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			p.expect(t, exitFailed, "interrupted at ", " of 1000 decisions: what was finished is kept in "+out+"; the same command goes on")
		}
		after := pieces()
		if after < max(kept, before+20) || after >= 1000 {
			t.Fatalf("%s: %d decisions are kept, %d when it was stopped, %d before", end, after, kept, before)
		}
		before = after
	}
}
