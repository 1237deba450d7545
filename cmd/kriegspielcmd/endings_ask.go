package kriegspielcmd

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
	rules, err := rulesFlag(a.rules)
	if err != nil {
		return err
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
	answer := endings.NewAnswerReport(t, men, kings)
	if a.plan != "" || a.problem != "" {
		if err := a.write(t, rules, men, kings); err != nil {
			return console.Failed(err)
		}
	}
	if a.asJSON {
		return console.WriteJSON(cmd.OutOrStdout(), answer)
	}
	return answer.Write(cmd.OutOrStdout(), kings == m.Possible(men))
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
