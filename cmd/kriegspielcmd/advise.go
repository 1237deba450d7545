package kriegspielcmd

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"blindsight"
	"blindsight/cmd/console"
	"blindsight/coach/kriegcoach"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
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
others) or guessed (they agree with the last turns). That the game would have been
drawn by repetition or fifty moves is not used. With --sims the output is the same on
every run.`,
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
		if _, err := rulesFlag(a.rules); err != nil {
			return err
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
			if n > 0 {
				fmt.Fprintln(out)
			}
			err = kriegcoach.WriteAdvice(out, a.player, advice)
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
