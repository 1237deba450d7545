package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/experiment/kriegmatch"
)

// The number of workers changes nothing but times, and each player has either colour in
// half of the games.
func TestMatchWorkers(t *testing.T) {
	var reports, records [2]string
	for i, workers := range []string{"1", "3"} {
		pgn := filepath.Join(t.TempDir(), "games.pgn")
		out, stderr, code := runCommand(t, "", "kriegspiel", "match", "belief,sample=200", "hunter", "--games", "4", "--sims", "200", "--limit", "20",
			"--workers", workers, "--seed", "5", "--json", "--pgn", pgn)
		if code != exitFine {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		games, err := os.ReadFile(pgn)
		if err != nil {
			t.Fatal(err)
		}
		reports[i], records[i] = mask(out), string(games)
	}
	if reports[0] != reports[1] || records[0] != records[1] {
		t.Errorf("1 worker and 3 differ:\n%s%s", reports[0], reports[1])
	}
	var r kriegmatch.Report
	if err := json.Unmarshal([]byte(reports[0]), &r); err != nil {
		t.Fatal(err)
	}
	if r.AsWhite.Games != 2 || r.AsBlack.Games != 2 || r.Games != 4 || r.Wins+r.Draws+r.Losses != 4 {
		t.Errorf("%+v", r)
	}
	if n := strings.Count(records[0], "[Variant "); n != 4 {
		t.Errorf("%d games in the file, want 4", n)
	}
}

// A match that is interrupted prints the games that were finished.
func TestMatchInterrupted(t *testing.T) {
	out, errOut, code := runCutShort(t, "kriegspiel", "match", "greedy", "random", "--games", "1000000", "--sims", "1", "--json")
	var r kriegmatch.Report
	if err := json.Unmarshal([]byte(out), &r); code != exitFailed || err != nil || r.Games == 0 || !strings.Contains(errOut, "interrupted") {
		t.Errorf("exit %d, %v: %s%s", code, err, out, errOut)
	}
}
