// Package kriegtalk is the referee of Kriegspiel in conversation: with a script of attempts or two people at terminals of
// their own ([Arbiter]), and with one person who plays against a program ([Person]). It reads what they type and
// prints what they may hear, and nothing else: all that a person is shown is in the view of his side.
package kriegtalk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/textinput"
)

// Form is how an [Arbiter] prints what is heard.
type Form uint8

// The forms.
const (
	Words     Form = iota // in words
	JSONLines             // one JSON object an attempt
	Silent                // not at all: for who wants the record alone
)

// Arbiter referees a game and tells each side what it hears of each attempt. It is not safe for concurrent use.
type Arbiter struct {
	Game *kriegspiel.Referee
	Out  io.Writer // where both can read, or a script does
	Form Form
	// Prompt is where the side to move is asked for its attempt, if somebody types a script; nil asks nobody.
	Prompt io.Writer

	sides [2]io.Writer // of the two sides, where they have terminals of their own
}

// A LostTerminal is the error of a terminal that cannot be written to.
type LostTerminal struct{ error }

// Unwrap returns the error of the terminal.
func (l LostTerminal) Unwrap() error { return l.error }

// heardJSON is what is heard of an attempt.
type heardJSON struct {
	Side  string `json:"side"`
	Try   string `json:"try"`
	White string `json:"white,omitempty"`
	Black string `json:"black,omitempty"`
}

// Script reads attempts, one a line, and goes on after a line that is none, with a word about it to complaints. It returns how
// many lines were left aside. Name is that of the text. Where it is typed, quit and the end of the game end it too.
func (r *Arbiter) Script(ctx context.Context, in io.Reader, name string, complaints io.Writer) (wrong int, err error) {
	lines := textinput.NewLines(in)
	for {
		if r.Prompt != nil {
			if r.Game.Result() != kriegspiel.Unfinished {
				return wrong, nil
			}
			fmt.Fprintf(r.Prompt, "%s> ", r.Game.Side())
		}
		text, err := lines.Next()
		long := (*textinput.LongLine)(nil)
		if r.Prompt != nil && err != nil && !errors.As(err, &long) {
			fmt.Fprintln(r.Prompt) // what follows begins a line
		}
		switch {
		case err == io.EOF:
			return wrong, nil
		case ctx.Err() != nil:
			return wrong, textinput.ErrInterrupted
		case err != nil && !errors.As(err, &long):
			return wrong, err
		}
		text, _, _ = strings.Cut(text, "#")
		if err == nil && strings.TrimSpace(text) == "" {
			continue
		}
		if r.Prompt != nil && strings.TrimSpace(text) == "quit" {
			return wrong, nil
		}
		column := len(text) - len(strings.TrimLeft(text, " \t")) + 1
		if err == nil && r.Game.Result() != kriegspiel.Unfinished {
			return wrong, fmt.Errorf("%s:%d:%d: %q: the game is over: %s", name, lines.Number(), column, strings.TrimSpace(text), r.Game.Result())
		}
		var a kriegspiel.Attempt
		if err == nil {
			a, err = r.parse(strings.Fields(text))
		}
		if err != nil {
			wrong++
			fmt.Fprintf(complaints, "%s:%d:%d: %s\n", name, lines.Number(), column, textinput.Brief(err.Error()))
			continue
		}
		if err := r.try(a); err != nil {
			return wrong, err
		}
	}
}

// parse reads an attempt of the side to move, which may be named before it.
func (r *Arbiter) parse(words []string) (kriegspiel.Attempt, error) {
	if side, err := kriegspiel.ParseSide(strings.TrimSuffix(words[0], ":")); err == nil {
		if side != r.Game.Side() {
			return 0, fmt.Errorf("an attempt of %s, but it is the turn of %s", side, r.Game.Side())
		}
		words = words[1:]
	}
	if len(words) != 1 {
		return 0, fmt.Errorf("%q: want one attempt a line, as in e2e4 or white e2e4", strings.Join(words, " "))
	}
	return r.Game.View(r.Game.Side()).Parse(words[0])
}

// try puts an attempt to the referee and prints what each side hears.
func (r *Arbiter) try(a kriegspiel.Attempt) error {
	side := r.Game.Side()
	heard, shared, err := r.Game.Answer(a)
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
		if r.sides[c] != nil {
			if _, err := fmt.Fprintf(r.sides[c], "%s (%s)\n", heard.Words(side), heard); err != nil {
				return LostTerminal{err}
			}
		}
	}
	switch {
	case r.Form == Silent || r.sides[0] != nil:
		return nil
	case r.Form == JSONLines:
		return json.NewEncoder(r.Out).Encode(h)
	}
	fmt.Fprintf(r.Out, "%s tries %s\n", side, a)
	for c, text := range []string{h.White, h.Black} {
		if text != "" {
			fmt.Fprintf(r.Out, "  %s hears: %s\n", chess.Color(c), text)
		}
	}
	return nil
}

// Terminals lets each side play on a terminal of its own, until the game is over or a side leaves it.
func (r *Arbiter) Terminals(ctx context.Context, sides [2]io.ReadWriter) error {
	var lines [2]*textinput.Lines
	for c, f := range sides {
		r.sides[c], lines[c] = f, textinput.NewLines(textinput.Patient(ctx, f))
		fmt.Fprintf(f, "You are %s. Rules: %s. Type an attempt a line, as in e2e4 or Nf3; quit ends the game.\n", kriegspiel.SideName(chess.Color(c)), r.Game.Rules())
	}
	for r.Game.Result() == kriegspiel.Unfinished {
		side := r.Game.Side()
		if _, err := fmt.Fprintf(r.sides[side], "%s> ", side); err != nil {
			return LostTerminal{err}
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
		if lost := (LostTerminal{}); errors.As(err, &lost) || errors.Is(err, textinput.ErrInterrupted) {
			return err
		}
		if err != nil {
			fmt.Fprintf(r.sides[side], "%s\n", textinput.Brief(err.Error()))
		}
	}
	for c := range r.sides {
		fmt.Fprintf(r.sides[c], "%s\n", r.Game.Result())
	}
	return nil
}

// Result is how a game ended, for JSON.
type Result struct {
	Result string `json:"result"`
	Score  string `json:"score"`
	Moves  int    `json:"moves"`
	FEN    string `json:"fen"`
}

// ResultOf returns how a game stands. A turn in which nothing has moved is none.
func ResultOf(g *kriegspiel.Referee) Result {
	p := g.Position()
	return Result{g.Result().String(), g.Result().Score(), (g.View(chess.White).Turns() + 1) / 2, p.FEN()}
}
