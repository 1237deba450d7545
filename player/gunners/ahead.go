package gunners

import (
	"context"
	"math"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/battleship"
)

// The limits of the look ahead.
const (
	maxListed  = 10_000 // fleets
	candidates = 8
)

// NewAhead returns a player that shoots as NewHunt's does, until so few fleets are left that all of
// them can be listed: up to 10,000. From then on it works out, for each of the eight best shots, how many misses
// follow on average if play goes on where a hit is most likely, exactly, over all listed fleets, and takes
// the least. That is one step of policy improvement (the rollout algorithm; Tesauro and Galperin 1996), without any noise.
//
// A decision's value is the chance of a hit, as of the others.
func NewAhead(g *battleship.Game) Player {
	return &ahead{gunner: gunner{aim: newAim(g), hunt: true}}
}

type ahead struct {
	gunner
	list tree
}

func (p *ahead) Choose(ctx context.Context, rng *rand.Rand, v *battleship.View, b blindsight.Budget) (blindsight.Decision[battleship.Cell], error) {
	d, err := p.gunner.Choose(ctx, rng, v, b)
	if err != nil || d.Value == 0 || d.Value > 1-1e-9 || d.Health != (blindsight.Health{}) || p.aim.packings > maxListed {
		return d, err
	}
	p.list.plant(p.aim, v)
	least := math.Inf(1)
	for _, a := range d.Actions[:min(candidates, len(d.Actions))] {
		if a.Value == 0 {
			continue
		}
		if misses := p.list.misses(a.Action); misses < least-1e-9 {
			least = misses
			d.Action, d.Value = a.Action, a.Value
		}
	}
	return d, nil
}

// tree are the fleets that agree with a view, and what shots at them tell. It holds memory and is for
// one goroutine.
type tree struct {
	cells   int
	left    int // cells of a fleet that are not hit
	silent  bool
	lengths []int
	ships   []uint8                      // of each fleet, for each cell: the ship there, from 1, or 0 if it is none that is not hit
	lie     []battleship.Cell            // of each fleet: the cells that are not hit
	afloat  [][battleship.MaxShips]uint8 // of each fleet: the cells of each ship that are not hit
	shot    battleship.Set               // also those of the look ahead
	pool    []int32                      // sets of fleets, by number
}

// plant lists the fleets of a view of which the aim was just taken.
func (t *tree) plant(a *aim, v *battleship.View) {
	r := a.fleets.Rules()
	t.cells, t.left, t.silent, t.lengths = a.fleets.Cells(), v.Left(), r.Silent, r.Fleet
	t.ships, t.lie, t.afloat, t.pool = t.ships[:0], t.lie[:0], t.afloat[:0], t.pool[:0]
	t.shot = v.Shot()
	var buf [battleship.MaxSide]battleship.Cell
	a.belief.List(func(places []int) bool {
		number := len(t.afloat)
		t.pool = append(t.pool, int32(number))
		for range t.cells {
			t.ships = append(t.ships, 0)
		}
		var afloat [battleship.MaxShips]uint8
		for ship, n := range places {
			for _, c := range a.fleets.Placements(ship)[n].Cells.Cells(buf[:0]) {
				if !t.shot.Has(c) {
					t.ships[number*t.cells+int(c)] = uint8(ship + 1)
					t.lie = append(t.lie, c)
					afloat[ship]++
				}
			}
		}
		t.afloat = append(t.afloat, afloat)
		return true
	})
}

// misses returns the expected number of misses if the next shot is at c.
func (t *tree) misses(c battleship.Cell) float64 {
	return t.shoot(t.pool[:len(t.afloat):len(t.afloat)], c)
}

// shoot returns the expected number of misses of a set of fleets, the first shot being at c. What is seen
// splits the set.
func (t *tree) shoot(set []int32, c battleship.Cell) (misses float64) {
	var parts [battleship.MaxSide + 2]int32 // fleets by what is seen
	start := len(t.pool)
	for _, i := range set {
		seen := battleship.Miss
		if ship := t.ships[int(i)*t.cells+int(c)]; ship > 0 {
			seen = battleship.Hit
			if t.afloat[i][ship-1]--; t.afloat[i][ship-1] == 0 && !t.silent {
				seen = battleship.Sunk(t.lengths[ship-1])
			}
		}
		parts[seen]++
		t.pool = append(t.pool, int32(seen))
	}
	shows := t.pool[start:len(t.pool):len(t.pool)]
	t.shot[c>>6] |= 1 << (c & 63)
	for seen, n := range parts {
		if n == 0 {
			continue
		}
		before := len(t.pool)
		for k, i := range set {
			if int(shows[k]) == seen {
				t.pool = append(t.pool, i)
			}
		}
		sum := t.goOn(t.pool[before:len(t.pool):len(t.pool)])
		if seen == int(battleship.Miss) {
			sum++
		}
		misses += float64(n) / float64(len(set)) * sum
		t.pool = t.pool[:before]
	}
	t.shot[c>>6] &^= 1 << (c & 63)
	for _, i := range set {
		if ship := t.ships[int(i)*t.cells+int(c)]; ship > 0 {
			t.afloat[i][ship-1]++
		}
	}
	t.pool = t.pool[:start]
	return misses
}

// goOn returns the expected number of misses of a set of fleets, if every shot is where a hit is most
// likely.
func (t *tree) goOn(set []int32) float64 {
	if len(set) == 1 {
		return 0
	}
	var counts [battleship.MaxCells]int32
	for _, i := range set {
		for _, c := range t.lie[int(i)*t.left : (int(i)+1)*t.left] {
			counts[c]++
		}
	}
	best, at, open := int32(0), 0, false
	for c, n := range counts[:t.cells] {
		if n == 0 || t.shot.Has(battleship.Cell(c)) {
			continue
		}
		open = open || int(n) < len(set)
		if n > best {
			best, at = n, c
		}
	}
	if !open { // all fleets lie on the same cells
		return 0
	}
	return t.shoot(set, battleship.Cell(at))
}
