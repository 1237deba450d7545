package program

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"blindsight/experiment"
	"blindsight/experiment/match"
	"blindsight/experiment/store"
)

// sleepers returns how many processes sleep so long. Tests tell theirs by that.
func sleepers(t *testing.T, seconds string) int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && bytes.HasPrefix(line, []byte("sleep\x00"+seconds)) {
			n++
		}
	}
	return n
}

// hanging is a bot that answers the greeting and hangs, with a child that hangs too. It is greeted when it is watched: what a bot
// starts before that, in the moment in which it is started itself, would outlive a runner that is killed in that moment.
func hanging(seconds string) string {
	return fmt.Sprintf(`exec,grace=1h:sh -c 'read -r hello; echo "{\"type\":\"ready\",\"protocol\":1}"; sleep %[1]s & sleep %[1]s'`, seconds)
}

// However the program ends, by a signal that it hears or one that it does not, nothing
// that it started goes on.
func TestNoProgramOutlivesItsRunner(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are found in /proc")
	}
	processTest(t)
	for i, stop := range []os.Signal{syscall.SIGKILL, syscall.SIGINT} {
		seconds := fmt.Sprintf("%d.%d", 100_000+i, os.Getpid())
		p := start(t, "play", "phantom", "--player", hanging(seconds), "--opponent", hanging(seconds), "--games", "4", "--workers", "2", "--sims", "1")
		eventually(t, func() bool { return sleepers(t, seconds) >= 4 })
		if err := p.Process.Signal(stop); err != nil {
			t.Fatal(err)
		}
		if code := p.finish(t); stop == syscall.SIGINT && code != exitFailed {
			t.Errorf("exit %d: %s", code, p.errOut.String())
		}
		eventually(t, func() bool { return sleepers(t, seconds) == 0 })
	}
}

// python returns the interpreter, or skips the test.
func python(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("NOT RUN: there is no python3 here")
	}
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	return path
}

// The bots of examples/python play, and better than at random.
func TestPythonBots(t *testing.T) {
	python(t)
	for _, c := range []struct {
		args  string
		bot   string
		least float64 // mean of the games below: most are won, or at least drawn
	}{
		{"play minesweeper --set board=9x9/10 --games 8 --sims 1 --workers 2 --json", "minesweeper", 0.25},
		{"play kriegspiel --set limit=25 --opponent random --games 2 --sims 1 --workers 2 --json", "kriegspiel", 0},
		{"play kriegspiel --set limit=25,rules=english --opponent random --games 1 --sims 1 --json", "kriegspiel", 0},
	} {
		player := "exec,grace=5m,start=5m:python3 ../../examples/python/" + c.bot + "_bot.py"
		stdout, stderr, code := runCommand(t, "", append(strings.Fields(c.args), "--player", player)...)
		var played match.GamesReport
		if err := json.Unmarshal([]byte(stdout), &played); err != nil || code != exitFine {
			t.Fatalf("%s: exit %d: %s", c.args, code, stderr)
		}
		if len(played.Forfeits) > 0 || played.Mean < c.least {
			t.Errorf("%s: %s", c.args, stdout)
		}
	}
}

// A Python script asks the engine. On the board of the script the corners' numbers leave
// three mines in groups of cells that exact counting tells apart from safe ones.
func TestPythonAdvice(t *testing.T) {
	interpreter := python(t)
	cmd := exec.Command(interpreter, "../../examples/python/advice.py", os.Args[0])
	cmd.Env = append(os.Environ(), programVariable+"=v1-test")
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaints.String())
	}
	lines := strings.Split(string(out), "\n")
	if len(lines) != 11 || lines[1] != "1..1" || !strings.HasPrefix(lines[5], "  0%") {
		t.Fatalf("it prints\n%s", out)
	}
	// 2,0, 3,0 and 3,1 touch no number, and all mines touch one.
	if lines[9] != "open 2,0" && lines[9] != "open 3,0" && lines[9] != "open 3,1" && lines[9] != "open 2,1" {
		t.Errorf("advice %q:\n%s", lines[9], out)
	}
}

// The same mistakes as in package engine, seen from the command: what was forfeited and why
// is told in words and in JSON.
func TestForfeitsAreReported(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the bot is a shell script")
	}
	garbled := `exec,grace=5m:sh -c 'echo "{\"type\":\"ready\",\"protocol\":1}"; while read -r x; do case $x in *choose*) echo what ;; esac; done'`
	const reason = `not a JSON object of the protocol: "what": invalid character 'w' looking for beginning of value`
	args := []string{"play", "phantom", "--player", "random", "--opponent", garbled, "--games", "3", "--sims", "1"}
	stdout, stderr, code := runCommand(t, "", args...)
	if code != exitFine || !strings.Contains(stdout, "3 won, 0 drawn, 0 lost") || !strings.Contains(stdout, "3 games forfeited by second: "+reason) {
		t.Errorf("exit %d: %s%s", code, stdout, stderr)
	}
	stdout, stderr, code = runCommand(t, "", append(args, "--json")...)
	var played match.GamesReport
	if err := json.Unmarshal([]byte(stdout), &played); err != nil || code != exitFine {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	// In a match the reason is that of the player, on whatever side he sits.
	perGame := filepath.Join(t.TempDir(), "games.txt")
	stdout, stderr, code = runCommand(t, "", "match", "phantom", garbled, "random", "--games", "4", "--sims", "1", "--per-game", perGame)
	lines, err := os.ReadFile(perGame)
	if err != nil || code != exitFine || !strings.Contains(stdout, "  4 games forfeited by A: "+reason) || strings.Count(string(lines), " A forfeits: "+reason+"\n") != 4 {
		t.Errorf("exit %d: %s%s%s%v", code, stdout, stderr, lines, err)
	}
	if len(played.Forfeits) != 1 || played.Forfeits[0] != (match.ForfeitReport{By: "second", Reason: reason, Games: 3}) || played.Mean != 1 {
		t.Errorf("%s", stdout)
	}
}

var bots = flag.Int("bots", 4, "games of each misbehaving bot in the record that is killed; 200 are 1,000 in all")

// scripts are bots that misbehave, as shell scripts, and the reason that is recorded. The last
// one plays.
var scripts = []struct{ name, params, text, reason string }{
	{"dies", "grace=5m", "exit 3", "it ended with exit status 3"},
	{"hangs", "grace=0s", "sleep 1000 & sleep 1000", "no answer within 50ms"},
	{"garbled", "grace=5m", "echo what", "not a JSON object of the protocol"},
	{"illegal", "grace=5m", `echo '{"type":"action","action":"castle"}'`, `the action "castle" is not one of the`},
	{"plays", "grace=5m", `a=${x#*'"legal":["'}; echo '{"type":"action","action":"'${a%%'"'*}'"}'`, ""},
}

// writeBots writes the scripts and a plan in which each meets the player random, and returns
// the plan's file.
func writeBots(t *testing.T, folder string, games int) string {
	t.Helper()
	var players []string
	for _, b := range scripts {
		script := fmt.Sprintf(`while read -r x; do case $x in
*'"type":"hello"'*) echo '{"type":"ready","protocol":1}' ;;
*'"type":"choose"'*) %s ;;
esac; done
`, b.text)
		file := filepath.Join(folder, b.name+".sh")
		if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
			t.Fatal(err)
		}
		players = append(players, fmt.Sprintf("exec,%s,start=5m:sh %s", b.params, file))
	}
	plan, err := json.Marshal(map[string]any{
		"name": "bots", "game": "phantom", "games": games,
		"groups": []any{map[string]any{"settings": []string{""}, "players": players, "opponents": []string{"random"}, "budgets": []any{map[string]any{"time": "50ms"}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "plan.json")
	if err := os.WriteFile(file, plan, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// scriptsAtWork returns how many processes have a file of a folder as an argument.
func scriptsAtWork(t *testing.T, folder string) int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && bytes.HasPrefix(line, []byte("sh\x00"+folder)) {
			n++
		}
	}
	return n
}

// A run of bots that misbehave is killed and taken up again: every game is in the record, with
// the reason of each forfeit, and no bot is left, neither then nor at the end.
func TestForfeitsAreRecorded(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processes are found in /proc")
	}
	processTest(t)
	folder := t.TempDir()
	plan, record := writeBots(t, folder, *bots), filepath.Join(folder, "bots.record")
	total := *bots * len(scripts)
	for kill := range 2 {
		p := start(t, "experiment", "run", plan, "--record", record, "--workers", "2")
		eventually(t, func() bool { return recorded(record) >= (kill+1)*total/4 })
		p.kill()
		eventually(t, func() bool { return scriptsAtWork(t, folder) == 0 })
	}
	start(t, "experiment", "run", plan, "--record", record, "--workers", "2").expect(t, exitFine)
	if n := scriptsAtWork(t, folder); n > 0 {
		t.Errorf("%d bots are left", n)
	}
	s, err := store.OpenReader(record)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i, b := range scripts {
		games := 0
		if err := s.Games(i, func(r *experiment.Result) {
			games++
			switch {
			case b.reason == "" && r.Note != "":
				t.Errorf("%s, game %d: %s", b.name, r.Game, r.Note)
			case b.reason != "" && (!strings.HasPrefix(r.Note, "forfeit: "+b.reason) || r.Outcome != experiment.Lost || r.Score != -1):
				t.Errorf("%s, game %d: %s with %v, %s", b.name, r.Game, r.Outcome, r.Score, r.Note)
			}
		}); err != nil {
			t.Fatal(err)
		}
		if games != *bots {
			t.Errorf("%s: %d games of %d", b.name, games, *bots)
		}
	}
	// Who sums the record up is told.
	text, _, code := runCommand(t, "", "experiment", "report", record)
	var summed struct {
		Forfeits []struct {
			Cell, Games int
			Reason      string
		}
	}
	line, _, _ := runCommand(t, "", "experiment", "report", record, "--format", "json")
	unmarshal(t, line, &summed)
	forfeited := make(map[int]int)
	for _, f := range summed.Forfeits {
		if forfeited[f.Cell] += f.Games; !strings.HasPrefix(f.Reason, "forfeit: "+scripts[f.Cell].reason) || !strings.Contains(text, f.Reason) {
			t.Errorf("cell %d: %q in the report (exit %d)\n%s", f.Cell, f.Reason, code, text)
		}
	}
	for i, b := range scripts {
		if want := *bots; b.reason != "" && forfeited[i] != want || b.reason == "" && forfeited[i] != 0 {
			t.Errorf("%s: %d games forfeited by the report", b.name, forfeited[i])
		}
	}
}

// A worker starts programs of a plan only if it was told to.
func TestWorkersStartNoPrograms(t *testing.T) {
	processTest(t)
	folder := t.TempDir()
	plan := writeBots(t, folder, 2)
	run := start(t, "experiment", "run", plan, "--record", filepath.Join(folder, "run.record"), "--listen", "127.0.0.1:0", "--workers", "0")
	address := run.address(t)
	start(t, "worker", "--connect", address).expect(t, exitUsage, "the run's plan starts a program, exec,", "use --allow-exec")
	start(t, "worker", "--connect", address, "--allow-exec").expect(t, exitFine)
	run.expect(t, exitFine)
}

// Minesweeper has a form of its own in plans; a program plays the same boards there, and what
// it opened is counted as for others.
func TestProgramInAMinesweeperPlan(t *testing.T) {
	folder := t.TempDir()
	writeBots(t, folder, 2)
	plan := fmt.Sprintf(`{"name":"mines","game":"minesweeper","games":5,"groups":[{"settings":[{"board":"3x3/1"}],"budgets":[{"time":"0"}],
		"players":["exec,grace=5m,start=5m:sh %s/plays.sh","exec,grace=5m,start=5m:sh %[1]s/dies.sh"]}]}`, folder)
	record := filepath.Join(folder, "mines.record")
	if _, stderr, code := runCommand(t, plan, "experiment", "run", "-", "--record", record, "--workers", "1"); code != exitFine {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	s, err := store.OpenReader(record)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for cell := range 2 {
		if err := s.Games(cell, func(r *experiment.Result) {
			// On a 3x3 board with a mine 8 cells are safe: who opens them all has won.
			if won := r.Score == 1; won != (r.Outcome == experiment.Won) || r.Score < 0 || r.Score > 1 || (r.Note != "") != (cell == 1) || (r.Score > 0) != (cell == 0) {
				t.Errorf("cell %d: %+v", cell, *r)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// A plan that names a program which is not there is refused before a record is made.
func TestPlanWithAMissingProgram(t *testing.T) {
	folder := t.TempDir()
	plan, record := filepath.Join(folder, "plan.json"), filepath.Join(folder, "x.record")
	const text = `{"name": "x", "game": "phantom", "seed": 1, "games": 2, "groups": [
		{"settings": [""], "players": ["exec:./nobody-here", "random"], "budgets": [{"sims": 1}]}]}`
	if err := os.WriteFile(plan, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, complaint, code := runCommand(t, "", "experiment", "run", plan, "--record", record)
	if code != exitUsage || !strings.Contains(complaint, "player exec:./nobody-here: no program to start") {
		t.Errorf("exit %d: %s", code, complaint)
	}
	if _, err := os.Stat(record); err == nil {
		t.Error("a record was made")
	}
}
