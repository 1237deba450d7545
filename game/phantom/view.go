package phantom

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"blindsight"
)

// Event is one thing that a side did and saw, or heard.
type Event = blindsight.Event[Cell, Answer]

// View is what one side knows: its own stones, the opponent's that it came upon, whose turn
// it is. It remembers all that was done, seen and heard as its past, but its key does not
// count in which order the own side tried: in the field's words, it is an abstraction of
// information sets with imperfect recall.
//
// Nothing is lost by that against a side that plays uniformly in the classical variant:
// it places each stone on any empty cell with the same chance, so all sets of stones that
// agree with a view are equally likely. Otherwise the order may tell a little more, as which
// of the own stones the opponent may have come upon. Where [Rules] ask for recall, keys count
// the turn of each attempt as well, which is all that matters of the order; many more
// views are then told apart.
type View struct {
	game       *Game
	side       blindsight.Side
	own, known uint64
	turns      uint8 // of the opponent that are over
	mine       bool  // it is the own turn
	over       bool  // the game has ended, as far as this view was told
	past       []Event
}

// NewView returns what a side knows at the start.
func (g *Game) NewView(side blindsight.Side) *View {
	return &View{game: g, side: side, mine: side == 0}
}

// Game returns the game.
func (v *View) Game() *Game { return v.game }

// Side returns whose view it is.
func (v *View) Side() blindsight.Side { return v.side }

// Own returns the own stones: bit number c is cell c.
func (v *View) Own() uint64 { return v.own }

// Known returns the opponent's stones that are known.
func (v *View) Known() uint64 { return v.known }

// Mine reports whether it is the own turn.
func (v *View) Mine() bool { return v.mine && !v.over }

// Opponent returns the least and the most stones that the opponent may have placed; in the
// classical variant they are equal.
func (v *View) Opponent() (least, most int) {
	if v.game.rules.Variant == Abrupt {
		return bits.OnesCount64(v.known), int(v.turns)
	}
	return int(v.turns), int(v.turns)
}

// Past returns all that was done, seen and heard, oldest first. It must not be changed.
func (v *View) Past() []Event { return v.past }

// Legal appends the cells that are neither own nor known to be the opponent's, in
// ascending order, whoever's turn it is; none once the game has ended.
func (v *View) Legal(buf []Cell) []Cell {
	for set := v.open(); set != 0; set &= set - 1 {
		buf = append(buf, Cell(bits.TrailingZeros64(set)))
	}
	return buf
}

// Pick returns a legal cell uniformly at random. There must be one.
func (v *View) Pick(rng *rand.Rand) Cell {
	set := v.open()
	for range rng.IntN(bits.OnesCount64(set)) {
		set &= set - 1
	}
	return Cell(bits.TrailingZeros64(set))
}

func (v *View) open() uint64 {
	if v.over {
		return 0
	}
	return v.game.full &^ (v.own | v.known)
}

// Range returns -1 and 1, or 0 twice once the game has ended.
func (v *View) Range() (lo, hi float64) {
	if v.over {
		return 0, 0
	}
	return -1, 1
}

// Did adds that the own side tried a cell, and the answer. The error says why that cannot
// have happened.
func (v *View) Did(c Cell, a Answer) error {
	if err := v.check(c, a); err != nil {
		return fmt.Errorf("cell %d %s: %w", c, a, err)
	}
	if bit := uint64(1) << c; a == Refused {
		v.known |= bit
	} else {
		v.own |= bit
	}
	v.mine = a == Refused && v.game.rules.Variant == Classical
	v.over = a == Won || a == Drawn
	v.past = append(v.past, Event{Action: c, Seen: a})
	return nil
}

// What cannot have happened.
var (
	errOver    = errors.New("the game is over")
	errTurn    = errors.New("it is not that side's turn")
	errTaken   = errors.New("the cell is own, or known to be the opponent's")
	errHidden  = errors.New("all stones that the opponent may have placed are known")
	errEnded   = errors.New("the game would have ended before, or by this")
	errGoesOn  = errors.New("the game would not have ended by this")
	errNoRoom  = errors.New("the board would have been full before, or by this")
	errVariant = errors.New("it is not what is heard in this variant")
)

// check tells why an own attempt cannot have been answered like this.
func (v *View) check(c Cell, a Answer) error {
	switch {
	case v.over:
		return errOver
	case !v.mine:
		return errTurn
	case int(c) >= v.game.cells || v.open()>>c&1 == 0:
		return errTaken
	}
	wins := v.game.wins(v.side, v.own|1<<c, c)
	least, most := v.Opponent()
	stones := bits.OnesCount64(v.own) + 1
	switch a {
	case Refused:
		if bits.OnesCount64(v.known) == most {
			return errHidden
		}
		if v.game.wins(v.side.Other(), v.known|1<<c, c) {
			return errEnded
		}
	case Placed:
		if wins {
			return errEnded
		}
		if stones+least >= v.game.cells {
			return errNoRoom
		}
	case Won:
		if !wins {
			return errGoesOn
		}
	case Drawn:
		if wins || stones+most < v.game.cells || v.game.rules.Kind == Hex {
			return errGoesOn
		}
	default:
		return errVariant
	}
	return nil
}

// Heard adds what was heard of the opponent. The error says why that cannot have happened.
func (v *View) Heard(a Answer) error {
	least, most := v.Opponent()
	stones := bits.OnesCount64(v.own) + 1
	var err error
	switch {
	case v.over:
		err = errOver
	case v.mine:
		err = errTurn
	case a == Placed && v.game.rules.Variant == Classical:
		if stones+least >= v.game.cells {
			err = errNoRoom
		}
	case a == Passed && v.game.rules.Variant == Abrupt, a == Won:
	case a == Drawn:
		if stones+most < v.game.cells || v.game.rules.Kind == Hex {
			err = errGoesOn
		}
	default:
		err = errVariant
	}
	if err != nil {
		return fmt.Errorf("the opponent's turn, %s: %w", a, err)
	}
	v.turns++
	v.over = a == Won || a == Drawn
	v.mine = !v.over
	v.past = append(v.past, Event{Seen: a, Heard: true})
	return nil
}

// Key returns 128 bits for what the view counts: stones, knowledge, side and turn, and the
// turn of each attempt where the rules ask for recall. It is the same in every run. Without
// recall it costs a few operations, and within one side and turn no two views share one: the
// map from both sets of cells is a bijection.
func (v *View) Key() blindsight.Key { return v.imageKey(0) }

// imageKey returns the key of an image of the view.
func (v *View) imageKey(transformation int) blindsight.Key {
	who := uint64(v.side)<<1 | 1
	if v.mine {
		who += 4
	}
	if v.over {
		who += 8
	}
	hi := mix(v.game.image(transformation, v.own) + who*0x9e3779b97f4a7c15)
	k := blindsight.Key{Hi: hi, Lo: mix(v.game.image(transformation, v.known) ^ hi)}
	if v.game.rules.Recall {
		// A sum does not count the order of attempts in one turn, which tells nothing.
		turn := uint64(0)
		for _, e := range v.past {
			if e.Heard {
				turn++
				continue
			}
			c := v.game.images[transformation][e.Action]
			x := mix(turn<<16 | uint64(c)<<8 | uint64(e.Seen) + 1)
			k.Hi += x
			k.Lo += mix(x ^ 0x9e3779b97f4a7c15)
		}
	}
	return k
}

// Clone returns an independent copy.
func (v *View) Clone() *View {
	c := *v
	c.past = append([]Event(nil), v.past...)
	return &c
}

// CopyFrom makes v equal to w.
func (v *View) CopyFrom(w *View) {
	past := append(v.past[:0], w.past...)
	*v = *w
	v.past = past
}

var (
	_ blindsight.View[Cell, Answer]      = (*View)(nil)
	_ blindsight.Hearing[Answer]         = (*View)(nil)
	_ blindsight.Recalling[Cell, Answer] = (*View)(nil)
	_ blindsight.Copier[*View]           = (*View)(nil)
	_ blindsight.Picker[Cell]            = (*View)(nil)
	_ blindsight.Ranged                  = (*View)(nil)
)
