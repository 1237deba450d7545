package minesweeper

import (
	"cmp"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
)

// candidate is a cell that may be the best guess.
type candidate struct {
	unknown int32
	safe    float64 // chance to survive it
	beside  bool    // some number
	ties    int     // what it has in common with what is open: more is better
}

// ahead is the memory for looking at what follows a guess.
type ahead struct {
	counter counting.Counter
	sums    blindsight.Sums
	opened  [1]int32
	among   []int32
	dist    []float64
}

// guess chooses among cells none of which is certainly safe.
func (p *strong) guess(v *minesweeper.View) blindsight.Decision[minesweeper.Cell] {
	p.candidates(v.Game())
	best, top := p.list[0], -1.0
	for _, c := range p.list {
		if c.safe*(1+p.Progress) <= top {
			break // nor can those after it be better
		}
		if score := p.score(v, c, top); score > top {
			best, top = c, score
		}
	}
	return blindsight.Decision[minesweeper.Cell]{Action: minesweeper.Cell(p.sums.Names[best.unknown]), Value: best.safe}
}

// candidates lists the cells worth a closer look, the safest first.
func (p *strong) candidates(g *minesweeper.Game) {
	p.list = p.list[:0]
	chances, certain := p.counter.Chances(), p.counter.Certain()
	safest := 0.0
	for i, risk := range chances {
		if certain[i] < 0 {
			safest = max(safest, 1-risk)
		}
	}
	for i, risk := range chances {
		if certain[i] < 0 && 1-risk >= safest*p.Window {
			c := candidate{unknown: int32(i), safe: 1 - risk}
			c.beside, c.ties = p.surroundings(g, minesweeper.Cell(p.sums.Names[i]))
			p.list = append(p.list, c)
		}
	}
	slices.SortStableFunc(p.list, func(a, b candidate) int {
		switch {
		case a.safe > b.safe*(1+1e-11), b.safe > a.safe*(1+1e-11):
			return cmp.Compare(b.safe, a.safe)
		case a.beside != b.beside:
			if a.beside {
				return -1
			}
			return 1
		}
		return b.ties - a.ties
	})
	kept, loose := p.list[:0], 0
	for _, c := range p.list {
		if !c.beside {
			loose++
		}
		if len(kept) < p.Candidates && (c.beside || loose <= p.Loose) {
			kept = append(kept, c)
		}
	}
	p.list = kept
}

// surroundings tells whether a cell lies beside a number, and how well it is tied to what
// is open: it has few neighbours that are not known, or these lie beside numbers.
func (p *strong) surroundings(g *minesweeper.Game, cell minesweeper.Cell) (beside bool, ties int) {
	ties = 8
	for _, n := range g.Neighbours(cell) {
		switch {
		case p.front.known[n] < 0:
			ties--
		case p.front.known[n] == 0:
			beside = true
		}
	}
	if beside {
		return true, ties
	}
	for _, n := range g.Neighbours(cell) {
		if slices.ContainsFunc(g.Neighbours(n), func(m minesweeper.Cell) bool { return p.front.known[m] == 0 }) {
			ties++
		}
	}
	return false, ties
}

// score returns the chance to survive a cell and the safest one after it, certain progress
// counting for more, or less than top if it cannot be above that.
func (p *strong) score(v *minesweeper.View, c candidate, top float64) float64 {
	a := &p.ahead
	a.among = a.among[:0]
	for _, n := range v.Game().Neighbours(minesweeper.Cell(p.sums.Names[c.unknown])) {
		if p.front.known[n] < 0 {
			a.among = append(a.among, p.front.place[n])
		}
	}
	a.dist = p.counter.Shown(c.unknown, a.among, a.dist[:0])
	a.opened[0] = c.unknown
	sums := append(a.sums.Sums[:0], p.sums.Sums...)
	a.sums = p.sums
	a.sums.Sums = append(sums, blindsight.Sum{Value: 0, Cells: a.opened[:]}, blindsight.Sum{Cells: a.among})
	number := &a.sums.Sums[len(a.sums.Sums)-1]
	sum, left := 0.0, 1.0
	for shown, chance := range a.dist {
		if chance == 0 {
			continue
		}
		if c.safe*(sum+left*(1+p.Progress)) <= top {
			return -1
		}
		left -= chance
		number.Value = shown
		sum += chance * p.next(v, c.unknown)
	}
	return c.safe * sum
}

// next returns the chance of the safest cell once an unknown is open and shows the number
// under consideration, or what progress is worth.
func (p *strong) next(v *minesweeper.View, opened int32) float64 {
	if v.Left() == 1 {
		return 1 + p.Progress // won
	}
	a := &p.ahead
	if a.counter.Count(&a.sums) != nil {
		return 0 // its chance was not 0 by rounding alone
	}
	before, certain := p.counter.Certain(), a.counter.Certain()
	safest := 0.0
	for i, risk := range a.counter.Chances() {
		if before[i] >= 0 || int32(i) == opened {
			continue
		}
		if certain[i] == 0 {
			return 1 + p.Progress
		}
		safest = max(safest, 1-risk)
	}
	return safest
}
