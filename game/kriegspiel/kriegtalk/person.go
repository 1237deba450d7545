package kriegtalk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
	"blindsight/internal/textinput"
)

// ErrQuit says that the person left the game.
var ErrQuit = errors.New("the game was left")

var _ blindsight.Planner[*kriegspiel.View, kriegspiel.Attempt] = (*Person)(nil)

// Person is a player who types his attempts. All he is shown is in his view.
type Person struct {
	Game *kriegspiel.Referee
	Side chess.Color
	In   *textinput.Lines // what he types
	Out  io.Writer        // what he is shown

	drawn   [2]int // turns and refused tries known when the board was last drawn, and 1
	illegal int    // attempts of the opponent refused in his turn
}

// Choose asks until there is an attempt that makes sense.
func (p *Person) Choose(_ context.Context, _ *rand.Rand, v *kriegspiel.View, _ blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	none := blindsight.Decision[kriegspiel.Attempt]{}
	if known := [2]int{v.Turns() + 1, len(v.Tries()) + 1}; known != p.drawn {
		fmt.Fprintf(p.Out, "\n%s", v.Draw())
		p.drawn = known
	}
	for {
		fmt.Fprintf(p.Out, "%s> ", p.Side)
		text, err := p.In.Next()
		if long := (*textinput.LongLine)(nil); errors.As(err, &long) {
			fmt.Fprintf(p.Out, "%v\n", err)
			continue
		}
		if err != nil {
			fmt.Fprintln(p.Out)
			if err == io.EOF {
				err = ErrQuit
			}
			return none, err
		}
		word := strings.TrimSpace(text)
		switch word {
		case "":
			continue
		case "quit":
			return none, ErrQuit
		case "board":
			fmt.Fprint(p.Out, v.Draw())
			continue
		case "moves":
			for _, a := range v.Legal(nil) {
				fmt.Fprintf(p.Out, "%s ", a)
			}
			fmt.Fprintln(p.Out)
			continue
		}
		a, err := v.Parse(word)
		if err == nil {
			err = v.Sense(a)
		}
		if err != nil {
			fmt.Fprintf(p.Out, "%s (type moves for what you can try)\n", textinput.Brief(err.Error()))
			continue
		}
		return blindsight.Decision[kriegspiel.Attempt]{Action: a}, nil
	}
}

// Heard prints what the person hears of an attempt of either side. Refusals of the
// opponent are told together, with his move.
func (p *Person) Heard(a kriegspiel.Attempt, h kriegspiel.Percept) {
	mover := p.Game.Side()
	if h.Move() {
		mover = mover.Other()
	}
	if mover == p.Side {
		saying(p.Out, p.Side, mover, a, h)
		return
	}
	switch {
	case h == kriegspiel.Illegal && p.Game.Rules().RefusalsHeard:
		p.illegal++
		return
	case h == kriegspiel.Illegal || h == kriegspiel.Nonsense:
		return
	case p.illegal == 1:
		fmt.Fprintf(p.Out, "Referee: 1 attempt of %s is illegal.\n", kriegspiel.SideName(mover))
	case p.illegal > 1:
		fmt.Fprintf(p.Out, "Referee: %d attempts of %s are illegal.\n", p.illegal, kriegspiel.SideName(mover))
	}
	p.illegal = 0
	saying(p.Out, p.Side, mover, a, h)
}

// saying prints what the referee says of an attempt of a side to a player.
func saying(out io.Writer, me, mover chess.Color, a kriegspiel.Attempt, heard kriegspiel.Percept) {
	text := heard.Words(mover)
	if mover == me && !heard.Move() && a != kriegspiel.Any {
		text = a.String() + ": " + heard.String()
	}
	fmt.Fprintf(out, "Referee: %s.\n", text)
}
