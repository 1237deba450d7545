package pomdpcmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/catalog"
	"blindsight/cmd/console"
	"blindsight/game/pomdp"
	"blindsight/internal/atomicfile"
	"blindsight/player/planners"
)

func newPOMDPWrite() *cobra.Command {
	var settings, file string
	cmd := &cobra.Command{
		Use:   "write PROBLEM",
		Short: "Write one of the usual problems as a .pomdp file",
		Long: `Write one of the usual problems as a .pomdp file: tiger, rocksample, tag or grid. The text depends on the problem alone, and numbers
have all the digits that it takes to read them back the same. Parameters, by --set:

` + parametersText(),
		Example: `  blindsight pomdp write tiger
  blindsight pomdp write rocksample --set layout=7x8 --out rs78.pomdp
  blindsight pomdp write rocksample --set layout=4:3.1/2.1@0.2,d0=1
  blindsight pomdp write grid --set rows=5,cols=6,see=0.9,restart=false`,
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := generated(args[0], settings)
			if err != nil {
				return err
			}
			if file == "" {
				return pomdp.Write(cmd.OutOrStdout(), m)
			}
			out, err := atomicfile.Create(file)
			if err != nil {
				return fmt.Errorf("--out: %w", err)
			}
			defer out.Discard()
			if err := pomdp.Write(out, m); err != nil {
				return console.Failed(err)
			}
			return out.Commit()
		},
	}
	cmd.Flags().StringVar(&settings, "set", "", "parameters of the problem, as NAME=VALUE,…")
	cmd.Flags().StringVar(&file, "out", "", "write to this file instead of the standard output")
	return cmd
}

// generated makes a problem of its name and its parameters.
func generated(problem, settings string) (*pomdp.Model, error) {
	v, err := catalog.ReadValues(planners.Parameters, settings)
	if err != nil {
		return nil, fmt.Errorf("--set: %w", err)
	}
	made, err := planners.Generate(problem, v)
	if err != nil {
		return nil, console.BadUsage(err)
	}
	m, err := made.Model()
	if err != nil {
		return nil, console.BadUsage(err)
	}
	return m, nil
}

// parametersText lists the parameters of problems for a help text.
func parametersText() string {
	var b strings.Builder
	for _, p := range planners.Parameters {
		fmt.Fprintf(&b, "  %-16s %s\n", p.Name+"="+p.Default, p.Doc)
	}
	return strings.TrimRight(b.String(), "\n")
}
