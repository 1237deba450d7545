package gunners

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/game/battleship"
)

// NewDensity returns the player that shoots where a hit is most likely by the exact belief, at
// the first of such cells. Chances are counted where that takes some milliseconds at
// most, and else estimated by independent fleets from the belief, as many as the budget has
// simulations, or 8,000; a decision whose health has no Samples is exact.
//
// A decision's value, and that of its alternatives, is the chance of a hit. Where the belief cannot be
// worked out, since too many ways are left to explain the hits, the player shoots at a cell at
// random, and counts that as a fallback.
func NewDensity(g *battleship.Game) Player { return &gunner{aim: newAim(g)} }

// NewHunt returns a player that shoots as NewDensity's does while a ship is known to be hit
// and afloat, and else hunts for the ships that will be found last: it counts the chance that a ship lies
// on a cell by one over the ship's length.
//
// A play lasts until its last ship is found, which as a rule is a short one. Long ships come up on
// the way, whichever cells are shot at, so a cell that a short ship may lie on should be worth more than the chance
// of a hit says. In 1,000 games of the usual setting no difference to NewDensity's player showed: 44.5 and 44.4 shots,
// standard error 0.3 each.
func NewHunt(g *battleship.Game) Player { return &gunner{aim: newAim(g), hunt: true} }

// gunner shoots at the cell of greatest worth.
type gunner struct {
	aim  *aim
	hunt bool
}

func (p *gunner) Choose(ctx context.Context, rng *rand.Rand, v *battleship.View, b blindsight.Budget) (blindsight.Decision[battleship.Cell], error) {
	var d blindsight.Decision[battleship.Cell]
	legal := v.Legal(nil)
	if len(legal) == 0 {
		return d, errOver
	}
	var err error
	d.Health, err = p.aim.take(ctx, rng, v, b)
	if errors.Is(err, blindsight.ErrExhausted) {
		d.Health.Fallbacks = 1
		d.Action = v.Pick(rng)
		return d, nil
	}
	if err != nil {
		return d, err
	}
	d.Simulations = int(d.Health.Samples)
	worth := p.aim.hit
	if p.hunt && p.aim.hunting(v) {
		worth = p.aim.find
	}
	for _, c := range legal {
		chance := p.aim.hit(c)
		d.Actions = append(d.Actions, blindsight.ActionStat[battleship.Cell]{
			Action: c, Simulations: d.Simulations, Mean: chance, Bound: chance, Value: chance,
		})
	}
	slices.SortStableFunc(d.Actions, func(x, y blindsight.ActionStat[battleship.Cell]) int {
		return cmp.Compare(worth(y.Action), worth(x.Action))
	})
	d.Action, d.Value = d.Actions[0].Action, d.Actions[0].Value
	return d, nil
}

// hunting tells whether every ship is either sunk for certain or untouched for certain.
func (a *aim) hunting(v *battleship.View) bool {
	const slack = 1e-6 // sums of chances are rounded
	hits := v.Hits()
	var buf [battleship.MaxCells]battleship.Cell
	cells := hits.Cells(buf[:0])
	for ship, length := range a.fleets.Rules().Fleet {
		covered := 0.0 // of the hits, by this ship, on average
		for _, c := range cells {
			covered += a.chance[ship][c]
		}
		if covered > slack && covered < float64(length)-slack {
			return false
		}
	}
	return true
}

// find returns what a shot at a cell is worth to who hunts.
func (a *aim) find(c battleship.Cell) float64 {
	sum := 0.0
	for ship, length := range a.fleets.Rules().Fleet {
		sum += a.chance[ship][c] / float64(length)
	}
	return sum
}
