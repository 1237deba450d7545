package chesscmd

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/chess"
)

// New returns the command chess.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "chess",
		Short:   "Count chess moves",
		Example: `  blindsight chess perft start 6`,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newChessPerft())
	return cmd
}

// maxPerft is the greatest depth that chess perft takes; few positions have so few
// moves that anybody could wait for it.
const maxPerft = 100

func newChessPerft() *cobra.Command {
	var divide, asJSON bool
	var workers int
	cmd := &cobra.Command{
		Use:   "perft FEN DEPTH",
		Short: "Count the ways to play so many legal moves from a position",
		Long: `Count the ways to play DEPTH legal moves (of both sides together) from a position:
the usual test of a move generator, since the right counts are well known.

FEN is the position, in quotes or without, with or without the two counters at its
end, or the word start. Ctrl-C stops the count; the exit code is then 1.`,
		Example: `  blindsight chess perft start 6
  blindsight chess perft "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -" 5 --divide`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return errors.New("want a FEN and a depth, as in: chess perft start 5")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			last := len(args) - 1
			fen := strings.Join(strings.Fields(strings.Join(args[:last], " ")), " ")
			if fen == "start" {
				fen = chess.StartFEN
			}
			p, err := chess.ParseFEN(fen)
			if err != nil {
				return console.BadUsage(err)
			}
			depth, err := strconv.Atoi(args[last])
			if err != nil || depth < 0 || depth > maxPerft {
				return console.BadUsage(fmt.Errorf("depth %q: want a whole number from 0 to %d", args[last], maxPerft))
			}
			if workers < 1 {
				return fmt.Errorf("--workers %d: must be at least 1", workers)
			}
			return perft(cmd, p, fen, depth, workers, divide, asJSON)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&divide, "divide", false, "print the count after each first move as well")
	f.IntVar(&workers, "workers", runtime.GOMAXPROCS(0), "cores to use; the values do not depend on it")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// perftReport is what 'chess perft --json' prints.
type perftReport struct {
	FEN     string       `json:"fen"`
	Depth   int          `json:"depth"`
	Nodes   uint64       `json:"nodes"`
	Divide  []perftMoves `json:"divide,omitempty"`
	Seconds float64      `json:"seconds"`
}

type perftMoves struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// perft counts and prints.
func perft(cmd *cobra.Command, p chess.Position, fen string, depth, workers int, divide, asJSON bool) error {
	begin := time.Now()
	r := perftReport{FEN: fen, Depth: depth, Nodes: 1}
	if depth > 0 {
		var bar console.Progress
		counts, err := p.PerftContext(cmd.Context(), depth, workers, func(n, of int) {
			if bar == nil {
				bar = console.NewProgress(cmd.ErrOrStderr(), "parts", of)
			}
			bar.Step()
		})
		if bar != nil {
			bar.Finish()
		}
		if err != nil {
			return console.Failed(errors.New("interrupted before the count was complete"))
		}
		r.Nodes = 0
		for _, c := range counts {
			r.Nodes += c.Nodes
			if divide {
				r.Divide = append(r.Divide, perftMoves{c.Move.String(), c.Nodes})
			}
		}
		slices.SortFunc(r.Divide, func(a, b perftMoves) int { return strings.Compare(a.Move, b.Move) })
	}
	r.Seconds = time.Since(begin).Seconds()
	out := cmd.OutOrStdout()
	if asJSON {
		return console.WriteJSON(out, r)
	}
	for _, d := range r.Divide {
		fmt.Fprintf(out, "%s: %d\n", d.Move, d.Nodes)
	}
	_, err := fmt.Fprintf(out, "%d\n", r.Nodes)
	return err
}
