package kriegspielcmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/belief/enumerate"
	"blindsight/cmd/console"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/plural"
	"blindsight/internal/randstream"
	players "blindsight/player/kriegspielers"
)

func newKriegspielEstimate() *cobra.Command {
	var e estimator
	cmd := &cobra.Command{
		Use:   "estimate [HISTORY]",
		Short: "Find all positions that agree with what a side knows",
		Long: `Find all positions that agree with what a side has tried and heard: their number
after each of its own legal moves and after each reply, exactly.

HISTORY is a file of records in JSON lines or in Kriegspiel PGN; without one, or for
-, they are read from the standard input. Records that hold all that was tried are
filtered for the side first. --list prints the positions at the end instead, sorted,
one a line in the first four fields of FEN; --sample prints so many of them, drawn
at random without repetition and without looking for all the others.

Positions in which the referee would have ended the game for too little material to
mate are left out. Draws by repetition and by fifty moves are not used.

Where a limit is hit, what was found by then is printed, and the exit code is 1. A
history that no position agrees with is an error that names the ply.`,
		Example: `  blindsight kriegspiel estimate game.pgn --side white
  blindsight kriegspiel estimate history.jsonl --side black --list
  blindsight kriegspiel estimate history.jsonl --side black --sample 10 --seed 3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if e.sample == 0 && cmd.Flags().Changed("seed") {
				return errors.New("--seed: only for --sample")
			}
			if err := e.check(); err != nil {
				return err
			}
			in, name, err := console.OpenInput(cmd, args)
			if err != nil {
				return err
			}
			defer in.Close()
			out := bufio.NewWriter(cmd.OutOrStdout())
			err = e.each(cmd.Context(), kriegspiel.NewReader(in, name), name, out)
			if flushed := out.Flush(); err == nil {
				err = flushed
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&e.side, "side", "", "whose knowledge: white or black (default the one that the record is filtered for)")
	f.BoolVar(&e.list, "list", false, "print all positions at the end")
	f.IntVar(&e.sample, "sample", 0, "print so many positions, drawn at random")
	f.Uint64Var(&e.seed, "seed", 1, "seed of --sample")
	f.IntVar(&e.options.States, "max-states", 0, "most positions to find after one ply (default no limit)")
	f.Int64Var(&e.mebibytes, "memory", 4096, "memory for positions, in MiB")
	f.DurationVar(&e.options.Time, "timeout", 0, "wall time for one record (default no limit)")
	f.IntVar(&e.options.Workers, "workers", runtime.GOMAXPROCS(0), "cores to use; the values do not depend on it")
	f.BoolVar(&e.asJSON, "json", false, "print one JSON object a record")
	console.Complete(cmd, "side", "white", "black")
	return cmd
}

// estimator is the command with its flags.
type estimator struct {
	side      string
	list      bool
	sample    int
	seed      uint64
	mebibytes int64
	options   enumerate.Options
	asJSON    bool
}

func (e *estimator) check() error {
	if e.side != "" {
		if _, err := sideFlag("side", e.side); err != nil {
			return err
		}
	}
	switch {
	case e.sample < 0:
		return fmt.Errorf("--sample %d: must not be negative", e.sample)
	case e.list && e.sample > 0:
		return errors.New("--list and --sample: choose one")
	case e.options.States < 0:
		return fmt.Errorf("--max-states %d: must not be negative", e.options.States)
	case e.mebibytes < 1:
		return fmt.Errorf("--memory %d: must be at least 1", e.mebibytes)
	case e.options.Time < 0:
		return fmt.Errorf("--timeout %s: must not be negative", e.options.Time)
	case e.options.Workers < 1:
		return fmt.Errorf("--workers %d: must be at least 1", e.options.Workers)
	}
	e.options.Memory = e.mebibytes << 20
	return nil
}

// each estimates all records. A limit is no reason not to go on with the next one.
func (e *estimator) each(ctx context.Context, in *kriegspiel.Reader, name string, out io.Writer) error {
	var limit error
	n := 0
	for rec, err := range histories(in, name) {
		if err != nil {
			return err
		}
		side, err := e.sideOf(rec)
		if err == nil {
			if e.sample > 0 {
				err = e.printSample(ctx, rec, side, n, out)
			} else {
				err = e.printEstimate(ctx, rec, side, out)
			}
		}
		if err != nil {
			err = fmt.Errorf("%s: record %s: %w", name, rec.ID, err)
		}
		switch {
		case ctx.Err() != nil && err != nil:
			return console.Failed(errors.New("interrupted before the estimate was complete"))
		case errors.Is(err, blindsight.ErrTooMany):
			limit = console.Failed(err)
		case err != nil:
			return err
		}
		n++
	}
	return limit
}

// sideOf returns whose knowledge is asked for.
func (e *estimator) sideOf(rec *kriegspiel.Record) (chess.Color, error) {
	side, filtered := rec.Scope.Side()
	if e.side == "" {
		if !filtered {
			return 0, console.BadUsage(errors.New("the record holds what both sides tried: say whose knowledge to estimate, --side white or --side black"))
		}
		return side, nil
	}
	return sideFlag("side", e.side)
}

// estimateReport is what 'kriegspiel estimate --json' prints.
type estimateReport struct {
	ID       string  `json:"id"`
	Sizes    []int   `json:"sizes"`
	Size     int     `json:"size"`
	Complete bool    `json:"complete"`
	Seconds  float64 `json:"seconds"`
	// Positions are those at the end, sorted, with --list.
	Positions []string `json:"positions,omitempty"`
}

// printEstimate prints the sizes of the belief, or its positions.
func (e *estimator) printEstimate(ctx context.Context, rec *kriegspiel.Record, side chess.Color, out io.Writer) error {
	begin := time.Now()
	est, err := players.NewEstimate(ctx, rec, side, e.options)
	if est == nil || errors.Is(err, blindsight.ErrInconsistent) {
		return err
	}
	seconds := time.Since(begin).Seconds()
	var lines []string
	if e.list && est.Complete {
		lines = positions(est.Belief)
	}
	var printed error
	switch {
	case e.asJSON:
		printed = console.WriteJSON(out, estimateReport{rec.ID, append([]int{}, est.Sizes...), est.Size, est.Complete, seconds, lines})
	case e.list:
		printed = printLines(out, lines)
	default:
		printSizes(out, rec, side, est, seconds)
	}
	if printed != nil {
		return printed
	}
	return err
}

// printSizes prints the size of the belief after each ply.
func printSizes(out io.Writer, rec *kriegspiel.Record, side chess.Color, est *players.Estimate, seconds float64) {
	fmt.Fprintf(out, "%s, what %s knows (%s):\n", rec.ID, side, rec.Rules)
	for i, size := range est.Sizes {
		t := &rec.Turns[i]
		move := "?"
		if rec.Mover(i) == side {
			move = t.Tries[len(t.Tries)-1].Attempt.String()
		}
		fmt.Fprintf(out, "%4d  %-5s  %-5s  %10d  %s\n", i+1, rec.Mover(i), move, size, t.LastHeard())
	}
	more := ""
	if !est.Complete {
		more = " and more"
	}
	fmt.Fprintf(out, "%s%s in %.3g s, %.0f MiB\n", plural.Count(est.Size, "position"), more, seconds, float64(est.Belief.Bytes())/(1<<20))
}

// positions returns the positions of a belief, sorted.
func positions(b *enumerate.Belief[chess.Position]) []string {
	lines := make([]string, 0, b.Len())
	for p := range b.All() {
		lines = append(lines, p.FEN())
	}
	slices.Sort(lines)
	return lines
}

// printLines prints lines.
func printLines(out io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}

// printSample prints positions drawn at random.
func (e *estimator) printSample(ctx context.Context, rec *kriegspiel.Record, side chess.Color, n int, out io.Writer) error {
	rng := randstream.New(e.seed, "kriegspiel/estimate/sample", uint64(n))
	list, all, err := players.Sample(ctx, rec, side, rng, e.sample, e.options)
	if err != nil && len(list) == 0 {
		return err
	}
	lines := make([]string, len(list))
	for i := range list {
		lines[i] = list[i].FEN()
	}
	if e.asJSON {
		r := struct {
			ID       string   `json:"id"`
			Sample   []string `json:"sample"`
			Complete bool     `json:"complete"`
		}{rec.ID, lines, all}
		if written := console.WriteJSON(out, r); written != nil {
			return written
		}
		return err
	}
	if printed := printLines(out, lines); printed != nil {
		return printed
	}
	return err
}
