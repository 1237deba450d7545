package deduction

import (
	"slices"

	"blindsight/game/minesweeper"
)

// obvious is how a frontier finds out what single numbers say, and two numbers that count
// some of the same cells. That is most of what there is to find out in a game, without a
// count.
type obvious struct {
	alone  queue // numbers to be looked at
	paired queue // numbers to be compared with others
	mark   []uint32
	stamp  uint32 // of marks that are valid
}

// Deduce notes what is obvious where cells were opened since the last view, and appends the
// closed cells that it finds to be safe. The view must go on from the last one, or the frontier
// be new. All that is found is true of a view that does not contradict itself, and a count would find it too.
func (f *Frontier) Deduce(v *minesweeper.View, safe []minesweeper.Cell) []minesweeper.Cell {
	g, o := v.Game(), &f.obvious
	if f.game == nil {
		f.restart(v)
	}
	if len(o.mark) != g.Cells() {
		*o = obvious{alone: newQueue(g.Cells()), paired: newQueue(g.Cells()), mark: make([]uint32, g.Cells())}
	}
	for _, c := range v.Opened()[len(f.opened):] {
		guessed := f.Known[c] < 0
		f.take(v, c)
		o.alone.push(c)
		if guessed {
			f.concern(v, c)
		}
	}
	for {
		if c, ok := o.alone.pop(); ok {
			switch mines, closed := f.left(v, c); {
			case closed == 0:
			case mines == 0 || mines == closed:
				for _, n := range g.Neighbours(c) {
					if f.Known[n] < 0 {
						safe = f.settle(v, n, mines > 0, safe)
					}
				}
			default:
				o.paired.push(c)
			}
			continue
		}
		c, ok := o.paired.pop()
		if !ok {
			return safe
		}
		safe = f.pair(v, c, safe)
	}
}

// settle notes what a cell is.
func (f *Frontier) settle(v *minesweeper.View, c minesweeper.Cell, mine bool, safe []minesweeper.Cell) []minesweeper.Cell {
	if mine {
		f.Known[c] = 1
		f.mines++
	} else {
		f.Known[c] = 0
		safe = append(safe, c)
	}
	f.concern(v, c)
	return safe
}

// concern queues the numbers that count a cell.
func (f *Frontier) concern(v *minesweeper.View, c minesweeper.Cell) {
	for _, n := range v.Game().Neighbours(c) {
		if v.At(n) < minesweeper.Mine {
			f.obvious.alone.push(n)
		}
	}
}

// left returns how many neighbours of a number are not known, and how many of these are mines.
func (f *Frontier) left(v *minesweeper.View, c minesweeper.Cell) (mines, closed int) {
	mines = int(v.At(c))
	for _, n := range v.Game().Neighbours(c) {
		switch f.Known[n] {
		case -1:
			closed++
		case 1:
			mines--
		}
	}
	return mines, closed
}

// pair compares a number with all that count some of the same cells, until something
// follows: if it has as many mines more than another as it counts cells that the other
// does not, these are mines, and those that the other alone counts are safe.
func (f *Frontier) pair(v *minesweeper.View, c minesweeper.Cell, safe []minesweeper.Cell) []minesweeper.Cell {
	g, o := v.Game(), &f.obvious
	mines, closed := f.left(v, c)
	if closed == 0 {
		return safe
	}
	o.stamp++
	if o.stamp == 0 { // after four billion
		clear(o.mark)
		o.stamp = 1
	}
	o.mark[c] = o.stamp
	for _, n := range g.Neighbours(c) {
		if f.Known[n] < 0 {
			o.mark[n] = o.stamp
		}
	}
	for _, n := range g.Neighbours(c) {
		if f.Known[n] >= 0 {
			continue
		}
		for _, other := range g.Neighbours(n) {
			if v.At(other) >= minesweeper.Mine || o.mark[other] == o.stamp {
				continue
			}
			o.mark[other] = o.stamp
			m, all, shared := int(v.At(other)), 0, 0
			for _, k := range g.Neighbours(other) {
				switch f.Known[k] {
				case -1:
					all++
					if o.mark[k] == o.stamp {
						shared++
					}
				case 1:
					m--
				}
			}
			switch {
			case closed == shared && all == shared:
			case mines-m == closed-shared:
				return f.split(v, c, other, safe)
			case m-mines == all-shared:
				return f.split(v, other, c, safe)
			}
		}
	}
	return safe
}

// split notes that what the number more counts and the number less does not are mines,
// and that the reverse is safe.
func (f *Frontier) split(v *minesweeper.View, more, less minesweeper.Cell, safe []minesweeper.Cell) []minesweeper.Cell {
	g := v.Game()
	for _, n := range g.Neighbours(more) {
		if f.Known[n] < 0 && !slices.Contains(g.Neighbours(less), n) {
			safe = f.settle(v, n, true, safe)
		}
	}
	for _, n := range g.Neighbours(less) {
		if f.Known[n] < 0 && !slices.Contains(g.Neighbours(more), n) {
			safe = f.settle(v, n, false, safe)
		}
	}
	return safe
}

// queue holds cells, each once; the last comes out first.
type queue struct {
	cells []minesweeper.Cell
	in    []bool
}

func newQueue(cells int) queue { return queue{in: make([]bool, cells)} }

func (q *queue) push(c minesweeper.Cell) {
	if !q.in[c] {
		q.cells, q.in[c] = append(q.cells, c), true
	}
}

func (q *queue) pop() (c minesweeper.Cell, ok bool) {
	n := len(q.cells) - 1
	if n < 0 {
		return 0, false
	}
	c = q.cells[n]
	q.cells, q.in[c] = q.cells[:n], false
	return c, true
}
