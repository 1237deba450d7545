package minescmd

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
)

func newMinesSolve() *cobra.Command {
	var board boardFlags
	var objective, first string
	var timeout time.Duration
	var memory, book int64
	var workers int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "solve [BOARD]",
		Short: "Find the exact optimum of a small board, for every first cell",
		Long: `Find the exact optimum of a small board, HEIGHTxWIDTH/MINES, 4x4/4 without one: the
probability to win, or the expected score, of the best play, for every first cell up to
symmetry.
Values are exact fractions.

With --first only what follows that first cell is solved, which takes a fraction of the
time, and the best second cell is told for each number that it can show; with --book
also the cells that the best play opens next, as long as so many placements are left
and nothing shows 0. It uses one core, and prints each move as it is found.

Ctrl-C or --timeout stop the search; the bounds reached by then are printed, and
the exit code is 1.`,
		Example: `  blindsight mines solve 4x4/4 --rule windows
  blindsight mines solve 3x3/7 --objective score --json
  blindsight mines solve 4x5/6 --first 1,1
  blindsight mines solve 4x5/6 --first 1,1 --book 1000`,
		RunE: func(cmd *cobra.Command, args []string) error {
			board.board = smallBoard
			if len(args) > 0 {
				board.board = args[0]
			}
			follow := cmd.Flags().Changed("first")
			board.autoOpen = follow // what follows a 0 is not of interest there
			g, err := board.game()
			if err != nil {
				return err
			}
			o, err := minesweeper.ParseObjective(objective)
			if err != nil {
				return fmt.Errorf("--objective: %w", err)
			}
			if follow && o != minesweeper.Win {
				return fmt.Errorf("--first is for --objective win only, not for %s", objective)
			}
			if book < 0 || book > 0 && !follow {
				return fmt.Errorf("--book %d: it goes with --first, and must be positive", book)
			}
			if workers < 1 || memory < 1 || timeout < 0 {
				return fmt.Errorf("--workers %d, --memory %d and --timeout %s: workers and memory must be positive, the timeout not negative", workers, memory, timeout)
			}
			ctx, cancel := console.Limited(cmd.Context(), timeout)
			defer cancel()
			g = g.WithObjective(o)
			solver := reveal.New(reveal.Options{Memory: memory << 20, Workers: workers})
			if follow {
				if book == 0 {
					book = optimum.MaxPlacements + 1
				}
				return solveBook(ctx, cmd, g, solver, first, book, asJSON)
			}
			return solveFirstCells(ctx, cmd, g, solver, asJSON)
		},
	}
	f := cmd.Flags()
	f.StringVar(&board.rule, "rule", "windows", "first cell: windows (it is free), gnomine (it shows 0) or none (nothing protects it)")
	f.StringVar(&board.neighbours, "neighbours", "8", "what a number counts: 8, 4, hex, torus, knight")
	f.StringVar(&objective, "objective", "win", "what to maximise: win or score")
	f.StringVar(&first, "first", "", "solve only what follows this first cell, ROW,COL, from 0")
	f.Int64Var(&book, "book", 0, "with --first: go on while at least so many placements are left")
	f.DurationVar(&timeout, "timeout", 0, "stop after this time; 0 is never")
	f.Int64Var(&memory, "memory", 1024, "memory for known beliefs, in MiB")
	f.IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "cores to use; the output does not depend on it")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	console.Complete(cmd, "rule", minesweeper.FirstNames()...)
	console.Complete(cmd, "neighbours", minesweeper.NeighbourhoodNames()...)
	console.Complete(cmd, "objective", "win", "score")
	return cmd
}

// solveFirstCells solves a board from every first cell, and prints what it found.
func solveFirstCells(ctx context.Context, cmd *cobra.Command, g *minesweeper.Game, solver *reveal.Solver, asJSON bool) error {
	bar := console.NewProgress(cmd.ErrOrStderr(), "first cells", len(optimum.FirstCells(g)))
	first, err := optimum.Solve(ctx, g, solver, func(optimum.FirstCell) { bar.Step() })
	bar.Finish()
	if err != nil {
		return console.Failed(err)
	}
	r := newSolveReport(g, first, solver.Nodes())
	if asJSON {
		err = console.WriteJSON(cmd.OutOrStdout(), r)
	} else {
		err = r.write(cmd.OutOrStdout(), g)
	}
	if err == nil && !r.Complete {
		return console.Failed(fmt.Errorf("stopped before the end: the values above are bounds"))
	}
	return err
}

// solveReport is what 'mines solve --json' prints.
type solveReport struct {
	Board      string       `json:"board"`
	Rule       string       `json:"rule"`
	Neighbours string       `json:"neighbours"`
	Objective  string       `json:"objective"`
	Value      string       `json:"value,omitempty"`
	Decimal    float64      `json:"decimal,omitempty"`
	Lower      string       `json:"lower,omitempty"`
	Upper      string       `json:"upper,omitempty"`
	First      []solveFirst `json:"first"`
	Nodes      int64        `json:"nodes"`
	Complete   bool         `json:"complete"`
}

type solveFirst struct {
	Row   int    `json:"row"`
	Col   int    `json:"col"`
	Value string `json:"value,omitempty"`
	Lower string `json:"lower,omitempty"`
	Upper string `json:"upper,omitempty"`
	best  bool
}

func newSolveReport(g *minesweeper.Game, first []optimum.FirstCell, nodes int64) *solveReport {
	rules := g.Rules()
	r := &solveReport{
		Board: rules.Board(), Rule: rules.First.String(), Neighbours: rules.Neighbours.String(), Objective: rules.Objective.String(),
		First: []solveFirst{}, Nodes: nodes, Complete: true,
	}
	lower, upper := new(big.Rat), new(big.Rat)
	for _, f := range first {
		if f.Lower.Cmp(lower) > 0 {
			lower = f.Lower
		}
		if f.Upper.Cmp(upper) > 0 {
			upper = f.Upper
		}
		r.Complete = r.Complete && f.Exact()
	}
	for _, f := range first {
		s := solveFirst{best: f.Exact() && f.Lower.Cmp(upper) == 0}
		s.Row, s.Col = g.RowCol(f.Cell)
		if f.Exact() {
			s.Value = f.Lower.String()
		} else {
			s.Lower, s.Upper = f.Lower.String(), f.Upper.String()
		}
		r.First = append(r.First, s)
	}
	if r.Complete {
		r.Value = lower.String()
		r.Decimal, _ = lower.Float64()
	} else {
		r.Lower, r.Upper = lower.String(), upper.String()
	}
	return r
}

// write prints the report for people.
func (r *solveReport) write(w io.Writer, g *minesweeper.Game) error {
	what := map[string]string{"win": "win probability", "score": "expected score"}[r.Objective]
	if r.Complete {
		fmt.Fprintf(w, "%s: best %s %s = %.6f\n", g.Rules(), what, r.Value, r.Decimal)
	} else {
		fmt.Fprintf(w, "%s: best %s between %s and %s\n", g.Rules(), what, r.Lower, r.Upper)
	}
	for _, f := range r.First {
		mark := ""
		if f.best {
			mark = "  best"
		}
		if f.Value != "" {
			value, _ := new(big.Rat).SetString(f.Value)
			decimal, _ := value.Float64()
			fmt.Fprintf(w, "  first %d,%d: %s = %.6f%s\n", f.Row, f.Col, f.Value, decimal, mark)
		} else {
			fmt.Fprintf(w, "  first %d,%d: between %s and %s\n", f.Row, f.Col, f.Lower, f.Upper)
		}
	}
	_, err := fmt.Fprintf(w, "  %d positions searched\n", r.Nodes)
	return err
}
