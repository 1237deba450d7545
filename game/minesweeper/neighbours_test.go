package minesweeper

import (
	"slices"
	"testing"
)

func distance(a, b int) int { return max(a-b, b-a) }

// besideEachOther says of two different cells whether they are neighbours, from the
// definition in [Neighbours] and without any list of directions.
func besideEachOther(r Rules, row1, col1, row2, col2 int) bool {
	rows, cols := distance(row1, row2), distance(col1, col2)
	if rows == 0 && cols == 0 {
		return false
	}
	switch r.Neighbours {
	case Eight:
		return max(rows, cols) == 1
	case Four:
		return rows+cols == 1
	case Hex:
		// In units of half a cell the centres of cells in one row are 2 apart, and
		// those of touching cells in rows one apart are 1 apart.
		x1, x2 := 2*col1+row1%2, 2*col2+row2%2
		return rows == 0 && distance(x1, x2) == 2 || rows == 1 && distance(x1, x2) == 1
	case Torus:
		return max(min(rows, r.Height-rows), min(cols, r.Width-cols)) == 1
	case Knight:
		return rows*cols == 2
	}
	panic("unknown neighbourhood")
}

// naive lists the neighbours of all cells by asking for each pair.
func naive(r Rules) [][]Cell {
	all := make([][]Cell, r.Height*r.Width)
	for c := range all {
		for d := range all {
			if besideEachOther(r, c/r.Width, c%r.Width, d/r.Width, d%r.Width) {
				all[c] = append(all[c], Cell(d))
			}
		}
	}
	return all
}

func TestNeighbours(t *testing.T) {
	for _, neighbours := range neighbourhoods {
		for height := 1; height <= 7; height++ {
			for width := 1; width <= 7; width++ {
				r := Rules{Height: height, Width: width, Neighbours: neighbours}
				g := mustNew(t, r)
				for c, want := range naive(r) {
					got := g.Neighbours(Cell(c))
					if !slices.Equal(got, want) {
						t.Fatalf("%s: neighbours of %s are %v, want %v", describe(r), at(g, Cell(c)), got, want)
					}
					for _, n := range got {
						if n == Cell(c) || !slices.Contains(g.Neighbours(n), Cell(c)) {
							t.Fatalf("%s: %s is a neighbour of %s, but not the other way round", describe(r), at(g, n), at(g, Cell(c)))
						}
					}
				}
			}
		}
	}
}

// How many neighbours cells have, counted on paper.
func TestNeighbourCounts(t *testing.T) {
	for _, c := range []struct {
		height, width int
		neighbours    Neighbours
		row, col      int
		want          int
	}{
		{5, 6, Eight, 0, 0, 3}, // corner
		{5, 6, Eight, 0, 3, 5}, // edge
		{5, 6, Eight, 2, 2, 8}, // inside
		{1, 6, Eight, 0, 2, 2},
		{1, 1, Eight, 0, 0, 0},
		{5, 6, Four, 0, 0, 2},
		{5, 6, Four, 4, 3, 3},
		{5, 6, Four, 2, 2, 4},
		{5, 6, Hex, 0, 0, 2}, // even rows stand out to the left: right, and one below
		{5, 6, Hex, 0, 5, 3}, // left, and two below
		{5, 6, Hex, 1, 0, 5},
		{5, 6, Hex, 1, 5, 3},
		{5, 6, Hex, 2, 0, 3},
		{5, 6, Hex, 2, 2, 6},
		{5, 6, Torus, 0, 0, 8},
		{5, 6, Torus, 2, 2, 8},
		{3, 3, Torus, 1, 1, 8}, // all others
		{3, 3, Torus, 0, 0, 8},
		{2, 2, Torus, 0, 0, 3}, // all others, each once
		{1, 3, Torus, 0, 1, 2}, // all others, each once, and not itself
		{2, 5, Torus, 0, 0, 5},
		{1, 1, Torus, 0, 0, 0},
		{1, 2, Torus, 0, 0, 1},
		{5, 6, Knight, 0, 0, 2},
		{5, 6, Knight, 0, 1, 3},
		{5, 6, Knight, 1, 1, 4},
		{5, 6, Knight, 2, 2, 8},
		{3, 3, Knight, 1, 1, 0}, // the centre of 3x3 is out of reach
		{2, 2, Knight, 0, 0, 0},
	} {
		g := mustNew(t, Rules{Height: c.height, Width: c.width, Neighbours: c.neighbours})
		if got := len(g.Neighbours(g.Cell(c.row, c.col))); got != c.want {
			t.Errorf("%s: %d,%d has %d neighbours, want %d", describe(g.rules), c.row, c.col, got, c.want)
		}
	}
}

// How many turns and reflections leave a board as it is. The squares have all 8,
// other rectangles 4, strips 2 (turning round and reflecting are the same). Rows of
// hexagons, shifted in turn, can be reflected upside down if their number is odd and
// turned round if it is even, nothing else; except that on 2x2 the four hexagons
// form a rhombus, which has 4.
func TestSymmetryCounts(t *testing.T) {
	for _, c := range []struct {
		height, width int
		neighbours    Neighbours
		want          int
	}{
		{1, 1, Eight, 1},
		{1, 5, Eight, 2},
		{5, 1, Eight, 2},
		{2, 2, Eight, 8},
		{4, 4, Eight, 8},
		{5, 5, Eight, 8},
		{4, 5, Eight, 4},
		{4, 4, Four, 8},
		{4, 5, Four, 4},
		{3, 3, Torus, 72}, // all are neighbours, but only turns and shifts are looked for
		{4, 4, Torus, 128},
		{4, 5, Torus, 80},
		{8, 8, Torus, 512},
		{8, 9, Torus, 4}, // too large for shifts
		{5, 5, Knight, 8},
		{5, 3, Knight, 4},
		{1, 1, Hex, 1},
		{1, 5, Hex, 2},
		{5, 1, Hex, 2},
		{4, 5, Hex, 2},
		{5, 5, Hex, 2},
		{5, 4, Hex, 2},
		{4, 4, Hex, 2},
		{2, 2, Hex, 4},
	} {
		g := mustNew(t, Rules{Height: c.height, Width: c.width, Neighbours: c.neighbours})
		if got := len(g.images); got != c.want {
			t.Errorf("%s: %d symmetries, want %d", describe(g.rules), got, c.want)
		}
	}
	// Which one the hexagons have: upside down with 5 rows, turned round with 4.
	odd, even := mustNew(t, Rules{Height: 5, Width: 6, Neighbours: Hex}), mustNew(t, Rules{Height: 4, Width: 6, Neighbours: Hex})
	if got := odd.images[1][odd.Cell(0, 1)]; got != odd.Cell(4, 1) {
		t.Errorf("5 rows of hexagons: 0,1 is reflected to %s, want 4,1", at(odd, got))
	}
	if got := even.images[1][even.Cell(0, 1)]; got != even.Cell(3, 4) {
		t.Errorf("4 rows of hexagons: 0,1 is turned to %s, want 3,4", at(even, got))
	}
}

// Each symmetry maps cells one to one and neighbours to neighbours, the first is
// the identity, none comes twice, two in a row are one again, and the inverses are.
func TestSymmetries(t *testing.T) {
	for _, neighbours := range neighbourhoods {
		for height := 1; height <= 6; height++ {
			for width := 1; width <= 6; width++ {
				r := Rules{Height: height, Width: width, Neighbours: neighbours}
				g := mustNew(t, r)
				adjacent := naive(r)
				number := make(map[[36]Cell]int)
				name := func(image []Cell) (array [36]Cell) {
					copy(array[:], image)
					return array
				}
				for i, image := range g.images {
					if other, found := number[name(image)]; found {
						t.Fatalf("%s: symmetries %d and %d are the same", describe(r), other, i)
					}
					number[name(image)] = i
				}
				for i, image := range g.images {
					for c := range Cell(g.cells) {
						if g.preimages[i][image[c]] != c || image[g.preimages[i][c]] != c {
							t.Fatalf("%s: symmetry %d and its inverse do not undo each other on %s", describe(r), i, at(g, c))
						}
						if i == 0 && image[c] != c {
							t.Fatalf("%s: the first symmetry moves %s", describe(r), at(g, c))
						}
						for d := range Cell(g.cells) {
							if slices.Contains(adjacent[c], d) != slices.Contains(adjacent[image[c]], image[d]) {
								t.Fatalf("%s: symmetry %d does not keep %s and %s as they are to each other", describe(r), i, at(g, c), at(g, d))
							}
						}
					}
					both := make([]Cell, g.cells)
					for _, second := range g.images {
						for c := range both {
							both[c] = second[image[c]]
						}
						if _, found := number[name(both)]; !found {
							t.Fatalf("%s: two symmetries one after the other are none", describe(r))
						}
					}
				}
			}
		}
	}
}
