package program

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// A search that is interrupted, here before it began, prints the bounds it has, and its policy is
// proved.
func TestPOMDPInterrupted(t *testing.T) {
	problem, file := "../../game/pomdp/testdata/grid.pomdp", filepath.Join(t.TempDir(), "grid.policy")
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	var out, errOut bytes.Buffer
	code := run(ctx, []string{"pomdp", "solve", problem, "--policy", file}, strings.NewReader(""), &out, &errOut)
	if code != exitFailed || !strings.Contains(out.String(), "best return from") || !strings.Contains(errOut.String(), "context canceled") {
		t.Errorf("exit %d: %s%s", code, out.String(), errOut.String())
	}
	if stdout, stderr, code := runCommand(t, "", "pomdp", "check", problem, file); code != exitFine || !strings.Contains(stdout, "proved") {
		t.Errorf("exit %d: %s%s", code, stdout, stderr)
	}
}
