package gunners

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"blindsight"
	"blindsight/belief/packing"
	"blindsight/game/battleship"
)

const (
	// exactWork is up to how much work chances are counted exactly: about three milliseconds.
	exactWork = 1e6
	// fleetsDrawn is how many fleets chances are estimated by where they are not counted,
	// unless a budget says so: about three milliseconds.
	fleetsDrawn = 8000
	// drawsEach is how many draws a fleet may take on average before the estimate is cut.
	drawsEach = 200
)

// aim knows where the ships may be. It is for one goroutine.
type aim struct {
	fleets   *fleets
	belief   *packing.Belief
	question *packing.Question
	chance   [][packing.MaxCells]float64 // of each ship, to lie on a cell
	packings float64                     // how often fleets are counted in all, where chances are exact
}

func newAim(g *battleship.Game) *aim {
	f := newFleets(g)
	return &aim{
		fleets: f, belief: packing.NewBelief(f.table, 0), question: f.table.NewQuestion(),
		chance: make([][packing.MaxCells]float64, f.ships),
	}
}

// take works out the chances of a view. They are exact where the health has no Samples, and
// else shares among as many independent fleets. It returns [blindsight.ErrExhausted] where the belief is too large to
// be worked out at all.
func (a *aim) take(ctx context.Context, rng *rand.Rand, v *battleship.View, b blindsight.Budget) (h blindsight.Health, err error) {
	a.fleets.Ask(v, a.question)
	if err := a.belief.Ask(a.question); errors.Is(err, blindsight.ErrTooMany) {
		return blindsight.Health{Failures: 1}, blindsight.ErrExhausted
	} else if err != nil {
		return h, err
	}
	if a.belief.Work() <= exactWork {
		if a.packings = a.belief.Chances(a.chance); a.packings == 0 {
			return h, blindsight.ErrInconsistent
		}
		return h, nil
	}
	n := fleetsDrawn
	if b.Simulations > 0 {
		n = b.Simulations
	}
	if b.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, b.Time)
		defer cancel()
		if b.Simulations == 0 {
			n = int(b.Time/time.Microsecond) + 1 // more than there is time for
		}
	}
	found, draws := a.belief.Estimate(ctx, rng, n, drawsEach*n, a.chance)
	h = blindsight.Health{Samples: int64(found), Draws: int64(draws), Accepted: int64(found)}
	if found == 0 {
		h.Failures++
		return h, blindsight.ErrExhausted
	}
	return h, nil
}

// hit returns the chance that a shot at a cell hits.
func (a *aim) hit(c battleship.Cell) float64 {
	sum := 0.0
	for ship := range a.chance {
		sum += a.chance[ship][c]
	}
	return sum
}
