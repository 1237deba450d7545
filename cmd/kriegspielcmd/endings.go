package kriegspielcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/internal/atomicfile"
	"blindsight/player/kriegspielers/endings"
)

func newKriegspielEndings() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "endings",
		Short: "Guaranteed mates against a lone king: build tables, ask them, play by them",
		Long: `Guaranteed mates against a lone king, wherever he may be: tables of KQK, KRK, KRRK and KBBK.
A table holds, for each placement of the own men, the sets of squares of the king that are
won in so many moves. It serves all rule sets: without pawns they announce the same.`,
		Example: `  blindsight kriegspiel endings build KRK --out krk.end
  blindsight kriegspiel endings ask krk.end --men "Kc3 Rh5"`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newEndingsAsk(), newEndingsBuild(), newEndingsDistil(), newEndingsPlay(), newEndingsShow())
	return cmd
}

// endingsBuild is the command 'kriegspiel endings build' with its flags.
type endingsBuild struct {
	out       string
	resume    bool
	mebibytes int64
	time      time.Duration
	options   endings.Options
	asJSON    bool
}

func newEndingsBuild() *cobra.Command {
	b := endingsBuild{}
	cmd := &cobra.Command{
		Use:   "build ENDING",
		Short: "Build the table of an ending",
		Long: `Build the table of an ending, KQK, KRK, KRRK or KBBK: first what is mate in one move,
then in two, and so on, until one more move wins no more. The file is always whole: it is
written at the end, when the command is interrupted or a limit is hit, and every half
minute for the case that it is killed. If the limit of time or memory was hit it exits
with 1. The file is exact up to the moves reached, and the same command with --resume goes
on; without it a file that is there is left alone. In processor time KRK takes a quarter
of a minute, KQK half a minute, KBBK about three minutes and KRRK about five; KRRK takes 1
GiB of memory.`,
		Example: `  blindsight kriegspiel endings build KQK --out kqk.end
  blindsight kriegspiel endings build KRRK --out krrk.end --memory 8192 --time 3h --resume`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := endings.ParseMaterial(args[0])
			if err != nil {
				return console.BadUsage(err)
			}
			if err := b.check(m); err != nil {
				return err
			}
			return b.run(cmd, m)
		},
		ValidArgsFunction: cobra.FixedCompletions(endings.Names(), cobra.ShellCompDirectiveNoFileComp),
	}
	f := cmd.Flags()
	f.StringVar(&b.out, "out", "", "write the table to this `FILE`")
	f.BoolVar(&b.resume, "resume", false, "go on with the table in the file, if there is one")
	f.Int64Var(&b.mebibytes, "memory", 8192, "memory for the table, in MiB")
	f.DurationVar(&b.time, "time", 0, "wall time after which to stop, 0 for no limit")
	f.IntVar(&b.options.Levels, "moves", 0, "moves after which to stop, 0 for no limit")
	f.IntVar(&b.options.Workers, "workers", runtime.GOMAXPROCS(0), "placements worked on at the same time")
	f.BoolVar(&b.asJSON, "json", false, "print one JSON object")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic(err)
	}
	return cmd
}

// writeEvery is how long a table is worked on before it is written for the case that the program is killed.
const writeEvery = 30 * time.Second

// check checks the flags, and reads the table to go on with.
func (b *endingsBuild) check(m *endings.Material) (err error) {
	switch {
	case b.mebibytes < 1:
		return fmt.Errorf("--memory %d: must be at least 1 MiB", b.mebibytes)
	case b.time < 0:
		return fmt.Errorf("--time %v: must not be negative", b.time)
	case b.options.Levels < 0:
		return fmt.Errorf("--moves %d: must not be negative", b.options.Levels)
	case b.options.Workers < 1:
		return fmt.Errorf("--workers %d: must be at least 1", b.options.Workers)
	}
	b.options.Memory = b.mebibytes << 20
	// What takes hours is not begun where it cannot be written.
	if out, err := atomicfile.Create(b.out); err != nil {
		return fmt.Errorf("--out: %w", err)
	} else {
		out.Discard()
	}
	if !b.resume {
		return fresh(b.out, "go on with it by --resume")
	}
	switch b.options.From, err = readEnding(b.out); {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("--resume: %w", err)
	case b.options.From.Material() != m || !b.options.From.Exact():
		return fmt.Errorf("--resume: %s is no table of %s to go on with", b.out, m)
	}
	return nil
}

func (b *endingsBuild) run(cmd *cobra.Command, m *endings.Material) error {
	ctx := cmd.Context()
	ctx, cancel := console.Limited(ctx, b.time)
	defer cancel()
	begin, written := time.Now(), time.Now()
	_, shown := console.TerminalOf(cmd.ErrOrStderr())
	b.options.Progress = func(t *endings.Table, held int64) error {
		if shown {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: mate in %d: %d sets, %d MiB, %s\n", m, t.Levels(), t.Sets(), held>>20, time.Since(begin).Round(time.Second))
		}
		if time.Since(written) < writeEvery {
			return nil
		}
		err := writeEnding(b.out, t)
		written = time.Now()
		return err
	}
	t, err := endings.Build(ctx, m, b.options)
	if (err == nil || errors.Is(err, endings.ErrUnfinished)) && t.Levels() > 0 {
		if err := writeEnding(b.out, t); err != nil {
			return console.Failed(err)
		}
	}
	switch {
	case err == nil, errors.Is(err, endings.ErrUnfinished) && b.options.Levels > 0 && t.Levels() >= b.options.Levels:
	case !errors.Is(err, endings.ErrUnfinished):
		return console.Failed(err)
	default:
		return console.Failed(b.unfinished(cmd.Context(), t.Levels(), err))
	}
	return showEnding(cmd.OutOrStdout(), t, b.asJSON)
}

// unfinished says why a table is not complete, and how to go on.
func (b *endingsBuild) unfinished(ctx context.Context, moves int, err error) error {
	why := err.Error()
	switch {
	case ctx.Err() != nil:
		why = "interrupted"
	case errors.Is(err, context.DeadlineExceeded):
		why = "the time allowed is used up"
	}
	if moves == 0 {
		return fmt.Errorf("%s before the mates in one move were found", why)
	}
	return fmt.Errorf("%s: %s is exact up to %d moves; the same command with --resume goes on", why, b.out, moves)
}

// fresh refuses to write over a table, or whatever file is there; devices are written to as they are.
func fresh(name, mend string) error {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		return fmt.Errorf("--out: %s is there already: name another file, or %s", name, mend)
	}
	return nil
}

// readEnding reads a table from a file.
func readEnding(name string) (*endings.Table, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	t, err := endings.Read(in, name)
	if err != nil {
		return nil, console.BadInput(err)
	}
	return t, nil
}

// writeEnding writes a table to a file, whole or not at all.
func writeEnding(name string, t *endings.Table) error {
	out, err := atomicfile.Create(name)
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	defer out.Discard()
	if err := t.Write(out); err != nil {
		return err
	}
	return out.Commit()
}

func newEndingsDistil() *cobra.Command {
	var out string
	var full bool
	cmd := &cobra.Command{
		Use:   "distil FILE",
		Short: "Leave of a table what is enough to win",
		Long: `Leave of a table what is enough to win all that it wins, in as many moves from the greatest
sets: what other tries and smaller sets would need is left out. The small table answers
a number of moves that is enough, and not always the least.`,
		Example: "  blindsight kriegspiel endings distil krk.end --out small.end",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := fresh(out, "remove it"); err != nil {
				return err
			}
			t, err := readEnding(args[0])
			if err != nil {
				return err
			}
			small := t.Distil(full)
			if err := writeEnding(out, small); err != nil {
				return console.Failed(err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d sets, of a table of %d\n", out, small.Sets(), t.Sets())
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&out, "out", "", "write the small table to this `FILE`")
	f.BoolVar(&full, "full", false, "win only from placements that are won wherever the king may be")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic(err)
	}
	return cmd
}

func newEndingsShow() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show FILE",
		Short:   "Say how far a table goes, and how many moves its mates take",
		Example: "  blindsight kriegspiel endings show krk.end",
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := readEnding(args[0])
			if err != nil {
				return err
			}
			return showEnding(cmd.OutOrStdout(), t, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// showEnding prints how far a table goes.
func showEnding(out io.Writer, t *endings.Table, asJSON bool) error {
	r := endings.NewReport(t)
	if asJSON {
		return console.WriteJSON(out, r)
	}
	return r.Write(out)
}
