package registry_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// outside is a module of its own with a game that this one does not know.
const outside = "testdata/foxhunt"

// mostLines is how many lines of Go, tests aside, a small game may take.
const mostLines = 150

// A module outside of this one adds a game with one call and few lines, passes the kit in its own
// tests, and has the commands for it: the game is listed among the others and played by uct on two
// beliefs. It needs nothing that this module does not list: its go.sum is this one's.
func TestGameOfAnotherModule(t *testing.T) {
	openFolders(t)
	folder := copyModule(t)
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off")
		var complaints bytes.Buffer
		cmd.Stderr = &complaints
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, complaints.Bytes())
		}
		return string(out)
	}
	// What go vet knows of this module's packages is there when they were vetted; what go test would vet by itself is less
	// and other, and is worked out anew for all of them.
	run("go", "vet", ".")
	tested := run("go", "test", "-vet=off", "-v", ".")
	for _, name := range []string{"TestConformance/leak", "TestConformance/rules", "TestUCTOnTwoBeliefs"} {
		if !strings.Contains(tested, "--- PASS: "+name+" ") {
			t.Errorf("%s was not run:\n%s", name, tested)
		}
	}
	program := filepath.Join(folder, "program")
	run("go", "build", "-ldflags", "-s -w", "-o", program, ".")
	if listed := run(program, "games"); !strings.Contains(listed, "\nfoxhunt: ") || !strings.HasPrefix(listed, "minesweeper: ") {
		t.Errorf("the games are\n%s", listed)
	}
	if help := run(program, "play", "--help"); !strings.Contains(help, "\n  foxhunt play GAME ") || !strings.Contains(help, "\n  foxhunt play phantom ") || strings.Contains(help, "blindsight ") {
		t.Errorf("the program does not know its name:\n%s", help)
	}
	for _, player := range []string{"uct,belief=rejection", "uct,belief=particle"} {
		text := run(program, "play", "foxhunt", "--player", player, "--games", "5", "--sims", "200", "--json")
		var played struct {
			Player string
			Games  int
			Mean   float64
			Steps  float64 `json:"steps_per_game"`
			Health struct{ Samples, Failures, Fallbacks int }
		}
		if err := json.Unmarshal([]byte(text), &played); err != nil {
			t.Fatal(err)
		}
		if played.Player != player || played.Games != 5 || played.Mean != -played.Steps || played.Mean > -1 ||
			played.Health.Samples < 1000 || played.Health.Failures+played.Health.Fallbacks > 0 {
			t.Errorf("%s plays %s", player, text)
		}
	}
}

// copyModule copies the module to a folder of the test, where the go command may complete its go.mod, by this
// module's own go.sum, and returns the folder. It fails if the module has grown.
func copyModule(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	house, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(outside, "*"))
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, file := range append(files, "../go.sum") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		switch {
		case name == "go.mod":
			text = bytes.Replace(text, []byte("=> ../../.."), []byte("=> "+filepath.ToSlash(house)), 1)
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			lines += bytes.Count(text, []byte("\n"))
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if lines == 0 || lines >= mostLines {
		t.Errorf("the game takes %d lines, want less than %d", lines, mostLines)
	}
	return folder
}

// openFolders opens every folder of source once. `go test` repeats a stored result until something
// changes that the test itself has opened, and does not see what the go command reads for it.
func openFolders(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || path == ".." {
			return err
		}
		if name := entry.Name(); strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || name == "bin" {
			return fs.SkipDir
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
