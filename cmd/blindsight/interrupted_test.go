package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// runInterrupted runs the program with a context that has ended.
func runInterrupted(t *testing.T, input string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errOut bytes.Buffer
	code = run(ctx, args, strings.NewReader(input), &out, &errOut)
	return out.String(), errOut.String(), code
}

// Ctrl-C during the search for the chance to win leaves the risks, which were known before.
func TestInterruptedAnalyze(t *testing.T) {
	const position = "6x6/8 windows\n1.....\n......\n......\n......\n......\n......\n"
	plain, _, _ := runCommand(t, position, "mines", "analyze")
	out, message, code := runInterrupted(t, position, "mines", "analyze", "--placements", "100000000")
	if out != plain || !strings.Contains(out, "risk of a mine") || code != exitFailed || !strings.Contains(message, "position 1: interrupted: the chance to win was not finished") {
		t.Errorf("exit %d, %q and\n%s", code, message, out)
	}
	plain, _, _ = runCommand(t, position, "mines", "analyze", "--json")
	if out, _, code = runInterrupted(t, position, "mines", "analyze", "--json", "--placements", "100000000"); out != plain || code != exitFailed {
		t.Errorf("exit %d and\n%s", code, out)
	}
}

// Numbers all over a large board take longer to count than anybody waits: Ctrl-C ends that too.
func TestInterruptedCount(t *testing.T) {
	rows := strings.Repeat(strings.Repeat(".4", 15)+".\n"+strings.Repeat(".", 31)+"\n", 15)
	out, message, code := runInterrupted(t, "30x31/400 windows\n"+rows, "mines", "analyze")
	if out != "" || code != exitFailed || !strings.Contains(message, "interrupted before the placements of the mines were counted") {
		t.Errorf("exit %d, %q and\n%s", code, message, out)
	}
}

// A board of millions of placements that is interrupted at once tells what is known of it.
func TestInterruptedSolve(t *testing.T) {
	out, message, code := runInterrupted(t, "", "mines", "solve", "5x5/9")
	if code != exitFailed || !strings.Contains(out, "best win probability between 1/1307504 and 1/1") || !strings.Contains(message, "stopped before the end") {
		t.Errorf("exit %d, %q and\n%s", code, message, out)
	}
	out, _, code = runInterrupted(t, "", "mines", "solve", "5x5/9", "--first", "0,0")
	if code != exitFailed || !strings.Contains(out, "after 0,0=1: between 1 and 610470 of 610470") {
		t.Errorf("exit %d and\n%s", code, out)
	}
}
