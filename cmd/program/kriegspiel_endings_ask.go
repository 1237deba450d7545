package program

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"blindsight/certificate/mateplan"
	"blindsight/cmd/console"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/atomicfile"
	"blindsight/player/kriegspielers/endings"
)

// endingsAsk is the command 'kriegspiel endings ask' with its flags.
type endingsAsk struct {
	men, kings    string
	rules         string
	plan, problem string
	asJSON        bool
}

// endingAnswer is what 'kriegspiel endings ask --json' prints.
type endingAnswer struct {
	Ending string   `json:"ending"`
	Men    string   `json:"men"`
	Kings  []string `json:"kings"`
	Result string   `json:"result"` // mate, none, unknown
	Moves  int      `json:"moves,omitempty"`
	Exact  bool     `json:"exact"`
	Tries  []string `json:"tries,omitempty"`
}

func newEndingsAsk() *cobra.Command {
	a := endingsAsk{}
	cmd := &cobra.Command{
		Use:   "ask FILE --men MEN",
		Short: "Ask a table: won or not, in how many moves, and what to try",
		Long: `Ask a table whether mate is certain when the king is on one of some squares and the own
side, whose men are given, is to move: in how many moves, and which tries win in as many.
Without --kings the king may be anywhere that is possible. With --plan the plan is written,
and with --problem what it solves, so that 'kriegspiel check' can check it.`,
		Example: `  blindsight kriegspiel endings ask kbbk.end --men "Kb4 Bb3 Bc3"
  blindsight kriegspiel endings ask krk.end --men "Kc3 Rh5" --kings "a1 b1" --problem p.jsonl --plan plan.jsonl`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd, args[0]) },
	}
	f := cmd.Flags()
	f.StringVar(&a.men, "men", "", "the own men, as in \"Kb4 Bb3 Bc3\"")
	f.StringVar(&a.kings, "kings", "", "squares on which the king may be (default all that are possible)")
	f.StringVar(&a.rules, "rules", kriegspiel.Names()[0], "rule set of the plan, see 'kriegspiel rules'")
	f.StringVar(&a.plan, "plan", "", "write a plan to this `FILE`")
	f.StringVar(&a.problem, "problem", "", "write the problem that the plan solves to this `FILE`")
	f.BoolVar(&a.asJSON, "json", false, "print one JSON object")
	console.Complete(cmd, "rules", kriegspiel.Names()...)
	if err := cmd.MarkFlagRequired("men"); err != nil {
		panic(err)
	}
	return cmd
}

func (a *endingsAsk) run(cmd *cobra.Command, file string) error {
	rules, err := kriegspiel.ParseRules(a.rules)
	if err != nil {
		return fmt.Errorf("--rules: %w", err)
	}
	m, men, err := endings.ParseMen(a.men)
	if err != nil {
		return fmt.Errorf("--men: %w", err)
	}
	kings, err := a.squares(m, men)
	if err != nil {
		return fmt.Errorf("--kings: %w", err)
	}
	t, err := readEnding(file)
	if err != nil {
		return err
	}
	if t.Material() != m {
		return fmt.Errorf("--men: %s is %s, and %s is a table of %s", m.Format(men), m, file, t.Material())
	}
	answer := answerOf(t, men, kings)
	if a.plan != "" || a.problem != "" {
		if err := a.write(t, rules, men, kings); err != nil {
			return console.Failed(err)
		}
	}
	if a.asJSON {
		return console.WriteJSON(cmd.OutOrStdout(), answer)
	}
	return answer.print(cmd.OutOrStdout(), kings == m.Possible(men))
}

// squares returns where the king may be.
func (a *endingsAsk) squares(m *endings.Material, men endings.Men) (chess.Bitboard, error) {
	possible := m.Possible(men)
	if a.kings == "" {
		return possible, nil
	}
	var kings chess.Bitboard
	for _, word := range strings.FieldsFunc(a.kings, func(r rune) bool { return r == ' ' || r == ',' }) {
		s, err := chess.ParseSquare(word)
		if err != nil {
			return 0, err
		}
		if !possible.Has(s) {
			return 0, fmt.Errorf("%s: the king cannot be there when %s is to move: he would be in check, or on another man", s, m.Format(men))
		}
		kings |= s.Bitboard()
	}
	if kings == 0 {
		return 0, fmt.Errorf("%q names no square", a.kings)
	}
	return kings, nil
}

// answerOf asks a table.
func answerOf(t *endings.Table, men endings.Men, kings chess.Bitboard) *endingAnswer {
	answer := t.Ask(men, kings)
	r := &endingAnswer{
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

// write writes the plan and the problem.
func (a *endingsAsk) write(t *endings.Table, r *kriegspiel.Rules, men endings.Men, kings chess.Bitboard) error {
	problem, plan, err := t.Plan(strings.ReplaceAll(t.Material().Format(men), " ", "-"), r, men, kings)
	if err != nil {
		return err
	}
	for _, file := range []struct {
		name  string
		write func(w io.Writer) error
	}{
		{a.problem, func(w io.Writer) error { return console.WriteJSON(w, problem) }},
		{a.plan, func(w io.Writer) error { return mateplan.Write(w, plan) }},
	} {
		if file.name == "" {
			continue
		}
		out, err := atomicfile.Create(file.name)
		if err != nil {
			return err
		}
		defer out.Discard()
		if err := file.write(out); err != nil {
			return err
		}
		if err := out.Commit(); err != nil {
			return err
		}
	}
	return nil
}

func (r *endingAnswer) print(out io.Writer, anywhere bool) error {
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
