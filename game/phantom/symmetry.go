package phantom

import (
	"slices"

	"blindsight"
)

// maxImages is how many mirror images a board can have: the eight of a square.
const maxImages = 8

// setImages makes the symmetries of the board that leave both sides what they want, as
// maps from cells to cells, the identity first. Hex has one beside it, the half turn;
// tic-tac-toe has those of the rectangle.
func (g *Game) setImages() {
	rows, cols := g.rules.Rows, g.rules.Cols
	add := func(to func(r, c int) (int, int)) {
		image, preimage := make([]Cell, g.cells), make([]Cell, g.cells)
		for r := range rows {
			for c := range cols {
				x, y := to(r, c)
				image[r*cols+c] = Cell(x*cols + y)
				preimage[x*cols+y] = Cell(r*cols + c)
			}
		}
		g.images, g.preimages = append(g.images, image), append(g.preimages, preimage)
	}
	add(func(r, c int) (int, int) { return r, c })
	add(func(r, c int) (int, int) { return rows - 1 - r, cols - 1 - c })
	if g.rules.Kind == Hex {
		return
	}
	add(func(r, c int) (int, int) { return rows - 1 - r, c })
	add(func(r, c int) (int, int) { return r, cols - 1 - c })
	if rows != cols {
		return
	}
	add(func(r, c int) (int, int) { return c, r })
	add(func(r, c int) (int, int) { return cols - 1 - c, rows - 1 - r })
	add(func(r, c int) (int, int) { return c, rows - 1 - r })
	add(func(r, c int) (int, int) { return cols - 1 - c, r })
}

// image returns the image of a set of cells.
func (g *Game) image(transformation int, set uint64) (to uint64) {
	if transformation == 0 {
		return set
	}
	image := g.images[transformation]
	cellsOf(set, func(c Cell) bool {
		to |= 1 << image[c]
		return true
	})
	return to
}

// imageKeys returns the keys of all images.
func (v *View) imageKeys() (keys [maxImages]blindsight.Key) {
	for t := range v.game.images {
		keys[t] = v.imageKey(t)
	}
	return keys
}

// Canonical returns the least key of all images, and which one has it.
func (v *View) Canonical() (k blindsight.Key, transformation int) {
	keys := v.imageKeys()
	for t := 1; t < len(v.game.images); t++ {
		if keys[t].Less(keys[transformation]) {
			transformation = t
		}
	}
	return keys[transformation], transformation
}

// CanonicalLegal appends the legal cells of the canonical image, of equivalent ones the
// least, in ascending order.
func (v *View) CanonicalLegal(transformation int, buf []Cell) []Cell {
	keys := v.imageKeys()
	start := len(buf)
	cellsOf(v.open(), func(c Cell) bool {
		mine := v.game.images[transformation][c]
		for t, image := range v.game.images {
			if keys[t] == keys[transformation] && image[c] < mine {
				return true // the least image of the cell stands for it
			}
		}
		buf = append(buf, mine)
		return true
	})
	slices.Sort(buf[start:])
	return buf
}

// FromCanonical returns the cell whose image is c.
func (v *View) FromCanonical(transformation int, c Cell) Cell {
	return v.game.preimages[transformation][c]
}

var _ blindsight.Symmetric[Cell] = (*View)(nil)
