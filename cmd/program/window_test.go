//go:build unix

package program

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// TestWindowClosed: what a shell sends when its window is closed, however often, ends a command as Ctrl-C does, and the record of its game is not lost.
func TestWindowClosed(t *testing.T) {
	processTest(t)
	// Who runs the tests may have been told to outlive his window, as by nohup, and the command would then outlive it too: what is caught here
	// is not ignored there.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(caught) })
	cmd := exec.Command(os.Args[0], "kriegspiel", "referee", "--output", "json")
	moves, typed, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { moves.Close(); typed.Close() })
	cmd.Stdin = moves
	p := startAs(t, programVariable+"=v1-test", cmd)
	if _, err := io.WriteString(typed, "e2e4\nxx\n"); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return strings.Contains(p.errOut.String(), "xx") })
	for !p.over() {
		_ = p.Process.Signal(syscall.SIGHUP) // it may be over
	}
	p.expect(t, exitFailed)
	if out := p.out.String(); !strings.Contains(out, `"try":"e2e4"`) {
		t.Errorf("it printed %q", out)
	}
}
