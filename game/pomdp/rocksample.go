package pomdp

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"blindsight"
	"blindsight/internal/purefloat"
)

// RockSample is the problem of Smith and Simmons (Heuristic search value iteration for POMDPs,
// 2004). A robot on a square map knows where the rocks are, but not which are good. It moves north (y grows), east,
// south or west, checks a rock from afar, or samples the one on which it stands.
//
// To leave the map to the east brings 10 and ends the play. To leave it elsewhere, or to sample where no rock lies,
// costs 100 and ends it too. To sample a good rock brings 10, a bad one costs 10, and it is bad afterwards.
// A check at Euclidean distance d tells the truth with probability (1 + 2^(-d/d0))/2. All other
// actions show "good". At the start rocks are good with probability 1/2, independently.
//
// State number (y*Size + x)*2^k + g is the robot at x, y with good rocks by the bits of g, rock 0 the
// lowest; the last state is the end.
type RockSample struct {
	Size     int
	Rocks    []Cell
	Start    Cell
	HalfLife float64 // d0, the distance at which half of what a check tells is lost
	Discount float64
}

// Cell is a place on a map: x grows to the east, y to the north.
type Cell struct{ X, Y int }

// MostRocks is how many rocks there can be, MostSize how long the map is at most: every state is written out.
const (
	MostRocks = 16
	MostSize  = 64
)

// The layouts of the benchmark files.
var layouts = []struct {
	name string
	RockSample
}{
	{"4x4", RockSample{4, []Cell{{3, 1}, {2, 1}, {1, 3}, {1, 0}}, Cell{0, 2}, 20, 0.95}},
	{"5x5", RockSample{5, []Cell{{2, 4}, {0, 4}, {3, 3}, {2, 2}, {4, 1}}, Cell{0, 2}, 4, 0.95}},
	{"5x7", RockSample{5, []Cell{{1, 0}, {2, 1}, {1, 2}, {2, 2}, {4, 2}, {0, 3}, {3, 4}}, Cell{0, 2}, 20, 0.95}},
	{"7x8", RockSample{7, []Cell{{2, 0}, {0, 1}, {3, 1}, {6, 3}, {2, 4}, {3, 4}, {5, 5}, {1, 6}}, Cell{0, 3}, 20, 0.95}},
	{"11x11", RockSample{11, []Cell{
		{0, 3}, {0, 7}, {1, 8}, {2, 4}, {3, 3}, {3, 8}, {4, 3}, {5, 8}, {6, 1}, {9, 3}, {9, 9},
	}, Cell{0, 5}, 20, 0.95}},
}

// RockSampleLayouts returns the names of the layouts of the benchmark files: size of the map,
// x, number of rocks.
func RockSampleLayouts() (names []string) {
	for _, l := range layouts {
		names = append(names, l.name)
	}
	return names
}

// RockSampleOf returns the problem with the layout of this name, with its usual half-life and discount. A layout of one's own is
// written as SIZE:X.Y/X.Y/...@X.Y, the rocks and then the start, and has those of the larger ones.
func RockSampleOf(layout string) (RockSample, error) {
	for _, l := range layouts {
		if l.name == layout {
			r := l.RockSample
			r.Rocks = slices.Clone(r.Rocks)
			return r, nil
		}
	}
	r := RockSample{HalfLife: 20, Discount: 0.95}
	size, rest, own := strings.Cut(layout, ":")
	rocks, start, started := strings.Cut(rest, "@")
	if !own || !started {
		return r, fmt.Errorf("no layout %q: there are %s, and SIZE:X.Y/X.Y@X.Y for rocks and a start of one's own", layout, strings.Join(RockSampleLayouts(), ", "))
	}
	var err error
	if r.Size, err = strconv.Atoi(size); err != nil {
		return r, fmt.Errorf("layout %q: %q is no size", layout, size)
	}
	for text := range strings.SplitSeq(rocks, "/") {
		c, err := readCell(text)
		if err != nil {
			return r, fmt.Errorf("layout %q: %w", layout, err)
		}
		r.Rocks = append(r.Rocks, c)
	}
	if r.Start, err = readCell(start); err != nil {
		return r, fmt.Errorf("layout %q: %w", layout, err)
	}
	return r, r.Check()
}

// readCell reads X.Y.
func readCell(text string) (c Cell, err error) {
	x, y, ok := strings.Cut(text, ".")
	if ok {
		if c.X, err = strconv.Atoi(x); err == nil {
			if c.Y, err = strconv.Atoi(y); err == nil {
				return c, nil
			}
		}
	}
	return c, fmt.Errorf("%q is no place: want X.Y", text)
}

// Check tells what is wrong with the problem.
func (r RockSample) Check() error {
	inside := func(c Cell) bool { return c.X >= 0 && c.X < r.Size && c.Y >= 0 && c.Y < r.Size }
	switch {
	case r.Size < 1 || r.Size > MostSize:
		return fmt.Errorf("size %d: must be between 1 and %d", r.Size, MostSize)
	case len(r.Rocks) > MostRocks:
		return fmt.Errorf("%d rocks: there can be %d", len(r.Rocks), MostRocks)
	case r.states() > 1<<22:
		return fmt.Errorf("%d states: there can be %d; take fewer rocks", r.states(), 1<<22)
	case !inside(r.Start):
		return fmt.Errorf("start %d,%d is outside of the map", r.Start.X, r.Start.Y)
	case !(r.HalfLife > 0) || math.IsInf(r.HalfLife, 0):
		return fmt.Errorf("half-life %v: must be above 0", r.HalfLife)
	}
	for i, c := range r.Rocks {
		if !inside(c) {
			return fmt.Errorf("rock %d at %d,%d is outside of the map", i, c.X, c.Y)
		}
		if slices.Contains(r.Rocks[:i], c) {
			return fmt.Errorf("two rocks at %d,%d", c.X, c.Y)
		}
	}
	return checkDiscount(r.Discount)
}

// The actions but for the checks, which come before the last one: number 4 checks rock 0.
const (
	north = iota
	east
	south
	west
	firstCheck
)

// What is observed.
const (
	looksGood = iota
	looksBad
)

// rocks returns the number of rocks, states that of states, sample the number of the action.
func (r RockSample) rocks() int  { return len(r.Rocks) }
func (r RockSample) states() int { return r.Size*r.Size<<r.rocks() + 1 }
func (r RockSample) sample() int { return firstCheck + r.rocks() }

// cell returns where the robot is in a state that is not the end.
func (r RockSample) cell(s int) Cell {
	at := s >> r.rocks()
	return Cell{at % r.Size, at / r.Size}
}

// state returns the number of a state.
func (r RockSample) state(c Cell, good int) int { return (c.Y*r.Size+c.X)<<r.rocks() | good }

// Right returns the probability that a check from a cell tells the truth.
func (r RockSample) Right(from Cell, rock int) float64 {
	dx, dy := float64(r.Rocks[rock].X-from.X), float64(r.Rocks[rock].Y-from.Y)
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	return (1 + purefloat.Exp2(-d/r.HalfLife)) / 2
}

// act returns where an action leads from a state, and what it brings. No chance is in it.
func (r RockSample) act(s, a int) (to int, reward float64) {
	end := r.states() - 1
	if s == end || a >= firstCheck && a < r.sample() {
		return s, 0
	}
	c, good := r.cell(s), s&(1<<r.rocks()-1)
	if a == r.sample() {
		rock := slices.Index(r.Rocks, c)
		if rock < 0 {
			return end, -100
		}
		if good>>rock&1 == 0 {
			return s, -10
		}
		return s &^ (1 << rock), 10
	}
	switch a {
	case north:
		c.Y++
	case east:
		c.X++
	case south:
		c.Y--
	case west:
		c.X--
	}
	switch {
	case c.X == r.Size:
		return end, 10
	case c.X < 0 || c.Y < 0 || c.Y == r.Size:
		return end, -100
	}
	return r.state(c, good), 0
}

// Model writes the problem out.
func (r RockSample) Model() (*Model, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	states, actions := r.states(), r.sample()+1
	m := &Model{
		States: r.stateNames(), Actions: Names{"north", "east", "south", "west"}, Observations: Names{"good", "bad"},
		Discount: r.Discount, Start: make([]float64, states),
		Moves: make([]blindsight.Sparse, actions), Signals: make([]blindsight.Sparse, actions), Rewards: make([]Rewards, actions),
	}
	all := 1 << r.rocks()
	for g := range all {
		m.Start[r.state(r.Start, g)] = 1 / float64(all)
	}
	stay := certain(states, func(s int) int { return s })
	silent := certain(states, func(int) int { return looksGood })
	nothing := byState(states, func(int) float64 { return 0 })
	for i := range r.Rocks {
		a := firstCheck + i
		m.Actions = append(m.Actions, fmt.Sprintf("check%d", i))
		m.Moves[a], m.Signals[a], m.Rewards[a] = stay, r.looks(i), nothing
	}
	m.Actions = append(m.Actions, "sample")
	for _, a := range []int{north, east, south, west, r.sample()} {
		m.Moves[a] = certain(states, func(s int) int { to, _ := r.act(s, a); return to })
		m.Rewards[a] = byState(states, func(s int) float64 { _, x := r.act(s, a); return x })
		m.Signals[a] = silent
	}
	return m, nil
}

// looks returns the chances of what the check of a rock shows.
func (r RockSample) looks(rock int) blindsight.Sparse {
	states := r.states()
	b := newBuilder(states, 2*states)
	for at := range r.Size * r.Size {
		right := r.Right(Cell{at % r.Size, at / r.Size}, rock)
		for g := range 1 << r.rocks() {
			if g>>rock&1 == 1 {
				b.add(looksGood, right)
				b.add(looksBad, 1-right)
			} else {
				b.add(looksGood, 1-right)
				b.add(looksBad, right)
			}
			b.end()
		}
	}
	b.add(looksGood, 1)
	b.end()
	return b.m
}

// stateNames returns names such as x0y3-gbb: where the robot is, and which rocks are good, rock 0 first.
func (r RockSample) stateNames() Names {
	names := make(Names, r.states())
	for s := range names[:r.states()-1] {
		c := r.cell(s)
		name := []byte("x" + strconv.Itoa(c.X) + "y" + strconv.Itoa(c.Y))
		for i := range r.Rocks {
			if i == 0 {
				name = append(name, '-')
			}
			name = append(name, "bg"[s>>i&1])
		}
		names[s] = string(name)
	}
	names[r.states()-1] = "end"
	return names
}
