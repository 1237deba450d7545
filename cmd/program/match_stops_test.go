package program

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/cmd/console"
	"blindsight/internal/elo"
)

// A test stops at the same pair for any number of workers: the first at which the ratio of the
// pairs so far, of a match without a test, passes a bound.
func TestMatchStops(t *testing.T) {
	match := func(flags ...string) (report, lines string) {
		t.Helper()
		perGame := filepath.Join(t.TempDir(), "games")
		args := append(strings.Fields("match phantom random uct,opponent=uniform --set board=hex,rows=2,cols=3 --sims 20 --seed 3 --json --per-game"), perGame)
		out, stderr, code := runCommand(t, "", append(args, flags...)...)
		if code != exitFine {
			t.Fatalf("%v: exit %d: %s", flags, code, stderr)
		}
		games, err := os.ReadFile(perGame)
		if err != nil {
			t.Fatal(err)
		}
		return mask(out), string(games)
	}
	one, lines := match("--sprt", "-150,0", "--workers", "1")
	if other, more := match("--sprt", "-150,0", "--workers", "4"); other != one || more != lines {
		t.Errorf("4 workers:\n%s%s1 worker:\n%s%s", other, more, one, lines)
	}
	var r struct {
		Games int
		Pairs elo.Pairs
		SPRT  struct {
			Bounds  [2]float64
			LLR     float64
			Verdict string
		}
	}
	if err := json.Unmarshal([]byte(one), &r); err != nil {
		t.Fatal(err)
	}
	_, all := match("--games", "200")
	test := elo.SPRT{Lo: -150, Hi: 0}
	var points elo.Pairs
	halves, decided := 0, 0
	for i, line := range strings.Split(strings.TrimSpace(all), "\n") {
		var pair, steps int
		var side string
		var score, gain float64
		if _, err := fmt.Sscan(line, &pair, &side, &score, &gain, &steps); err != nil || pair != i/2 || side != []string{"first", "second"}[i%2] || gain != 2*score-1 {
			t.Fatalf("line %d: %q: %v", i, line, err)
		}
		if halves += int(2 * score); i%2 == 0 {
			continue
		}
		points.Add(halves)
		halves = 0
		if test.Judge(points) != elo.Undecided {
			decided = i + 1
			break
		}
	}
	if !strings.HasPrefix(all, lines) || r.Games != decided || decided < 10 || r.Pairs != points || r.SPRT.Verdict != "lo" || r.SPRT.LLR > r.SPRT.Bounds[0] {
		t.Errorf("stopped after %d games, want %d: %s", r.Games, decided, one)
	}
}

// Ctrl-C keeps the pairs that were finished, and says so.
func TestPairsInterrupted(t *testing.T) {
	perGame := filepath.Join(t.TempDir(), "games")
	out, errOut, code := runCutShort(t, append(strings.Fields("match phantom random random --games 100000000 --sims 1 --json --per-game"), perGame)...)
	var r struct{ Games int }
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitFailed || r.Games == 0 || r.Games%2 == 1 || !strings.Contains(errOut, console.ErrPartial.Error()) {
		t.Errorf("exit %d, %v: %s%s", code, err, out, errOut)
	}
	lines, err := os.ReadFile(perGame)
	if n := strings.Count(string(lines), "\n"); err != nil || n != r.Games {
		t.Errorf("%v, %d lines of %d games", err, n, r.Games)
	}
}
