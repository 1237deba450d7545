package tiger

import (
	"fmt"

	"blindsight"
	"blindsight/internal/purefloat"
)

// View is what the listener knows. All that matters of it is how many growls more came from
// the left than from the right since a door was last opened: the belief follows from that. It
// keeps its past as well, three bytes a step, so that a particle filter can take up a play.
type View struct {
	game *Game
	more int
	past []blindsight.Event[Action, Seen]
}

// NewView returns what is known at the start.
func (g *Game) NewView() *View { return &View{game: g} }

// Game returns the game that the view is of.
func (v *View) Game() *Game { return v.game }

// More returns how many growls more came from the left than from the right since a door
// was last opened.
func (v *View) More() int { return v.more }

// Left returns the probability that the tiger is on the left.
func (v *View) Left() float64 { return 1 / (1 + purefloat.Pow(v.game.odds, -float64(v.more))) }

// Legal appends all actions.
func (v *View) Legal(buf []Action) []Action { return append(buf, Listen, OpenLeft, OpenRight) }

// Did adds what was heard, or that a door was opened.
func (v *View) Did(a Action, o Seen) error {
	switch {
	case a > OpenRight || o > Opened || (a == Listen) == (o == Opened):
		return fmt.Errorf("to %v does not show %v", a, o)
	case o == Opened:
		v.more = 0
	case o == GrowlLeft:
		v.more++
	default:
		v.more--
	}
	v.past = append(v.past, blindsight.Event[Action, Seen]{Action: a, Seen: o})
	return nil
}

// Past returns all that was done and observed, oldest first. The slice must not be changed.
func (v *View) Past() []blindsight.Event[Action, Seen] { return v.past }

// Key tells views apart by More alone.
func (v *View) Key() blindsight.Key { return blindsight.Key{Lo: uint64(int64(v.more))} }

// Clone returns an independent copy.
func (v *View) Clone() *View {
	w := &View{}
	w.CopyFrom(v)
	return w
}

// CopyFrom makes v equal to w.
func (v *View) CopyFrom(w *View) {
	v.game, v.more = w.game, w.more
	v.past = append(v.past[:0], w.past...)
}

// String says the belief in words.
func (v *View) String() string {
	switch left := v.Left(); {
	case v.more > 0:
		return fmt.Sprintf("%d more from the left: the tiger is there with %.4f", v.more, left)
	case v.more < 0:
		return fmt.Sprintf("%d more from the right: the tiger is there with %.4f", -v.more, 1-left)
	}
	return "the tiger may be on either side"
}

var (
	_ blindsight.View[Action, Seen]      = (*View)(nil)
	_ blindsight.Recalling[Action, Seen] = (*View)(nil)
	_ blindsight.Copier[*View]           = (*View)(nil)
)
