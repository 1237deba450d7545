package console

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"blindsight/internal/textinput"
)

// Complete offers values for a flag to the shell.
func Complete(cmd *cobra.Command, flag string, values ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // no such flag
	}
}

// WriteJSON writes v as one line.
func WriteJSON(w io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return Failed(err)
	}
	_, err = fmt.Fprintf(w, "%s\n", line)
	return err
}

// Typed reports whether what [OpenInput] opens is typed by somebody on a terminal.
func Typed(cmd *cobra.Command, args []string) bool {
	f, ok := cmd.InOrStdin().(*os.File)
	return ok && (len(args) == 0 || args[0] == "-") && term.IsTerminal(int(f.Fd()))
}

// OpenInput opens the file named by an optional argument, which may be compressed by
// gzip; without one, or for "-", it is the standard input.
func OpenInput(cmd *cobra.Command, args []string) (r io.ReadCloser, name string, err error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(textinput.Unmarked(textinput.Patient(cmd.Context(), cmd.InOrStdin()))), "standard input", nil
	}
	f, err := os.Open(args[0])
	if err != nil {
		return nil, args[0], err
	}
	text, err := textinput.Open(f)
	if err != nil {
		f.Close()
		return nil, args[0], fmt.Errorf("%s: %w", args[0], err)
	}
	return struct {
		io.Reader
		io.Closer
	}{text, f}, args[0], nil
}
