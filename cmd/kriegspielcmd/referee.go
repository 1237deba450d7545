package kriegspielcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"blindsight/cmd/console"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/game/kriegspiel/kriegtalk"
	"blindsight/internal/nearest"
)

func newKriegspielReferee() *cobra.Command {
	var flags gameFlags
	var r refereeCommand
	var filtered string
	var sides [2]string
	cmd := &cobra.Command{
		Use:   "referee [SCRIPT]",
		Short: "Referee a game: read attempts, print what each side hears",
		Long: `Referee a game of Kriegspiel: read attempts, one a line, from a file or the standard
input, and print what each side hears of them.

An attempt is a move in UCI notation (e2e4, e7e8q, e1g1 for castling), any?, or a
move in standard notation as the mover's own men would have it (Nf3, exd5, O-O). A side
before it, as in "white e2e4", is checked. Empty lines and what follows # are left
aside. The game ends with mate, a draw, or the end of the input, on a terminal also with
quit. A line that is no attempt is left aside with a word about it; from a file or a
pipe the exit code is then 2.

With --white and --black each side has a terminal of its own, from which its attempts
are read and where only what it hears is printed: find its name there with 'tty', and
keep its shell busy with 'sleep 1d'.

--output json or pgn prints the record of the game at the end, and nothing else, as
'kriegspiel estimate' reads it; --filtered leaves in it what one side knows.`,
		Example: `  blindsight kriegspiel referee game.txt --rules wild16
  blindsight kriegspiel referee game.txt --output pgn --filtered white
  blindsight kriegspiel referee --white /dev/pts/3 --black /dev/pts/4`,
		RunE: func(cmd *cobra.Command, args []string) error {
			game, err := flags.game()
			if err != nil {
				return err
			}
			r.arbiter = kriegtalk.Arbiter{Game: game, Out: cmd.OutOrStdout(), Form: r.form()}
			scope := kriegspiel.Unfiltered
			if filtered != "no" {
				side, err := kriegspiel.ParseSide(filtered)
				if err != nil {
					return fmt.Errorf("--filtered %q: want no, white or black", filtered)
				}
				scope = kriegspiel.ScopeOf(side)
			}
			switch {
			case r.output != "heard" && r.output != "json" && r.output != "pgn":
				return fmt.Errorf("--output %q%s: use one of heard, json, pgn", r.output, nearest.Hint(r.output, []string{"heard", "json", "pgn"}))
			case r.asJSON && r.output != "heard":
				return fmt.Errorf("--json and --output %s: choose one", r.output)
			case (sides[0] == "") != (sides[1] == ""):
				return errors.New("--white and --black: give both or none")
			case filtered != "no" && r.output == "heard":
				return fmt.Errorf("--filtered %s: it is for records: add --output json or --output pgn", filtered)
			case sides[0] != "" && len(args) > 0:
				return console.BadUsage(errors.New("a script and --white, --black: choose one"))
			}
			if sides[0] != "" {
				err = r.terminals(cmd.Context(), sides)
			} else {
				err = r.script(cmd, args)
			}
			if !r.begun {
				return err
			}
			// Whatever ended the game, its record is not lost.
			if printed := r.finish(scope); err == nil {
				err = printed
			}
			return err
		},
	}
	flags.add(cmd)
	f := cmd.Flags()
	f.StringVar(&r.output, "output", "heard", "what to print: heard, or the record at the end as json or pgn")
	f.StringVar(&filtered, "filtered", "no", "whose knowledge the record holds: no (all), white, black")
	f.StringVar(&sides[0], "white", "", "terminal of White")
	f.StringVar(&sides[1], "black", "", "terminal of Black")
	f.BoolVar(&r.asJSON, "json", false, "print one JSON object an attempt, and one for the result")
	console.Complete(cmd, "output", "heard", "json", "pgn")
	console.Complete(cmd, "filtered", "no", "white", "black")
	return cmd
}

// refereeCommand is the command at work.
type refereeCommand struct {
	arbiter kriegtalk.Arbiter
	output  string
	asJSON  bool
	begun   bool // attempts can be read
}

// form returns how what is heard is printed.
func (r *refereeCommand) form() kriegtalk.Form {
	switch {
	case r.output != "heard":
		return kriegtalk.Silent
	case r.asJSON:
		return kriegtalk.JSONLines
	}
	return kriegtalk.Words
}

// script reads attempts from a file or the standard input.
func (r *refereeCommand) script(cmd *cobra.Command, args []string) error {
	in, name, err := console.OpenInput(cmd, args)
	if err != nil {
		return err
	}
	defer in.Close()
	r.begun = true
	typed := console.Typed(cmd, args)
	if typed {
		r.arbiter.Prompt = cmd.ErrOrStderr()
		fmt.Fprintf(r.arbiter.Prompt, "Rules: %s. Type an attempt a line, as in e2e4 or Nf3; quit ends the game.\n", r.arbiter.Game.Rules())
	}
	wrong, err := r.arbiter.Script(cmd.Context(), in, name, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	if typed {
		return nil // who typed them saw it himself
	}
	return leftAside(name, wrong)
}

// leftAside returns an error if lines were left aside.
func leftAside(name string, lines int) error {
	switch lines {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s: one line is no attempt, and was left aside", name)
	}
	return fmt.Errorf("%s: %d lines are no attempts, and were left aside", name, lines)
}

// terminals lets each side play on a terminal of its own.
func (r *refereeCommand) terminals(ctx context.Context, names [2]string) error {
	var sides [2]io.ReadWriter
	for c, name := range names {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return fmt.Errorf("--%s: %w", chess.Color(c), err)
		}
		defer f.Close()
		if !term.IsTerminal(int(f.Fd())) {
			return fmt.Errorf("--%s: %s is not a terminal", chess.Color(c), name)
		}
		sides[c] = f
	}
	r.begun = true
	err := r.arbiter.Terminals(ctx, sides)
	if lost := (kriegtalk.LostTerminal{}); errors.As(err, &lost) {
		return console.Failed(err)
	}
	return err
}

// finish prints the result, or the record.
func (r *refereeCommand) finish(scope kriegspiel.Scope) error {
	game, out := r.arbiter.Game, r.arbiter.Out
	rec := game.Record()
	if side, ok := scope.Side(); ok {
		var err error
		if rec, err = rec.Filter(side); err != nil {
			return err
		}
	}
	rec.ID = "referee"
	var err error
	switch {
	case r.output == "json":
		_, err = fmt.Fprintf(out, "%s\n", rec.AppendJSON(nil))
	case r.output == "pgn":
		_, err = fmt.Fprintf(out, "%s", rec.AppendPGN(nil))
	case r.asJSON:
		err = console.WriteJSON(out, kriegtalk.ResultOf(game))
	default:
		_, err = fmt.Fprintf(out, "result: %s\n", game.Result())
	}
	return err
}
