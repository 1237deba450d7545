package pomdp

import (
	"slices"
	"strconv"

	"blindsight"
)

// Tag is the problem of Pineau, Gordon and Thrun (Point-based value iteration: an anytime algorithm
// for POMDPs, 2003). A robot pursues an opponent on 29 cells: two rows of ten, and on their columns 5 to 7
// three more rows. It moves north, south, east or west, or tags.
//
// To tag where the opponent is brings 10 and ends the play; to tag elsewhere costs 10, and any move costs 1. A move
// against a wall leaves the robot where it is. The opponent moves at the same time as the robot, away from where the
// robot was: with probability 0.4 along the row and with 0.4 along the column, either way if the robot is
// in line, and stays with the rest, or where a wall is. It stands still when it is tagged.
//
// The robot observes where it is, or, in place of that, that the opponent is there too. At the start both
// are anywhere, independently.
//
// State number 30*r + o is the robot in cell r and the opponent in cell o, 29 where it is tagged. Cells
// are numbered from west to east, beginning with the southern row.
type Tag struct {
	Discount float64
}

// UsualTag returns the benchmark.
func UsualTag() Tag { return Tag{Discount: 0.95} }

// tagMap has a # for each cell, north on top.
var tagMap = []string{
	".....###..",
	".....###..",
	".....###..",
	"##########",
	"##########",
}

// tagCells returns the cells by number.
func tagCells() (cells []Cell) {
	for y := range tagMap {
		for x, c := range tagMap[len(tagMap)-1-y] {
			if c == '#' {
				cells = append(cells, Cell{x, y})
			}
		}
	}
	return cells
}

// The ways to go: north, south, east, west.
var ways = []Cell{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}

// Model writes the problem out.
func (g Tag) Model() (*Model, error) {
	if err := checkDiscount(g.Discount); err != nil {
		return nil, err
	}
	cells := tagCells()
	n := len(cells)
	tagged, tag := n, len(ways)
	m := &Model{
		Actions: Names{"north", "south", "east", "west", "tag"}, Observations: Numbered(n + 1),
		Discount: g.Discount,
	}
	for r := range n {
		m.Observations[r] = "at" + strconv.Itoa(r)
		for o := range n {
			m.States = append(m.States, "r"+strconv.Itoa(r)+"o"+strconv.Itoa(o))
			m.Start = append(m.Start, 1/float64(n*n))
		}
		m.States = append(m.States, "r"+strconv.Itoa(r)+"tagged")
		m.Start = append(m.Start, 0)
	}
	m.Observations[n] = "here"
	states := len(m.States)
	seen := certain(states, func(s int) int {
		if r, o := s/(n+1), s%(n+1); o != r && o != tagged {
			return r
		}
		return n
	})
	flights := make([][]float64, states)
	for s := range states {
		if s%(n+1) != tagged {
			flights[s] = flight(cells, s/(n+1), s%(n+1))
		}
	}
	for a := range m.Actions {
		moves := newBuilder(states, 4*states)
		for s := range states {
			r, o := s/(n+1), s%(n+1)
			switch {
			case o == tagged:
				moves.add(s, 1)
			case a == tag && r == o:
				moves.add(r*(n+1)+tagged, 1)
			default:
				if a != tag {
					r = walk(cells, r, ways[a])
				}
				for to, p := range flights[s] {
					moves.add(r*(n+1)+to, p)
				}
			}
			moves.end()
		}
		m.Moves = append(m.Moves, moves.m)
		m.Rewards = append(m.Rewards, byState(states, func(s int) float64 {
			switch r, o := s/(n+1), s%(n+1); {
			case o == tagged:
				return 0
			case a != tag:
				return -1
			case r == o:
				return 10
			}
			return -10
		}))
	}
	m.Signals = slices.Repeat([]blindsight.Sparse{seen}, len(m.Actions))
	return m, m.Check()
}

// walk returns where a step leads.
func walk(cells []Cell, from int, way Cell) int {
	to := slices.Index(cells, Cell{cells[from].X + way.X, cells[from].Y + way.Y})
	if to < 0 {
		return from
	}
	return to
}

// flight returns the chances of where the opponent goes.
func flight(cells []Cell, robot, opponent int) []float64 {
	chances := make([]float64, len(cells))
	r, o := cells[robot], cells[opponent]
	flee := func(off int, way Cell) {
		back := Cell{-way.X, -way.Y}
		switch {
		case off > 0:
			chances[walk(cells, opponent, way)] += 0.4
		case off < 0:
			chances[walk(cells, opponent, back)] += 0.4
		default:
			chances[walk(cells, opponent, way)] += 0.2
			chances[walk(cells, opponent, back)] += 0.2
		}
	}
	flee(o.X-r.X, Cell{1, 0})
	flee(o.Y-r.Y, Cell{0, 1})
	chances[opponent] += 0.2
	return chances
}
