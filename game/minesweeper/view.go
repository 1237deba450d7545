package minesweeper

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// View is what the player sees of a board. Whether a cell is flagged is not part
// of it: a flag tells nothing. Make one with [Game.NewView].
type View struct {
	g       *Game
	seen    []Seen
	left    int              // safe cells still closed
	opened  []Cell           // in the order of opening
	covered []Cell           // the cells that can hold a mine, then the other closed ones
	place   []Cell           // where a closed cell stands in covered
	free    int              // how many cells can hold a mine; before the first cell: how many may be opened
	pending []uint64         // cells that AutoOpen opens next, a bit a cell; nil without it
	waiting int              // how many these are
	hashed  int              // how many of the opened cells are in keys
	keys    []blindsight.Key // one for each symmetric image
}

// NewView returns the view of an untouched board.
func (g *Game) NewView() *View {
	v := &View{
		g:       g,
		seen:    make([]Seen, g.cells),
		left:    g.rules.Safe(),
		opened:  make([]Cell, 0, g.cells),
		covered: make([]Cell, 0, g.cells),
		place:   make([]Cell, g.cells),
		free:    len(g.servable),
		keys:    make([]blindsight.Key, len(g.images)),
	}
	if g.rules.AutoOpen {
		v.pending = make([]uint64, g.words)
	}
	for c := range v.seen {
		v.seen[c] = Covered
	}
	v.covered = append(v.covered, g.servable...)
	for c := range Cell(g.cells) {
		if !g.Servable(c) {
			v.covered = append(v.covered, c)
		}
	}
	v.settle()
	return v
}

// settle notes where each closed cell stands.
func (v *View) settle() {
	for i, c := range v.covered {
		v.place[c] = Cell(i)
	}
}

// Game returns the rules of the board.
func (v *View) Game() *Game { return v.g }

// At returns what the cell shows.
func (v *View) At(c Cell) Seen { return v.seen[c] }

// Started tells whether a cell is open.
func (v *View) Started() bool { return len(v.opened) > 0 }

// Opened returns the open cells in the order of opening. The slice must not be changed.
func (v *View) Opened() []Cell { return v.opened }

// Left returns how many cells without a mine are still closed. At 0 the game is won.
func (v *View) Left() int { return v.left }

// Hidden returns the cells that can hold a mine, as far as the first-move rule
// tells, in increasing order.
func (v *View) Hidden() []Cell {
	hidden := slices.Clone(v.covered)
	if v.Started() {
		hidden = hidden[:v.free]
	}
	slices.Sort(hidden)
	return hidden
}

// Legal appends the cells that may be opened, in increasing order: the closed
// ones, before the first cell those that the first-move rule can serve, and just
// one where AutoOpen forces it. On a won board there is none.
func (v *View) Legal(buf []Cell) []Cell {
	if c, forced := v.Forced(); forced {
		return append(buf, c)
	}
	if v.left == 0 {
		return buf
	}
	if !v.Started() {
		return append(buf, v.g.servable...)
	}
	for c, s := range v.seen {
		if s == Covered {
			buf = append(buf, Cell(c))
		}
	}
	return buf
}

// Pick returns a legal cell, each equally likely. There must be one.
func (v *View) Pick(rng *rand.Rand) Cell {
	if c, forced := v.Forced(); forced {
		return c
	}
	n := len(v.covered)
	if !v.Started() {
		n = v.free
	}
	return v.covered[rng.Uint32N(uint32(n))]
}

// Forced returns the cell that AutoOpen opens next, if there is one: the least of
// the closed neighbours of open zeros.
func (v *View) Forced() (Cell, bool) {
	if v.waiting == 0 {
		return 0, false
	}
	for w, word := range v.pending {
		if word != 0 {
			return Cell(w*64 + bits.TrailingZeros64(word)), true
		}
	}
	panic("minesweeper: cells are waiting, but none is pending")
}

// Range bounds the reward still to come.
func (v *View) Range() (lo, hi float64) {
	if v.g.rules.Objective == Win {
		return 0, 1
	}
	return 0, float64(v.left) * v.g.safeReward
}

// Earned returns the reward so far.
func (v *View) Earned() float64 {
	return float64(v.g.rules.Safe()-v.left) * v.g.safeReward
}

// Did notes that c was opened safely and shows o.
func (v *View) Did(c Cell, o Seen) error {
	switch {
	case int(c) >= len(v.seen):
		return fmt.Errorf("cell %d is not on a board of %d cells", c, len(v.seen))
	case v.seen[c] != Covered:
		return v.errorf(c, "is open already")
	case o == Mine:
		return v.errorf(c, "held a mine: the game is over")
	case int(o) > len(v.g.neighbours[c]):
		return v.errorf(c, "cannot show %d: it has %d neighbours", o, len(v.g.neighbours[c]))
	case v.left == 0:
		return v.errorf(c, "cannot be safe: all %d safe cells are open", v.g.rules.Safe())
	case v.Started() && int(v.place[c]) < v.free && v.free == v.g.rules.Mines:
		return v.errorf(c, "cannot be safe: the %d cells left for the mines must all hold one", v.free)
	}
	if !v.Started() {
		if !v.g.Servable(c) {
			return v.errorf(c, "cannot be opened first: the mines do not fit outside its zone")
		}
		if v.g.rules.First == Gnomine && o != 0 {
			return v.errorf(c, "cannot show %d: under the gnomine rule the first cell shows 0", o)
		}
		v.protect(c)
	}
	v.remove(c)
	v.seen[c] = o
	v.left--
	v.opened = append(v.opened, c)
	if v.pending != nil {
		v.await(c, o)
	}
	return nil
}

// await notes which cells AutoOpen opens after c has shown o.
func (v *View) await(c Cell, o Seen) {
	if bit := uint64(1) << (c & 63); v.pending[c>>6]&bit != 0 {
		v.pending[c>>6] ^= bit
		v.waiting--
	}
	if o != 0 {
		return
	}
	for _, n := range v.g.neighbours[c] {
		if bit := uint64(1) << (n & 63); v.seen[n] == Covered && v.pending[n>>6]&bit == 0 {
			v.pending[n>>6] |= bit
			v.waiting++
		}
	}
}

func (v *View) errorf(c Cell, format string, args ...any) error {
	row, col := v.g.RowCol(c)
	return fmt.Errorf("cell %d,%d "+format, append([]any{row, col}, args...)...)
}

// protect sorts the zone of the first cell behind the cells that can hold a mine.
func (v *View) protect(first Cell) {
	v.covered = v.g.outside(first, v.covered[:0])
	v.free = len(v.covered)
	v.covered = append(v.covered, v.g.zones[first]...)
	v.settle()
}

// remove takes c out of the closed cells, in constant time.
func (v *View) remove(c Cell) {
	hole := int(v.place[c])
	if hole < v.free {
		v.free--
		v.put(hole, v.covered[v.free])
		hole = v.free
	}
	last := len(v.covered) - 1
	if hole < last {
		v.put(hole, v.covered[last])
	}
	v.covered = v.covered[:last]
}

func (v *View) put(i int, c Cell) {
	v.covered[i] = c
	v.place[c] = Cell(i)
}

// Clone returns an independent copy.
func (v *View) Clone() *View {
	c := v.g.NewView()
	c.CopyFrom(v)
	return c
}

// CopyFrom makes v equal to w, a view of the same game. It does not allocate.
func (v *View) CopyFrom(w *View) {
	copy(v.seen, w.seen)
	copy(v.place, w.place)
	copy(v.pending, w.pending)
	copy(v.keys, w.keys)
	v.left, v.free, v.waiting, v.hashed = w.left, w.free, w.waiting, w.hashed
	v.opened = append(v.opened[:0], w.opened...)
	v.covered = append(v.covered[:0], w.covered...)
}

// Key hashes what is open.
func (v *View) Key() blindsight.Key {
	v.hash()
	return v.keys[0]
}

// hash brings the keys up to date, one for each symmetric image.
func (v *View) hash() {
	for ; v.hashed < len(v.opened); v.hashed++ {
		c := v.opened[v.hashed]
		for t, image := range v.g.images {
			z := &v.g.zobrist[int(image[c])*int(Mine)+int(v.seen[c])]
			v.keys[t].Hi ^= z.Hi
			v.keys[t].Lo ^= z.Lo
		}
	}
}

// Canonical returns the least key of all images, and which one has it.
func (v *View) Canonical() (blindsight.Key, int) {
	v.hash()
	best := 0
	for t := 1; t < len(v.g.images); t++ {
		if v.keys[t].Less(v.keys[best]) {
			best = t
		}
	}
	return v.keys[best], best
}

// CanonicalLegal appends legal cells of the canonical image, of equivalent ones
// the least.
func (v *View) CanonicalLegal(transformation int, buf []Cell) []Cell {
	if c, forced := v.Forced(); forced {
		return append(buf, v.g.images[transformation][c])
	}
	v.hash()
	start := len(buf)
	buf = v.Legal(buf)
	kept := buf[:start]
	for _, c := range buf[start:] {
		if !v.Started() { // the board is its own image in every way, also in those that have no key
			if v.g.least[c] == c {
				kept = append(kept, c)
			}
			continue
		}
		mine := v.g.images[transformation][c]
		least := true
		for t, image := range v.g.images {
			if v.keys[t] == v.keys[transformation] && image[c] < mine {
				least = false
				break
			}
		}
		if least {
			kept = append(kept, mine)
		}
	}
	slices.Sort(kept[start:])
	return kept
}

// FromCanonical returns the cell whose image is c.
func (v *View) FromCanonical(transformation int, c Cell) Cell {
	return v.g.preimages[transformation][c]
}

// Alike appends the cells that the view's own symmetries make equivalent to c, itself
// first.
func (v *View) Alike(c Cell, buf []Cell) []Cell {
	v.hash()
	start := len(buf)
	if !v.Started() {
		buf = append(buf, c)
		for other, least := range v.g.least {
			if least == v.g.least[c] && Cell(other) != c {
				buf = append(buf, Cell(other))
			}
		}
		return buf
	}
	for t, image := range v.g.images {
		if v.keys[t] == v.keys[0] && !slices.Contains(buf[start:], image[c]) {
			buf = append(buf, image[c])
		}
	}
	return buf
}

// Twins returns how many different views, all with the same canonical image, the last
// opening can lead to: that of so many cells, of which the rules forced all but the
// first. It is more than one only where a 0 opened others.
func (v *View) Twins(cells int) int {
	if cells <= 1 {
		return 1
	}
	v.hash()
	n := 0
	for t := range v.g.images {
		fresh := true
		for u := range t {
			fresh = fresh && v.keys[u] != v.keys[t]
		}
		if fresh && v.couldShow(t, cells) {
			n++
		}
	}
	return n
}

// couldShow tells whether the last opening could have led to image t of the view.
func (v *View) couldShow(t, cells int) bool {
	back := v.g.preimages[t] // image t shows at c what v shows at back[c]
	before := v.opened[:len(v.opened)-cells]
	for _, c := range before {
		if v.seen[back[c]] != v.seen[c] {
			return false
		}
	}
	// What the image has beyond that must be what its zeros force open.
	opened := make([]bool, len(v.seen))
	for _, c := range before {
		opened[c] = true
	}
	last := v.opened[len(before)]
	reached := []Cell{last}
	opened[last] = true
	for i := 0; i < len(reached); i++ {
		c := reached[i]
		switch v.seen[back[c]] {
		case Covered:
			return false
		case 0:
			for _, near := range v.g.neighbours[c] {
				if !opened[near] {
					opened[near] = true
					reached = append(reached, near)
				}
			}
		}
	}
	return len(reached) == cells
}

var (
	_ blindsight.View[Cell, Seen] = (*View)(nil)
	_ blindsight.Copier[*View]    = (*View)(nil)
	_ blindsight.Picker[Cell]     = (*View)(nil)
	_ blindsight.Forcing[Cell]    = (*View)(nil)
	_ blindsight.Ranged           = (*View)(nil)
	_ blindsight.Symmetric[Cell]  = (*View)(nil)
)
