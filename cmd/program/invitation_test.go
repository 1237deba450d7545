package program

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// invited returns the arguments that a run, which listens to other machines, says to type
// there, with a token that was made up.
func invited(t *testing.T, run *process) []string {
	t.Helper()
	line := regexp.MustCompile(`on another machine type: blindsight (worker --connect nats://\S+ --token \w{20,})\n`)
	var found []string
	eventually(t, func() bool {
		found = line.FindStringSubmatch(run.errOut.String())
		return found != nil || run.over()
	})
	if found == nil || strings.Contains(found[1], "0.0.0.0") {
		t.Fatalf("it does not say what to type: %s", run.errOut.String())
	}
	return strings.Fields(found[1])
}

// What is printed for the other machine lets a worker in as it stands.
func TestInvitationIsWhatToType(t *testing.T) {
	processTest(t)
	plan, record := writePlan(t, strings.Replace(longPlan, `"games": 150`, `"games": 2`, 1))
	run := start(t, "experiment", "run", plan, "--record", record, "--workers", "0", "--listen", "0.0.0.0:0")
	start(t, invited(t, run)...).expect(t, exitFine)
	run.expect(t, exitFine)
	gamesIn(t, record)
}

// A study invites workers in the same way.
func TestInvitationOfAStudy(t *testing.T) {
	processTest(t)
	out := t.TempDir()
	record := filepath.Join(out, "mines-table-1-quick.record")
	run := start(t, "reproduce", "mines-table-1", "--quick", "--out", out, "--workers", "0", "--listen", "0.0.0.0:0")
	worker := start(t, invited(t, run)...)
	eventually(t, func() bool { return recorded(record) > 0 || run.over() || worker.over() })
	if recorded(record) == 0 {
		t.Errorf("no game: %s%s", run.errOut.String(), worker.errOut.String())
	}
}
