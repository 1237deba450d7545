package kriegspielcmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight/certificate/mateplan"
	"blindsight/cmd/console"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/nearest"
	players "blindsight/player/kriegspielers"
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
	f.StringVar(&m.options.Algorithm, "algorithm", "best", "one of "+strings.Join(andor.Names(), ", "))
	f.DurationVar(&m.options.Time, "timeout", time.Minute, "wall time for one problem, 0 for no limit")
	f.Int64Var(&m.options.States, "max-states", 0, "most positions to construct for one problem (default no limit)")
	f.Int64Var(&m.mebibytes, "memory", 2048, "memory for one problem, in MiB")
	f.StringSliceVar(&m.without, "without", nil, "parts of best to leave out: table, subsume, open, order, deepening, prefix")
	f.BoolVar(&m.all, "all", false, "list every winning first attempt, not just one")
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
	options       andor.Options
	mebibytes     int64
	without       []string
	all           bool
	plan          string
	history, side string
	sequential    bool
	workers       int
	asJSON        bool
}

func (m *mater) check() error {
	switch {
	case m.options.Time < 0:
		return fmt.Errorf("--timeout %s: must not be negative", m.options.Time)
	case m.options.States < 0:
		return fmt.Errorf("--max-states %d: must not be negative", m.options.States)
	case m.mebibytes < 1:
		return fmt.Errorf("--memory %d: must be at least 1", m.mebibytes)
	case m.workers < 1:
		return fmt.Errorf("--workers %d: must be at least 1", m.workers)
	case m.history == "" && m.side != "":
		return errors.New("--side: only for --history; a problem says whose it is")
	case m.history == "" && m.sequential:
		return errors.New("--sequential: only for --history")
	}
	if _, err := andor.ParseAlgorithm(m.options.Algorithm); err != nil {
		return fmt.Errorf("--algorithm: %w", err)
	}
	m.options.Memory, m.options.Workers = m.mebibytes<<20, m.workers
	for _, name := range m.without {
		p := &m.options.Best
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
	return nil
}

func (m *mater) run(cmd *cobra.Command, args []string, out io.Writer) (err error) {
	if err := m.check(); err != nil {
		return err
	}
	plans := io.Discard
	if m.plan != "" {
		file, created := os.Create(m.plan)
		if created != nil {
			return fmt.Errorf("--plan: %w", created)
		}
		defer func() {
			if closed := file.Close(); err == nil {
				err = closed
			}
		}()
		plans = file
	}
	var limit error
	answers := console.NewOrdered(m.workers, func(a *mateAnswer) error {
		if a.report != nil {
			if err := m.print(out, a.report); err != nil {
				return err
			}
		}
		if a.plan != nil {
			if err := mateplan.Write(plans, a.plan); err != nil {
				return err
			}
		}
		if f := (console.Failure{}); errors.As(a.err, &f) && cmd.Context().Err() == nil {
			limit = a.err
			return nil
		}
		return a.err
	})
	if m.history != "" {
		if !cmd.Flags().Changed("algorithm") {
			m.options.Algorithm = "gl-dbu"
		}
		err = m.eachRecord(cmd, args, func(rec *kriegspiel.Record, side chess.Color, depth int) error {
			return answers.Add(func() *mateAnswer { return m.decideRecord(cmd.Context(), rec, side, depth) })
		})
	} else {
		err = m.source.each(cmd, args, func(p *kriegspiel.Problem) error {
			return answers.Add(func() *mateAnswer { return m.decide(cmd.Context(), p) })
		})
	}
	if wrong := answers.Wait(); wrong != nil {
		return wrong
	}
	if err == nil {
		err = limit
	}
	return err
}

// mateAnswer is what was found for one problem: what is to be printed and written.
type mateAnswer struct {
	report *mateReport
	plan   *mateplan.Plan
	err    error
}

// mateReport is what 'kriegspiel mate --json' prints.
type mateReport struct {
	ID        string   `json:"id"`
	Rules     string   `json:"rules"`
	Result    string   `json:"result"`
	Depth     int      `json:"depth"`
	Plies     int      `json:"plies,omitempty"`
	Algorithm string   `json:"algorithm"`
	Nodes     int64    `json:"nodes"`
	States    int64    `json:"states"`
	Bytes     int64    `json:"bytes"`
	Positions int      `json:"positions,omitempty"` // of a history: how many were looked at
	Seconds   float64  `json:"seconds"`
	First     []string `json:"first"`
}

// decide decides one problem. Each has a solver of its own: what is found, and with how
// much work, does not depend on the problems before it.
func (m *mater) decide(ctx context.Context, p *kriegspiel.Problem) *mateAnswer {
	s, err := players.NewSolver(p.Rules, m.options)
	if err != nil {
		return &mateAnswer{err: err}
	}
	limit := 1
	if m.all {
		limit = 0
	}
	begin := time.Now()
	first, r := players.First(ctx, s, p.Rules, p.Belief, p.Depth, limit)
	report := m.report(p, s, r, first, time.Since(begin))
	return m.answer(ctx, p, s, r, report)
}

func (m *mater) report(p *kriegspiel.Problem, s *players.Solver, r andor.Result, first []kriegspiel.Attempt, t time.Duration) *mateReport {
	return &mateReport{
		ID: p.ID, Rules: p.Rules.Name, Result: resultName(r.Verdict), Depth: p.Depth, Plies: r.Depth, Algorithm: s.Algorithm().Name,
		Nodes: r.Nodes, States: r.States, Bytes: r.Bytes, Seconds: t.Seconds(), First: attemptNames(first),
	}
}

// answer adds a plan, if one is asked for, and says what is not decided.
func (m *mater) answer(ctx context.Context, p *kriegspiel.Problem, s *players.Solver, r andor.Result, report *mateReport) *mateAnswer {
	a := &mateAnswer{report: report}
	switch {
	case ctx.Err() != nil && r.Verdict == andor.Unknown:
		return &mateAnswer{err: console.Failed(errors.New("interrupted: the results above are those of the problems finished"))}
	case r.Verdict == andor.Unknown:
		a.err = console.Failed(fmt.Errorf("problem %s is not decided: %w", p.ID, r.Err))
	case m.plan != "" && r.Verdict == andor.Win:
		plan, r := players.MatePlan(ctx, s, p)
		if plan == nil {
			a.err = console.Failed(fmt.Errorf("problem %s is a mate, but its plan was not found: %w", p.ID, r.Err))
		} else if err := mateplan.Check(p, plan); err != nil {
			a.err = console.Failed(fmt.Errorf("problem %s: the plan found is wrong, which must not happen: %w", p.ID, err))
		} else {
			a.plan = plan
		}
	}
	return a
}

func (m *mater) print(out io.Writer, r *mateReport) error {
	if m.asJSON {
		return console.WriteJSON(out, r)
	}
	what := fmt.Sprintf("no mate in %d", (r.Depth+1)/2)
	switch {
	case r.Result == "mate" && r.Plies > 0:
		what = fmt.Sprintf("mate in %d: %s", (r.Plies+1)/2, strings.Join(r.First, " "))
	case r.Result == "mate":
		what = fmt.Sprintf("mate in %d or less: %s", (r.Depth+1)/2, strings.Join(r.First, " "))
	case r.Result == "unknown":
		what = "unknown"
	}
	seen := ""
	if r.Positions > 0 {
		seen = fmt.Sprintf(", %d of the belief seen", r.Positions)
	}
	_, err := fmt.Fprintf(out, "%s (%s): %s\n  %s: %d nodes, %d positions%s, %.3g s, %.1f MiB\n",
		r.ID, r.Rules, what, r.Algorithm, r.Nodes, r.States, seen, r.Seconds, float64(r.Bytes)/(1<<20))
	return err
}

func resultName(v andor.Verdict) string {
	if v == andor.Win {
		return "mate"
	}
	return v.String()
}

// attemptNames returns attempts in UCI, sorted, the question last.
func attemptNames(list []kriegspiel.Attempt) []string {
	names := []string{}
	for _, a := range list {
		if a != kriegspiel.Any {
			names = append(names, a.String())
		}
	}
	slices.Sort(names)
	if slices.Contains(list, kriegspiel.Any) {
		names = append(names, kriegspiel.Any.String())
	}
	return names
}
