package kriegspielcmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight/certificate/mateplan"
	"blindsight/cmd/console"
	"blindsight/coach/kriegcoach"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/atomicfile"
	"blindsight/internal/nearest"
	"blindsight/search/andor"
)

func newKriegspielMate() *cobra.Command {
	var m mater
	cmd := &cobra.Command{
		Use:   "mate [FILE]",
		Short: "Decide whether there is a guaranteed mate",
		Long: `Decide for each problem whether there is a guaranteed mate: a plan that mates within a
depth in every position that is possible, whatever the opponent does.

FILE holds problems in JSON lines; without one, or for -, they are read from the
standard input:
  {"id": "1", "rules": "berkeley", "side": "white", "depth": 3, "belief": ["<FEN>", ...]}
--fen takes one position instead, known to the player, and --moves or --depth how soon it
must be mate: in N own moves, or N moves of both sides. --man adds a hidden man that may be
on one of several squares, or one of several kinds: the belief is then all such positions.
--rules and --depth go before what the file says.

--history takes a file of records instead (JSON lines or PGN), as 'kriegspiel estimate'
does, after which the side is to move: positions stream from the estimator straight into
the search (gl-dbu unless --algorithm says otherwise), and a disproof ends both;
--sequential estimates first.

The algorithms are best, ours, and those of Russell and Wolfe (2005). A name may have other
prefixes: g greedy, l legal or x refused children first, e early termination, with a hyphen
before ` + andor.Composition() + `.
All come to the same result, at different speeds.

--plan writes plans that 'kriegspiel check' can check and 'kriegspiel show'
can show; each is checked before it is written.

The result is mate, none or unknown, where a limit was hit: then the exit code is 1. A
winning first attempt is legal in at least one position, wins where it is legal, and
leaves a won turn where it is not; --all lists all of them, any? last.`,
		Example: `  blindsight kriegspiel mate problems.jsonl --all --plan plans.jsonl
  blindsight kriegspiel mate --fen "6K1/8/BP6/PRb5/1pk5/5Q2/4N3/8 w - - 0 1" --moves 2 --rules english
  blindsight kriegspiel mate --fen "8/8/8/8/8/1K6/6Q1/8 w - -" --man k@a1,b1 --man "p|-@h2" --moves 1
  blindsight kriegspiel mate problems.jsonl --algorithm gl-dbu --timeout 10s --json
  blindsight kriegspiel mate --history game.pgn --side white --depth 3`,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := bufio.NewWriter(cmd.OutOrStdout())
			err := m.run(cmd, args, out)
			if flushed := out.Flush(); err == nil {
				err = flushed
			}
			return err
		},
	}
	m.source.add(cmd)
	f := cmd.Flags()
	f.StringVar(&m.decider.Options.Algorithm, "algorithm", "best", "one of "+strings.Join(andor.Names(), ", "))
	f.DurationVar(&m.decider.Options.Time, "timeout", time.Minute, "wall time for one problem, 0 for no limit")
	f.Int64Var(&m.decider.Options.States, "max-states", 0, "most positions to construct for one problem (default no limit)")
	f.Int64Var(&m.mebibytes, "memory", 2048, "memory for one problem, in MiB")
	f.StringSliceVar(&m.without, "without", nil, "parts of best to leave out: table, subsume, open, order, deepening, prefix")
	f.BoolVar(&m.decider.All, "all", false, "list every winning first attempt, not just one")
	f.StringVar(&m.plan, "plan", "", "file to write plans of the mates to")
	f.StringVar(&m.history, "history", "", "file of records to decide instead of problems")
	f.StringVar(&m.side, "side", "", "with --history: who is to mate, white or black (default the one that the record is filtered for)")
	f.BoolVar(&m.sequential, "sequential", false, "with --history: find all positions first, then search")
	f.IntVar(&m.workers, "workers", runtime.GOMAXPROCS(0), "cores to use, for several problems and within hard ones; the results do not depend on it")
	f.BoolVar(&m.asJSON, "json", false, "print one JSON object a problem")
	console.Complete(cmd, "side", "white", "black")
	console.Complete(cmd, "algorithm", andor.Names()...)
	return cmd
}

// mater is the command with its flags.
type mater struct {
	source        problemSource
	decider       kriegcoach.Decider
	mebibytes     int64
	without       []string
	plan          string
	history, side string
	sequential    bool
	workers       int
	asJSON        bool
}

func (m *mater) check() error {
	switch {
	case m.decider.Options.Time < 0:
		return fmt.Errorf("--timeout %s: must not be negative", m.decider.Options.Time)
	case m.decider.Options.States < 0:
		return fmt.Errorf("--max-states %d: must not be negative", m.decider.Options.States)
	case m.mebibytes < 1:
		return fmt.Errorf("--memory %d: must be at least 1", m.mebibytes)
	case m.workers < 1:
		return fmt.Errorf("--workers %d: must be at least 1", m.workers)
	case m.history == "" && m.side != "":
		return errors.New("--side: only for --history; a problem says whose it is")
	case m.history == "" && m.sequential:
		return errors.New("--sequential: only for --history")
	}
	if _, err := andor.ParseAlgorithm(m.decider.Options.Algorithm); err != nil {
		return fmt.Errorf("--algorithm: %w", err)
	}
	if len(m.without) > 0 && m.decider.Options.Algorithm != "best" {
		return fmt.Errorf("--without: only best has these parts, not %s", m.decider.Options.Algorithm)
	}
	m.decider.Options.Memory, m.decider.Options.Workers = m.mebibytes<<20, m.workers
	for _, name := range m.without {
		p := &m.decider.Options.Best
		part, ok := map[string]*bool{
			"table": &p.NoTable, "subsume": &p.NoSubsume, "open": &p.NoOpen,
			"order": &p.NoOrder, "deepening": &p.NoDeepening, "prefix": &p.NoPrefix,
		}[name]
		if !ok {
			parts := []string{"table", "subsume", "open", "order", "deepening", "prefix"}
			return fmt.Errorf("--without %q%s: use one of %s", name, nearest.Hint(name, parts), strings.Join(parts, ", "))
		}
		*part = true
	}
	return m.decider.Check()
}

func (m *mater) run(cmd *cobra.Command, args []string, out io.Writer) (err error) {
	if m.history != "" && !cmd.Flags().Changed("algorithm") {
		m.decider.Options.Algorithm = "gl-dbu" // which takes positions as they are found
	}
	if err := m.check(); err != nil {
		return err
	}
	m.decider.Plans = m.plan != ""
	plans, err := atomicfile.Create(m.plan)
	if err != nil {
		return fmt.Errorf("--plan: %w", err)
	}
	defer plans.Discard()
	found, err := m.decide(cmd, args, out, plans)
	// A run that stops on its way, by a mistake in the input or by Ctrl-C, has printed the answers before: their plans,
	// each of them whole, are kept as well. Without any the file of before stays.
	if u := (kriegcoach.Undecided{}); err == nil || found > 0 || errors.As(err, &u) {
		if kept := plans.Commit(); kept != nil && err == nil {
			err = console.Failed(kept)
		}
	}
	return err
}

// decide answers all problems in their order, and returns how many plans it has written.
func (m *mater) decide(cmd *cobra.Command, args []string, out io.Writer, plans *atomicfile.File) (found int, err error) {
	var limit error
	answers := console.NewOrdered(m.workers, func(a *kriegcoach.Answer) error {
		if a.Report != nil {
			if err := m.print(out, a.Report); err != nil {
				return err
			}
		}
		if a.Plan != nil {
			// Flushed, since who reads a pipe waits for it.
			if err := errors.Join(mateplan.Write(plans, a.Plan), plans.Flush()); err != nil {
				return err
			}
			found++
		}
		if u := (kriegcoach.Undecided{}); !errors.As(a.Err, &u) {
			return a.Err
		}
		if cmd.Context().Err() == nil {
			limit = console.Failed(a.Err)
			return nil
		}
		return console.Failed(a.Err)
	})
	if m.history != "" {
		err = m.eachRecord(cmd, args, func(rec *kriegspiel.Record, side chess.Color, depth int) error {
			return answers.Add(func() *kriegcoach.Answer { return m.decideRecord(cmd.Context(), rec, side, depth) })
		})
	} else {
		err = m.source.each(cmd, args, func(p *kriegspiel.Problem) error {
			return answers.Add(func() *kriegcoach.Answer { return m.decider.Problem(cmd.Context(), p) })
		})
	}
	if wrong := answers.Wait(); wrong != nil {
		return found, wrong
	}
	if err == nil {
		err = limit
	}
	return found, err
}

func (m *mater) print(out io.Writer, r *kriegcoach.MateReport) error {
	if m.asJSON {
		return console.WriteJSON(out, r)
	}
	return r.Write(out)
}
