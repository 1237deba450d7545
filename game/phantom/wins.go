package phantom

import "blindsight"

// wins reports whether a side that has these stones has won by the one on c.
func (g *Game) wins(side blindsight.Side, stones uint64, c Cell) bool {
	if g.rules.Kind == TicTacToe {
		for _, line := range g.lines[c] {
			if stones&line == line {
				return true
			}
		}
		return false
	}
	return g.joins(side, stones, c)
}

// joins reports whether the chain of the stone on c touches both edges of a side. The chain
// is filled from c, all its cells at once.
func (g *Game) joins(side blindsight.Side, stones uint64, c Cell) bool {
	from, to := stones&g.edges[side][0], stones&g.edges[side][1]
	if from == 0 || to == 0 {
		return false
	}
	chain := uint64(1) << c
	for {
		grown := (chain | g.around(chain)) & stones
		if grown == chain {
			return chain&from != 0 && chain&to != 0
		}
		chain = grown
	}
}

// around returns the neighbours in Hex of a set of cells, some of the set among them.
func (g *Game) around(set uint64) uint64 {
	left, right := set&^g.left, set&^g.right // what has a neighbour to that side
	return right<<1 | left>>1 | set<<g.rules.Cols | set>>g.rules.Cols |
		right>>(g.rules.Cols-1) | left<<(g.rules.Cols-1)
}

// setEdges makes the sets that Hex asks for.
func (g *Game) setEdges() {
	row := uint64(1)<<g.rules.Cols - 1 // all bits if there are 64 columns
	g.edges[0] = [2]uint64{row, row << ((g.rules.Rows - 1) * g.rules.Cols)}
	for r := range g.rules.Rows {
		g.left |= 1 << (r * g.rules.Cols)
		g.right |= 1 << (r*g.rules.Cols + g.rules.Cols - 1)
	}
	g.edges[1] = [2]uint64{g.left, g.right}
}

// setLines makes the lines of three through each cell, which tic-tac-toe asks for.
func (g *Game) setLines() {
	g.lines = make([][]uint64, g.cells)
	for r := range g.rules.Rows {
		for c := range g.rules.Cols {
			for _, d := range [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				if lastRow, last := r+2*d[0], c+2*d[1]; lastRow >= g.rules.Rows || last < 0 || last >= g.rules.Cols {
					continue
				}
				first, step := r*g.rules.Cols+c, d[0]*g.rules.Cols+d[1]
				line := uint64(1)<<first | 1<<(first+step) | 1<<(first+2*step)
				for k := range 3 {
					g.lines[first+k*step] = append(g.lines[first+k*step], line)
				}
			}
		}
	}
}
