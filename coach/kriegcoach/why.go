package kriegcoach

import (
	"fmt"
	"io"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	players "blindsight/player/kriegspielers"
)

// WhyLine is a position with what refutes the attempt in it.
type WhyLine struct {
	From  string `json:"from"`
	Reply string `json:"reply,omitempty"`
	To    string `json:"to,omitempty"`
}

// WhyReport says why a first attempt does not win, or that it does.
type WhyReport struct {
	ID     string    `json:"id"`
	Rules  string    `json:"rules"`
	Try    string    `json:"try"`
	Wins   bool      `json:"wins"`
	Reason string    `json:"reason,omitempty"`
	Heard  string    `json:"heard,omitempty"`
	Reply  string    `json:"reply,omitempty"`
	Left   int       `json:"left,omitempty"`
	Lines  []WhyLine `json:"lines,omitempty"`
}

// NewWhyReport says how an attempt at a problem is refuted.
func NewWhyReport(p *kriegspiel.Problem, a kriegspiel.Attempt, f *players.Refutation) *WhyReport {
	r := &WhyReport{ID: p.ID, Rules: p.Rules.Name, Try: a.String(), Wins: f.Kind == players.NotRefuted, Left: f.Left}
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
		line := WhyLine{From: l.From.FEN()}
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

// Write says the refutation in words.
func (r *WhyReport) Write(out io.Writer) error {
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
