package pomdpcmd

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/certificate/policy"
	"blindsight/cmd/console"
	"blindsight/game/pomdp"
	"blindsight/internal/plural"
)

// checkSlack is by how much the bound that is proved may be below the one claimed: more than rounding
// comes to.
const checkSlack = 1e-6

func newPOMDPCheck() *cobra.Command {
	var slack float64
	var strict, asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE POLICY",
		Short: "Prove what a policy of a POMDP is worth at least",
		Long: `Prove what a policy of a POMDP is worth at least, from the problem and the policy alone: the check
shares nothing with the solver. A policy is a file of alpha vectors, Cassandra's (.alpha) or the reference
solver's XML (.policy). It is proved if every vector keeps its promise: in every state, its
value is no more than the reward of its action and, discounted, the values of vectors of the file, one for
each observation. Rounding is counted against the policy.

A file whose vectors rest on others that were pruned, or were written with few digits, is "not
proved" (exit code 1), with the bound that is proved of it all the same. --slack lets the proved bound be so
much less than the one claimed.`,
		Example: `  blindsight pomdp check tiger.pomdp tiger.policy
  blindsight pomdp check tiger.pomdp tiger.alpha --slack 0.001 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(slack >= 0) {
				return fmt.Errorf("--slack %v: must not be negative", slack)
			}
			m, err := readModel(cmd, args[0], strict)
			if err != nil {
				return err
			}
			t, err := m.Tables()
			if err != nil {
				return console.BadInput(fmt.Errorf("%s: %w", args[0], err))
			}
			p, err := readPolicy(args[1], t)
			if err != nil {
				return console.BadInput(err)
			}
			r, err := policy.Check(cmd.Context(), t, p, max(slack, checkSlack))
			if err != nil {
				return console.StoppedOr(cmd.Context(), console.BadInput(fmt.Errorf("%s: %w", args[1], err)))
			}
			return writeChecked(cmd, args[0], args[1], m, p, r, asJSON)
		},
	}
	f := cmd.Flags()
	f.Float64Var(&slack, "slack", checkSlack, "by how much the proved bound may be below the one claimed")
	f.BoolVar(&strict, "strict", false, "refuse problem files that break the grammar of the format")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// readPolicy reads a policy for a problem.
func readPolicy(name string, t *blindsight.Tables) (*policy.Policy, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return policy.Read(file, name, policy.Size{States: t.States, Actions: t.Actions, Observations: t.Observations})
}

// checkedPOMDP is what 'pomdp check' prints. Of a problem of costs the bound is the cost at most.
type checkedPOMDP struct {
	File    string  `json:"file"`
	Policy  string  `json:"policy"`
	Costs   bool    `json:"costs,omitempty"`
	OK      bool    `json:"ok"`
	Bound   float64 `json:"bound"`
	Claimed float64 `json:"claimed"`
	Vectors int     `json:"vectors"`
	Reason  string  `json:"reason,omitempty"`
}

func writeChecked(cmd *cobra.Command, file, name string, m *pomdp.Model, p *policy.Policy, r policy.Report, asJSON bool) error {
	j := checkedPOMDP{File: file, Policy: name, Costs: m.Costs, OK: r.Proved, Bound: r.Bound, Claimed: r.Claimed, Vectors: len(p.Vectors)}
	worth := "at least"
	if m.Costs {
		worth, j.Bound, j.Claimed = "a cost of at most", 0-r.Bound, 0-r.Claimed
	}
	if !r.Proved {
		j.Reason = fmt.Sprintf("vector %d (%s) promises %.6g more in state %s than its action and vectors of the file gain",
			r.Worst, m.Actions[p.Vectors[r.Worst].Action], r.WorstSlack, m.States[r.WorstState])
		if r.Broken > 1 {
			j.Reason += fmt.Sprintf("; %d vectors promise too much", r.Broken)
		}
	}
	var err error
	switch out := cmd.OutOrStdout(); {
	case asJSON:
		err = console.WriteJSON(out, j)
	case r.Proved:
		_, err = fmt.Fprintf(out, "%s: proved: %s, closed in every state, worth %s %.6f\n", name, plural.Form(j.Vectors, "1 vector", "%d vectors"), worth, j.Bound)
	default:
		fmt.Fprintf(out, "%s: not proved: it claims %.6f, and %s\n", name, j.Claimed, j.Reason)
		_, err = fmt.Fprintf(out, "proved is %s %.6f, by going from vector to vector, from vector %d on\n", worth, j.Bound, r.First)
	}
	if err == nil && !r.Proved {
		err = console.Failed(fmt.Errorf("%s: not proved", name))
	}
	return err
}

// withoutCancel is the context of a command for work that is to be finished.
func withoutCancel(cmd *cobra.Command) context.Context { return context.WithoutCancel(cmd.Context()) }
