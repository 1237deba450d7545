package battleship

import (
	"math/rand/v2"

	"blindsight"
)

// patience is how many fleets Propose draws, and how many placements for each ship, before
// it hands out one that cannot be.
const patience = 100

// Propose draws a legal fleet, uniformly over those that lie on no miss. Where it finds none
// soon it leaves s with ships that clash or lie on a miss, which have likelihood 0. How often that happens does not
// depend on the fleet that would have come, so those that do keep their proportions.
func (g *Game) Propose(rng *rand.Rand, v *View, s *State) {
	miss := v.shot.without(&v.hit)
	for range patience {
		if g.drawBeside(rng, &miss, s) {
			break
		}
	}
	s.shot = v.shot
}

// drawBeside draws every ship uniformly over its placements beside some cells and tells whether
// it found them, and none clash.
func (g *Game) drawBeside(rng *rand.Rand, cells *Set, s *State) bool {
	*s = State{ships: uint8(len(g.placements))}
	for ship, list := range g.placements {
		n, tries := 0, 0
		for ; tries < patience; tries++ {
			if n = int(rng.Uint32N(uint32(len(list)))); !list[n].Cells.Meets(cells) {
				break
			}
		}
		clash := tries == patience || list[n].Zone.Meets(&s.occupied)
		g.put(s, ship, n)
		if clash {
			return false
		}
	}
	g.order(s)
	return true
}

// Likelihood returns 1 if the fleet is legal and agrees with what was seen, else 0.
func (g *Game) Likelihood(v *View, s *State) float64 {
	if s.occupied.and(&v.shot) != v.hit || !g.legal(s) || !g.announced(v, s) {
		return 0
	}
	return 1
}

// legal tells whether no two ships clash.
func (g *Game) legal(s *State) bool {
	var before Set
	for ship, list := range g.placements {
		p := &list[s.places[ship]]
		if p.Zone.Meets(&before) {
			return false
		}
		before.join(&p.Cells)
	}
	return true
}

// announced tells whether exactly those ships were sunk that are announced, each by the shot
// that was announced to sink it.
func (g *Game) announced(v *View, s *State) bool {
	if g.rules.Silent {
		return true
	}
	sunk := 0
	for ship, list := range g.placements {
		if p := &list[s.places[ship]].Cells; p.Within(&v.hit) {
			if !v.sankThere(p, g.rules.Fleet[ship]) {
				return false
			}
			sunk++
		}
	}
	return sunk == int(v.sunk)
}

// sankThere tells whether a ship on these cells, all of them hit, was announced as sunk by the
// last of the shots at it: whether one of them is marked, and the others were hit before
// and are not.
func (v *View) sankThere(cells *Set, length int) bool {
	number := -1
	for i, m := range v.Marks() {
		if cells.Has(m.Cell) {
			if number >= 0 || m.Length != length {
				return false
			}
			number = i
		}
	}
	return number >= 0 && v.hitBefore(cells, number)
}

// hitBefore tells whether the cells were hit no later than the ship of a mark was sunk.
func (v *View) hitBefore(cells *Set, mark int) bool {
	var buf [MaxSide]Cell
	for _, c := range cells.Cells(buf[:0]) {
		if int(v.epoch[c]) > mark {
			return false
		}
	}
	return true
}

// Possible tells whether a placement of a ship agrees with what was seen, other ships aside. Where
// sunk ships are announced, ships of equal length are sunk in the order of their numbers: with
// that, every fleet that agrees has the same number of ways to number its ships. The mark
// is the number of the announcement of this ship, -1 if it is afloat; see [View.MarkOf].
func (v *View) Possible(p *Placement, mark int) bool {
	miss := v.shot.without(&v.hit)
	switch {
	case p.Cells.Meets(&miss):
		return false
	case v.g.rules.Silent:
		return true
	case mark < 0:
		for _, m := range v.Marks() {
			if p.Cells.Has(m.Cell) {
				return false
			}
		}
		return !p.Cells.Within(&v.hit)
	}
	return p.Cells.Has(v.marks[mark].Cell) && p.Cells.Within(&v.hit) && v.sankThere(&p.Cells, v.marks[mark].Length)
}

// MarkOf returns the number of the announcement that a ship was sunk, -1 if it is afloat or sunk
// ships are not announced. Of ships of equal length the first are sunk first.
func (v *View) MarkOf(ship int) int {
	lengths := v.g.rules.Fleet
	before := 0
	for i := ship; i > 0 && lengths[i-1] == lengths[ship]; i-- {
		before++
	}
	for i, m := range v.Marks() {
		if m.Length == lengths[ship] {
			if before == 0 {
				return i
			}
			before--
		}
	}
	return -1
}

// States lists the legal fleets that agree with the view, each once. It takes exponential
// time: it is for small boards, and for views that leave little open.
func (g *Game) States(v *View) func(yield func(*State) bool) {
	return func(yield func(*State) bool) {
		s := State{ships: uint8(len(g.placements)), shot: v.shot}
		miss := v.shot.without(&v.hit)
		g.list(v, &miss, &s, 0, yield)
	}
}

// list lays the ships from one on and returns false when yield does.
func (g *Game) list(v *View, miss *Set, s *State, ship int, yield func(*State) bool) bool {
	if ship == len(g.placements) {
		if s.occupied.and(&v.shot) != v.hit || !g.announced(v, s) {
			return true
		}
		handed := *s // whoever gets it may play on
		return yield(&handed)
	}
	first := 0
	if ship > 0 && g.rules.Fleet[ship-1] == g.rules.Fleet[ship] {
		first = int(s.places[ship-1]) + 1
	}
	before := s.occupied
	for n := first; n < len(g.placements[ship]); n++ {
		p := &g.placements[ship][n]
		if p.Zone.Meets(&before) || p.Cells.Meets(miss) {
			continue
		}
		g.put(s, ship, n)
		more := g.list(v, miss, s, ship+1, yield)
		s.occupied = before
		if !more {
			return false
		}
	}
	return true
}

// Fingerprint returns a hash of the fleet.
func (g *Game) Fingerprint(s *State) uint64 {
	h := uint64(0)
	for _, p := range s.places[:s.ships] {
		h = mix(h + uint64(p) + 0x9e3779b97f4a7c15)
	}
	return h
}

// Copy makes dst equal to src.
func (g *Game) Copy(dst, src *State) { *dst = *src }

var (
	_ blindsight.Prior[State, *View]  = (*Game)(nil)
	_ blindsight.Lister[State, *View] = (*Game)(nil)
	_ blindsight.Fingerprinter[State] = (*Game)(nil)
)
