package experimentcmd

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment/store"
)

func newExperimentExport() *cobra.Command {
	var withoutMoves bool
	cmd := &cobra.Command{
		Use:   "export RECORD",
		Short: "Print a record as text, to publish or to go on with elsewhere",
		Long: `Print a record, of games or of other work of a study, as text: lines of JSON, also while
a run writes it. The first line says what it is; then comes a line for every row of every
table, an object with the name of the table and its columns by name; the last one says how
many these were. All of the record is there, with the names of the machines that played,
unless --without-moves leaves away the moves of the games, of which most of a record
consists and which no report reads. 'experiment import' makes a record of it again, with
which the run goes on; games that had their moves left away stay without.`,
		Example: `  blindsight experiment export example.record > games.jsonl
  blindsight experiment export example.record --without-moves | gzip > games.jsonl.gz`,
		RunE: func(cmd *cobra.Command, args []string) error {
			err := store.Export(cmd.Context(), args[0], cmd.OutOrStdout(), !withoutMoves)
			switch {
			case cmd.Context().Err() != nil:
				return console.Failed(errors.New("interrupted: what was printed is not whole"))
			case errors.Is(err, fs.ErrNotExist):
				return err
			}
			return exitKind(err)
		},
	}
	cmd.Flags().BoolVar(&withoutMoves, "without-moves", false, "leave away the moves of the games")
	return cmd
}

func newExperimentImport() *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE RECORD",
		Short: "Make a record of what 'experiment export' printed",
		Long: `Make a record of what 'experiment export' printed: FILE, which may be compressed by gzip;
- is the standard input. RECORD must not be there yet. The run goes on with it, by the
version of the program that began it, which 'experiment report' names; a study looks for
its record in its folder (--out), under the name that it had.`,
		Example: `  blindsight experiment import games.jsonl.gz example.record
  blindsight experiment run studies/example/plan.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			in, name, err := console.OpenInput(cmd, args[:1])
			if err != nil {
				return err
			}
			defer in.Close()
			err = store.Import(cmd.Context(), in, name, args[1])
			if err != nil && cmd.Context().Err() != nil {
				return console.Failed(errors.New("interrupted: there is no record"))
			}
			if err != nil {
				return exitKind(err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s holds what %s says\n", args[1], name)
			return err
		},
	}
}
