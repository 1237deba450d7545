package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"blindsight/game/kriegspiel"
)

// Plans that are written pass the checker, under every rule set.
func TestMatePlans(t *testing.T) {
	const problems = "testdata/mate/published.jsonl"
	for _, rules := range kriegspiel.Names() {
		plans := filepath.Join(t.TempDir(), "plans.jsonl")
		out, stderr, code := runCommand(t, "", "kriegspiel", "mate", problems, "--rules", rules, "--plan", plans, "--json")
		if code != 0 {
			t.Fatalf("%s: exit %d: %s", rules, code, stderr)
		}
		text, err := os.ReadFile(plans)
		if err != nil {
			t.Fatal(err)
		}
		if mates := strings.Count(out, `"result":"mate"`); mates != strings.Count(string(text), "\n") || mates < 10 {
			t.Errorf("%s: %d mates, but plans\n%s", rules, mates, text)
		}
		if out, stderr, code := runCommand(t, "", "kriegspiel", "check", problems, plans, "--rules", rules); code != 0 {
			t.Errorf("%s: exit %d: %s%s", rules, code, out, stderr)
		}
	}
}

// A run that stops at a mistake keeps the plans of the answers that it has printed; before the first the old file stays.
func TestMatePlansOfStoppedRun(t *testing.T) {
	problem, err := os.ReadFile("../../examples/problem.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	plans := filepath.Join(t.TempDir(), "plans.jsonl")
	if err := os.WriteFile(plans, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ input, want string }{
		{"{\n", "old"},
		{string(problem) + "{\n", `"plan"`},
	} {
		_, stderr, code := runCommand(t, c.input, "kriegspiel", "mate", "--plan", plans)
		text, err := os.ReadFile(plans)
		if code != 2 || err != nil || !strings.Contains(string(text), c.want) {
			t.Errorf("exit %d: %s, %v: the file is %q", code, stderr, err, text)
		}
	}
}

func TestMateFEN(t *testing.T) {
	out, stderr, code := runCommand(t, "", "kriegspiel", "mate", "--fen", "6K1/8/BP6/PRb5/1pk5/5Q2/4N3/8 w - - 0 1", "--moves", "2", "--all")
	if code != 0 || !strings.HasPrefix(out, "1 (berkeley): mate in 2: g8h8\n") { // Anderson 6 of the published file
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
}

// A belief may be given as a pattern.
func TestMatePattern(t *testing.T) {
	args := []string{"kriegspiel", "mate", "--fen", "8/8/8/8/8/1K6/6Q1/8 w - -", "--moves", "1", "--all"}
	// The king in the corner or beside it, with or without a pawn that could take on g1 but
	// not on f1 or h1; on b2 he would stand beside the other king.
	out, stderr, code := runCommand(t, "", append(args, "--man", "k@a1-b2", "--man", "p|-@h2")...)
	if code != 0 || !strings.HasPrefix(out, "1 (berkeley): mate in 1: g2b2 g2f1 g2h1\n") ||
		!strings.HasPrefix(stderr, "4 positions; 4 ways to place the men are none, the first because of this: ") {
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
	out, stderr, code = runCommand(t, "", append(args, "--man", "k@a1", "--man", "Q@a2")...)
	if code != 2 || !strings.Contains(stderr, `--man: man 2, "Q@a2", column 1: "Q" is a man of the side to move`) {
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
}

// The results do not depend on the number of workers, nor does the order of plans.
func TestMateWorkers(t *testing.T) {
	var want, wantPlans string
	for _, workers := range []string{"1", "2", "8"} {
		plans := filepath.Join(t.TempDir(), "plans.jsonl")
		out, stderr, code := runCommand(t, "", "kriegspiel", "mate", "testdata/mate/published.jsonl", "--all", "--json", "--plan", plans, "--workers", workers)
		text, err := os.ReadFile(plans)
		if code != 0 || err != nil {
			t.Fatalf("exit %d: %s, %v", code, stderr, err)
		}
		out = jsonTimes.ReplaceAllString(out, "")
		if want == "" {
			want, wantPlans = out, string(text)
		}
		if out != want || string(text) != wantPlans {
			t.Errorf("with %s workers:\n%s%s\nwith 1:\n%s%s", workers, out, text, want, wantPlans)
		}
	}
}
