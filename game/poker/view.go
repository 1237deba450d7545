package poker

import (
	"errors"
	"fmt"
	"strings"

	"blindsight"
)

// Event is one thing that a side did and saw, or heard.
type Event = blindsight.Event[Action, Seen]

// View is what one side knows: its card, the open one, and all that was done. It is an
// information set with perfect recall.
type View struct {
	game *Game
	side blindsight.Side
	card Card
	bidding
	past []Event
}

// NewView returns what a side knows at the start: nothing.
func (g *Game) NewView(side blindsight.Side) *View {
	v := &View{}
	v.begin(g, side)
	return v
}

func (v *View) begin(g *Game, side blindsight.Side) {
	*v = View{game: g, side: side, past: v.past[:0], bidding: bidding{paid: [2]int16{ante, ante}}}
}

// Game returns the game.
func (v *View) Game() *Game { return v.game }

// Side returns whose view it is.
func (v *View) Side() blindsight.Side { return v.side }

// Card returns the own card, 0 before it was seen.
func (v *View) Card() Card { return v.card }

// Mine reports whether the own side acts.
func (v *View) Mine() bool { return v.turn == v.side }

// Past returns all that was done, seen and heard, oldest first. It must not be changed.
func (v *View) Past() []Event { return v.past }

// Legal appends what may be done, in the order of the constants.
func (v *View) Legal(buf []Action) []Action {
	if v.card == 0 {
		return append(buf, Deal)
	}
	return v.legal(v.game.rules.Kind, buf)
}

// Forced returns the look at the own card, by which a game begins.
func (v *View) Forced() (Action, bool) { return Deal, v.card == 0 && v.side == 0 }

// Range returns the most that can be lost and won, 0 twice once the game has ended.
func (v *View) Range() (lo, hi float64) {
	if v.turn == blindsight.Over {
		return 0, 0
	}
	most := float64(v.game.rules.Kind.most())
	return -most, most
}

// Did adds that the own side did something, and what it saw.
func (v *View) Did(a Action, o Seen) error {
	if a != o.Action {
		return fmt.Errorf("to %v does not show %v", a, o)
	}
	if !v.Mine() {
		return errTurn
	}
	return v.tell(true, o)
}

// Heard adds what was observed of the other side.
func (v *View) Heard(o Seen) error {
	if v.Mine() {
		return errTurn
	}
	return v.tell(false, o)
}

var (
	errTurn  = errors.New("it is not that side's turn")
	errOver  = errors.New("the game is over")
	errCard  = errors.New("there is no such card, or none is due")
	errLegal = errors.New("that is not legal here")
)

// tell adds an action of the side to act.
func (v *View) tell(own bool, o Seen) error {
	if err := v.check(o); err != nil {
		return fmt.Errorf("%v: %w", o, err)
	}
	e := Event{Seen: o, Heard: !own}
	if own {
		e.Action = o.Action
	}
	v.past = append(v.past, e)
	if o.Action == Deal {
		v.card = o.Card
	} else if v.act(v.game.rules.Kind, o.Action) == round {
		v.open = o.Card
	}
	return nil
}

// check tells why an action of the side to act cannot have happened like this.
func (v *View) check(o Seen) error {
	if v.turn == blindsight.Over {
		return errOver
	}
	var buf [3]Action
	legal := false
	for _, a := range v.Legal(buf[:0]) {
		legal = legal || a == o.Action
	}
	if !legal {
		return errLegal
	}
	due := o.Action == Deal
	if !due {
		after := v.bidding
		over := after.act(v.game.rules.Kind, o.Action)
		due = over == round || over == showdown
	}
	known := o.Card > 0 && int(o.Card) <= v.game.rules.Ranks && v.game.left(o.Card, v.card, v.open) > 0
	if due != known || !due && o.Card != 0 {
		return errCard
	}
	return nil
}

// Key counts all that is known, in its order. No two views share one.
func (v *View) Key() blindsight.Key {
	k := blindsight.Key{Hi: uint64(v.side), Lo: uint64(v.card)<<8 | uint64(v.open)<<4}
	for _, a := range v.log[:v.done] {
		k.Hi = k.Hi<<2 | uint64(a)
	}
	k.Lo |= uint64(v.done) << 16
	if v.turn == blindsight.Over && v.past[len(v.past)-1].Seen.Card > 0 { // what was shown at the end
		k.Lo |= uint64(v.past[len(v.past)-1].Seen.Card)
	}
	return k
}

// Clone returns an independent copy.
func (v *View) Clone() *View {
	c := &View{}
	c.CopyFrom(v)
	return c
}

// CopyFrom makes v equal to w.
func (v *View) CopyFrom(w *View) {
	past := append(v.past[:0], w.past...)
	*v = *w
	v.past = past
}

// String says what is known in words.
func (v *View) String() string {
	if v.card == 0 {
		return "no card yet"
	}
	var text strings.Builder
	fmt.Fprintf(&text, "own card %d", v.card)
	if v.open > 0 {
		fmt.Fprintf(&text, ", open card %d", v.open)
	}
	fmt.Fprintf(&text, ", paid %d, the other side %d", v.paid[v.side], v.paid[v.side.Other()])
	return text.String()
}

var (
	_ blindsight.View[Action, Seen]      = (*View)(nil)
	_ blindsight.Hearing[Seen]           = (*View)(nil)
	_ blindsight.Recalling[Action, Seen] = (*View)(nil)
	_ blindsight.Forcing[Action]         = (*View)(nil)
	_ blindsight.Copier[*View]           = (*View)(nil)
	_ blindsight.Ranged                  = (*View)(nil)
)
