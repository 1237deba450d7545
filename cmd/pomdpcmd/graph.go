package pomdpcmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"blindsight/certificate/policy"
	"blindsight/cmd/console"
	"blindsight/internal/atomicfile"
	"blindsight/internal/plural"
)

// mostGraphNodes is how many nodes a drawing of a policy may have: more cannot be read, and would take long to draw.
const mostGraphNodes = 2000

func newPOMDPGraph() *cobra.Command {
	var from, to string
	var most int
	var strict, asJSON bool
	cmd := &cobra.Command{
		Use:   "graph FILE",
		Short: "Draw the policy graph of a POMDP",
		Long: `Draw the graph of a policy as SVG. A node is an alpha vector that is reached from the start belief, with its action, its number in
the file, and what it is worth where it was reached first; an arrow is what is observed then, and leads to the vector to go on with: the one that the file names
(the attribute next, which 'pomdp solve' writes), or else the best one at the belief that is left. What cannot be observed there has no arrow. Columns are steps from the
start. Hold the pointer over an arrow or a node to read it whole.

Large policies reach thousands of vectors: --most draws the nearest ones, and says how many are left out.

` + aboutPOMDPFiles,
		Example: `  blindsight pomdp graph tiger.pomdp --policy tiger.policy --svg tiger.svg
  blindsight pomdp graph tiger.pomdp --policy tiger.alpha --most 20 --svg tiger.svg`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case from == "":
				return fmt.Errorf("--policy is missing: name a policy file, as 'pomdp solve --policy FILE' writes them")
			case to == "":
				return fmt.Errorf("--svg is missing: name the file to draw to")
			case most < 1 || most > mostGraphNodes:
				return fmt.Errorf("--most %d: must be between 1 and %d", most, mostGraphNodes)
			}
			m, err := readModel(cmd, args[0], strict)
			if err != nil {
				return err
			}
			t, err := m.Tables()
			if err != nil {
				return console.BadInput(fmt.Errorf("%s: %w", args[0], err))
			}
			p, err := readPolicy(from, t)
			if err != nil {
				return console.BadInput(err)
			}
			file, err := atomicfile.Create(to)
			if err != nil {
				return fmt.Errorf("--svg: %w", err)
			}
			defer file.Discard()
			g := policy.NewGraph(t, p, most)
			g.WriteSVG(file, &policy.Labels{Actions: m.Actions, Observations: m.Observations, Costs: m.Costs})
			if err := file.Commit(); err != nil {
				return console.Failed(fmt.Errorf("--svg: %w", err))
			}
			return writeGraphed(cmd, args[0], from, to, g, asJSON)
		},
	}
	f := cmd.Flags()
	f.StringVar(&from, "policy", "", "the policy, a file of alpha vectors")
	f.StringVar(&to, "svg", "", "draw to this file")
	f.IntVar(&most, "most", 60, "draw at most so many vectors, the nearest ones")
	f.BoolVar(&strict, "strict", false, "refuse problem files that break the grammar of the format")
	f.BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// graphedPOMDP is what 'pomdp graph' prints.
type graphedPOMDP struct {
	File   string `json:"file"`
	Policy string `json:"policy"`
	SVG    string `json:"svg"`
	Nodes  int    `json:"nodes"`
	Edges  int    `json:"edges"`
	More   int    `json:"left_out"`
}

func writeGraphed(cmd *cobra.Command, file, from, to string, g *policy.Graph, asJSON bool) error {
	j := graphedPOMDP{File: file, Policy: from, SVG: to, Nodes: len(g.Nodes), More: g.More}
	for i := range g.Nodes {
		j.Edges += len(g.Nodes[i].Edges)
	}
	if asJSON {
		return console.WriteJSON(cmd.OutOrStdout(), j)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s, %s\n", to, plural.Form(j.Nodes, "1 vector", "%d vectors"), plural.Form(j.Edges, "1 observation", "%d observations"))
	if g.More > 0 {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "at least %s reached and left out: see --most\n", plural.Form(g.More, "1 vector more is", "%d vectors more are"))
	}
	return err
}
