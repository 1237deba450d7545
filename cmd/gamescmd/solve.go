package gamescmd

import (
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"blindsight/catalog"
	"blindsight/cmd/console"
	"blindsight/internal/atomicfile"
	"blindsight/registry"
)

// solveOptions are what 'solve' was asked for.
type solveOptions struct {
	settings string
	solving  catalog.Solving
	memory   int64 // MiB
	timeout  time.Duration
	strategy string
	asJSON   bool
}

// NewSolve returns the command solve.
func NewSolve() *cobra.Command {
	var o solveOptions
	cmd := &cobra.Command{
		Use:   "solve GAME",
		Short: "Find an equilibrium of a game of two sides",
		Long: `Find an equilibrium of a zero-sum game of two sides: a pair of strategies that neither
side can improve on alone. All plays are listed once, then both sides learn by CFR+.
What is printed proves itself: the first strategy gains at least the lower bound whatever the
other side does, the second loses at most the upper bound, and the value of the game is
between. Their distance is the exploitability (NashConv): what the best responses
to both strategies gain together.

A game with too many plays for --memory is refused. With --sampled plays are sampled
instead (outcome-sampling MCCFR), two an iteration; nothing is then proved.

--strategy writes a file that 'play' plays (--player cfr,file=FILE) and
'exploit --strategy FILE' checks on a road of its own. Ctrl-C or --timeout stop
the work; what was found by then is printed and written, and the exit code is 1.`,
		Example: `  blindsight solve poker --iterations 1000
  blindsight solve poker --set rules=leduc --gap 0.01 --strategy leduc.strategy
  blindsight solve phantom --set board=hex,rows=2,refusal=abrupt --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := registry.Find(args[0])
			if err != nil {
				return err
			}
			setting, err := o.check(g)
			if err != nil {
				return err
			}
			return o.run(cmd, setting)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.settings, "set", "", "settings of the game, as NAME=VALUE,…")
	f.IntVar(&o.solving.Iterations, "iterations", 1000, "how many iterations at most")
	f.Float64Var(&o.solving.Gap, "gap", 0, "stop when the exploitability is no more than this; not with --sampled")
	f.BoolVar(&o.solving.Sampled, "sampled", false, "sample plays instead of listing all of them")
	f.Uint64Var(&o.solving.Seed, "seed", 1, "seed of sampled plays")
	f.Int64Var(&o.memory, "memory", 2048, "memory for the plays and what is learnt of them, in MiB")
	f.DurationVar(&o.timeout, "timeout", 0, "stop after this time; 0 is never")
	f.IntVar(&o.solving.Workers, "workers", runtime.GOMAXPROCS(0), "cores to use; the output does not depend on it")
	f.StringVar(&o.strategy, "strategy", "", "write the strategies to this file")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

// check tells what is wrong with the flags, and returns what they ask for.
func (o *solveOptions) check(g *catalog.Game) (*catalog.Setting, error) {
	switch s := &o.solving; {
	case s.Iterations < 1 || o.memory < 1:
		return nil, fmt.Errorf("--iterations %d --memory %d: both must be positive", s.Iterations, o.memory)
	case s.Workers < 1:
		return nil, fmt.Errorf("--workers %d: must be positive", s.Workers)
	case o.timeout < 0 || !(s.Gap >= 0):
		return nil, fmt.Errorf("--timeout %s --gap %v: neither may be negative", o.timeout, s.Gap)
	case s.Sampled && s.Gap > 0:
		return nil, fmt.Errorf("--gap and --sampled exclude each other: of sampled plays the exploitability is not known")
	}
	setting, err := g.Open(o.settings)
	if err != nil {
		return nil, fmt.Errorf("--set: %w", err)
	}
	o.solving.Memory = o.memory << 20
	return setting, nil
}

func (o *solveOptions) run(cmd *cobra.Command, s *catalog.Setting) error {
	ctx := cmd.Context()
	ctx, cancel := console.Limited(ctx, o.timeout)
	defer cancel()
	file, err := atomicfile.Create(o.strategy)
	if err != nil {
		return fmt.Errorf("--strategy: %w", err)
	}
	defer file.Discard()
	live := console.NewLiveLine(cmd.ErrOrStderr())
	o.solving.Each = func(b catalog.Bounds) { live.Set(boundsText(b)) }
	start := time.Now()
	r, err := s.Solve(ctx, o.solving)
	live.Clear()
	if err != nil {
		return console.StoppedOr(cmd.Context(), unsolved(err))
	}
	if o.strategy != "" {
		if err := r.Write(file); err != nil {
			return console.Failed(err)
		}
		if err := file.Commit(); err != nil {
			return err
		}
	}
	if err := o.write(cmd.OutOrStdout(), s, r, time.Since(start)); err != nil {
		return err
	}
	switch {
	case r.Stopped != nil:
		return console.Failed(fmt.Errorf("stopped before the end: %w", r.Stopped))
	case o.solving.Gap > 0 && r.Gap() > o.solving.Gap:
		return console.Failed(fmt.Errorf("the exploitability is still above %v: give it more --iterations", o.solving.Gap))
	}
	return nil
}

// boundsText says in one line how far a solution is.
func boundsText(b catalog.Bounds) string {
	text := fmt.Sprintf("%d iterations, %d and %d information sets", b.Iterations, b.Sets[0], b.Sets[1])
	if b.Known {
		text += fmt.Sprintf(", exploitability %.6f", b.Gap())
	}
	return text
}

// solvedJSON is what 'solve' prints.
type solvedJSON struct {
	Game       string   `json:"game"`
	Settings   string   `json:"settings"`
	Made       string   `json:"made"`
	Sets       [2]int   `json:"information_sets"`
	Ends       int      `json:"ends,omitempty"`
	Iterations int      `json:"iterations"`
	Value      *float64 `json:"value,omitempty"`
	Lower      *float64 `json:"lower,omitempty"`
	Upper      *float64 `json:"upper,omitempty"`
	Gap        *float64 `json:"exploitability,omitempty"`
	Complete   bool     `json:"complete"`
	Seconds    float64  `json:"seconds"`
}

func (o *solveOptions) write(out io.Writer, s *catalog.Setting, r *catalog.Solution, took time.Duration) error {
	if o.asJSON {
		j := solvedJSON{
			Game: s.Game.Name, Settings: s.Text, Made: r.Made, Sets: r.Sets, Ends: r.Ends, Iterations: r.Iterations,
			Complete: r.Stopped == nil, Seconds: took.Seconds(),
		}
		if r.Known {
			gap := r.Gap()
			j.Value, j.Lower, j.Upper, j.Gap = &r.Value, &r.Lo, &r.Hi, &gap
		}
		return console.WriteJSON(out, j)
	}
	fmt.Fprintf(out, "%s (%s), %s\n", s.Game.Name, s.Text, r.Made)
	fmt.Fprintf(out, "information sets: %d of the %s, %d of the %s", r.Sets[0], s.Game.Sides[0], r.Sets[1], s.Game.Sides[1])
	if r.Known {
		fmt.Fprintf(out, "; %d ends of plays\n", r.Ends)
		fmt.Fprintf(out, "value to the %s: from %.6f to %.6f; the strategies are worth %.6f\n", s.Game.Sides[0], r.Lo, r.Hi, r.Value)
		_, err := fmt.Fprintf(out, "exploitability: %.6f\n", r.Gap())
		return err
	}
	_, err := fmt.Fprintf(out, ", as far as plays have come\n")
	return err
}
