package strong

import (
	"slices"

	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/internal/purefloat"
)

// fifty is a few cells, its members, that can be laid in two ways with as many mines: two
// cells side by side of which one is a mine, or four in a square with mines in two corners that
// face each other. If all cells that would show which way it is, its guards, are mines, nothing
// ever tells, and sooner or later it has to be guessed.
type fifty struct {
	members [4]int32 // unknowns, those of one way and of the other in turn
	size    int      // how many members there are: 2 or 4
	guards  [mostGuards]int32
	count   int     // guards that are not known to be mines
	cost    float64 // what it is expected to cost, as a logarithm of the chance to win
}

const (
	mostGuards = 4     // of a fifty that is looked at
	leastFifty = 0.002 // its chance, roughly, from which on it is
	// mostUnknown is the number of unknown cells up to which fifties are looked for: beyond, counting takes long, and the
	// number of placements may not fit a floating-point number.
	mostUnknown = 500
)

// fifties finds what may end as a forced guess.
type fifties struct {
	list    []fifty
	wanted  []bool  // of each unknown: it is a candidate
	size    float64 // placements of the position
	near    []bool  // of each cell: a fifty below and right of it may concern one
	counter counting.Counter
	sums    counting.Sums
	own     []counting.Sum
	pairs   [4][2]int32
}

// find lists the fifties of a position that was counted, as far as they concern some
// candidates, and tells these what they are in and what they guard.
func (f *fifties) find(p *position, list []candidate) {
	g := p.game()
	f.list = f.list[:0]
	if p.Sums.Unknowns > mostUnknown {
		return
	}
	f.size = p.Counter.Size()
	f.want(p, list)
	r := g.Rules()
	at := func(row, col int) int32 {
		if row >= r.Height || col >= r.Width || p.Known[row*r.Width+col] >= 0 {
			return -1
		}
		return p.Place[row*r.Width+col]
	}
	for row := range r.Height {
		for col := range r.Width {
			if !f.near[row*r.Width+col] {
				continue
			}
			here := at(row, col)
			if here < 0 {
				continue
			}
			right, down, across := at(row, col+1), at(row+1, col), at(row+1, col+1)
			if right >= 0 {
				f.add(p, g, fifty{members: [4]int32{here, right}, size: 2})
			}
			if down >= 0 {
				f.add(p, g, fifty{members: [4]int32{here, down}, size: 2})
			}
			if right >= 0 && down >= 0 && across >= 0 {
				f.add(p, g, fifty{members: [4]int32{here, right, across, down}, size: 4})
			}
		}
	}
	for i := range list {
		c := &list[i]
		c.in, c.guards = f.of(c.unknown)
	}
}

// want notes which unknowns are candidates, and what is near them.
func (f *fifties) want(p *position, list []candidate) {
	g := p.game()
	if len(f.near) != g.Cells() {
		f.near = make([]bool, g.Cells())
		f.wanted = make([]bool, g.Cells())
	}
	clear(f.near)
	clear(f.wanted)
	r := g.Rules()
	for i := range list {
		u := list[i].unknown
		f.wanted[u] = true
		row, col := g.RowCol(p.cell(u))
		// A square with its guards, or a pair, ends two rows and columns further at most; what a knight sees
		// further away, or across the edge of a torus, is missed.
		for y := max(row-2, 0); y <= min(row+1, r.Height-1); y++ {
			for x := max(col-2, 0); x <= min(col+1, r.Width-1); x++ {
				f.near[y*r.Width+x] = true
			}
		}
	}
}

// add lists a fifty, unless a safe cell gives it away, it is hardly possible or concerns no
// candidate.
func (f *fifties) add(p *position, g *minesweeper.Game, e fifty) {
	chances := p.Counter.Chances()
	estimate := 1.0
	for _, m := range e.in() {
		estimate = min(estimate, 2*chances[m], 2-2*chances[m])
	}
	for _, m := range e.in() {
		for _, c := range g.Neighbours(p.cell(m)) {
			if p.Known[c] == 1 || !e.tells(p, g, c) {
				continue
			}
			if p.Known[c] == 0 {
				return
			}
			u := p.Place[c]
			if slices.Contains(e.guarding(), u) {
				continue
			}
			if estimate *= chances[u]; estimate < leastFifty || e.count == mostGuards {
				return
			}
			e.guards[e.count] = u
			e.count++
		}
	}
	if !f.concerns(e.in()) && !f.concerns(e.guarding()) {
		return
	}
	if chance := f.chance(p, &e); chance > 0 {
		e.cost = -purefloat.Log(1 - min(chance, 1)/2)
		f.list = append(f.list, e)
	}
}

func (e *fifty) in() []int32 { return e.members[:e.size] }

func (e *fifty) guarding() []int32 { return e.guards[:e.count] }

// tells tells whether a neighbour of a member, not a member itself, sees more mines if the
// members are laid one way than if they are laid the other.
func (e *fifty) tells(p *position, g *minesweeper.Game, c minesweeper.Cell) bool {
	more := 0
	for i, m := range e.in() {
		n := p.cell(m)
		if n == c {
			return false
		}
		if slices.Contains(g.Neighbours(c), n) {
			more += 1 - 2*(i%2)
		}
	}
	return more != 0
}

// concerns tells whether one of some unknowns is a candidate.
func (f *fifties) concerns(unknowns []int32) bool {
	for _, u := range unknowns {
		if f.wanted[u] {
			return true
		}
	}
	return false
}

// chance returns the chance that the members are laid in one of the two ways and all guards
// are mines.
func (f *fifties) chance(p *position, e *fifty) float64 {
	f.own = append(f.own[:0], p.Sums.Sums...)
	for i := range e.size - 1 { // what the last would say follows
		f.pairs[i] = [2]int32{e.members[i], e.members[(i+1)%e.size]}
		f.own = append(f.own, counting.Sum{Value: 1, Cells: f.pairs[i][:]})
	}
	if e.count > 0 {
		f.own = append(f.own, counting.Sum{Value: e.count, Cells: e.guarding()})
	}
	f.sums = p.Sums
	f.sums.Sums = f.own
	if f.counter.Count(&f.sums) != nil {
		return 0
	}
	return f.counter.Size() / f.size
}

// of returns what the fifties cost that an unknown is in, and those that it guards: they are
// over if it is opened and safe.
func (f *fifties) of(unknown int32) (in, guarding float64) {
	for i := range f.list {
		e := &f.list[i]
		switch {
		case slices.Contains(e.in(), unknown):
			in += e.cost
		case slices.Contains(e.guarding(), unknown):
			guarding += e.cost
		}
	}
	return in, guarding
}
