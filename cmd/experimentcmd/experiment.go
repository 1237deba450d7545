package experimentcmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment/queue"
)

// New returns the command experiment.
func New() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "experiment",
		Short: "Play many games by a plan, keep every one, and sum them up",
		Example: `  blindsight experiment run studies/example/plan.json
  blindsight experiment report example.record`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newExperimentRun(), newExperimentReport(), newExperimentExport(), newExperimentImport(), newExperimentKey())
	return cmd
}

func newExperimentKey() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "key FILE",
		Short: "Make a key by which a worker may join a run",
		Long: `Make a key (an NATS nkey) by which a worker may join a run. The secret part goes to
FILE, for 'worker --nkey FILE'; the public part is printed, for the list that
'experiment run --nkeys LIST' reads. An existing FILE is left alone.`,
		Example: `  blindsight experiment key worker1.nk >> keys.txt
  blindsight experiment run plan.json --listen 0.0.0.0:4222 --nkeys keys.txt
  blindsight worker --connect nats://host:4222 --nkey worker1.nk`,
		RunE: func(cmd *cobra.Command, args []string) error {
			seed, public, err := queue.NewNKey()
			if err != nil {
				return console.Failed(err)
			}
			f, err := os.OpenFile(args[0], os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(f, "%s\n", seed)
			if closed := f.Close(); err == nil {
				err = closed
			}
			if err != nil {
				os.Remove(args[0]) // half a key, of which the other half is lost
				return console.Failed(err)
			}
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), map[string]string{"public": public})
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), public)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}
