package minescmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/internal/atomicfile"
	"blindsight/internal/plural"

	"blindsight/internal/pace"
	"blindsight/player/sweepers/openings"
	"blindsight/player/sweepers/openings/solved"
	"blindsight/search/reveal"
)

// openingsFlags are what the commands of 'mines openings' have in common.
type openingsFlags struct {
	dir     string
	first   string
	again   bool
	least   int64
	memory  int64 // MiB
	timeout time.Duration
	reach   solved.Reach
}

// CheckTables tells what is wrong with the tables that the program was built with.
func CheckTables() error { return openings.Check() }

func newMinesOpenings() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "openings",
		Short: "Make and verify the tables of what strong knows by heart",
		Long: `Make and verify the tables of what the player strong knows by heart: small boards that were solved exactly, first cells, and
the moves that follow. The tables are files of the repository, the folder --dir; a program knows those that it was built with.`,
		Example: `  blindsight mines openings check
  blindsight mines openings solve windows 5x5/8
  blindsight mines openings write`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newOpeningsSolve(), newOpeningsBook(), newOpeningsWrite(), newOpeningsCheck())
	return cmd
}

// add adds the flags of all of them.
func (o *openingsFlags) add(cmd *cobra.Command) *cobra.Command {
	f := cmd.Flags()
	f.StringVar(&o.dir, "dir", ".", "folder of the repository")
	f.Int64Var(&o.memory, "memory", 1024, "memory for known beliefs, in MiB")
	f.DurationVar(&o.timeout, "timeout", 0, "stop after this time; 0 is never")
	return cmd
}

// begin reads the tables.
func (o *openingsFlags) begin(cmd *cobra.Command) (context.Context, context.CancelFunc, solved.Tables, error) {
	if o.memory < 1 || o.timeout < 0 || o.least < 0 || !(o.reach.Seconds >= 0) || o.reach.Most < 0 {
		return nil, nil, solved.Tables{}, fmt.Errorf("--memory must be positive, and no other number negative")
	}
	t, err := solved.ReadTables(func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(o.dir, file)) })
	if err != nil {
		return nil, nil, t, console.BadInput(fmt.Errorf("--dir %s: %w", o.dir, err))
	}
	ctx, cancel := console.Limited(cmd.Context(), o.timeout)
	return ctx, cancel, t, nil
}

// write writes a file of the repository, whole or not at all.
func (o *openingsFlags) write(file, text string) error {
	if err := atomicfile.WriteBytes(filepath.Join(o.dir, file), []byte(text)); err != nil {
		return console.Failed(err)
	}
	return nil
}

func (o *openingsFlags) solver() *reveal.Solver {
	return reveal.New(reveal.Options{Workers: 1, Memory: o.memory << 20})
}

func newOpeningsSolve() *cobra.Command {
	o := &openingsFlags{}
	cmd := o.add(&cobra.Command{
		Use:   "solve RULE BOARD...",
		Short: "Solve boards exactly and note them in the table of the study",
		Long: `Solve boards exactly, one after the other on one core, and note each in the table of the study as soon as it is solved;
what is noted already is not solved again. With --first only that first cell is solved. Then say 'mines openings write'.`,
		Example: `  blindsight mines openings solve windows 5x5/8 5x5/9
  blindsight mines openings solve windows 5x5/10 --first 0,1`,
		Args: ruleAndBoards,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, cancel, t, err := o.begin(cmd)
			if err != nil {
				return err
			}
			defer cancel()
			for _, board := range args[1:] {
				if err := o.solve(ctx, cmd, &t, args[0], board); err != nil {
					return err
				}
			}
			return nil
		},
	})
	cmd.Flags().StringVar(&o.first, "first", "", "solve only what follows this first cell, ROW,COL, from 0")
	cmd.Flags().BoolVar(&o.again, "again", false, "solve also what is noted already")
	return cmd
}

// ruleAndBoards refuses rules and boards that there are not.
func ruleAndBoards(_ *cobra.Command, args []string) error {
	if len(args) < 2 {
		return fmt.Errorf("say a rule and a board, as in windows 5x5/8")
	}
	for _, board := range args[1:] {
		if _, err := (openings.Row{Rule: args[0], Board: board}).Game(); err != nil {
			return err
		}
	}
	return nil
}

// solve solves one board or first cell and notes it.
func (o *openingsFlags) solve(ctx context.Context, cmd *cobra.Command, t *solved.Tables, rule, board string) error {
	if o.first != "" {
		if !o.again && slices.ContainsFunc(t.Firsts, func(f solved.First) bool { return f.Rule == rule && f.Board == board && f.Cell == o.first }) {
			return nil
		}
		f, err := solved.SolveFirst(ctx, rule, board, o.first, o.solver())
		if err != nil {
			return unfinished(ctx, board, err)
		}
		t.Firsts = solved.PutFirst(t.Firsts, f)
		fmt.Fprintln(cmd.OutOrStdout(), f)
		return o.write(solved.FirstsFile, solved.SolvedFirstsText(t.Firsts))
	}
	if !o.again && slices.ContainsFunc(t.Boards, func(b solved.Board) bool { return b.Rule == rule && b.Board == board }) {
		return nil
	}
	b, err := solved.SolveBoard(ctx, rule, board, o.solver())
	if err != nil {
		return unfinished(ctx, board, err)
	}
	t.Boards = solved.PutBoard(t.Boards, b)
	fmt.Fprintln(cmd.OutOrStdout(), b)
	return o.write(solved.BoardsFile, solved.BoardsText(t.Boards))
}

// unfinished tells a board that was not finished in time from one that cannot be solved.
func unfinished(ctx context.Context, board string, err error) error {
	if pace.Err(ctx) != nil {
		return console.Failed(fmt.Errorf("%s was not finished, and is not noted: %w", board, err))
	}
	return fmt.Errorf("%s: %w", board, err)
}

func newOpeningsBook() *cobra.Command {
	o := &openingsFlags{}
	cmd := o.add(&cobra.Command{
		Use:   "book RULE BOARD",
		Short: "Find the best play after a first cell and note it in the book",
		Long: `Find the best play after a first cell, while at least --least placements are left (second cells always) and nothing shows 0, and put
it in the place of what the book has of that board. Moves are printed as they are found; the book is written at the end. What the
first cell wins is noted too. Then say 'mines openings write', and build the program anew.`,
		Example: `  blindsight mines openings book windows 5x5/10 --first 0,2`,
		Args:    cobra.MatchAll(console.WantArguments, ruleAndBoards),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.first == "" {
				return fmt.Errorf("--first: say after which first cell, ROW,COL")
			}
			ctx, cancel, t, err := o.begin(cmd)
			if err != nil {
				return err
			}
			defer cancel()
			rows, f, err := solved.Moves(ctx, args[0], args[1], o.first, o.least, o.solver(), func(r openings.Row) { fmt.Fprintln(cmd.OutOrStdout(), r) })
			if err != nil {
				return unfinished(ctx, args[1], err)
			}
			if err := o.write(openings.BookFile, solved.BookText(solved.PutMoves(t.Book, rows))); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), f)
			return o.write(solved.FirstsFile, solved.SolvedFirstsText(solved.PutFirst(t.Firsts, f)))
		},
	})
	cmd.Flags().StringVar(&o.first, "first", "", "first cell, ROW,COL, from 0")
	cmd.Flags().Int64Var(&o.least, "least", 5000, "how many placements must be left for a move after the second")
	return cmd
}

func newOpeningsWrite() *cobra.Command {
	o := &openingsFlags{}
	return o.add(&cobra.Command{
		Use:     "write",
		Short:   "Make the table of first cells and the page of the study",
		Long:    "Make the table of first cells and the page of the study from the tables of what was solved and measured.",
		Example: `  blindsight mines openings write`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, cancel, t, err := o.begin(cmd)
			if err != nil {
				return err
			}
			defer cancel()
			best, err := t.MakeBest()
			if err != nil {
				return console.BadInput(err)
			}
			page, err := os.ReadFile(filepath.Join(o.dir, solved.PageFile))
			if err != nil {
				return console.BadInput(err)
			}
			text, err := t.Page(string(page))
			if err != nil {
				return console.BadInput(err)
			}
			if err := o.write(openings.FirstsFile, solved.FirstsText(best)); err != nil {
				return err
			}
			return o.write(solved.PageFile, text)
		},
	})
}

func newOpeningsCheck() *cobra.Command {
	o := &openingsFlags{}
	cmd := o.add(&cobra.Command{
		Use:   "check",
		Short: "Solve rows of the tables again",
		Long: `Solve rows of the tables again, on one core: moves of at most --placements, and boards and first cells that took at most
--seconds. First cells that were measured are held against the results of the experiment. A wrong row is printed with
what was found instead, and the exit code is 1.`,
		Example: `  blindsight mines openings check
  blindsight mines openings check --placements 20000 --seconds 60`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, cancel, t, err := o.begin(cmd)
			if err != nil {
				return err
			}
			defer cancel()
			o.reach.Memory = o.memory << 20
			right, wrong, skipped := 0, 0, 0
			err = t.Verify(ctx, o.reach, func(f solved.Finding) {
				switch {
				case f.Wrong != nil:
					wrong++
					fmt.Fprintf(cmd.OutOrStdout(), "%s: %s: %v\n", f.File, f.Row, f.Wrong)
				case f.Skipped:
					skipped++
				default:
					right++
				}
			})
			fmt.Fprintf(cmd.OutOrStdout(), "%d rows verified, %d wrong, %d not looked at\n", right, wrong, skipped)
			if err != nil {
				return console.Failed(fmt.Errorf("stopped before the end: %w", err))
			}
			if wrong > 0 {
				return console.Failed(fmt.Errorf("%s", plural.Form(wrong, "1 row is wrong", "%d rows are wrong")))
			}
			return nil
		},
	})
	cmd.Flags().Int64Var(&o.reach.Most, "placements", 6000, "solve moves with at most so many placements")
	cmd.Flags().Int64Var(&o.reach.Least, "least", 0, "solve moves with at least so many placements")
	cmd.Flags().Float64Var(&o.reach.Seconds, "seconds", 1, "solve what took at most so many seconds of processor time")
	return cmd
}
