package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"blindsight/cmd/console"
	"blindsight/experiment/match"
	"blindsight/experiment/minesexchange"
)

// The same seed and --sims give byte-identical output, on two runs and for any
// number of workers, for every player.
func TestPlayIsRepeatable(t *testing.T) {
	names := []string{
		"random", "bsr-uct", "bsr-uct-mcmc", "bsr-uct-fast", "bsr-uct-csp",
		"bsr-uct,sampling=root,trees=3", "bsr-uct-fast,share=false,widen=2,objective=win",
	}
	if raceDetector {
		names = names[:1] // workers race with one another whoever plays
	}
	for _, player := range names {
		for _, board := range []string{"4x4/6 --rule gnomine --auto-open=false", "5x5/5 --rule windows", "4x5/4 --rule gnomine --neighbours hex"} {
			var first string
			for i, workers := range []int{1, 2, 1, 5} {
				perGame := filepath.Join(t.TempDir(), "games.txt")
				args := strings.Fields(fmt.Sprintf("mines play --json --games 12 --seed 5 --sims 60 --workers %d --player %s --board %s", workers, player, board))
				out, errOut, code := runCommand(t, "", append(args, "--per-game", perGame)...)
				if code != exitFine {
					t.Fatalf("%v: exit %d: %s", args, code, errOut)
				}
				games, err := os.ReadFile(perGame)
				if err != nil {
					t.Fatal(err)
				}
				told := mask(out) + string(games)
				if i == 0 {
					first = told
				} else if told != first {
					t.Errorf("%s on %s with %d workers:\n%s\nwith 1 worker:\n%s", player, board, workers, told, first)
				}
			}
		}
	}
}

// The report's numbers are those of the per-game lines.
func TestPerGameAddsUp(t *testing.T) {
	perGame := filepath.Join(t.TempDir(), "games.txt")
	out, errOut, code := runCommand(t, "", "mines", "play", "--json", "--games", "40", "--sims", "50", "--board", "4x4/4", "--player", "bsr-uct", "--per-game", perGame)
	if code != exitFine {
		t.Fatal(errOut)
	}
	var report match.MinesReport
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	lines, err := os.ReadFile(perGame)
	if err != nil {
		t.Fatal(err)
	}
	games, wins, score, moves := 0, 0, 0.0, 0
	for line := range strings.Lines(string(lines)) {
		var game, won, m int
		var s float64
		if _, err := fmt.Sscanf(line, "%d %d %f %d\n", &game, &won, &s, &m); err != nil || game != games {
			t.Fatalf("line %q: %v", line, err)
		}
		if (won == 1) != (s == 1) {
			t.Errorf("line %q: won and score disagree", line)
		}
		games, wins, score, moves = games+1, wins+won, score+s, moves+m
	}
	if games != report.Games || wins != report.Wins || math.Abs(score/40-report.Score) > 1e-6 || float64(moves)/40 != report.Moves {
		t.Errorf("lines say %d games, %d wins, score %v, moves %v; the report %+v", games, wins, score/40, float64(moves)/40, report)
	}
	if report.CI95[0] > report.WinRate || report.CI95[1] < report.WinRate {
		t.Errorf("win rate %v outside its interval %v", report.WinRate, report.CI95)
	}
}

// Boards printed by 'mines boards' are the boards that 'mines play --seed' plays:
// where the player opens the same first cell, both ways give the same results.
func TestBoardsAreThoseOfTheSeed(t *testing.T) {
	boards, _, code := runCommand(t, "", "mines", "boards", "--board", "4x4/6", "--rule", "gnomine", "--first", "1,1", "--games", "10", "--seed", "3")
	if code != exitFine {
		t.Fatal(code)
	}
	given, errOut, code := runCommand(t, boards, "mines", "play", "--json", "--board", "4x4/6", "--rule", "gnomine", "--auto-open=false", "--boards", "-", "--sims", "2000", "--seed", "3")
	if code != exitFine {
		t.Fatal(errOut)
	}
	var report match.MinesReport
	if err := json.Unmarshal([]byte(given), &report); err != nil {
		t.Fatal(err)
	}
	// From a central first cell the board is a sure win (paper A, section III-A).
	if report.Games != 10 || report.Score < 0.99 || len(report.First) != 1 || report.First[0] != (match.FirstCell{Row: 1, Col: 1, Games: 10}) {
		t.Errorf("report %+v", report)
	}
}

// Ctrl-C prints what was finished and exits with 1.
func TestInterruptedPlayReports(t *testing.T) {
	perGame := filepath.Join(t.TempDir(), "games.txt")
	out, errOut, code := runCutShort(t, "mines", "play", "--json", "--board", "4x4/6", "--player", "random", "--games", "100000000", "--per-game", perGame)
	if code != exitFailed {
		t.Errorf("exit %d, want %d: %s", code, exitFailed, errOut)
	}
	var report match.MinesReport
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v in %q", err, out)
	}
	lines, err := os.ReadFile(perGame)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(lines, []byte("\n")); n != report.Games || n == 0 {
		t.Errorf("%d games reported, %d lines", report.Games, n)
	}
	if !strings.Contains(errOut, "interrupted") {
		t.Errorf("stderr %q does not say so", errOut)
	}
}

// runCutShort runs a command that is interrupted when it has something to print: later and
// later, since how soon that is depends on what else the machine does.
func runCutShort(t *testing.T, args ...string) (printed, complaints string, code int) {
	t.Helper()
	for wait := 300 * time.Millisecond; ; wait *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		var out, errOut bytes.Buffer
		code := run(ctx, args, strings.NewReader(""), &out, &errOut)
		cancel()
		if out.Len() > 0 || wait > time.Minute {
			return out.String(), errOut.String(), code
		}
	}
}

// A command that fails leaves a file that was there as it was, and no other.
func TestPerGameIsNotHalfWritten(t *testing.T) {
	dir := t.TempDir()
	perGame := filepath.Join(dir, "games.txt")
	if err := os.WriteFile(perGame, []byte("precious\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, _, code := runCommand(t, "0,0: 9,9\n", "mines", "play", "--boards", "-", "--per-game", perGame)
	if code != exitUsage {
		t.Errorf("exit %d, want %d", code, exitUsage)
	}
	content, err := os.ReadFile(perGame)
	if err != nil || string(content) != "precious\n" {
		t.Errorf("the file holds %q, %v", content, err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("files left behind: %v", left)
	}
}

// The file of --outcomes holds the games of --per-game, and says what was played.
func TestOutcomes(t *testing.T) {
	perGame, won := filepath.Join(t.TempDir(), "games.txt"), filepath.Join(t.TempDir(), "won.txt")
	args := []string{"mines", "play", "--games", "300", "--time", "0", "--board", "3x4/2", "--rule", "gnomine", "--neighbours", "hex", "--auto-open=false", "--player", "optimal", "--seed", "9"}
	if _, errOut, code := runCommand(t, "", append(args, "--per-game", perGame, "--outcomes", won)...); code != exitFine {
		t.Fatal(errOut)
	}
	var series [2]*minesexchange.Series
	for i, path := range []string{perGame, won} {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if series[i], err = minesexchange.Read(f, path); err != nil {
			t.Fatal(err)
		}
	}
	if len(series[0].Won) != 300 || !slices.Equal(series[0].Won, series[1].Won) {
		t.Errorf("%d and %d games, or others", len(series[0].Won), len(series[1].Won))
	}
	h := series[1].Head
	if h.CPU <= 0 {
		t.Errorf("%v ms of CPU a game", h.CPU)
	}
	h.CPU = 0
	want := minesexchange.Head{
		Board: "3x4/2", Rule: "gnomine", Neighbours: "hex", Seed: "9", First: "0,1", Player: "optimal", Budget: "no budget", Version: console.ReleaseVersion(),
		Command: "blindsight mines play --board 3x4/2 --rule gnomine --neighbours hex --auto-open=false --player optimal --time 0s --games 300 --seed 9",
	}
	if h != want {
		t.Errorf("head %+v, want %+v", h, want)
	}
}
