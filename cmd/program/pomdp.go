package program

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"blindsight/game/pomdp"
)

func newPOMDP() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pomdp",
		Short: "Solve POMDP files, and check policies",
		Long: `Solve partially observable Markov decision processes that are written in Cassandra's
.pomdp format: both bounds of the best return, a policy as a file, and a check of such files.`,
		Example: `  blindsight pomdp solve tiger.pomdp --policy tiger.policy
  blindsight pomdp check tiger.pomdp tiger.policy`,
	}
	cmd.AddCommand(newPOMDPSolve(), newPOMDPCheck())
	return cmd
}

// readModel reads a .pomdp file, or the standard input where its name is "-". What breaks the grammar and is read all the
// same is said on the standard error.
func readModel(cmd *cobra.Command, name string, strict bool) (*pomdp.Model, error) {
	var from io.Reader = cmd.InOrStdin()
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, inputError{err}
		}
		defer file.Close()
		from = file
	}
	m, warnings, err := pomdp.Read(from, pomdp.Options{Strict: strict})
	if err != nil {
		return nil, inputError{fmt.Errorf("%s:%w", name, err)}
	}
	for _, w := range warnings {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s:%s\n", name, w)
	}
	return m, nil
}
