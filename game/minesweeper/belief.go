package minesweeper

import (
	"math/bits"
	"math/rand/v2"

	"blindsight"
	"blindsight/internal/purefloat"
)

// Propose draws the mines uniformly among the cells that are neither open nor
// kept free by the first-move rule. Before the first cell it leaves them unlaid.
func (g *Game) Propose(rng *rand.Rand, v *View, s *State) {
	s.left, s.order = v.left, nil
	if !v.Started() {
		s.laid, s.mines = false, s.mines[:0]
		return
	}
	g.clear(s)
	s.scratch = append(s.scratch[:0], v.covered[:v.free]...)
	s.scatter(rng, g.rules.Mines)
}

// Likelihood is 1 for a state that shows every open cell's number, else 0.
func (g *Game) Likelihood(v *View, s *State) float64 {
	if g.agrees(v, s) {
		return 1
	}
	return 0
}

func (g *Game) agrees(v *View, s *State) bool {
	if s.laid != v.Started() {
		return false
	}
	for _, c := range v.opened {
		if s.mines[c>>6]>>(c&63)&1 != 0 || g.count(s, c) != v.seen[c] {
			return false
		}
	}
	return true
}

// Mutate is paper A's kernel: each mine is lifted with probability 1/mines, and
// all that were lifted are then laid together on free cells, where two never meet. The paper's own
// draws each position by itself, see [Plain]. Both are symmetric. Before the first cell, without mines, and where every cell that can
// hold a mine must, there is nothing to change.
func (g *Game) Mutate(rng *rand.Rand, v *View, from, to *State) bool {
	if !v.Started() || g.rules.Mines == 0 || g.rules.Mines == v.free {
		g.Propose(rng, v, to) // the one state there is
		return false
	}
	if !from.laid && len(from.mines) != g.words {
		g.Propose(rng, v, to) // from was never a board
		return true
	}
	for range g.lift(rng, v, from, to) {
		for {
			c := v.covered[rng.Uint32N(uint32(v.free))]
			if to.mines[c>>6]>>(c&63)&1 == 0 {
				to.set(c)
				break
			}
		}
	}
	return true
}

// lift sets to to from, as a state of the view, with each mine lifted with probability
// 1/mines, and returns how many were.
func (g *Game) lift(rng *rand.Rand, v *View, from, to *State) (lifted int) {
	g.Copy(to, from)
	to.left, to.order, to.laid = v.left, nil, true
	for u := rng.Float64(); lifted < len(g.lifted)-1 && u >= g.lifted[lifted]; {
		lifted++
	}
	for i := range lifted {
		to.set(to.mine(int(rng.Uint32N(uint32(g.rules.Mines - i)))))
	}
	return lifted
}

// Carry makes a state one of the view in what is not hidden: how many safe cells are still
// closed. Mines that are laid stay where they are, also under open cells. It returns false
// where the mines are laid in the one and not in the other.
func (g *Game) Carry(v *View, s *State) bool {
	if s.laid != v.Started() {
		return false
	}
	s.left, s.order = v.left, nil
	return true
}

// Plain is the game for estimators that know no trick of Mines, as paper A wants them:
// states are drawn from the whole prior, all placements that the rules may lay after the
// first cell, mines under cells that were opened since included. Those have a likelihood
// of 0, which is all that an estimator hears of it. So the belief is the same, and takes
// many more draws.
type Plain struct {
	*Game
	// Vectors makes Mutate paper A's kernel to the letter. A state is there the vector of the mines'
	// positions, and a step draws each of these anew with probability 1/mines, independently of the others. Where
	// two mines come to lie on one cell that is no board, its likelihood is 0, and the step is one for nothing. So a chain
	// is slower the fewer cells are free of mines: after a central first cell of 4x4 with 6 mines, by gnomine's rule,
	// one mine out of six has one cell out of seven to go to.
	//
	// Seen as a chain on sets of cells, which states are here, it is symmetric too, and has the same limit.
	Vectors bool
}

// Propose draws the mines as the rules lay them after the first cell of the view.
func (p Plain) Propose(rng *rand.Rand, v *View, s *State) {
	s.left, s.order = v.left, nil
	if !v.Started() {
		s.laid, s.mines = false, s.mines[:0]
		return
	}
	p.lay(rng, s, v.opened[0])
}

// Mutate is Game's, but for where mines may be laid, anywhere outside the zone of the
// first cell, and for Vectors: where two positions are the same it then returns the state it came from.
func (p Plain) Mutate(rng *rand.Rand, v *View, from, to *State) bool {
	if !v.Started() || p.rules.Mines == 0 || p.rules.Mines == p.cells-len(p.zones[v.opened[0]]) {
		p.Propose(rng, v, to) // the one state there is
		return false
	}
	if !from.laid && len(from.mines) != p.words {
		p.Propose(rng, v, to) // from was never a board
		return true
	}
	zone := p.zones[v.opened[0]]
	for range p.lift(rng, v, from, to) {
		for {
			c := Cell(rng.Uint32N(uint32(p.cells)))
			if inZone(zone, c) {
				continue
			}
			if to.mines[c>>6]>>(c&63)&1 == 0 {
				to.set(c)
				break
			}
			if p.Vectors {
				copy(to.mines, from.mines)
				return true
			}
		}
	}
	return true
}

// mine returns the cell of the k-th mine.
func (s *State) mine(k int) Cell {
	for w, word := range s.mines {
		n := bits.OnesCount64(word)
		if k >= n {
			k -= n
			continue
		}
		for ; k > 0; k-- {
			word &= word - 1
		}
		return Cell(w*64 + bits.TrailingZeros64(word))
	}
	panic("minesweeper: fewer mines than asked for")
}

// liftedCDF returns the distribution function of the number of mines that are
// lifted when each is with probability 1/mines, as far as it differs from 1.
func liftedCDF(mines int) []float64 {
	switch mines {
	case 0:
		return []float64{1}
	case 1:
		return []float64{0, 1} // it is always lifted
	}
	m := float64(mines)
	term := purefloat.Exp(m * purefloat.Log1p(-1/m)) // none is lifted
	sum := term
	cdf := []float64{sum}
	for k := 0; k < mines && 1-sum > 1e-15; k++ {
		term *= float64(mines-k) / (float64(k+1) * (m - 1))
		sum += term
		cdf = append(cdf, sum)
	}
	return cdf
}

// Copy makes dst equal to src.
func (g *Game) Copy(dst, src *State) {
	dst.laid, dst.left, dst.order = src.laid, src.left, src.order
	dst.mines = append(dst.mines[:0], src.mines...)
}

// Fingerprint hashes the mines.
func (g *Game) Fingerprint(s *State) uint64 {
	if !s.laid {
		return 0
	}
	h := uint64(0x9e3779b97f4a7c15) // not a word of few bits: mix(0) is 0, as for an unlaid board
	for _, w := range s.mines {
		h = mix(h ^ w)
	}
	return h
}

// Sums describes what a view leaves hidden as 0/1 unknowns, numbered from 0, of which
// exactly Total are 1, and sums of some of them that are known. Names are their cells. It
// is a plain structure, the one that package counting calls Sums too, so
// that rules and estimator need not know each other.
type Sums = struct {
	Unknowns int
	Names    []int32
	Total    int
	Sums     []struct {
		Cells []int32
		Value int
	}
}

// Constraints describes the hidden mines, reusing the memory of c. It returns false before
// the first cell is open, when there is nothing to solve. The unknowns are the cells that can
// hold one, in an order of the view's own that Assign shares.
func (g *Game) Constraints(v *View, c *Sums) bool {
	if !v.Started() {
		return false
	}
	c.Unknowns, c.Total = v.free, g.rules.Mines
	c.Names = c.Names[:0]
	for _, cell := range v.covered[:v.free] {
		c.Names = append(c.Names, int32(cell))
	}
	sums := c.Sums[:0]
	for _, cell := range v.opened {
		if len(sums) < cap(sums) {
			sums = sums[:len(sums)+1]
		} else {
			sums = append(sums, struct {
				Cells []int32
				Value int
			}{})
		}
		sum := &sums[len(sums)-1]
		sum.Value, sum.Cells = int(v.seen[cell]), sum.Cells[:0]
		for _, n := range g.neighbours[cell] {
			if v.seen[n] == Covered && int(v.place[n]) < v.free {
				sum.Cells = append(sum.Cells, int32(v.place[n]))
			}
		}
		if len(sum.Cells) == 0 && sum.Value == 0 {
			sums = sums[:len(sums)-1]
		}
	}
	c.Sums = sums
	return true
}

// Assign lays mines on exactly the given cells, numbered as by Constraints.
func (g *Game) Assign(v *View, ones []int32, s *State) {
	s.left, s.order = v.left, nil
	if !v.Started() {
		s.laid, s.mines = false, s.mines[:0]
		return
	}
	g.clear(s)
	for _, i := range ones {
		s.set(v.covered[i])
	}
}

// States lists every placement that agrees with the view, by trying all choices
// of cells that Propose could draw: exponential in the number of mines. On an
// untouched board the one state with unlaid mines is listed.
func (g *Game) States(v *View) func(yield func(*State) bool) {
	return func(yield func(*State) bool) {
		var s State
		g.Start(nil, &s)
		s.left = v.left
		if !v.Started() {
			yield(&s)
			return
		}
		g.clear(&s)
		hidden := v.Hidden()
		var choose func(from, mines int) bool
		choose = func(from, mines int) bool {
			if mines == 0 {
				return !g.agrees(v, &s) || yield(&s)
			}
			for i := from; i <= len(hidden)-mines; i++ {
				s.set(hidden[i])
				more := choose(i+1, mines-1)
				s.set(hidden[i])
				if !more {
					return false
				}
			}
			return true
		}
		choose(0, g.rules.Mines)
	}
}

var (
	_ blindsight.Mutable[State, *View] = (*Game)(nil)
	_ blindsight.Mutable[State, *View] = Plain{}
	_ blindsight.Lister[State, *View]  = (*Game)(nil)
	_ blindsight.Fingerprinter[State]  = (*Game)(nil)
)
