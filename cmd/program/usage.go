package program

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"blindsight/cmd/console"
	"blindsight/internal/nearest"
)

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
		c.Example = "  " + c.CommandPath() + " bash > " + console.Called() + ".bash"
		for _, shell := range c.Commands() {
			shell.Example = "  " + shell.CommandPath() + " > " + console.Called() + "." + shell.Name()
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
		check = console.WantArguments
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		if err == nil {
			err = wantFlags(cmd)
		}
		if err != nil {
			return console.BadUsage(err)
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
				return console.BadUsage(err)
			}
			if len(rest) > 0 && about.HasSubCommands() {
				return console.BadUsage(wantCommand(about, rest))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
