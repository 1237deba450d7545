package battleship

import (
	"math/rand/v2"

	"blindsight"
)

// ShipByShip is the game whose fleets are drawn ship by ship, the longest first, each uniformly
// over the placements that those before leave; where there is none, all begin anew. Legal
// fleets are not equally likely, so it has none of the abilities that presume it: rejection
// is the belief for it. It never changes and may be shared.
type ShipByShip struct{ g *Game }

// NewShipByShip checks the rules and makes them ready, as [New] does, whatever their ByShip says.
func NewShipByShip(r Rules) (*ShipByShip, error) {
	r.ByShip = true
	g, err := newGame(r)
	if err != nil {
		return nil, err
	}
	return &ShipByShip{g}, nil
}

// Rules returns the rules of the game, the longest ship first.
func (g *ShipByShip) Rules() Rules { return g.g.rules }

// Name returns a cell as row,column, both from 0.
func (g *ShipByShip) Name(c Cell) string { return g.g.Name(c) }

// NewView returns the view before the first shot.
func (g *ShipByShip) NewView() *View { return g.g.NewView() }

// Start draws a fleet ship by ship. It takes time in proportion to the placements.
func (g *ShipByShip) Start(rng *rand.Rand, s *State) blindsight.Side {
	for !g.draw(rng, s) {
	}
	return 0
}

func (g *ShipByShip) draw(rng *rand.Rand, s *State) bool {
	*s = State{ships: uint8(len(g.g.placements))}
	for ship, list := range g.g.placements {
		var legal [2 * MaxCells]uint16
		n := 0
		for i := range list {
			if !list[i].Zone.Meets(&s.occupied) {
				legal[n] = uint16(i)
				n++
			}
		}
		if n == 0 {
			return false
		}
		g.g.put(s, ship, int(legal[rng.IntN(n)]))
	}
	g.g.order(s)
	return true
}

// Step shoots at a cell.
func (g *ShipByShip) Step(rng *rand.Rand, s *State, c Cell) blindsight.Step[Seen] {
	return g.g.Step(rng, s, c)
}

// Propose draws from the prior, whatever was seen.
func (g *ShipByShip) Propose(rng *rand.Rand, v *View, s *State) {
	g.Start(rng, s)
	s.shot = v.shot
}

// Likelihood returns 1 if the fleet agrees with what was seen, else 0.
func (g *ShipByShip) Likelihood(v *View, s *State) float64 { return g.g.Likelihood(v, s) }

// Fingerprint returns a hash of the fleet.
func (g *ShipByShip) Fingerprint(s *State) uint64 { return g.g.Fingerprint(s) }

// Copy makes dst equal to src.
func (g *ShipByShip) Copy(dst, src *State) { *dst = *src }

var (
	_ blindsight.Game[State, Cell, Seen] = (*ShipByShip)(nil)
	_ blindsight.Prior[State, *View]     = (*ShipByShip)(nil)
	_ blindsight.Fingerprinter[State]    = (*ShipByShip)(nil)
)
