package program

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"blindsight"
	"blindsight/game/chess"
	"blindsight/game/kriegspiel"
)

// person is a player who types his attempts. All he is shown is in his view.
type person struct {
	game *kriegspiel.Referee
	side chess.Color
	in   *bufio.Scanner
	out  io.Writer

	drawn   int // turns heard when the board was last drawn
	illegal int // attempts of the opponent refused in his turn
}

// Choose asks until there is an attempt that makes sense.
func (p *person) Choose(_ context.Context, _ *rand.Rand, v *kriegspiel.View, _ blindsight.Budget) (blindsight.Decision[kriegspiel.Attempt], error) {
	none := blindsight.Decision[kriegspiel.Attempt]{}
	if turns := len(v.Record().Turns); turns != p.drawn || turns == 0 {
		fmt.Fprintf(p.out, "\n%s", v.Draw())
		p.drawn = turns
	}
	for {
		fmt.Fprintf(p.out, "%s> ", p.side)
		if !p.in.Scan() {
			fmt.Fprintln(p.out)
			if err := p.in.Err(); err != nil {
				return none, err
			}
			return none, errQuit
		}
		word := strings.TrimSpace(p.in.Text())
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
			fmt.Fprintf(p.out, "%v (type moves for what you can try)\n", err)
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
