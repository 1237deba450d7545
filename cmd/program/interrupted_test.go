package program

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"
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
	plain, _, _ := runCommand(t, position, "mines", "analyze", "--plays", "0")
	out, message, code := runInterrupted(t, position, "mines", "analyze", "--placements", "100000000")
	if out != plain || !strings.Contains(out, "risk of a mine") || code != exitFailed || !strings.Contains(message, "position 1: interrupted: the chance to win was not finished") {
		t.Errorf("exit %d, %q and\n%s", code, message, out)
	}
	plain, _, _ = runCommand(t, position, "mines", "analyze", "--json", "--plays", "0")
	if out, _, code = runInterrupted(t, position, "mines", "analyze", "--json", "--placements", "100000000"); out != plain || code != exitFailed {
		t.Errorf("exit %d and\n%s", code, out)
	}
}

// stopsAfter ends a context some time after the first output.
type stopsAfter struct {
	bytes.Buffer
	stop func()
	once sync.Once
}

func (s *stopsAfter) Write(p []byte) (int, error) {
	s.once.Do(func() { time.AfterFunc(100*time.Millisecond, s.stop) })
	return s.Buffer.Write(p)
}

// Ctrl-C during an estimate, which would never end, leaves the risks too. The first
// position needs none.
func TestInterruptedEstimate(t *testing.T) {
	const positions = "1x3/1 windows\n1..\n\n6x6/8 windows\n1.....\n......\n......\n......\n......\n......\n"
	plain, _, _ := runCommand(t, positions, "mines", "analyze", "--plays", "0")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, errOut := &stopsAfter{stop: cancel}, &bytes.Buffer{}
	code := run(ctx, []string{"mines", "analyze", "--plays", "1000000000"}, strings.NewReader(positions), out, errOut)
	if out.String() != plain || code != exitFailed || !strings.Contains(errOut.String(), "position 2: interrupted: the chance to win was not finished") {
		t.Errorf("exit %d, %q and\n%s", code, errOut, out)
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
