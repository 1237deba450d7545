package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"blindsight/cmd/console"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/nearest"
	"blindsight/internal/textinput"
)

func newKriegspielReferee() *cobra.Command {
	var flags gameFlags
	var r arbiter
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
aside. The game ends with mate, a draw, or the end of the input. A line that is no
attempt is left aside with a word about it; from a file or a pipe the exit code is
then 2.

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
			r.game, r.out = game, cmd.OutOrStdout()
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

// arbiter is the command at work.
type arbiter struct {
	game   *kriegspiel.Referee
	out    io.Writer
	output string
	asJSON bool
	begun  bool         // attempts can be read
	both   [2]io.Writer // of the two sides, where they have terminals of their own
}

// heardJSON is what 'kriegspiel referee --json' prints of an attempt.
type heardJSON struct {
	Side  string `json:"side"`
	Try   string `json:"try"`
	White string `json:"white,omitempty"`
	Black string `json:"black,omitempty"`
}

// script reads attempts from a file or the standard input. It goes on after a line that is no
// attempt.
func (r *arbiter) script(cmd *cobra.Command, args []string) error {
	in, name, err := console.OpenInput(cmd, args)
	if err != nil {
		return err
	}
	defer in.Close()
	r.begun = true
	lines, wrong := textinput.NewLines(in), 0
	for {
		text, err := lines.Next()
		long := (*textinput.LongLine)(nil)
		switch {
		case err == io.EOF:
			return r.leftAside(cmd, name, wrong)
		case cmd.Context().Err() != nil:
			return console.ErrInterrupted
		case err != nil && !errors.As(err, &long):
			return err
		}
		text, _, _ = strings.Cut(text, "#")
		if err == nil && strings.TrimSpace(text) == "" {
			continue
		}
		column := len(text) - len(strings.TrimLeft(text, " \t")) + 1
		if err == nil && r.game.Result() != kriegspiel.Unfinished {
			return fmt.Errorf("%s:%d:%d: %q: the game is over: %s", name, lines.Number(), column, strings.TrimSpace(text), r.game.Result())
		}
		var a kriegspiel.Attempt
		if err == nil {
			a, err = r.parse(strings.Fields(text))
		}
		if err != nil {
			wrong++
			cmd.PrintErrf("%s:%d:%d: %s\n", name, lines.Number(), column, textinput.Brief(err.Error()))
			continue
		}
		if err := r.try(a); err != nil {
			return err
		}
	}
}

// leftAside returns an error if lines were left aside, unless who typed them saw it himself.
func (r *arbiter) leftAside(cmd *cobra.Command, name string, lines int) error {
	if f, ok := cmd.InOrStdin().(*os.File); lines == 0 || ok && term.IsTerminal(int(f.Fd())) {
		return nil
	}
	if lines == 1 {
		return fmt.Errorf("%s: one line is no attempt, and was left aside", name)
	}
	return fmt.Errorf("%s: %d lines are no attempts, and were left aside", name, lines)
}

// parse reads an attempt of the side to move, which may be named before it.
func (r *arbiter) parse(words []string) (kriegspiel.Attempt, error) {
	if side, err := kriegspiel.ParseSide(strings.TrimSuffix(words[0], ":")); err == nil {
		if side != r.game.Side() {
			return 0, fmt.Errorf("an attempt of %s, but it is the turn of %s", side, r.game.Side())
		}
		words = words[1:]
	}
	if len(words) != 1 {
		return 0, fmt.Errorf("%q: want one attempt a line, as in e2e4 or white e2e4", strings.Join(words, " "))
	}
	return r.game.View(r.game.Side()).Parse(words[0])
}

// try puts an attempt to the referee and prints what each side hears.
func (r *arbiter) try(a kriegspiel.Attempt) error {
	side := r.game.Side()
	heard, shared, err := r.game.Answer(a)
	if err != nil {
		return err
	}
	h := heardJSON{Side: side.String(), Try: a.String()}
	for c := chess.White; c <= chess.Black; c++ {
		if c != side && !shared {
			continue
		}
		if c == chess.White {
			h.White = heard.String()
		} else {
			h.Black = heard.String()
		}
		if r.both[c] != nil {
			if _, err := fmt.Fprintf(r.both[c], "%s (%s)\n", heard.Words(side), heard); err != nil {
				return console.Failed(err)
			}
		}
	}
	switch {
	case r.output != "heard" || r.both[0] != nil:
		return nil
	case r.asJSON:
		return console.WriteJSON(r.out, h)
	}
	fmt.Fprintf(r.out, "%s tries %s\n", side, a)
	for c, text := range []string{h.White, h.Black} {
		if text != "" {
			fmt.Fprintf(r.out, "  %s hears: %s\n", chess.Color(c), text)
		}
	}
	return nil
}

// terminals lets each side play on a terminal of its own.
func (r *arbiter) terminals(ctx context.Context, names [2]string) error {
	var lines [2]*textinput.Lines
	for c, name := range names {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return fmt.Errorf("--%s: %w", chess.Color(c), err)
		}
		defer f.Close()
		if !term.IsTerminal(int(f.Fd())) {
			return fmt.Errorf("--%s: %s is not a terminal", chess.Color(c), name)
		}
		r.both[c], lines[c] = f, textinput.NewLines(textinput.Patient(ctx, f))
		fmt.Fprintf(f, "You are %s. Rules: %s. Type an attempt a line, as in e2e4 or Nf3; quit ends the game.\n", kriegspiel.SideName(chess.Color(c)), r.game.Rules())
	}
	r.begun = true
	for r.game.Result() == kriegspiel.Unfinished {
		side := r.game.Side()
		if _, err := fmt.Fprintf(r.both[side], "%s> ", side); err != nil {
			return console.Failed(err)
		}
		text, err := lines[side].Next()
		if err == io.EOF {
			return nil
		}
		words := strings.Fields(text)
		if err == nil && len(words) == 0 {
			continue
		}
		if err == nil && words[0] == "quit" {
			break
		}
		var a kriegspiel.Attempt
		if err == nil {
			a, err = r.parse(words)
		}
		if err == nil {
			err = r.try(a)
		}
		if f := (console.Failure{}); errors.As(err, &f) {
			return err
		}
		if err != nil {
			fmt.Fprintf(r.both[side], "%s\n", textinput.Brief(err.Error()))
		}
	}
	for c := range r.both {
		fmt.Fprintf(r.both[c], "%s\n", r.game.Result())
	}
	return nil
}

// finish prints the result, or the record.
func (r *arbiter) finish(scope kriegspiel.Scope) error {
	rec := r.game.Record()
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
		_, err = fmt.Fprintf(r.out, "%s\n", rec.AppendJSON(nil))
	case r.output == "pgn":
		_, err = fmt.Fprintf(r.out, "%s", rec.AppendPGN(nil))
	case r.asJSON:
		err = console.WriteJSON(r.out, resultOf(r.game))
	default:
		_, err = fmt.Fprintf(r.out, "result: %s\n", r.game.Result())
	}
	return err
}

// resultJSON is how a game ended.
type resultJSON struct {
	Result string `json:"result"`
	Score  string `json:"score"`
	Moves  int    `json:"moves"`
	FEN    string `json:"fen"`
}

// resultOf returns how a game stands. A turn in which nothing has moved is none.
func resultOf(g *kriegspiel.Referee) resultJSON {
	p := g.Position()
	return resultJSON{g.Result().String(), g.Result().Score(), (g.View(chess.White).Turns() + 1) / 2, p.FEN()}
}
