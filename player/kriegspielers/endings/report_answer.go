package endings

import (
	"fmt"
	"io"
	"strings"

	"blindsight/game/chess"
)

// AnswerReport is what a table knows of a question.
type AnswerReport struct {
	Ending string   `json:"ending"`
	Men    string   `json:"men"`
	Kings  []string `json:"kings"`
	Result string   `json:"result"` // mate, none, unknown
	Moves  int      `json:"moves,omitempty"`
	Exact  bool     `json:"exact"`
	Tries  []string `json:"tries,omitempty"`
}

// NewAnswerReport asks a table: the own men are given, and the king is on one of the squares.
func NewAnswerReport(t *Table, men Men, kings chess.Bitboard) *AnswerReport {
	answer := t.Ask(men, kings)
	r := &AnswerReport{
		Ending: t.Material().Name, Men: t.Material().Format(men), Kings: strings.Fields(kings.String()),
		Result: "unknown", Moves: answer.Moves, Exact: t.Exact(),
	}
	switch {
	case answer.Moves > 0:
		r.Result = "mate"
	case t.Complete():
		r.Result = "none"
	}
	for _, m := range answer.Tries {
		r.Tries = append(r.Tries, m.String())
	}
	return r
}

// Write says it for people; anywhere says that the king may be on all squares that are possible.
func (r *AnswerReport) Write(out io.Writer, anywhere bool) error {
	where := strings.Join(r.Kings, " ")
	if anywhere {
		where = fmt.Sprintf("anywhere, %d squares", len(r.Kings))
	}
	answer := "not known to be won: the table is not complete"
	switch r.Result {
	case "mate":
		bound := "mate in %d; try %s"
		if !r.Exact {
			bound = "mate in at most %d; try %s"
		}
		answer = fmt.Sprintf(bound, r.Moves, strings.Join(r.Tries, " or "))
	case "none":
		answer = "no mate is certain"
	}
	_, err := fmt.Fprintf(out, "%s, %s, king %s: %s\n", r.Ending, r.Men, where, answer)
	return err
}
