package pomdpcmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/pomdp"
	"blindsight/internal/plural"
)

func newPOMDPShow() *cobra.Command {
	var strict, asJSON bool
	cmd := &cobra.Command{
		Use:   "show FILE",
		Short: "Tell what a .pomdp file holds, and what looks wrong with it",
		Long: `Tell what a .pomdp file holds: its sizes, how sparse it is, what a step may bring; and what looks wrong: states
that no play comes to, states that are never left though they go on to cost or bring something, observations that are never made,
rows that add up to 1 only nearly.

` + aboutPOMDPFiles,
		Example: `  blindsight pomdp show problem.pomdp
  blindsight pomdp write tag | blindsight pomdp show - --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := readModel(cmd, args[0], strict)
			if err != nil {
				return err
			}
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), surveyJSONOf(args[0], m))
			}
			return writeSurvey(cmd.OutOrStdout(), m)
		},
	}
	cmd.Flags().BoolVar(&strict, "strict", false, "refuse what breaks the grammar")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// surveyJSON is what 'pomdp show' prints.
type surveyJSON struct {
	File         string     `json:"file"`
	States       int        `json:"states"`
	Actions      int        `json:"actions"`
	Observations int        `json:"observations"`
	MDP          bool       `json:"mdp"`
	Discount     float64    `json:"discount"`
	Values       string     `json:"values"`
	Starts       int        `json:"starts"`
	Transitions  int        `json:"transitions"`
	Signals      int        `json:"signals"`
	Density      [2]float64 `json:"density"`
	Rewards      [2]float64 `json:"rewards"`
	Unreachable  []string   `json:"unreachable"`
	Ends         []string   `json:"ends"`
	Absorbing    []string   `json:"absorbing"`
	Unseen       []string   `json:"unseen"`
}

// namesOf returns the names of some of them, never nil.
func namesOf(names pomdp.Names, numbers []int) []string {
	list := make([]string, len(numbers))
	for i, n := range numbers {
		list[i] = names[n]
	}
	return list
}

func valuesOf(m *pomdp.Model) string {
	if m.Costs {
		return "cost"
	}
	return "reward"
}

func surveyJSONOf(file string, m *pomdp.Model) surveyJSON {
	y := m.Survey()
	return surveyJSON{
		File: file, States: len(m.States), Actions: len(m.Actions), Observations: len(m.Observations), MDP: m.Observed,
		Discount: m.Discount, Values: valuesOf(m), Starts: y.Starts, Transitions: y.Moves, Signals: y.Signals,
		Density:     [2]float64{pomdp.Density(m.Moves, len(m.States)), pomdp.Density(m.Signals, len(m.Observations))},
		Rewards:     [2]float64{y.Least, y.Most},
		Unreachable: namesOf(m.States, y.Unreachable), Ends: namesOf(m.States, y.Ends),
		Absorbing: namesOf(m.States, y.Absorbing), Unseen: namesOf(m.Observations, y.Unseen),
	}
}

func writeSurvey(out io.Writer, m *pomdp.Model) error {
	y := m.Survey()
	kind := "POMDP"
	if m.Observed {
		kind = "MDP: the state is seen"
	}
	fmt.Fprintf(out, "%d states, %d actions, %d observations (%s)\n", len(m.States), len(m.Actions), len(m.Observations), kind)
	fmt.Fprintf(out, "discount %v, %ss of a step from %v to %v\n", m.Discount, valuesOf(m), y.Least, y.Most)
	fmt.Fprintf(out, "start: %s\n", plural.Form(y.Starts, "1 state", "%d states"))
	fmt.Fprintf(out, "transitions: %d, %.4g%% of all; observations: %d, %.4g%% of all\n",
		y.Moves, 100*pomdp.Density(m.Moves, len(m.States)), y.Signals, 100*pomdp.Density(m.Signals, len(m.Observations)))
	fmt.Fprintf(out, "a play ends in: %s\n", few(namesOf(m.States, y.Ends)))
	for _, line := range []struct {
		text string
		list []string
	}{
		{"no play comes to: ", namesOf(m.States, y.Unreachable)},
		{"never left, and it goes on to count: ", namesOf(m.States, y.Absorbing)},
		{"never observed: ", namesOf(m.Observations, y.Unseen)},
	} {
		if len(line.list) > 0 {
			fmt.Fprintf(out, "%s%s\n", line.text, few(line.list))
		}
	}
	_, err := fmt.Fprintf(out, "%s\n", verdictOf(&y))
	return err
}

// verdictOf sums up what looks wrong.
func verdictOf(y *pomdp.Survey) string {
	if len(y.Unreachable)+len(y.Absorbing)+len(y.Unseen) == 0 {
		return "nothing looks wrong"
	}
	return "look at what is named above: it may be meant so"
}

// few writes a list, but not all of a long one.
func few(list []string) string {
	const most = 8
	switch {
	case len(list) == 0:
		return "no state"
	case len(list) <= most:
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:most], ", "), len(list)-most)
}
