package experimentcmd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/experiment/report"
	"blindsight/experiment/store"
	"blindsight/internal/atomicfile"
	"blindsight/internal/nearest"
)

func newExperimentReport() *cobra.Command {
	var format, baseline, anchor, figures string
	var asJSON, pairs bool
	cmd := &cobra.Command{
		Use:   "report RECORD",
		Short: "Sum up the record of a run, finished or not",
		Long: `Sum up the record of a run, finished or not, also while it is written: for each
cell the win rate with its 95% interval (Wilson), the mean score, moves and time of a
game, and moves made without a belief: at random, or on a guess. Players that met the
same boards (same setting and seed) are compared board by board, on the games that both have
played: how many only one of them won, the difference of the win rates with its 95%
interval (Newcombe's method 10), and the p-value of McNemar's exact test, as it is and
corrected for the number of comparisons in the report (Holm). Intervals are not
corrected. Those of scores, in CSV and JSON, are Wilson's carried over to values between
bounds.

Where two sides play, a cell is two players who meet in pairs of games with the sides
swapped: wins, draws and losses, the score, the difference in Elo and what was gained, with
95% intervals over pairs, what the game counts besides, and a cross table where more than two
met, with the Elo that explains it best. Where one side plays
alone and nothing is won or lost, the mean of what was gained, and the differences on the
same deals.

CSV holds the cells, or with --pairs the comparisons. --figures draws the report into a
folder, as PNG and SVG, for each setting: win rates with their intervals, differences on
the same boards with theirs, win rate against time; the scores of those who met; what
games brought that are not won or lost.`,
		Example: `  blindsight experiment report example.record
  blindsight experiment report example.record --format markdown --baseline sps
  blindsight experiment report example.record --format csv --pairs
  blindsight experiment report ladder.record --anchor greedy
  blindsight experiment report example.record --format markdown --figures figures > report.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := console.Exclusive(cmd, "format", "json"); err != nil {
				return err
			}
			if asJSON {
				format = "json"
			}
			if err := checkFormat(format, pairs); err != nil {
				return err
			}
			s, err := store.OpenReader(args[0])
			if errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if err != nil {
				return exitKind(err)
			}
			defer s.Close()
			r, err := report.Make(s, report.Options{Baseline: baseline, Anchor: anchor})
			if err != nil {
				return exitKind(err)
			}
			if err := checkReport(r, baseline, anchor); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if pairs {
				err = r.WritePairsCSV(out)
			} else {
				err = r.Write(out, format)
			}
			if err != nil || figures == "" {
				return err
			}
			return writeFigures(cmd, r, figures, format)
		},
	}
	f := cmd.Flags()
	f.StringVar(&format, "format", "table", "one of "+strings.Join(report.Formats, ", "))
	f.BoolVar(&asJSON, "json", false, "print one JSON object, as --format json")
	f.BoolVar(&pairs, "pairs", false, "with --format csv: the comparisons instead of the cells")
	f.StringVar(&baseline, "baseline", "", "compare every player with this `PLAYER` only")
	f.StringVar(&anchor, "anchor", "", "where players meet: the `PLAYER` whose Elo in cross tables is 0, the first unless you say")
	f.StringVar(&figures, "figures", "", "draw figures into this `FOLDER`, PNG and SVG")
	console.Complete(cmd, "format", report.Formats...)
	return cmd
}

// checkReport tells what cannot be asked of reports of all games.
func checkReport(r *report.Report, baseline, anchor string) error {
	players := r.Players()
	switch {
	case anchor != "" && len(r.Meetings) == 0:
		return fmt.Errorf("--anchor: %s is played by one side, and has no Elo: leave it away", r.Game)
	case anchor != "" && !slices.Contains(players, anchor):
		return fmt.Errorf("--anchor %s%s: not a player of this record: use one of %s", anchor, nearest.Hint(anchor, players), strings.Join(players, ", "))
	case baseline != "" && len(r.Meetings) > 0:
		return fmt.Errorf("--baseline: the players of %s meet one another: leave it away, the cross table has every one against every other", r.Game)
	}
	if baseline != "" && !slices.Contains(players, baseline) {
		return fmt.Errorf("--baseline %s%s: not a player of this record: use one of %s", baseline, nearest.Hint(baseline, players), strings.Join(players, ", "))
	}
	return nil
}

// checkFormat tells what is wrong with the flags that say how a report is written.
func checkFormat(format string, pairs bool) error {
	if !slices.Contains(report.Formats, format) {
		return fmt.Errorf("--format %s%s: use one of %s", format, nearest.Hint(format, report.Formats), strings.Join(report.Formats, ", "))
	}
	if pairs && format != "csv" {
		return fmt.Errorf("--pairs is for --format csv: the other formats hold both tables")
	}
	return nil
}

// writeFigures draws a report into a folder, and says in a format for people what is there.
func writeFigures(cmd *cobra.Command, r *report.Report, folder, format string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("--figures: %w", err)
	}
	out := cmd.OutOrStdout()
	figures, tooMany := r.Figures()
	var names []string
	for _, f := range figures {
		path := filepath.Join(folder, f.Name)
		for _, form := range report.FigureFormats {
			write := func(w io.Writer) error { return f.Figure.Write(w, form) }
			if err := atomicfile.Write(path+"."+form, write); err != nil {
				return console.Failed(err)
			}
		}
		if format == "markdown" {
			if _, err := fmt.Fprintf(out, "\n![%s](%s.png)\n\n*%[1]s* ([SVG](%[2]s.svg))\n", f.Caption, filepath.ToSlash(path)); err != nil {
				return err
			}
		}
		names = append(names, f.Name)
	}
	mend := "take the numbers by --format csv"
	if len(r.Cells) > 0 {
		mend = "compare with one player, as in --baseline " + r.Players()[0]
	}
	for _, setting := range tooMany {
		fmt.Fprintf(cmd.ErrOrStderr(), console.Called()+": too many comparisons on %s for a figure: %s\n", setting, mend)
	}
	if format == "table" {
		_, err := fmt.Fprintf(out, "\nFigures in %s, as PNG and SVG: %s\n", folder, strings.Join(names, ", "))
		return err
	}
	return nil
}
