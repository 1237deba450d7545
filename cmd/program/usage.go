package program

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"blindsight/internal/nearest"
)

// usageError is a mistake on the command line: the usage of the command is shown with it.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

// inputError is a mistake in what was read, where no usage helps.
type inputError struct{ error }

func (i inputError) Unwrap() error { return i.error }

// ofUsage reports whether an error of a command is a mistake on the command line. Errors
// about a flag begin with it.
func ofUsage(err error) bool {
	var usage usageError
	var input inputError
	return errors.As(err, &usage) || strings.HasPrefix(err.Error(), "--") && !errors.As(err, &input)
}

// writeUsage shows how a command is written, an example, and where there is more.
func writeUsage(w io.Writer, cmd *cobra.Command) {
	fmt.Fprintf(w, "usage:   %s\n", usageLine(cmd))
	if example := exampleOf(cmd); example != "" {
		fmt.Fprintf(w, "example: %s\n", example)
	}
	fmt.Fprintf(w, "more:    %s --help\n", cmd.CommandPath())
}

func usageLine(cmd *cobra.Command) string {
	if cmd.HasAvailableSubCommands() && !strings.Contains(cmd.Use, " ") {
		return cmd.CommandPath() + " COMMAND"
	}
	return cmd.UseLine()
}

// exampleOf returns the first example that has the command in it, with arguments or flags
// if there is such a one.
func exampleOf(cmd *cobra.Command) string {
	bare := ""
	for line := range strings.Lines(cmd.Example) {
		line = strings.TrimSpace(line)
		switch {
		case strings.Contains(line, cmd.CommandPath()+" "):
			return line
		case strings.HasSuffix(line, cmd.CommandPath()):
			bare = line
		}
	}
	return bare
}

// addCompletion adds the command that cobra makes for shells, with examples.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Example = "  " + c.CommandPath() + " bash > " + called + ".bash"
		for _, shell := range c.Commands() {
			shell.Example = "  " + shell.CommandPath() + " > " + called + "." + shell.Name()
		}
	}
}

// checkArguments makes every command check its arguments: those that have commands below
// them take these, the others what their usage line says, unless they check for themselves.
func checkArguments(cmd *cobra.Command) {
	check := cmd.Args
	switch {
	case cmd.HasSubCommands():
		check = wantCommand
		if cmd.RunE == nil && cmd.Run == nil {
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	case check == nil:
		check = wantArguments
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		if err == nil {
			err = wantFlags(cmd)
		}
		if err != nil {
			return usageError{err}
		}
		return nil
	}
	for _, c := range cmd.Commands() {
		checkArguments(c)
	}
}

// wantCommand refuses what is not a command.
func wantCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return fmt.Errorf("unknown command %q for %q%s: use one of %s", args[0], cmd.CommandPath(), nearest.Hint(args[0], names), strings.Join(names, ", "))
}

// wantArguments compares the arguments with the usage line, as in "check PROBLEMS PLANS"
// or "show [FILE]". Flags may stand in it too, each with its value.
func wantArguments(cmd *cobra.Command, args []string) error {
	words := strings.Fields(cmd.Use)[1:]
	if i := slices.IndexFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") }); i >= 0 {
		words = words[:i]
	}
	var missing []string
	for i, word := range words {
		if i >= len(args) && !strings.HasPrefix(word, "[") {
			missing = append(missing, word)
		}
	}
	switch {
	case len(missing) == 1:
		return fmt.Errorf("%s is missing", missing[0])
	case len(missing) > 1:
		return fmt.Errorf("%s are missing", strings.Join(missing, " and "))
	case len(args) > len(words):
		return fmt.Errorf("%q is one argument too many", args[len(words)])
	}
	return nil
}

// wantFlags names the first flag that is missing of those that a command cannot do without.
func wantFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if _, required := f.Annotations[cobra.BashCompOneRequiredFlag]; required && !f.Changed && err == nil {
			_, about := pflag.UnquoteUsage(f)
			err = fmt.Errorf("--%s is missing: %s", f.Name, about)
		}
	})
	return err
}

// newHelp is the command help, which knows what is no command.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]...",
		Short:   "Show the help of a command",
		Example: "  blindsight help mines play",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return usageError{err}
			}
			if len(rest) > 0 && about.HasSubCommands() {
				return usageError{wantCommand(about, rest)}
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
