package minesweeper

import "slices"

type offset struct{ row, col int }

var (
	around     = []offset{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
	beside     = []offset{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}
	hexEven    = []offset{{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 0}}
	hexOdd     = []offset{{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, 0}, {1, 1}}
	knightMove = []offset{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}
)

// neighbourhood lists the neighbours of every cell in increasing order.
func neighbourhood(r Rules) [][]Cell {
	all := make([][]Cell, r.Height*r.Width)
	for row := range r.Height {
		for col := range r.Width {
			c := row*r.Width + col
			for _, d := range offsets(r.Neighbours, row) {
				y, x := row+d.row, col+d.col
				if r.Neighbours == Torus {
					y, x = (y+r.Height)%r.Height, (x+r.Width)%r.Width
				}
				if y < 0 || y >= r.Height || x < 0 || x >= r.Width || y == row && x == col {
					continue
				}
				all[c] = append(all[c], Cell(y*r.Width+x))
			}
			slices.Sort(all[c])
			all[c] = slices.Compact(all[c]) // a narrow torus meets itself
		}
	}
	return all
}

func offsets(n Neighbours, row int) []offset {
	switch n {
	case Four:
		return beside
	case Hex:
		if row%2 == 0 {
			return hexEven
		}
		return hexOdd
	case Knight:
		return knightMove
	default:
		return around
	}
}

// shiftedCells is up to how many cells the shifts of a torus are among the symmetries of
// its views: a view has a key for each symmetry, and a large torus has thousands. That all
// its cells are alike at the start is known of any torus, see [Game.LeastImage].
const shiftedCells = 64

// motion is a way to lay a board on itself: turned or reflected, then shifted across its
// edges.
type motion struct {
	transpose, flipRows, flipCols bool
	down, right                   int
}

// image returns where a motion takes each cell.
func (m motion) image(r Rules) []Cell {
	image := make([]Cell, r.Height*r.Width)
	for row := range r.Height {
		for col := range r.Width {
			y, x := row, col
			if m.transpose {
				y, x = x, y
			}
			if m.flipRows {
				y = r.Height - 1 - y
			}
			if m.flipCols {
				x = r.Width - 1 - x
			}
			y, x = (y+m.down)%r.Height, (x+m.right)%r.Width
			image[row*r.Width+col] = Cell(y*r.Width + x)
		}
	}
	return image
}

// symmetries lists, the identity first, the turns, reflections and shifts of the board
// that keep neighbours neighbours: at most 8, on a small torus as many for each cell. Each
// maps a cell to its image. They are found by trying all against the neighbourhood itself,
// so a new neighbourhood needs no thought here.
func symmetries(r Rules, neighbours [][]Cell) [][]Cell {
	rows, cols := 1, 1
	if r.Height*r.Width <= shiftedCells {
		rows, cols = r.Height, r.Width
	}
	var found [][]Cell
	for down := range rows {
		for right := range cols {
			for t := range 8 {
				m := motion{t&4 != 0, t&2 != 0, t&1 != 0, down, right}
				if m.transpose && r.Height != r.Width {
					continue
				}
				image := m.image(r)
				if isAutomorphism(image, neighbours) && !slices.ContainsFunc(found, func(other []Cell) bool { return slices.Equal(other, image) }) {
					found = append(found, image)
				}
			}
		}
	}
	return found
}

// leastImages returns for each cell the least one to which some symmetry, or a shift of
// the board, maps it.
func leastImages(r Rules, neighbours [][]Cell, images [][]Cell) []Cell {
	for _, m := range []motion{{down: 1}, {right: 1}} {
		if image := m.image(r); isAutomorphism(image, neighbours) {
			images = append(images[:len(images):len(images)], image)
		}
	}
	least := make([]Cell, len(neighbours))
	for c := range least {
		least[c] = Cell(c)
	}
	for changed := true; changed; {
		changed = false
		for _, image := range images {
			for c, i := range image {
				if m := min(least[c], least[i]); m != least[c] || m != least[i] {
					least[c], least[i], changed = m, m, true
				}
			}
		}
	}
	return least
}

func isAutomorphism(image []Cell, neighbours [][]Cell) bool {
	var mapped []Cell
	for c, list := range neighbours {
		mapped = mapped[:0]
		for _, n := range list {
			mapped = append(mapped, image[n])
		}
		slices.Sort(mapped)
		if !slices.Equal(mapped, neighbours[image[c]]) {
			return false
		}
	}
	return true
}
