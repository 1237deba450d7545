package pomdp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"blindsight"
)

// Grid is a walk on a map by a robot that hardly knows where it is: the 4x3 world of Russell and Norvig
// (Artificial Intelligence: A Modern Approach) made partially observable by Parr and Russell
// (Approximating optimal policies for partially observable stochastic domains, 1995), for any map.
//
// A move goes where it should, or, with probability Slip, to the left or right of it, both equally
// likely. Against a wall the robot stays. It then observes that it has come to a goal or to a pit, or else whether there are walls to its
// west and to its east; each of these two is seen rightly with probability See, independently.
//
// States are the cells that are no walls, row by row from the north-west. At the start all plain ones are equally likely.
type Grid struct {
	Map      []string // rows from the north: . a plain cell, # a wall, + a goal, - a pit
	Slip     float64
	See      float64 // from 0.5 to 1
	Step     float64 // the reward of a move to a plain cell; to a goal it is Gain, to a pit -Gain
	Gain     float64
	Restart  bool // from a goal or a pit any move leads to a plain cell at random; else the play ends there
	Discount float64
}

// UsualGrid returns the problem on a map with so many rows and columns: a goal in the north-eastern corner, a pit to the
// south of it, and a wall in every cell of which row and column are odd, but for the last row and the last two columns.
// With 3 rows and 4 columns it is that of Parr and Russell.
func UsualGrid(rows, cols int) Grid {
	g := Grid{Slip: 0.2, See: 1, Step: -0.04, Gain: 1, Restart: true, Discount: 0.95}
	for y := range max(rows, 0) {
		row := slices.Repeat([]byte{'.'}, max(cols, 0))
		for x := range row {
			switch {
			case x == cols-1 && y == 0:
				row[x] = '+'
			case x == cols-1 && y == 1:
				row[x] = '-'
			case x%2 == 1 && y%2 == 1 && y < rows-1 && x < cols-2:
				row[x] = '#'
			}
		}
		g.Map = append(g.Map, string(row))
	}
	return g
}

// MostCells is how many cells a map can have.
const MostCells = 1 << 16

// Check tells what is wrong with the problem.
func (g Grid) Check() error {
	plain, cells := 0, 0
	for y, row := range g.Map {
		if len(row) != len(g.Map[0]) {
			return fmt.Errorf("row %d of the map has %d cells, the first one %d", y, len(row), len(g.Map[0]))
		}
		for x, c := range row {
			switch c {
			case '.':
				plain++
			case '#', '+', '-':
			default:
				return fmt.Errorf("row %d, column %d of the map: %q is no cell; there are . # + -", y, x, c)
			}
			cells++
		}
	}
	switch {
	case plain == 0:
		return errors.New("a map without a plain cell")
	case cells > MostCells:
		return fmt.Errorf("a map of %d cells: there can be %d", cells, MostCells)
	case !(g.Slip >= 0 && g.Slip <= 1):
		return fmt.Errorf("slip %v: must be between 0 and 1", g.Slip)
	case !(g.See >= 0.5 && g.See <= 1):
		return fmt.Errorf("see %v: must be between 0.5 and 1", g.See)
	case math.IsNaN(g.Step) || math.IsInf(g.Step, 0) || math.IsNaN(g.Gain) || math.IsInf(g.Gain, 0):
		return fmt.Errorf("step %v, gain %v: must be numbers", g.Step, g.Gain)
	}
	return checkDiscount(g.Discount)
}

// What is observed in a grid: the first four by bits, 1 for a wall to the west, 2 for one to the east.
const (
	atGoal = 4
	atPit  = 5
)

// Model writes the problem out.
func (g Grid) Model() (*Model, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	m := &Model{
		Actions: Names{"north", "south", "east", "west"}, Observations: Names{"neither", "left", "right", "both", "good", "bad"},
		Discount: g.Discount,
	}
	l := g.land()
	for _, c := range l.cells {
		m.States = append(m.States, "row"+strconv.Itoa(c.Y)+"col"+strconv.Itoa(c.X))
		start := 0.0
		if g.at(c) == '.' {
			start = 1 / float64(l.plain)
		}
		m.Start = append(m.Start, start)
	}
	signals := l.signals()
	for a := range m.Actions {
		m.Moves, m.Signals = append(m.Moves, l.moves(a)), append(m.Signals, signals)
		m.Rewards = append(m.Rewards, l.rewards(m, a))
	}
	return m, m.Check()
}

// at returns what is in a cell, a wall outside of the map.
func (g Grid) at(c Cell) byte {
	if c.Y < 0 || c.Y >= len(g.Map) || c.X < 0 || c.X >= len(g.Map[0]) {
		return '#'
	}
	return g.Map[c.Y][c.X]
}

// A land is a grid with its cells numbered.
type land struct {
	Grid
	cells  []Cell
	number map[Cell]int
	plain  int
}

func (g Grid) land() *land {
	l := &land{Grid: g, number: map[Cell]int{}}
	for y, row := range g.Map {
		for x := range row {
			if c := (Cell{x, y}); g.at(c) != '#' {
				l.number[c] = len(l.cells)
				l.cells = append(l.cells, c)
			}
			if row[x] == '.' {
				l.plain++
			}
		}
	}
	return l
}

// The ways of the actions. Here y grows to the south.
var compass = []Cell{{0, -1}, {0, 1}, {1, 0}, {-1, 0}}

// moves returns the chances of an action.
func (l *land) moves(a int) blindsight.Sparse {
	way := compass[a]
	aside := Cell{way.Y, way.X}
	moves := newBuilder(len(l.cells), 3*len(l.cells))
	for s, c := range l.cells {
		switch {
		case l.at(c) == '.':
			moves.addAll([]entry{
				{l.walk(c, way), 1 - l.Slip},
				{l.walk(c, aside), l.Slip / 2},
				{l.walk(c, Cell{-aside.X, -aside.Y}), l.Slip / 2},
			})
		case l.Restart:
			for to, d := range l.cells {
				if l.at(d) == '.' {
					moves.add(to, 1/float64(l.plain))
				}
			}
		default:
			moves.add(s, 1)
		}
		moves.end()
	}
	return moves.m
}

// rewards returns what an action brings.
func (l *land) rewards(m *Model, a int) Rewards {
	r := Rewards{First: []int32{0}}
	var row []float64
	for s := range l.cells {
		row = row[:0]
		ends, _ := m.Moves[a].Row(s)
		for _, to := range ends {
			row = append(row, l.reward(s, int(to)))
		}
		r.add(m, a, s, row)
	}
	return r
}

// reward returns what it brings to come from one state to another.
func (l *land) reward(from, to int) float64 {
	switch at := l.at(l.cells[to]); {
	case at == '.':
		return l.Step
	case from == to: // this is the end
		return 0
	case at == '+':
		return l.Gain
	}
	return -l.Gain
}

// walk returns the number of the cell to which a way leads.
func (l *land) walk(c, way Cell) int {
	if to, ok := l.number[Cell{c.X + way.X, c.Y + way.Y}]; ok {
		return to
	}
	return l.number[c]
}

// signals returns the chances of what is observed, whatever was done.
func (l *land) signals() blindsight.Sparse {
	b := newBuilder(len(l.cells), 4*len(l.cells))
	for _, c := range l.cells {
		switch l.at(c) {
		case '+':
			b.add(atGoal, 1)
		case '-':
			b.add(atPit, 1)
		default:
			walls := 0
			if l.at(Cell{c.X - 1, c.Y}) == '#' {
				walls |= 1
			}
			if l.at(Cell{c.X + 1, c.Y}) == '#' {
				walls |= 2
			}
			for o := range 4 {
				p := 1.0
				for bit := range 2 {
					if (o^walls)>>bit&1 == 0 {
						p *= l.See
					} else {
						p *= 1 - l.See
					}
				}
				b.add(o, p)
			}
		}
		b.end()
	}
	return b.m
}
