package gunners

import (
	"blindsight/belief/packing"
	"blindsight/game/battleship"
)

// fleets are the rules of a game as package packing wants them: the ships are pieces, what was missed
// rules places out, and what was hit must be covered. It never changes and may be shared.
type fleets struct {
	*battleship.Game
	table *packing.Table
	ships int
}

func newFleets(g *battleship.Game) *fleets {
	f := &fleets{Game: g, ships: len(g.Rules().Fleet)}
	pieces := make([][]packing.Place, f.ships)
	for ship := range pieces {
		for _, p := range g.Placements(ship) {
			pieces[ship] = append(pieces[ship], packing.Place{Covers: packing.Cells(p.Cells), Blocks: packing.Cells(p.Zone)})
		}
	}
	f.table = packing.NewTable(pieces)
	return f
}

// Table returns the ships.
func (f *fleets) Table() *packing.Table { return f.table }

// Ask writes what a view knows of the fleet.
func (f *fleets) Ask(v *battleship.View, q *packing.Question) {
	q.Clear()
	q.Required = packing.Cells(v.Hits())
	for ship := range f.ships {
		mark := v.MarkOf(ship)
		list := f.Placements(ship)
		for n := range list {
			if v.Possible(&list[n], mark) {
				q.Allow(ship, n)
			}
		}
	}
}

var _ packing.Packed[battleship.State, *battleship.View] = (*fleets)(nil)
