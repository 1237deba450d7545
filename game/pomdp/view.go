package pomdp

import (
	"fmt"
	"math/bits"

	"blindsight"
)

// View is what is known: all that was done and observed. What follows from that is the business of beliefs.
type View struct {
	game *Game
	past []blindsight.Event[Action, Seen]
	key  blindsight.Key
}

// NewView returns what is known at the start.
func (g *Game) NewView() *View { return &View{game: g} }

// Game returns the game that the view is of.
func (v *View) Game() *Game { return v.game }

// Past returns all that was done and observed, oldest first. The slice must not be changed.
func (v *View) Past() []blindsight.Event[Action, Seen] { return v.past }

// Legal appends all actions.
func (v *View) Legal(buf []Action) []Action {
	for a := range v.game.model.Actions {
		buf = append(buf, Action(a))
	}
	return buf
}

// Did adds what was done and observed. It refuses what no state shows.
func (v *View) Did(a Action, o Seen) error {
	m := v.game.model
	switch {
	case a < 0 || int(a) >= len(m.Actions):
		return fmt.Errorf("no action has the number %d", a)
	case o < 0 || int(o) >= len(m.Observations):
		return fmt.Errorf("no observation has the number %d", o)
	case !v.game.possible[int(a)*len(m.Observations)+int(o)]:
		return fmt.Errorf("%s never shows %s", m.Actions[a], m.Observations[o])
	}
	v.past = append(v.past, blindsight.Event[Action, Seen]{Action: a, Seen: o})
	event := uint64(uint32(a))<<32 | uint64(uint32(o))
	v.key.Hi = mix(v.key.Hi^event, 0x9e3779b97f4a7c15)
	v.key.Lo = mix(v.key.Lo+event, 0xd1342543de82ef95)
	return nil
}

// mix returns a hash that depends on every bit of x and on all that was mixed before.
func mix(x, by uint64) uint64 {
	hi, lo := bits.Mul64(x^0xe7037ed1a0b428db, by)
	z := hi ^ lo ^ bits.RotateLeft64(x, 29)
	z = (z ^ z>>32) * 0xd6e8feb86659fd93
	return z ^ z>>32
}

// Key is a hash of all that was done and observed, in its order.
func (v *View) Key() blindsight.Key { return v.key }

// Clone returns an independent copy.
func (v *View) Clone() *View {
	w := &View{}
	w.CopyFrom(v)
	return w
}

// CopyFrom makes v equal to w.
func (v *View) CopyFrom(w *View) {
	v.game, v.key = w.game, w.key
	v.past = append(v.past[:0], w.past...)
}

// String returns how much has happened, and the last of it.
func (v *View) String() string {
	if len(v.past) == 0 {
		return "the start"
	}
	m, last := v.game.model, v.past[len(v.past)-1]
	return fmt.Sprintf("step %d: %s, %s", len(v.past), m.Actions[last.Action], m.Observations[last.Seen])
}

var (
	_ blindsight.View[Action, Seen]      = (*View)(nil)
	_ blindsight.Recalling[Action, Seen] = (*View)(nil)
	_ blindsight.Copier[*View]           = (*View)(nil)
)
