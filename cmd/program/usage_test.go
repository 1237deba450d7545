package program

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// eachCommand visits all commands that people see, with their words after "blindsight".
func eachCommand(visit func(cmd *cobra.Command, words []string)) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		visit(cmd, strings.Fields(cmd.CommandPath())[1:])
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				walk(c)
			}
		}
	}
	walk(newRoot(io.Discard))
}

// Every command answers a flag that it does not have, and an argument too many, with its
// own usage line and an example of itself.
func TestEveryUsageErrorShowsTheUsage(t *testing.T) {
	eachCommand(func(cmd *cobra.Command, words []string) {
		mistakes := [][]string{{"--no-such-flag"}}
		if !slices.Contains(words, "perft") { // an unquoted FEN has any number of words
			mistakes = append(mistakes, []string{"a", "b", "c", "d"})
		}
		for _, more := range mistakes {
			args := append(slices.Clone(words), more...)
			_, stderr, code := runCommand(t, "", args...)
			if code != exitUsage {
				t.Errorf("%v: exit %d: %s", args, code, stderr)
			}
			usage, example := "\nusage:   "+cmd.CommandPath(), "\nexample: "
			if cmd.HasSubCommands() {
				usage += " COMMAND\n"
			}
			if !strings.Contains(stderr, usage) || !strings.Contains(stderr, example) || !strings.Contains(stderr, cmd.CommandPath()+" --help\n") {
				t.Errorf("%v: no usage or no example: %s", args, stderr)
			}
		}
	})
}

// What is in a file is not explained by the usage of the command.
func TestInputErrorsShowNoUsage(t *testing.T) {
	for _, args := range [][]string{
		{"mines", "play", "--boards", "-", "--board", "2x2/1"}, {"mines", "show"}, {"experiment", "run", "-"}, {"kriegspiel", "mate"},
	} {
		_, stderr, code := runCommand(t, "nonsense\n", args...)
		if code != exitUsage || strings.Contains(stderr, "usage:") {
			t.Errorf("%v: exit %d: %s", args, code, stderr)
		}
	}
}
