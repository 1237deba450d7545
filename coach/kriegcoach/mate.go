package kriegcoach

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"blindsight/belief/enumerate"
	"blindsight/certificate/mateplan"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// Decider decides whether there are guaranteed mates. Each problem has a solver of its own: what is found, and with how
// much work, does not depend on the problems before it. It is safe for concurrent use.
type Decider struct {
	Options andor.Options
	All     bool // find every winning first attempt, not just one
	Plans   bool // find plans of the mates, and check them
}

// Answer is what was found for one problem.
type Answer struct {
	Report *MateReport    // nil where there is none
	Plan   *mateplan.Plan // where one was asked for, and is right
	Err    error
}

// Undecided is the error of a problem that was not decided, or of a plan that was not found: a limit was hit, or the work
// interrupted.
type Undecided struct{ error }

// Unwrap returns why.
func (u Undecided) Unwrap() error { return u.error }

// MateReport says whether there is a guaranteed mate, and with how much work that was found.
type MateReport struct {
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

// Check tells what is wrong with the options.
func (d *Decider) Check() error { return d.Options.Check() }

// Problem decides one problem. It panics if the decider does not pass its Check, as Record does.
func (d *Decider) Problem(ctx context.Context, p *kriegspiel.Problem) *Answer {
	s := kriegspielers.NewSolver(p.Rules, d.Options)
	limit := 1
	if d.All {
		limit = 0
	}
	begin := time.Now()
	first, r := kriegspielers.First(ctx, s, p.Rules, p.Belief, p.Depth, limit)
	return d.answer(ctx, p, s, r, newMateReport(p, s, r, first, time.Since(begin)))
}

// Record decides whether a side has a guaranteed mate within a depth by what it knows from a record. Sequential finds all
// positions first, then searches; else both work together.
func (d *Decider) Record(ctx context.Context, rec *kriegspiel.Record, side chess.Color, depth int, sequential bool) *Answer {
	s := kriegspielers.NewSolver(rec.Rules, d.Options)
	begin := time.Now()
	limits := enumerate.Options{Time: d.Options.Time, Memory: d.Options.Memory, Workers: 1}
	found, err := kriegspielers.MateFromRecord(ctx, s, rec, side, depth, limits, sequential)
	if err != nil {
		return &Answer{Err: fmt.Errorf("record %s: %w", rec.ID, err)}
	}
	p := &kriegspiel.Problem{ID: rec.ID, Rules: rec.Rules, Side: side, Depth: depth, Belief: found.Belief}
	r, first := found.Result, found.First
	if d.All && len(first) > 0 {
		first, r = kriegspielers.First(ctx, s, p.Rules, p.Belief, depth, 0)
		r.Nodes, r.States, r.Bytes = r.Nodes+found.Nodes, r.States+found.States, max(r.Bytes, found.Bytes)
	}
	report := newMateReport(p, s, r, first, time.Since(begin))
	report.Positions = len(found.Belief)
	return d.answer(ctx, p, s, r, report)
}

func newMateReport(p *kriegspiel.Problem, s *kriegspielers.Solver, r andor.Result, first []kriegspiel.Attempt, t time.Duration) *MateReport {
	return &MateReport{
		ID: p.ID, Rules: p.Rules.Name, Result: resultName(r.Verdict), Depth: p.Depth, Plies: r.Depth, Algorithm: s.Algorithm().Name,
		Nodes: r.Nodes, States: r.States, Bytes: r.Bytes, Seconds: t.Seconds(), First: attemptNames(first),
	}
}

// answer adds a plan, if one is asked for, and says what is not decided.
func (d *Decider) answer(ctx context.Context, p *kriegspiel.Problem, s *kriegspielers.Solver, r andor.Result, report *MateReport) *Answer {
	a := &Answer{Report: report}
	switch {
	case ctx.Err() != nil && r.Verdict == andor.Unknown:
		return &Answer{Err: Undecided{errors.New("interrupted: the results above are those of the problems finished")}}
	case r.Verdict == andor.Unknown:
		a.Err = Undecided{fmt.Errorf("problem %s is not decided: %w", p.ID, r.Err)}
	case d.Plans && r.Verdict == andor.Win:
		plan, r := kriegspielers.MatePlan(ctx, s, p)
		if plan == nil {
			a.Err = Undecided{fmt.Errorf("problem %s is a mate, but its plan was not found: %w", p.ID, r.Err)}
		} else if err := mateplan.Check(p, plan); err != nil {
			a.Err = Undecided{fmt.Errorf("problem %s: the plan found is wrong, which must not happen: %w", p.ID, err)}
		} else {
			a.Plan = plan
		}
	}
	return a
}

// Write says it for people.
func (r *MateReport) Write(out io.Writer) error {
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
