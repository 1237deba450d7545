package kriegspielcmd

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"blindsight/certificate/mateplan"
	"blindsight/cmd/console"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

func newKriegspielCheck() *cobra.Command {
	var source problemSource
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check PROBLEMS PLANS",
		Short: "Check plans of guaranteed mates",
		Long: `Check that each plan mates in every position of the problem of the same id, within its
depth and whatever the opponent does, and that it lists exactly what can be heard. The
checker plays the plans out by the rules; it shares no code with the search that found
them. Problems without a plan are not looked at. --rules and --depth go before what the
problems say. The exit code is 1 if a plan fails.`,
		Example: `  blindsight kriegspiel mate problems.jsonl --plan plans.jsonl
  blindsight kriegspiel check problems.jsonl plans.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			byID, err := problemsByID(cmd, &source, args[0])
			if err != nil {
				return err
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			defer out.Flush()
			plans, bad := 0, 0
			err = readPlans(args[1], func(plan *mateplan.Plan) error {
				plans++
				reason := checkPlan(byID[plan.ID], plan)
				if reason != nil {
					bad++
				}
				if asJSON {
					r := struct {
						ID     string `json:"id"`
						OK     bool   `json:"ok"`
						Reason string `json:"reason,omitempty"`
					}{ID: plan.ID, OK: reason == nil}
					if reason != nil {
						r.Reason = reason.Error()
					}
					return console.WriteJSON(out, r)
				}
				if reason != nil {
					_, err := fmt.Fprintf(out, "%s (%s): wrong: %v\n", plan.ID, plan.Rules, reason)
					return err
				}
				_, err := fmt.Fprintf(out, "%s (%s): mates within %d moves of both sides, %d nodes\n", plan.ID, plan.Rules, plan.Depth, plan.Root.Size())
				return err
			})
			switch {
			case err != nil:
				return err
			case plans == 0:
				return fmt.Errorf("%s: no plan", args[1])
			case bad > 0:
				return console.Failed(fmt.Errorf("%d of %d plans are wrong", bad, plans))
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&source.rules, "rules", "", "rule set (default that of the problem)")
	f.IntVar(&source.depth, "depth", 0, "depth (default that of the problem)")
	f.BoolVar(&asJSON, "json", false, "print one JSON object a plan")
	console.Complete(cmd, "rules", kriegspiel.Names()...)
	return cmd
}

// problemsByID reads problems; ids may be shared by problems of different rule sets.
func problemsByID(cmd *cobra.Command, source *problemSource, file string) (map[string][]*kriegspiel.Problem, error) {
	byID := map[string][]*kriegspiel.Problem{}
	err := source.each(cmd, []string{file}, func(p *kriegspiel.Problem) error {
		for _, other := range byID[p.ID] {
			if other.Rules == p.Rules {
				return fmt.Errorf("%s: two problems have the id %q under %s", file, p.ID, p.Rules)
			}
		}
		byID[p.ID] = append(byID[p.ID], p)
		return nil
	})
	return byID, err
}

// checkPlan checks a plan against the problem of its id and its rule set.
func checkPlan(problems []*kriegspiel.Problem, plan *mateplan.Plan) error {
	if len(problems) == 0 {
		return errors.New("no problem has this id")
	}
	problem := problems[0]
	for _, p := range problems {
		if p.Rules == plan.Rules {
			problem = p
		}
	}
	return mateplan.Check(problem, plan)
}

// readPlans reads the plans of a file.
func readPlans(file string, visit func(*mateplan.Plan) error) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	return mateplan.Read(in, file, visit)
}

func newKriegspielShow() *cobra.Command {
	var problems string
	cmd := &cobra.Command{
		Use:   "show PLANS",
		Short: "Show plans of guaranteed mates as a person would write them",
		Long: `Show plans: what to try, what to do if it is refused, and what to do after what is
heard. Plans do not hold the men; with the file of their problems moves are named by the
man that makes them, Qg2, else by their squares, e2g2.`,
		Example: `  blindsight kriegspiel show plans.jsonl --problems problems.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error {
			var byID map[string][]*kriegspiel.Problem
			if problems != "" {
				var err error
				if byID, err = problemsByID(cmd, &problemSource{}, problems); err != nil {
					return err
				}
			}
			out := bufio.NewWriter(cmd.OutOrStdout())
			defer out.Flush()
			return readPlans(args[0], func(p *mateplan.Plan) error {
				var own *chess.Position
				if list := byID[p.ID]; len(list) > 0 {
					own = &list[0].Belief[0]
				} else if problems != "" {
					return fmt.Errorf("--problems: %s has no problem %q, of which %s has a plan", problems, p.ID, args[0])
				}
				return mateplan.Show(out, p, own)
			})
		},
	}
	cmd.Flags().StringVar(&problems, "problems", "", "file of the problems, to name the men")
	return cmd
}
