package battleship

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"blindsight"
)

// Cell numbers a cell: row*width + column.
type Cell uint8

// Seen is what a shot shows: Miss, Hit, or the length of a ship that it sank, see [Sunk].
type Seen uint8

// What a shot shows beside a ship that it sank.
const (
	Miss Seen = iota
	Hit       // and no ship is sunk, or none is announced
)

// Sunk returns what a shot shows that sinks a ship of this length.
func Sunk(length int) Seen { return Hit + Seen(length) }

// Length returns the length of the ship that was sunk, 0 if none was announced.
func (o Seen) Length() int { return max(int(o)-int(Hit), 0) }

// String returns miss, hit, or sunk with the length.
func (o Seen) String() string {
	switch o {
	case Miss:
		return "miss"
	case Hit:
		return "hit"
	}
	return fmt.Sprintf("sunk %d", o.Length())
}

// Placement is where a ship may lie.
type Placement struct {
	Cells Set
	Zone  Set // where no other ship may lie: Cells, and those around them where ships stay apart
}

// Game is a set of rules made ready for play; its fleets are drawn uniformly over
// legal fleets. It never changes and may be shared.
type Game struct {
	rules      Rules
	cells      int
	fleet      int           // cells of all ships
	placements [][]Placement // of each ship; those of equal length share theirs
}

// tooTight is after how many draws without a legal fleet [New] gives up.
const tooTight = 200_000

// New checks the rules and makes them ready. The ships are put in order, the longest first. A
// fleet that 200,000 random draws do not fit onto the board is refused: there is no legal one,
// or drawing them by rejection would take too long.
func New(r Rules) (*Game, error) {
	if r.ByShip {
		return nil, fmt.Errorf("board %s: fleets that are drawn ship by ship are another game, see NewShipByShip", r)
	}
	return newGame(r)
}

func newGame(r Rules) (*Game, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	r.Fleet = slices.Clone(r.Fleet)
	slices.SortFunc(r.Fleet, func(a, b int) int { return b - a })
	g := &Game{rules: r, cells: r.Height * r.Width, fleet: r.Cells()}
	for i, length := range r.Fleet {
		if i > 0 && length == r.Fleet[i-1] {
			g.placements = append(g.placements, g.placements[i-1])
			continue
		}
		g.placements = append(g.placements, placements(r, length))
	}
	var s State
	rng := rand.New(rand.NewPCG(0, 0)) // decides nothing but how soon a fleet is found
	for range tooTight {
		if g.draw(rng, &s) {
			return g, nil
		}
	}
	return nil, fmt.Errorf("board %s: the fleet does not fit, or so tightly that %d random draws found no way", r, tooTight)
}

// placements lists where a ship of a length may lie: the horizontal ones in the order of their first
// cells, then the vertical ones. A ship of length 1 has no direction.
func placements(r Rules, length int) []Placement {
	var list []Placement
	add := func(row, col, down, right int) {
		var p Placement
		for i := range length {
			y, x := row+i*down, col+i*right
			p.Cells.add(Cell(y*r.Width + x))
			if !r.Apart {
				continue
			}
			for ny := max(y-1, 0); ny <= min(y+1, r.Height-1); ny++ {
				for nx := max(x-1, 0); nx <= min(x+1, r.Width-1); nx++ {
					p.Zone.add(Cell(ny*r.Width + nx))
				}
			}
		}
		p.Zone.join(&p.Cells)
		list = append(list, p)
	}
	for row := range r.Height {
		for col := range r.Width - length + 1 {
			add(row, col, 0, 1)
		}
	}
	for row := range r.Height - length + 1 {
		for col := range r.Width {
			if length > 1 {
				add(row, col, 1, 0)
			}
		}
	}
	return list
}

// Rules returns the rules of the game, the longest ship first.
func (g *Game) Rules() Rules { return g.rules }

// Cells returns the number of cells of the board.
func (g *Game) Cells() int { return g.cells }

// Cell returns the cell at row and column, which must be on the board.
func (g *Game) Cell(row, col int) Cell { return Cell(row*g.rules.Width + col) }

// RowCol returns the row and column of a cell.
func (g *Game) RowCol(c Cell) (row, col int) {
	return int(c) / g.rules.Width, int(c) % g.rules.Width
}

// Placements returns where a ship may lie, ships being numbered from the longest on. The slice
// must not be changed.
func (g *Game) Placements(ship int) []Placement { return g.placements[ship] }

// State is a complete state: where the ships lie, and which cells were shot at. The zero State
// is ready for Start. States are plain values: = copies them.
type State struct {
	occupied, shot Set
	places         [MaxShips]uint16 // the placement of each ship; those of equal ships increase
	ships          uint8
}

// Place returns the number of the placement of a ship.
func (s *State) Place(ship int) int { return int(s.places[ship]) }

// Occupied returns the cells of all ships.
func (s *State) Occupied() Set { return s.occupied }

// Shot returns the cells that were shot at.
func (s *State) Shot() Set { return s.shot }

// Start draws a fleet, uniformly over legal ones.
func (g *Game) Start(rng *rand.Rand, s *State) blindsight.Side {
	for !g.draw(rng, s) {
	}
	return 0
}

// draw draws every ship uniformly over its placements and tells whether none clash.
func (g *Game) draw(rng *rand.Rand, s *State) bool {
	*s = State{ships: uint8(len(g.placements))}
	for ship, list := range g.placements {
		n := rng.Uint32N(uint32(len(list)))
		if list[n].Zone.Meets(&s.occupied) {
			return false
		}
		g.put(s, ship, int(n))
	}
	g.order(s)
	return true
}

// put lays a ship.
func (g *Game) put(s *State, ship, place int) {
	s.places[ship] = uint16(place)
	s.occupied.join(&g.placements[ship][place].Cells)
}

// order makes equal fleets equal states: the placements of ships of one length increase.
func (g *Game) order(s *State) {
	lengths := g.rules.Fleet
	for i := 1; i < len(lengths); i++ {
		for j := i; j > 0 && lengths[j-1] == lengths[j] && s.places[j-1] > s.places[j]; j-- {
			s.places[j-1], s.places[j] = s.places[j], s.places[j-1]
		}
	}
}

// Assign makes s the state of a view in which the ships have these placements. They must not
// clash.
func (g *Game) Assign(v *View, places []int, s *State) {
	*s = State{ships: uint8(len(g.placements)), shot: v.shot}
	for ship, place := range places {
		g.put(s, ship, place)
	}
	g.order(s)
}

// Step shoots at a cell. It does not allocate.
func (g *Game) Step(_ *rand.Rand, s *State, c Cell) blindsight.Step[Seen] {
	s.shot.add(c)
	step := blindsight.Step[Seen]{Reward: -1}
	if !s.occupied.Has(c) {
		return step
	}
	step.Seen = Hit
	if !g.rules.Silent {
		step.Seen = g.struck(s, c)
	}
	if s.occupied.Within(&s.shot) {
		step.Next = blindsight.Over
		step.Reward += g.rules.Bonus
	}
	return step
}

// struck returns what is announced of a hit.
func (g *Game) struck(s *State, c Cell) Seen {
	for ship, list := range g.placements {
		if p := &list[s.places[ship]]; p.Cells.Has(c) {
			if p.Cells.Within(&s.shot) {
				return Sunk(g.rules.Fleet[ship])
			}
			return Hit
		}
	}
	panic("battleship: an occupied cell without a ship")
}

var _ blindsight.Game[State, Cell, Seen] = (*Game)(nil)
