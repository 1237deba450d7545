package kriegspielcmd

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"blindsight/cmd/console"
	"blindsight/game/chess"
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

// whyLine is a position with what refutes the attempt in it.
type whyLine struct {
	From  string `json:"from"`
	Reply string `json:"reply,omitempty"`
	To    string `json:"to,omitempty"`
}

// whyReport is what 'kriegspiel why --json' prints.
type whyReport struct {
	ID     string    `json:"id"`
	Rules  string    `json:"rules"`
	Try    string    `json:"try"`
	Wins   bool      `json:"wins"`
	Reason string    `json:"reason,omitempty"`
	Heard  string    `json:"heard,omitempty"`
	Reply  string    `json:"reply,omitempty"`
	Left   int       `json:"left,omitempty"`
	Lines  []whyLine `json:"lines,omitempty"`
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
	s, err := players.NewSolver(p.Rules, andor.Options{Time: w.timeout, Memory: 2 << 30})
	if err != nil {
		return err
	}
	f, r := players.Why(cmd.Context(), s, p, a)
	if r.Verdict == andor.Unknown {
		return console.Failed(fmt.Errorf("problem %s is not decided: %w", p.ID, r.Err))
	}
	report := newWhyReport(p, a, f)
	if w.asJSON {
		return console.WriteJSON(cmd.OutOrStdout(), report)
	}
	return report.print(cmd.OutOrStdout())
}

func newWhyReport(p *kriegspiel.Problem, a kriegspiel.Attempt, f *players.Refutation) *whyReport {
	r := &whyReport{ID: p.ID, Rules: p.Rules.Name, Try: a.String(), Wins: f.Kind == players.NotRefuted, Left: f.Left}
	r.Reason = map[players.RefutationKind]string{
		players.NeverLegal: "never-legal", players.NoMate: "no-mate", players.Refused: "refused",
		players.Replied: "replies", players.OpponentEnds: "opponent-ends",
		players.Obliged: "obliged",
	}[f.Kind]
	if f.Kind >= players.NoMate {
		r.Heard = f.Heard.String()
	}
	if f.Kind == players.Replied || f.Kind == players.OpponentEnds {
		r.Reply = f.Reply.String()
	}
	for i := range f.Lines {
		l := &f.Lines[i]
		line := whyLine{From: l.From.FEN()}
		if f.Kind != players.Refused && f.Kind != players.Obliged {
			line.To = l.To.FEN()
		}
		if l.Reply != chess.Move(0) {
			line.Reply = l.Reply.String()
		}
		r.Lines = append(r.Lines, line)
	}
	return r
}

// print says the refutation in words.
func (r *whyReport) print(out io.Writer) error {
	head := fmt.Sprintf("%s (%s): %s", r.ID, r.Rules, r.Try)
	left := fmt.Sprintf("mate in %d", (r.Left+1)/2)
	alike := "in all of them"
	if len(r.Lines) == 1 {
		alike = "in it"
	}
	text := map[string]string{
		"":              "wins",
		"never-legal":   "is legal in no position",
		"no-mate":       fmt.Sprintf("does not win: after it %q is heard, and the depth is used up or the game over", r.Heard),
		"refused":       fmt.Sprintf("does not win: where %q is heard no plan gives %s, %s", r.Heard, left, alike),
		"obliged":       fmt.Sprintf("does not win: where %q is heard a pawn capture must be tried, and none leads to %s, %s", r.Heard, left, alike),
		"replies":       fmt.Sprintf("does not win: after %q, and a reply after which %q is heard, no plan gives %s, %s", r.Heard, r.Reply, left, alike),
		"opponent-ends": fmt.Sprintf("does not win: after %q the opponent can end the game: %s", r.Heard, r.Reply),
	}[r.Reason]
	if _, err := fmt.Fprintf(out, "%s %s\n", head, text); err != nil {
		return err
	}
	for _, l := range r.Lines {
		line := "  " + l.From
		if l.Reply != "" {
			line += ", reply " + l.Reply
		}
		if l.To != "" {
			line += ": " + l.To
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
