package battleship

import (
	"fmt"
	"math/rand/v2"

	"blindsight"
)

// View is what the shooting side knows: what each shot showed, and of each hit how many ships
// had been announced as sunk before it. Make one with [Game.NewView].
type View struct {
	g         *Game
	shot, hit Set
	marks     [MaxShips]Mark  // ships announced as sunk, in their order
	sunk      uint8           // how many these are
	free      uint16          // how many cells were not shot at
	cells     [MaxCells]Cell  // the first free of them were not shot at, in no order
	place     [MaxCells]uint8 // where a cell stands there
	epoch     [MaxCells]uint8 // of a hit: ships announced as sunk before it
	key       blindsight.Key
}

// Mark is the announcement of a ship that was sunk.
type Mark struct {
	Cell   Cell // the shot that sank it
	Length int
}

// NewView returns the view before the first shot.
func (g *Game) NewView() *View {
	v := &View{g: g, free: uint16(g.cells)}
	for c := range g.cells {
		v.cells[c], v.place[c] = Cell(c), uint8(c)
	}
	return v
}

// Game returns the rules of the board. For a view of [ShipByShip] they say so.
func (v *View) Game() *Game { return v.g }

// Shot returns the cells that were shot at.
func (v *View) Shot() Set { return v.shot }

// Hits returns the cells that were hit.
func (v *View) Hits() Set { return v.hit }

// Shots returns the number of shots.
func (v *View) Shots() int { return v.g.cells - int(v.free) }

// Left returns how many cells of the fleet are not hit yet. At 0 the play is over.
func (v *View) Left() int { return v.g.fleet - v.hit.Len() }

// Marks returns the ships that were announced as sunk, in their order. The slice must not be
// changed.
func (v *View) Marks() []Mark { return v.marks[:v.sunk] }

// At returns what a shot at the cell showed, and whether there was one.
func (v *View) At(c Cell) (o Seen, shot bool) {
	if !v.hit.Has(c) {
		return Miss, v.shot.Has(c)
	}
	for _, m := range v.Marks() {
		if m.Cell == c {
			return Sunk(m.Length), true
		}
	}
	return Hit, true
}

// Legal appends the cells that were not shot at, in increasing order; none when the play is over.
func (v *View) Legal(buf []Cell) []Cell {
	if v.Left() == 0 {
		return buf
	}
	for c := range Cell(v.g.cells - 1) {
		if !v.shot.Has(c) {
			buf = append(buf, c)
		}
	}
	if last := Cell(v.g.cells - 1); !v.shot.Has(last) { // beyond it a Cell may not count
		buf = append(buf, last)
	}
	return buf
}

// Pick returns a legal cell, each equally likely. There must be one.
func (v *View) Pick(rng *rand.Rand) Cell { return v.cells[rng.Uint32N(uint32(v.free))] }

// Range bounds the reward still to come: every cell of the fleet takes a shot, and no
// cell takes two.
func (v *View) Range() (lo, hi float64) {
	left := v.Left()
	if left == 0 {
		return 0, 0
	}
	return v.g.rules.Bonus - float64(v.free), v.g.rules.Bonus - float64(left)
}

// Did notes what a shot showed. It refuses what no fleet of these lengths allows at a glance;
// that a fleet agrees with all that was seen is not checked.
func (v *View) Did(c Cell, o Seen) error {
	length := o.Length()
	switch {
	case int(c) >= v.g.cells:
		return fmt.Errorf("cell %d is not on a board of %d cells", c, v.g.cells)
	case v.shot.Has(c):
		return v.errorf(c, "was shot at already")
	case v.Left() == 0:
		return v.errorf(c, "cannot be shot at: all %d cells of the fleet are hit", v.g.fleet)
	case o == Miss && int(v.free) == v.Left():
		return v.errorf(c, "cannot be a miss: the %d cells left must all hold a ship", v.free)
	case length == 0: // a miss or a hit
	case v.g.rules.Silent:
		return v.errorf(c, "cannot show %v: sunk ships are not announced", o)
	case !v.afloat(length):
		return v.errorf(c, "cannot show %v: no such ship is left", o)
	case !v.sinkable(c, length):
		return v.errorf(c, "cannot show %v: there is no line of hits for it", o)
	}
	v.remove(c)
	v.shot.add(c)
	mark := uint64(o) << 8
	if o != Miss {
		v.hit.add(c)
		v.epoch[c] = v.sunk
		mark |= uint64(v.sunk) << 16
	}
	if length > 0 {
		v.marks[v.sunk] = Mark{c, length}
		v.sunk++
	}
	number := uint64(c) | mark
	v.key.Hi ^= mix(number + 0x9e3779b97f4a7c15)
	v.key.Lo ^= mix(number + 0xd1b54a32d192ed03)
	return nil
}

// afloat tells whether a ship of this length is not announced as sunk.
func (v *View) afloat(length int) bool {
	n := 0
	for _, l := range v.g.rules.Fleet {
		if l == length {
			n++
		}
	}
	for _, m := range v.Marks() {
		if m.Length == length {
			n--
		}
	}
	return n > 0
}

// sinkable tells whether a ship of this length can lie on c and on hits that sank nothing.
func (v *View) sinkable(c Cell, length int) bool {
	line := v.hit
	for _, m := range v.Marks() {
		line[m.Cell>>6] &^= 1 << (m.Cell & 63)
	}
	line.add(c)
	for ship, l := range v.g.rules.Fleet {
		if l != length {
			continue
		}
		for i := range v.g.placements[ship] {
			if p := &v.g.placements[ship][i].Cells; p.Has(c) && p.Within(&line) {
				return true
			}
		}
		break
	}
	return false
}

// remove takes a cell off those that were not shot at.
func (v *View) remove(c Cell) {
	v.free--
	last, at := v.cells[v.free], v.place[c]
	v.cells[at], v.place[last] = last, at
	v.cells[v.free], v.place[c] = c, uint8(v.free)
}

func (v *View) errorf(c Cell, format string, args ...any) error {
	row, col := v.g.RowCol(c)
	return fmt.Errorf("cell %d,%d %s", row, col, fmt.Sprintf(format, args...))
}

// Key returns a hash of what each shot showed and of the ships sunk before each hit (Zobrist).
func (v *View) Key() blindsight.Key { return v.key }

// Clone returns an independent copy.
func (v *View) Clone() *View {
	c := *v
	return &c
}

// CopyFrom makes v equal to w.
func (v *View) CopyFrom(w *View) { *v = *w }

// mix is the finaliser of splitmix64.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

var (
	_ blindsight.View[Cell, Seen] = (*View)(nil)
	_ blindsight.Copier[*View]    = (*View)(nil)
	_ blindsight.Picker[Cell]     = (*View)(nil)
	_ blindsight.Ranged           = (*View)(nil)
)
