package pomdpcmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/pomdp"
)

// New returns the command pomdp.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pomdp",
		Short: "Solve POMDP files, check policies, measure players",
		Long: `Solve and play partially observable Markov decision processes that are written in Cassandra's .pomdp format: what a
file holds, both bounds of the best return, a policy as a file, a check of such files, and what players gain.
'blindsight play pomdp --set file=FILE' plays them like any other game.`,
		Example: `  blindsight pomdp write tiger > tiger.pomdp
  blindsight pomdp show tiger.pomdp
  blindsight pomdp solve tiger.pomdp --policy tiger.policy
  blindsight pomdp check tiger.pomdp tiger.policy
  blindsight pomdp evaluate tiger.pomdp --player uct --sims 1000 --runs 100`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newPOMDPShow(), newPOMDPWrite(), newPOMDPSolve(), newPOMDPCheck(), newPOMDPEvaluate(), newPOMDPGraph())
	return cmd
}

// aboutPOMDPFiles says in help texts how files are read.
const aboutPOMDPFiles = `A file may be compressed by gzip; - is the standard input. What breaks the grammar of the format and yet is
common is read with a warning that names the line; --strict refuses it.`

// readModel reads a problem from a file, which may be compressed by gzip, or for "-" from the standard input. Warnings go to
// the standard error. What is wrong with the file is named by line and column.
func readModel(cmd *cobra.Command, file string, strict bool) (*pomdp.Model, error) {
	in, name, err := console.OpenInput(cmd, []string{file})
	if err != nil {
		return nil, err
	}
	defer in.Close()
	m, warnings, err := pomdp.Read(in, pomdp.Options{Strict: strict})
	for _, w := range warnings {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: warning: %s:%v\n", console.Called(), name, w)
	}
	var syntax *pomdp.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, console.BadInput(fmt.Errorf("%s:%w", name, err))
	case err != nil:
		return nil, console.BadInput(fmt.Errorf("%s: %w", name, err))
	}
	return m, nil
}
