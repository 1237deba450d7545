package program

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

// Ctrl-C ends a count at once, with exit code 1 and no number that is not one.
func TestInterruptedPerft(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	var out, errOut bytes.Buffer
	begin := time.Now()
	code := run(ctx, []string{"chess", "perft", "start", "12", "--json"}, strings.NewReader(""), &out, &errOut)
	if code != exitFailed || out.Len() != 0 || !strings.Contains(errOut.String(), "interrupted") {
		t.Errorf("exit %d, printed %q and %q", code, out.String(), errOut.String())
	}
	if d := time.Since(begin); d > time.Minute {
		t.Errorf("it took %s to stop", d)
	}
}

// A FEN may be one argument or several.
func TestPerftTakesQuotes(t *testing.T) {
	out, errOut, code := runCommand(t, "", "chess", "perft", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "3")
	if out != "97862\n" || code != exitFine { // chessprogramming.org/Perft_Results, position 2
		t.Errorf("exit %d, printed %q and %q", code, out, errOut)
	}
}
