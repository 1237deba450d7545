package pomdpcmd

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/certificate/policy"
	"blindsight/cmd/console"
	"blindsight/game/pomdp"
	"blindsight/internal/atomicfile"
	"blindsight/internal/plural"
	"blindsight/search/pointbased"
)

// solvePOMDP are what 'pomdp solve' was asked for.
type solvePOMDP struct {
	gap    float64
	time   time.Duration
	memory int64 // MiB
	policy string
	strict bool
	asJSON bool
}

func newPOMDPSolve() *cobra.Command {
	var o solvePOMDP
	cmd := &cobra.Command{
		Use:   "solve FILE",
		Short: "Bound the best return of a POMDP from both sides, and find a policy",
		Long: `Bound the best discounted return of a POMDP from both sides, and find a policy that gains
the lower bound, by SARSOP (Kurniawati, Hsu, Lee 2008). Both bounds hold whenever it stops: when they are
within --gap of one another, when --time or --memory is used up, or at Ctrl-C. What
was found by then is printed and written; the exit code is 0 only if the gap was reached.

--policy writes the policy as alpha vectors: Cassandra's format if the name ends with .alpha, else the
XML of the reference solver (.policy). It is checked before it is written, and 'pomdp check' proves again
what it is worth, on a road of its own. Vectors are in rewards: a problem of costs has them with the sign
turned. One core is used.`,
		Example: `  blindsight pomdp solve tiger.pomdp
  blindsight pomdp solve tag.pomdp --time 80s --policy tag.policy
  blindsight pomdp solve shuttle.pomdp --gap 1e-4 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.check(); err != nil {
				return err
			}
			m, err := readModel(cmd, args[0], o.strict)
			if err != nil {
				return err
			}
			t, err := m.Tables()
			if err != nil {
				return console.BadInput(fmt.Errorf("%s: %w", args[0], err))
			}
			return o.run(cmd, args[0], m, t)
		},
	}
	f := cmd.Flags()
	f.Float64Var(&o.gap, "gap", 1e-3, "stop when the bounds are no further apart")
	f.DurationVar(&o.time, "time", time.Minute, "stop after this time; 0 is never")
	f.Int64Var(&o.memory, "memory", pointbased.DefaultMemory>>20, "memory for beliefs and vectors, in MiB")
	f.StringVar(&o.policy, "policy", "", "write the policy to this file")
	f.BoolVar(&o.strict, "strict", false, "refuse files that break the grammar of the format")
	f.BoolVar(&o.asJSON, "json", false, "print one JSON object")
	return cmd
}

// check tells what is wrong with the flags.
func (o *solvePOMDP) check() error {
	switch {
	case !(o.gap >= 0):
		return fmt.Errorf("--gap %v: must not be negative", o.gap)
	case o.time < 0:
		return fmt.Errorf("--time %s: must not be negative", o.time)
	case o.memory < 1:
		return fmt.Errorf("--memory %d: must be positive", o.memory)
	}
	return nil
}

func (o *solvePOMDP) run(cmd *cobra.Command, name string, m *pomdp.Model, t *blindsight.Tables) error {
	file, err := atomicfile.Create(o.policy)
	if err != nil {
		return fmt.Errorf("--policy: %w", err)
	}
	defer file.Discard()
	start := time.Now()
	live := console.NewLiveLine(cmd.ErrOrStderr())
	live.Set("first bounds …")
	s, err := pointbased.New(cmd.Context(), t, o.time)
	if err != nil {
		return console.BadInput(fmt.Errorf("%s: %w", name, err))
	}
	r := solvedPOMDP{File: name, Costs: m.Costs}
	stopped := s.Run(cmd.Context(), pointbased.Limits{Gap: o.gap, Time: o.time, Memory: o.memory << 20}, func(b pointbased.Bounds) {
		r.take(b)
		live.Set(fmt.Sprintf("%s, %d trials, %d beliefs, %d vectors", r.bounds(), b.Trials, b.Nodes, b.Alphas))
	})
	live.Clear()
	r.take(s.Bounds())
	r.Complete, r.Seconds = stopped == nil, time.Since(start).Seconds()
	if o.policy != "" {
		if err := o.write(cmd, file, name, t, s, &r); err != nil {
			return err
		}
	}
	if err := r.write(cmd.OutOrStdout(), s.Bounds(), o.asJSON); err != nil {
		return err
	}
	if stopped != nil {
		return console.Failed(fmt.Errorf("stopped before the bounds were within %v: %w", o.gap, stopped))
	}
	return nil
}

// write writes the policy once it has been checked.
func (o *solvePOMDP) write(cmd *cobra.Command, file *atomicfile.File, name string, t *blindsight.Tables, s *pointbased.Solver, r *solvedPOMDP) error {
	p := &policy.Policy{}
	for _, v := range s.Policy() {
		p.Vectors = append(p.Vectors, policy.Vector(v))
	}
	// What was found is kept, so Ctrl-C does not end the check.
	report, err := policy.Check(withoutCancel(cmd), t, p, checkSlack)
	if err == nil && !report.Proved {
		err = fmt.Errorf("%v is claimed, and %v is proved", report.Claimed, report.Bound)
	}
	if err != nil {
		return console.Failed(fmt.Errorf("the policy found is not what it claims to be, and is not written: this is an error of the program: %w", err))
	}
	if strings.HasSuffix(o.policy, ".alpha") {
		err = p.WriteAlpha(file)
	} else {
		err = p.WriteXML(file, name)
	}
	if err != nil {
		return console.Failed(err)
	}
	r.Policy, r.Vectors = o.policy, len(p.Vectors)
	return file.Commit()
}

// solvedPOMDP is what 'pomdp solve' prints. Of a problem of costs the bounds are costs.
type solvedPOMDP struct {
	File     string  `json:"file"`
	Costs    bool    `json:"costs,omitempty"`
	Lower    float64 `json:"lower"`
	Upper    float64 `json:"upper"`
	Complete bool    `json:"complete"`
	Alphas   int     `json:"alphas"`
	Policy   string  `json:"policy,omitempty"`
	Vectors  int     `json:"vectors,omitempty"`
	Seconds  float64 `json:"seconds"`
}

// take takes over how far the search is.
func (r *solvedPOMDP) take(b pointbased.Bounds) {
	r.Lower, r.Upper, r.Alphas = b.Lower, b.Upper, b.Alphas
	if r.Costs {
		r.Lower, r.Upper = 0-b.Upper, 0-b.Lower
	}
}

// bounds says both in words.
func (r *solvedPOMDP) bounds() string {
	what := "return"
	if r.Costs {
		what = "cost"
	}
	shown := func(x float64) float64 { return math.Round(x*1e6)/1e6 + 0 } // no zero with a minus
	return fmt.Sprintf("%s from %.6f to %.6f", what, shown(r.Lower), shown(r.Upper))
}

func (r *solvedPOMDP) write(out io.Writer, b pointbased.Bounds, asJSON bool) error {
	if asJSON {
		return console.WriteJSON(out, r)
	}
	fmt.Fprintf(out, "%s: best %s, gap %.6f\n", r.File, r.bounds(), r.Upper-r.Lower)
	if r.Policy != "" {
		fmt.Fprintf(out, "%s: %s, checked\n", r.Policy, plural.Form(r.Vectors, "1 vector", "%d vectors"))
	}
	_, err := fmt.Fprintf(out, "%.2f s, %d trials, %d beliefs, %d vectors of %d made\n", r.Seconds, b.Trials, b.Nodes, b.Alphas, b.Made)
	return err
}
