package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Commands of the README that end only when somebody ends them: their help is asked for.
var endless = []string{"serve", "mines human", "kriegspiel play", "human", "engine"}

// What is added to commands that take long, so that they do less of the same.
var shorter = map[string]string{"mines play": " --games 3", "mines boards": " --games 1"}

// The commands of "60 seconds" run as they stand in a fresh copy of the repository, in
// their order.
func TestReadmeCommands(t *testing.T) {
	if raceDetector {
		t.Skip("the commands have tests of their own")
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## 60 seconds\n")
	section, _, _ = strings.Cut(section, "\n## ")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, part := range []string{"examples", "studies/example"} {
		if err := os.CopyFS(filepath.Join(folder, part), os.DirFS(filepath.Join(root, part))); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	commands := 0
	for line := range strings.Lines(section) {
		command, ok := strings.CutPrefix(line, "bin/blindsight ")
		if !ok {
			continue
		}
		commands++
		if _, err := exec.LookPath("python3"); err != nil && strings.Contains(command, "python3") {
			continue
		}
		command, _, _ = strings.Cut(command, " #")
		for _, name := range endless {
			if strings.HasPrefix(command, name) {
				command = name + " --help"
			}
		}
		for name, more := range shorter {
			if strings.HasPrefix(command, name+" ") {
				command = strings.TrimSpace(command) + more
			}
		}
		if out, stderr, code := runCommand(t, "", shellWords(command)...); code != exitFine || out == "" {
			t.Errorf("%s: exit %d, printed %q, %s", command, code, out, stderr)
		}
	}
	if commands < 15 {
		t.Errorf("only %d commands found", commands)
	}
}

var shellWord = regexp.MustCompile(`"[^"]*"|\S+`)

// shellWords splits a line where a shell would, as far as the README needs it.
func shellWords(line string) []string {
	words := shellWord.FindAllString(line, -1)
	for i := range words {
		words[i] = strings.Trim(words[i], `"`)
	}
	return words
}

// Every example file is one that the README of its folder names, with a command that reads it.
func TestExamples(t *testing.T) {
	readme, err := os.ReadFile("../../examples/README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	command := regexp.MustCompile("`bin/blindsight ([^`]+)`")
	for _, f := range files {
		if f.Name() == "README.md" {
			continue
		}
		_, row, found := strings.Cut(string(readme), "| `"+f.Name()+"` |")
		row, _, _ = strings.Cut(row, "\n")
		how := command.FindStringSubmatch(row)
		if !found || how == nil || !strings.Contains(how[1], "examples/"+f.Name()) {
			t.Errorf("%s: examples/README.md does not say how to read it", f.Name())
			continue
		}
		words := shellWords(how[1])
		switch {
		case strings.HasPrefix(how[1], "experiment run"): // not into the house
			words = append(words, "--record", filepath.Join(t.TempDir(), "x.record"))
		case strings.Contains(how[1], "python3"):
			if _, err := exec.LookPath("python3"); err != nil {
				t.Logf("%s: not run, there is no python3 here", how[1])
				continue
			}
		}
		if out, stderr, code := runCommand(t, "", words...); code != exitFine || out == "" {
			t.Errorf("%s: exit %d, printed %q, %s", how[1], code, out, stderr)
		}
	}
}

// So do the commands of the pages that say how players are compared, and what a page shows of
// them is what they print.
func TestDocsCommands(t *testing.T) {
	if raceDetector {
		t.Skip("the commands have tests of their own")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.CopyFS("examples", os.DirFS(filepath.Join(root, "examples"))); err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"match.md", "games.md"} {
		text, err := os.ReadFile(filepath.Join(root, "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		commands := 0
		blocks := strings.Split(strings.ReplaceAll(string(text), "```json\n", "```\n"), "```\n")
		for i := 1; i < len(blocks); i += 2 {
			for line := range strings.Lines(blocks[i]) {
				command, ok := strings.CutPrefix(line, "bin/blindsight ")
				if !ok {
					continue
				}
				commands++
				command, _, _ = strings.Cut(command, " #")
				out, stderr, code := runCommand(t, "", shellWords(command)...)
				if code != exitFine || out == "" {
					t.Errorf("%s: %s: exit %d, printed %q, %s", page, command, code, out, stderr)
				}
				if i+2 < len(blocks) && blocks[i+1] == "\n" && !strings.Contains(blocks[i+2], "bin/blindsight ") && blocks[i+2] != out {
					t.Errorf("%s: %s prints\n%s", page, command, out)
				}
			}
		}
		if commands < 4 {
			t.Errorf("%s: only %d commands found", page, commands)
		}
	}
}
