package program

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

// person is a player who types his attempts. All he is shown is in his view.
type person struct {
	game *kriegspiel.Referee
	side chess.Color
	in   *textinput.Lines
	out  io.Writer

	drawn   [2]int // turns and refused tries known when the board was last drawn, and 1
	illegal int    // attempts of the opponent refused in his turn
}

// Choose asks until there is an attempt that makes sense.
func (p *person) Choose(_ context.Context, _ *rand.Rand, v *kriegspiel.View, _ blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	none := blindsight.Decision[kriegspiel.Attempt]{}
	if known := [2]int{v.Turns() + 1, len(v.Tries()) + 1}; known != p.drawn {
		fmt.Fprintf(p.out, "\n%s", v.Draw())
		p.drawn = known
	}
	for {
		fmt.Fprintf(p.out, "%s> ", p.side)
		text, err := p.in.Next()
		if long := (*textinput.LongLine)(nil); errors.As(err, &long) {
			fmt.Fprintf(p.out, "%v\n", err)
			continue
		}
		if err != nil {
			fmt.Fprintln(p.out)
			if err == io.EOF {
				err = errQuit
			}
			return none, err
		}
		word := strings.TrimSpace(text)
		switch word {
		case "":
			continue
		case "quit":
			return none, errQuit
		case "board":
			fmt.Fprint(p.out, v.Draw())
			continue
		case "moves":
			for _, a := range v.Legal(nil) {
				fmt.Fprintf(p.out, "%s ", a)
			}
			fmt.Fprintln(p.out)
			continue
		}
		a, err := v.Parse(word)
		if err == nil {
			err = v.Sense(a)
		}
		if err != nil {
			fmt.Fprintf(p.out, "%s (type moves for what you can try)\n", textinput.Brief(err.Error()))
			continue
		}
		return blindsight.Decision[kriegspiel.Attempt]{Action: a}, nil
	}
}

// heard prints what the person hears of an attempt of either side. Refusals of the
// opponent are told together, with his move.
func (p *person) heard(a kriegspiel.Attempt, h kriegspiel.Percept) {
	mover := p.game.Side()
	if h.Move() {
		mover = mover.Other()
	}
	if mover == p.side {
		saying(p.out, p.side, mover, a, h)
		return
	}
	switch {
	case h == kriegspiel.Illegal && p.game.Rules().RefusalsHeard:
		p.illegal++
		return
	case h == kriegspiel.Illegal || h == kriegspiel.Nonsense:
		return
	case p.illegal == 1:
		fmt.Fprintf(p.out, "Referee: 1 attempt of %s is illegal.\n", kriegspiel.SideName(mover))
	case p.illegal > 1:
		fmt.Fprintf(p.out, "Referee: %d attempts of %s are illegal.\n", p.illegal, kriegspiel.SideName(mover))
	}
	p.illegal = 0
	saying(p.out, p.side, mover, a, h)
}
