package program

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"blindsight/internal/golden"
)

// A transcript is a file of commands, each after "$ blindsight ", with what they
// print and their exit code. An optional block "<<" ... ">>" after a command is its
// standard input. $TMP is a folder with the records that exampleRecords makes.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcript/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			kept, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, file, replay(t, string(kept)))
		})
	}
}

// arguments splits a command line at its blanks, but for those between double quotes.
func arguments(line string) []string {
	var list []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}

// replay runs the commands of a transcript and returns it with what they print now.
func replay(t *testing.T, transcript string) string {
	t.Helper()
	var out strings.Builder
	folder := t.TempDir()
	if strings.Contains(transcript, "$TMP") {
		exampleRecords(t, folder)
	}
	lines := strings.Split(transcript, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if strings.HasPrefix(line, "# ") {
			fmt.Fprintln(&out, line)
		}
		command, ok := strings.CutPrefix(line, "$ blindsight")
		if !ok {
			continue
		}
		fmt.Fprintln(&out, line)
		var input strings.Builder
		if i+1 < len(lines) && lines[i+1] == "<<" {
			for i += 2; i < len(lines) && lines[i] != ">>"; i++ {
				fmt.Fprintln(&input, lines[i])
			}
			fmt.Fprintf(&out, "<<\n%s>>\n", input.String())
		}
		stdout, stderr, code := runCommand(t, input.String(), arguments(strings.ReplaceAll(command, "$TMP", folder))...)
		out.WriteString(mask(strings.ReplaceAll(stdout, folder, "$TMP")))
		for _, l := range strings.SplitAfter(strings.ReplaceAll(stderr, folder, "$TMP"), "\n") {
			if l != "" {
				out.WriteString("stderr: " + l)
			}
		}
		fmt.Fprintf(&out, "exit %d\n\n", code)
	}
	return out.String()
}

// runCommand runs the program and returns what it prints and its exit code.
func runCommand(t *testing.T, input string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errOut bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(input), &out, &errOut)
	return out.String(), errOut.String(), code
}

var (
	jsonTimes = regexp.MustCompile(`"(seconds|cpu)([a-z_]*)":[-+.e0-9]+`)
	goVersion = regexp.MustCompile(`\(go1\.[^)]*\)`)
	textTimes = regexp.MustCompile(`[-+.e0-9]+( s of CPU| s,| for each second of CPU)`)
	cores     = regexp.MustCompile(`(games played at the same time(?: in this process)?|the (?:values do|output does) not depend on it) \(default \d+\)`)
)

// mask hides what differs from run to run and from machine to machine: times, the version
// of Go, and the number of cores.
func mask(s string) string {
	s = jsonTimes.ReplaceAllString(s, `"$1$2":0`)
	s = goVersion.ReplaceAllString(s, "(go?)")
	s = textTimes.ReplaceAllString(s, "?$1")
	return cores.ReplaceAllString(s, "$1 (default ?)")
}
