// Package program is the command line of Blindsight. A module that has a game of its own
// adds it to package registry and calls [Main]: the commands 'games', 'play' and 'match' of its program
// then know that game as well.
package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"blindsight/cmd/chesscmd"
	"blindsight/cmd/console"
	"blindsight/cmd/experimentcmd"
	"blindsight/cmd/gamescmd"
	"blindsight/cmd/kriegspielcmd"
	"blindsight/cmd/minescmd"
	"blindsight/cmd/pomdpcmd"
	"blindsight/cmd/servecmd"
	"blindsight/internal/textinput"
)

// Exit codes, on which scripts rely.
const (
	exitFine   = 0
	exitFailed = 1 // the answer is no, a check failed, a limit was hit, or the work was interrupted
	exitUsage  = 2 // bad usage or bad input
)

// Main is the program: it reads the arguments of the process, runs a command, and exits. Name
// is what people type to call it, and what help and errors say. Release is the version that
// the linker set, "" where it did not.
func Main(name, release string) {
	console.Begin(name, release)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, end := context.WithCancel(ctx)
	defer end()
	// When a window is closed the signal may come twice: the second one must not end what the first one ends well. Nohup has it ignored.
	if !signal.Ignored(syscall.SIGHUP) {
		closed := make(chan os.Signal, 1)
		signal.Notify(closed, syscall.SIGHUP)
		go func() {
			<-closed
			end()
		}()
	}
	// Writing to a pipe that nobody reads any more is then an error like others.
	signal.Ignore(syscall.SIGPIPE)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	if err := minescmd.CheckTables(); err != nil {
		fmt.Fprintf(os.Stderr, "%s: a table that this program was built with: %s\n", console.Called(), err)
		os.Exit(exitFailed)
	}
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program without its process: it returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	printed := console.NewOutput(out, stop)
	root := newRoot(printed)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetErr(errOut)
	cmd, err := root.ExecuteContextC(ctx)
	if lost := printed.Failed(); lost != nil {
		err = lost // whatever else there was came of it
	}
	if err == nil {
		return exitFine
	}
	if !errors.Is(err, syscall.EPIPE) { // who closes a pipe has read enough
		fmt.Fprintf(errOut, "%s: %s\n", console.Called(), textinput.Brief(err.Error()))
	}
	if console.IsFailure(err) {
		return exitFailed
	}
	if console.OfUsage(err) {
		writeUsage(errOut, cmd)
	}
	return exitUsage
}

// newRoot returns the command line of a program that prints to out.
func newRoot(out io.Writer) *cobra.Command {
	root := &cobra.Command{
		Use:   console.Called(),
		Short: "Decide well when the board is hidden",
		Long: `Blindsight plays and solves games with hidden boards: Minesweeper, Kriegspiel,
chess with hidden men, and others ('blindsight games').

Rows and columns are counted from 0 at the top left. Exit codes: 0 fine, 1 the
answer is no, a check failed or the work was interrupted, 2 bad usage or input.`,
		Example: `  blindsight serve
  blindsight mines play --board 4x4/6 --rule gnomine --player bsr-uct --games 50
  blindsight mines human --board 9x9/10
  blindsight kriegspiel play --opponent greedy
  blindsight experiment run studies/example/plan.json`,
		Version:       console.ReleaseVersion(),
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(out)
	root.SetFlagErrorFunc(flagError)
	root.Flags().Bool("version", false, "print the version of the program")
	root.SetVersionTemplate(versionLine() + "\n")
	root.SetHelpCommand(newHelp())
	root.AddCommand(servecmd.New(), gamescmd.NewGames(), gamescmd.NewPlay(), gamescmd.NewMatch(), gamescmd.NewScreen(), gamescmd.NewHuman(), gamescmd.NewEngine(), gamescmd.NewSolve(), gamescmd.NewExploit(), minescmd.New(), kriegspielcmd.New(), chesscmd.New(), pomdpcmd.New(), experimentcmd.New(), experimentcmd.NewReproduce(), experimentcmd.NewWorker(), newMan(), newVersion())
	addCompletion(root)
	checkArguments(root)
	rename(root)
	return root
}

// rename makes a command, and those below it, speak of the program as it is called.
func rename(cmd *cobra.Command) {
	if console.Called() == console.House {
		return
	}
	for _, text := range []*string{&cmd.Use, &cmd.Short, &cmd.Long, &cmd.Example} {
		*text = strings.ReplaceAll(*text, console.House+" ", console.Called()+" ")
	}
	for _, c := range cmd.Commands() {
		rename(c)
	}
}

// versionLine is what 'version' and --version print.
func versionLine() string {
	return fmt.Sprintf("%s %s (%s)", console.Called(), console.ReleaseVersion(), runtime.Version())
}

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of the program",
		Example: "  blindsight version --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			v := struct {
				Version string `json:"version"`
				Go      string `json:"go"`
			}{Version: console.ReleaseVersion(), Go: runtime.Version()}
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), v)
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine())
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
