package program

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// prompt is an output that calls stop when a text was written to it.
type prompt struct {
	mutex sync.Mutex
	text  bytes.Buffer
	until string
	stop  func()
}

func (p *prompt) Write(b []byte) (int, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	n, err := p.text.Write(b)
	if strings.Contains(p.text.String(), p.until) {
		p.stop()
	}
	return n, err
}

func (p *prompt) String() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.text.String()
}

// The first Ctrl-C ends a command that waits for somebody to type, and the record of a game under way is not lost.
func TestInterruptedWhileWaiting(t *testing.T) {
	for _, c := range []struct{ args, typed, until, printed string }{
		{"kriegspiel play --seed 1", "", "white>", ""},
		{"kriegspiel play --seed 1", "e2d3\n", "e2d3: illegal", ""},
		{"kriegspiel referee", "e2e4\n", "black hears", "result: unfinished"},
		{"kriegspiel referee --output json", "", "", `"history":[]`}, // it prints nothing before its end
		{"kriegspiel estimate --side white", "1. e4", "", ""},
		{"kriegspiel mate", "{", "", ""},
		{"human kriegspiel --seed 1", "", "white>", ""},
	} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := write.WriteString(c.typed); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		out, errOut := &prompt{until: c.until, stop: stop}, &prompt{stop: func() {}}
		code := make(chan int)
		go func() { code <- run(ctx, strings.Fields(c.args), read, out, errOut) }()
		if c.until == "" {
			stop()
		}
		select {
		case got := <-code:
			if message := errOut.String(); got != exitFailed || message != "blindsight: interrupted\n" || !strings.Contains(out.String(), c.printed) {
				t.Errorf("%s: exit %d, %q, printed\n%s", c.args, got, message, out)
			}
		case <-time.After(5 * time.Minute):
			t.Fatalf("%s: it waits for input after it was stopped", c.args)
		}
		write.Close()
		read.Close()
	}
}

// What is too long to be read is cut in messages, and lines that are too long are named.
func TestLongInput(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct{ args, input, want string }{
		{"kriegspiel estimate --side white", `{"rules":"` + long + `"}`, `standard input:1:10: unknown rule set "xxx`},
		{"kriegspiel estimate --side white", "1. " + long, `standard input:1:4: move "xxx`},
		{"kriegspiel mate", `{"depth":"` + long + `"}`, `standard input:1:10: xxx`},
		{"kriegspiel referee --rules " + long, "", `--rules: unknown rule set "xxx`},
		{"kriegspiel referee", "e2e4\n" + long + "\ne7e5\n", "standard input:2:1: the line has 1048577 bytes: want at most 65536\n"},
		{"kriegspiel referee", strings.Repeat("x", 1000), `standard input:1:1: move "xxx`},
	} {
		stdout, stderr, code := runCommand(t, c.input, strings.Fields(c.args)...)
		if code != exitUsage || !strings.Contains(stderr, c.want) || len(stderr) > 2000 {
			t.Errorf("%.40s: exit %d, %d bytes: %.300s", c.args, code, len(stderr), stderr)
		}
		if strings.HasPrefix(c.input, "e2e4") && !strings.Contains(stdout, "black tries e7e5") {
			t.Errorf("the game does not go on: %s", stdout)
		}
	}
	// At a prompt the game goes on as well.
	for _, args := range []string{"kriegspiel play --seed 1", "human kriegspiel --seed 1"} {
		stdout, _, code := runCommand(t, long+"\nquit\n", strings.Fields(args)...)
		if code != exitFine || !strings.Contains(stdout, "the line has 1048577 bytes") || len(stdout) > 3000 {
			t.Errorf("%s: exit %d, %d bytes", args, code, len(stdout))
		}
	}
}

// A byte order mark before a text is left out, whoever reads it, from a file and from the standard input.
func TestByteOrderMarks(t *testing.T) {
	folder := exampleFiles(t)
	marked := func(text string) string {
		t.Helper()
		file := filepath.Join(folder, "marked")
		if err := os.WriteFile(file, []byte("\ufeff"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	of := func(file string) string {
		t.Helper()
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if _, stderr, code := runCommand(t, "", "solve", "poker", "--iterations", "5", "--strategy", folder+"/strategy"); code != exitFine {
		t.Fatal(stderr)
	}
	collected, _, _ := runCommand(t, "", strings.Fields("kriegspiel collect --depths 3 --mates 1 --near 0 --white greedy --black greedy --drop 500 --seed 3 --out -")...)
	for _, c := range []struct{ args, text string }{
		{"kriegspiel referee FILE", "e2e4\n"},
		{"kriegspiel estimate FILE --side white", of("../../examples/kriegspiel.pgn")},
		{"kriegspiel mate FILE", of("../../examples/problem.jsonl")},
		{"kriegspiel check ../../examples/problem.jsonl FILE", of(folder + "/plans.jsonl")},
		{"kriegspiel collect --depths 3 --mates 1 --near 0 --white greedy --black greedy --drop 500 --seed 4 --out - --extend FILE", collected},
		{"mines show FILE", of("../../examples/position.txt")},
		{"exploit poker --strategy FILE", of(folder + "/strategy")},
	} {
		args := strings.Fields(strings.ReplaceAll(c.args, "FILE", marked(c.text)))
		if _, stderr, code := runCommand(t, "", args...); code != exitFine {
			t.Errorf("%s: exit %d, %s", c.args, code, stderr)
		}
		if !strings.Contains(c.args, " FILE --") && !strings.HasSuffix(c.args, "check ../../examples/problem.jsonl FILE") && !strings.Contains(c.args, "--extend") && !strings.Contains(c.args, "--strategy") {
			args := strings.Fields(strings.ReplaceAll(c.args, " FILE", ""))
			if _, stderr, code := runCommand(t, "\ufeff"+c.text, args...); code != exitFine {
				t.Errorf("%s, standard input: exit %d, %s", c.args, code, stderr)
			}
		}
	}
}
