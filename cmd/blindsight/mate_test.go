package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Plans that are written pass the checker, under every rule set.
func TestMatePlans(t *testing.T) {
	const problems = "testdata/mate/published.jsonl"
	for _, rules := range []string{"berkeley", "wild16", "cincinnati", "rand", "english"} {
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

func TestMateFEN(t *testing.T) {
	out, stderr, code := runCommand(t, "", "kriegspiel", "mate", "--fen", "6K1/8/BP6/PRb5/1pk5/5Q2/4N3/8 w - - 0 1", "--moves", "2", "--all")
	if code != 0 || !strings.HasPrefix(out, "1 (berkeley): mate in 2: g8h8\n") { // Anderson 6 of the published file
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
}
