package kriegspielcmd

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/coach/kriegcoach"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

func newKriegspielWhy() *cobra.Command {
	w := whyCommand{}
	cmd := &cobra.Command{
		Use:   "why [PROBLEM] --try MOVE",
		Short: "Say why a first attempt does not win",
		Long: `Say why a first attempt does not win: the positions, and the replies, that refute it.
PROBLEM is a file as for 'kriegspiel mate', of which the first problem is taken, or that
named by --id. The answer is small: none of the positions shown can be left out.`,
		Example: `  blindsight kriegspiel why problems.jsonl --id 7 --try e2e4
  blindsight kriegspiel why --fen "6K1/8/BP6/PRb5/1pk5/5Q2/4N3/8 w - - 0 1" --moves 2 --try f3f4`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if w.timeout < 0 {
				return fmt.Errorf("--timeout %s: must not be negative", w.timeout)
			}
			found := errors.New("found")
			var problem *kriegspiel.Problem
			err := w.source.each(cmd, args, func(p *kriegspiel.Problem) error {
				if w.id == "" || p.ID == w.id {
					problem = p
					return found
				}
				return nil
			})
			switch {
			case errors.Is(err, found):
				return w.explain(cmd, problem)
			case err != nil:
				return err
			}
			return fmt.Errorf("--id %q: there is no such problem", w.id)
		},
	}
	w.source.add(cmd)
	f := cmd.Flags()
	f.StringVar(&w.id, "id", "", "which problem of the file (default the first)")
	f.StringVar(&w.try, "try", "", "the attempt, as in e2e4 or Qg2, or any?")
	f.DurationVar(&w.timeout, "timeout", time.Minute, "wall time for one search, 0 for no limit")
	f.BoolVar(&w.asJSON, "json", false, "print one JSON object")
	if err := cmd.MarkFlagRequired("try"); err != nil {
		panic(err)
	}
	return cmd
}

// whyCommand is the command with its flags.
type whyCommand struct {
	source  problemSource
	id, try string
	timeout time.Duration
	asJSON  bool
}

func (w *whyCommand) explain(cmd *cobra.Command, p *kriegspiel.Problem) error {
	own := p.Belief[0].Only(p.Side)
	a, err := kriegspiel.ParseAttempt(w.try)
	if err != nil {
		m, sanErr := own.ParseSAN(w.try)
		if sanErr != nil {
			return fmt.Errorf("--try: %w", err)
		}
		a = kriegspiel.Attempt(m)
	}
	if err := kriegspiel.NewView(p.Rules, p.Side, &p.Belief[0]).Sense(a); err != nil {
		return fmt.Errorf("--try: %w", err)
	}
	s := players.NewSolver(p.Rules, andor.Options{Time: w.timeout, Memory: 2 << 30})
	f, r := players.Why(cmd.Context(), s, p, a)
	if r.Verdict == andor.Unknown {
		return console.Failed(fmt.Errorf("problem %s is not decided: %w", p.ID, r.Err))
	}
	report := kriegcoach.NewWhyReport(p, a, f)
	if w.asJSON {
		return console.WriteJSON(cmd.OutOrStdout(), report)
	}
	return report.Write(cmd.OutOrStdout())
}
