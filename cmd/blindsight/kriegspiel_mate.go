package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight/certificate"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspiel"
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
must be mate: in N own moves, or N moves of both sides. --rules and --depth go before what
the file says. --plan writes plans that 'kriegspiel check' can check and 'kriegspiel show'
can show; each is checked before it is written.

The result is mate, none or unknown, where a limit was hit: then the exit code is 1. A
winning first attempt is legal in at least one position, wins where it is legal, and
leaves a won turn where it is not; --all lists all of them, any? last.`,
		Example: `  blindsight kriegspiel mate problems.jsonl --all --plan plans.jsonl
  blindsight kriegspiel mate --fen "6K1/8/BP6/PRb5/1pk5/5Q2/4N3/8 w - - 0 1" --moves 2 --rules english
  blindsight kriegspiel mate problems.jsonl --algorithm gl-dbu --timeout 10s --json`,
		Args: cobra.MaximumNArgs(1),
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
	f.BoolVar(&m.asJSON, "json", false, "print one JSON object a problem")
	complete(cmd, "algorithm", andor.Names()...)
	return cmd
}

// problemSource says where problems come from, and what goes before what a file says.
type problemSource struct {
	fen, rules   string
	moves, depth int
}

func (s *problemSource) add(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.fen, "fen", "", "one position instead of a file")
	f.IntVar(&s.moves, "moves", 0, "own moves within which it must be mate")
	f.IntVar(&s.depth, "depth", 0, "moves of both sides within which it must be mate, odd")
	f.StringVar(&s.rules, "rules", "", "rule set, see 'kriegspiel rules' (default that of the problem, or berkeley)")
	complete(cmd, "rules", kriegspiel.Names()...)
}

// each reads the problems and hands them to visit.
func (s *problemSource) each(cmd *cobra.Command, args []string, visit func(*kriegspiel.Problem) error) error {
	var rules *kriegspiel.Rules
	depth := s.depth
	var err error
	if s.rules != "" {
		if rules, err = kriegspiel.ParseRules(s.rules); err != nil {
			return fmt.Errorf("--rules: %w", err)
		}
	}
	set := cmd.Flags().Changed
	switch {
	case set("moves") && set("depth"):
		return errors.New("--moves and --depth: choose one")
	case set("moves") && s.moves < 1:
		return fmt.Errorf("--moves %d: must be at least 1", s.moves)
	case set("moves"):
		depth = 2*min(s.moves, kriegspiel.MaxDepth) - 1
	}
	given := set("moves") || set("depth")
	fix := func(p *kriegspiel.Problem) error {
		if rules != nil {
			p.Rules = rules
		}
		if given {
			p.Depth = depth
			if err := p.Check(); err != nil {
				return fmt.Errorf("--depth: %w", err)
			}
		}
		return visit(p)
	}
	if s.fen != "" {
		if len(args) > 0 {
			return errors.New("a file and --fen: choose one")
		}
		pos, err := chess.ParseFEN(s.fen)
		if err != nil {
			return fmt.Errorf("--fen: %w", err)
		}
		if !given {
			return errors.New("--fen: say how soon it must be mate, --moves N or --depth N")
		}
		return fix(&kriegspiel.Problem{ID: "1", Rules: kriegspiel.All()[0], Side: pos.Side(), Belief: []chess.Position{pos}})
	}
	in, name, err := openInput(cmd, args)
	if err != nil {
		return err
	}
	defer in.Close()
	n := 0
	err = kriegspiel.ReadProblems(in, name, func(p *kriegspiel.Problem) error { n++; return fix(p) })
	if err == nil && n == 0 {
		err = fmt.Errorf("%s: no problem", name)
	}
	return err
}

// mater is the command with its flags.
type mater struct {
	source    problemSource
	options   andor.Options
	mebibytes int64
	without   []string
	all       bool
	plan      string
	asJSON    bool
	solvers   map[*kriegspiel.Rules]*players.Solver
}

func (m *mater) check() error {
	switch {
	case m.options.Time < 0:
		return fmt.Errorf("--timeout %s: must not be negative", m.options.Time)
	case m.options.States < 0:
		return fmt.Errorf("--max-states %d: must not be negative", m.options.States)
	case m.mebibytes < 1:
		return fmt.Errorf("--memory %d: must be at least 1", m.mebibytes)
	}
	if _, err := andor.ParseAlgorithm(m.options.Algorithm); err != nil {
		return fmt.Errorf("--algorithm: %w", err)
	}
	m.options.Memory = m.mebibytes << 20
	for _, name := range m.without {
		p := &m.options.Best
		part, ok := map[string]*bool{
			"table": &p.NoTable, "subsume": &p.NoSubsume, "open": &p.NoOpen,
			"order": &p.NoOrder, "deepening": &p.NoDeepening, "prefix": &p.NoPrefix,
		}[name]
		if !ok {
			return fmt.Errorf("--without %q: use table, subsume, open, order, deepening or prefix", name)
		}
		*part = true
	}
	return nil
}

func (m *mater) run(cmd *cobra.Command, args []string, out io.Writer) (err error) {
	if err := m.check(); err != nil {
		return err
	}
	m.solvers = map[*kriegspiel.Rules]*players.Solver{}
	plans := io.Discard
	if m.plan != "" {
		file, err := os.Create(m.plan)
		if err != nil {
			return fmt.Errorf("--plan: %w", err)
		}
		defer func() {
			if closed := file.Close(); err == nil {
				err = closed
			}
		}()
		plans = file
	}
	var limit error
	err = m.source.each(cmd, args, func(p *kriegspiel.Problem) error {
		err := m.solve(cmd.Context(), p, out, plans)
		if f := (failure{}); errors.As(err, &f) && cmd.Context().Err() == nil {
			limit = err
			return nil
		}
		return err
	})
	if err == nil {
		err = limit
	}
	return err
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
	Seconds   float64  `json:"seconds"`
	First     []string `json:"first"`
}

// solve decides one problem and prints the answer.
func (m *mater) solve(ctx context.Context, p *kriegspiel.Problem, out, plans io.Writer) error {
	s := m.solvers[p.Rules]
	if s == nil {
		var err error
		if s, err = players.NewSolver(p.Rules, m.options); err != nil {
			return err
		}
		m.solvers[p.Rules] = s
	}
	limit := 1
	if m.all {
		limit = 0
	}
	begin := time.Now()
	first, r := s.First(ctx, p.Belief, p.Depth, limit)
	report := mateReport{
		ID: p.ID, Rules: p.Rules.Name, Result: resultName(r.Verdict), Depth: p.Depth, Plies: r.Depth, Algorithm: s.Algorithm().Name,
		Nodes: r.Nodes, States: r.States, Bytes: r.Bytes, Seconds: time.Since(begin).Seconds(), First: attemptNames(first),
	}
	if err := m.print(out, &report); err != nil {
		return err
	}
	if r.Verdict == andor.Unknown {
		if ctx.Err() != nil {
			return failure{errors.New("interrupted: the results above are those of the problems finished")}
		}
		return failure{fmt.Errorf("problem %s is not decided: %w", p.ID, r.Err)}
	}
	if m.plan == "" || r.Verdict != andor.Win {
		return nil
	}
	plan, r := players.MatePlan(ctx, s, p)
	if plan == nil {
		return failure{fmt.Errorf("problem %s is a mate, but its plan was not found: %w", p.ID, r.Err)}
	}
	if err := certificate.Check(p, plan); err != nil {
		return failure{fmt.Errorf("problem %s: the plan found is wrong, which must not happen: %w", p.ID, err)}
	}
	return certificate.Write(plans, plan)
}

func (m *mater) print(out io.Writer, r *mateReport) error {
	if m.asJSON {
		return writeJSON(out, r)
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
	_, err := fmt.Fprintf(out, "%s (%s): %s\n  %s: %d nodes, %d positions, %.3g s, %.1f MiB\n",
		r.ID, r.Rules, what, r.Algorithm, r.Nodes, r.States, r.Seconds, float64(r.Bytes)/(1<<20))
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
