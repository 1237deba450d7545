package program

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// Without a terminal the command says so; what is wrong with its flags comes first.
func TestHumanCommand(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "blindsight: mines human needs a terminal"},
		{"--json --seed 3 --game 1", "blindsight: mines human needs a terminal"},
		{"--hint nobody", `blindsight: --hint: unknown player "nobody": use one of random, `},
		{"--hint bsr-uct,explore=x", "blindsight: --hint: player bsr-uct: explore=x: want a number"},
		{"--board 9x9", `blindsight: --board: board "9x9": want HEIGHTxWIDTH/MINES, as in 9x9/10`},
		{"--time 0s", "blindsight: --time 0s: must be positive"},
		{"--sims 0", "blindsight: --sims 0: must be positive"},
		{"now", `blindsight: "now" is one argument too many`},
	} {
		var out, errOut bytes.Buffer
		code := run(context.Background(), append([]string{"mines", "human"}, strings.Fields(c.args)...), strings.NewReader(""), &out, &errOut)
		if code != exitUsage || !strings.HasPrefix(errOut.String(), c.want) || out.Len() > 0 {
			t.Errorf("mines human %s: exit code %d, %q; want %d, %q", c.args, code, errOut.String(), exitUsage, c.want)
		}
	}
}
