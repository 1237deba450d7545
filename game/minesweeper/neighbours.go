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

// symmetries lists, the identity first, the turns and reflections of the board
// that keep neighbours neighbours: at most 8. Each maps a cell to its image. They
// are found by trying all eight against the neighbourhood itself, so a new
// neighbourhood needs no thought here.
func symmetries(r Rules, neighbours [][]Cell) [][]Cell {
	var found [][]Cell
	for t := range 8 {
		transpose, flipRows, flipCols := t&4 != 0, t&2 != 0, t&1 != 0
		if transpose && r.Height != r.Width {
			continue
		}
		image := make([]Cell, r.Height*r.Width)
		for row := range r.Height {
			for col := range r.Width {
				y, x := row, col
				if transpose {
					y, x = x, y
				}
				if flipRows {
					y = r.Height - 1 - y
				}
				if flipCols {
					x = r.Width - 1 - x
				}
				image[row*r.Width+col] = Cell(y*r.Width + x)
			}
		}
		if isAutomorphism(image, neighbours) && !slices.ContainsFunc(found, func(other []Cell) bool { return slices.Equal(other, image) }) {
			found = append(found, image)
		}
	}
	return found
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
