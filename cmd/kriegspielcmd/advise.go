package kriegspielcmd

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/percent"
	"blindsight/internal/randstream"
	players "blindsight/player/kriegspielers"
)

// kriegspielAdviser is the command 'kriegspiel advise' with its flags.
type kriegspielAdviser struct {
	side, player, rules string
	seed                uint64
	budget              blindsight.Budget
	asJSON              bool
}

func newKriegspielAdvise() *cobra.Command {
	var a kriegspielAdviser
	cmd := &cobra.Command{
		Use:   "advise [HISTORY]",
		Short: "Ask a player what to try next in a game, and why",
		Long: `Ask a player what a side should try next, by what that side has tried and heard:
the try, what the player compared, where the hidden men may be, a mate if one is
guaranteed, and the reasons in words.

HISTORY is a file of records in JSON lines or in Kriegspiel PGN; without one, or for
-, they are read from the standard input. Records that hold all that was tried are
filtered for the side first: nothing that it cannot know reaches the player. It must
be that side's turn at the end of the record.

The belief is exact, sampled (its positions agree with the whole game, there may be
others) or guessed (they agree with the last turns). With --sims the output is the
same on every run.`,
		Example: `  blindsight kriegspiel advise game.pgn --side white
  blindsight kriegspiel referee --rules wild16 --output json --filtered white < tries.txt | blindsight kriegspiel advise --sims 2000 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.check(cmd); err != nil {
				return err
			}
			in, name, err := console.OpenInput(cmd, args)
			if err != nil {
				return err
			}
			defer in.Close()
			out := bufio.NewWriter(cmd.OutOrStdout())
			err = a.each(cmd.Context(), kriegspiel.NewReader(in, name), name, out)
			if flushed := out.Flush(); err == nil && flushed != nil {
				err = console.Failed(flushed)
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&a.side, "side", "", "whom to advise: white or black (default the side whose turn it is)")
	f.StringVar(&a.player, "player", "belief", "player, see 'kriegspiel players'")
	f.StringVar(&a.rules, "rules", "", "refuse records that were played under another rule set than this")
	console.AddBudget(cmd, &a.budget)
	f.Uint64Var(&a.seed, "seed", 1, "seed of the player and of a sampled belief")
	f.BoolVar(&a.asJSON, "json", false, "print one JSON object a record")
	console.Complete(cmd, "side", "white", "black")
	console.Complete(cmd, "player", players.Catalogue.Names()...)
	console.Complete(cmd, "rules", kriegspiel.Names()...)
	return cmd
}

func (a *kriegspielAdviser) check(cmd *cobra.Command) error {
	if a.side != "" {
		if _, err := sideFlag("side", a.side); err != nil {
			return err
		}
	}
	if a.rules != "" {
		if _, err := kriegspiel.ParseRules(a.rules); err != nil {
			return fmt.Errorf("--rules: %w", err)
		}
	}
	if err := players.Catalogue.Check(a.player); err != nil {
		return fmt.Errorf("--player: %w", err)
	}
	return console.CheckBudget(cmd, &a.budget)
}

// each advises on all records.
func (a *kriegspielAdviser) each(ctx context.Context, in *kriegspiel.Reader, name string, out io.Writer) error {
	n := 0
	for rec, err := range histories(in, name) {
		if err != nil {
			return err
		}
		advice, err := a.advise(ctx, rec)
		switch {
		case ctx.Err() != nil:
			return console.Failed(fmt.Errorf("%s: record %s: interrupted before the player had decided", name, rec.ID))
		case err != nil:
			return fmt.Errorf("%s: record %s: %w", name, rec.ID, err)
		case a.asJSON:
			err = console.WriteJSON(out, advice.Report(a.player))
		default:
			err = a.write(out, advice, n)
		}
		if err != nil {
			return console.Failed(err)
		}
		n++
	}
	return nil
}

// advise asks the player about one record. Each record is one question of its own: what it
// is told does not depend on the others of the file.
func (a *kriegspielAdviser) advise(ctx context.Context, rec *kriegspiel.Record) (*players.Advice, error) {
	if a.rules != "" && rec.Rules.Name != a.rules {
		return nil, fmt.Errorf("it was played under %s, and --rules says %s: leave that away, or say the rules in the record", rec.Rules, a.rules)
	}
	side, err := a.sideOf(rec)
	if err != nil {
		return nil, err
	}
	player, err := players.Catalogue.New(a.player, rec.Rules)
	if err != nil {
		return nil, err
	}
	return players.Advise(ctx, player, rec, players.Question{Side: side, Budget: a.budget, Rand: randstream.New(a.seed, "kriegspiel/advise")})
}

// sideOf returns who is advised: whoever is on turn, if nobody was named.
func (a *kriegspielAdviser) sideOf(rec *kriegspiel.Record) (chess.Color, error) {
	if a.side != "" {
		return sideFlag("side", a.side)
	}
	if side, filtered := rec.Scope.Side(); filtered {
		return side, nil
	}
	return rec.ToMove(), nil
}

// candidateRows is how many candidates are printed for people.
const candidateRows = 8

// write prints an advice for people.
func (a *kriegspielAdviser) write(w io.Writer, advice *players.Advice, n int) error {
	var b strings.Builder
	if n > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%s (%s): %s would try %s for %s\n", advice.ID, advice.View.Rules(), a.player, advice.Try, advice.Side)
	for _, reason := range advice.Reasons {
		fmt.Fprintf(&b, "  %s\n", reason)
	}
	if len(advice.Candidates) > 0 {
		b.WriteString("what it compared:\n  try        value  legal\n")
		for i, c := range advice.Candidates {
			if i == candidateRows {
				fmt.Fprintf(&b, "  and %d more\n", len(advice.Candidates)-i)
				break
			}
			fmt.Fprintf(&b, "  %-6s  %+8.3f  %s\n", c.Try, c.Value, percent.Column(c.Legal))
		}
	}
	if advice.Belief.Size > 0 {
		b.WriteString("the enemy king in per cent, own men in brackets:\n")
		writeMap(&b, advice, &advice.King)
		b.WriteString("any man of the enemy in per cent:\n")
		writeMap(&b, advice, &advice.Men)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeMap draws a board with the own men and the shares of the other squares.
func writeMap(b *strings.Builder, advice *players.Advice, shares *[64]float64) {
	own := advice.View.Own()
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(b, "%2d ", rank+1)
		for file := range 8 {
			s := chess.Square(8*rank + file)
			switch kind := own.KindAt(s); {
			case kind != chess.NoKind:
				fmt.Fprintf(b, "  [%c]", kind.Letter()-'a'+'A')
			case shares[s] == 0:
				b.WriteString("    .")
			default:
				b.WriteString(percent.Column(shares[s]))
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("       a    b    c    d    e    f    g    h\n")
}
