package program

import (
	"slices"
	"strings"
	"testing"
)

// otherPlans are of games other than Minesweeper, with beliefs that follow the play, and of
// some seconds on one core.
var otherPlans = map[string]string{
	"dark-hex": `{"name": "dark-hex", "game": "phantom", "seed": 7, "games": 40, "groups": [
		{"settings": ["board=hex"], "players": ["uct", "uct,belief=particle", "random"], "budgets": [{"sims": 150}]}]}`,
	"kriegspiel": `{"name": "kriegspiel", "game": "kriegspiel", "seed": 7, "games": 30, "groups": [
		{"settings": ["limit=12"], "players": ["belief,sample=50", "greedy"], "opponents": ["random"], "budgets": [{"sims": 50}]}]}`,
}

// Runs of dark hex and of Kriegspiel that are killed five times with SIGKILL, and such whose games are
// played by two workers of which one is killed at work, hold the games of one process that was
// left alone. All moments are counted in games that are recorded.
func TestOtherGamesGoOn(t *testing.T) {
	for name, text := range otherPlans {
		t.Run(name, func(t *testing.T) {
			processTest(t)
			want, took := undisturbed(t, text)
			if len(want) < 60 || !strings.Contains(strings.Join(want, "\n"), "Effective:") {
				t.Fatalf("%d games", len(want))
			}
			t.Logf("%d games, undisturbed in %s", len(want), took)
			if got := killedFiveTimes(t, text, len(want)/12); !slices.Equal(got, want) {
				t.Error("the games of the run that was killed differ from those of one process")
			}
			if got := workerKilled(t, text, len(want)); !slices.Equal(got, want) {
				t.Error("the games of workers differ from those of one process")
			}
		})
	}
}

// killedFiveTimes runs a plan that is killed each time so many more games are there, and returns its
// games in the end.
func killedFiveTimes(t *testing.T, text string, more int) []string {
	t.Helper()
	plan, record := writePlan(t, text)
	for kill := 1; kill <= 5; kill++ {
		before := recorded(record)
		p := start(t, "experiment", "run", plan, "--record", record, "--workers", "1")
		eventually(t, func() bool { return recorded(record) >= before+more || p.over() })
		if p.over() {
			t.Fatalf("it was over before kill %d: the plan is too short for this test: %s", kill, p.errOut.String())
		}
		p.kill()
		t.Logf("kill %d: %d games recorded", kill, recorded(record))
	}
	start(t, "experiment", "run", plan, "--record", record).expect(t, exitFine)
	return gamesIn(t, record)
}

// workerKilled lets two workers play a plan, kills one when both have begun, and returns the games.
func workerKilled(t *testing.T, text string, all int) []string {
	t.Helper()
	plan, record := writePlan(t, text)
	run := start(t, "experiment", "run", plan, "--record", record, "--workers", "0", "--listen", "127.0.0.1:0")
	url := run.address(t)
	first := start(t, "worker", "--connect", url, "--workers", "1")
	eventually(t, func() bool { return recorded(record) > 0 || run.over() })
	second := start(t, "worker", "--connect", url, "--workers", "1")
	eventually(t, func() bool { return strings.Contains(second.errOut.String(), "joined the run") || run.over() })
	first.kill()
	if n := recorded(record); n >= all {
		t.Fatalf("%d games: the plan is too short for this test", n)
	}
	run.expect(t, exitFine)
	second.expect(t, exitFine)
	return gamesIn(t, record)
}
