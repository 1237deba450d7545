package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/experiment/report"
	"blindsight/experiment/store"
	"blindsight/internal/nearest"
)

func newExperimentReport() *cobra.Command {
	var format, baseline string
	var asJSON, pairs bool
	cmd := &cobra.Command{
		Use:   "report RECORD",
		Short: "Sum up the record of a run, finished or not",
		Long: `Sum up the record of a run, finished or not, also while it is written: for each
cell the win rate with its 95% interval (Wilson), the mean score, moves and time of a
game, and moves made at random for want of a belief. Players that met the same boards
(same setting and seed) are compared board by board, on the games that both have
played: how many only one of them won, the difference of the win rates with its 95%
interval (Newcombe's method 10), and the p-value of McNemar's exact test.

CSV holds the cells, or with --pairs the comparisons.`,
		Example: `  blindsight experiment report example.record
  blindsight experiment report example.record --format markdown --baseline sps
  blindsight experiment report example.record --format csv --pairs`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := exclusive(cmd, "format", "json"); err != nil {
				return err
			}
			if asJSON {
				format = "json"
			}
			if !slices.Contains(report.Formats, format) {
				return fmt.Errorf("--format %s%s: use one of %s", format, nearest.Hint(format, report.Formats), strings.Join(report.Formats, ", "))
			}
			if pairs && format != "csv" {
				return fmt.Errorf("--pairs is for --format csv: the other formats hold both tables")
			}
			s, err := store.OpenReader(args[0])
			if errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if err != nil {
				return exitKind(err)
			}
			defer s.Close()
			r, err := report.Make(s, report.Options{Baseline: baseline})
			if err != nil {
				return exitKind(err)
			}
			if players := r.Players(); baseline != "" && !slices.Contains(players, baseline) {
				return fmt.Errorf("--baseline %s%s: not a player of this record: use one of %s", baseline, nearest.Hint(baseline, players), strings.Join(players, ", "))
			}
			if pairs {
				return r.WritePairsCSV(cmd.OutOrStdout())
			}
			return r.Write(cmd.OutOrStdout(), format)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "table", "one of "+strings.Join(report.Formats, ", "))
	f.BoolVar(&asJSON, "json", false, "print one JSON object, as --format json")
	f.BoolVar(&pairs, "pairs", false, "with --format csv: the comparisons instead of the cells")
	f.StringVar(&baseline, "baseline", "", "compare every player with this `PLAYER` only")
	complete(cmd, "format", report.Formats...)
	return cmd
}
