package minecoach

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
	"blindsight/player/sweepers/strong"
)

// Forecast estimates how often cells win, where the exact value is out of reach: it
// draws placements of the mines from the exact belief, opens the cell in each, and lets
// the player strong, without a budget, play on. Like its own playouts these do not end
// with a mine: they go on with a placement drawn anew, given survival, and count by the
// chance of that, times the exact chance once that is known (importance weighting). All
// cells meet the same placements, so that their differences are surer than their values.
// The estimates converge to the win chance of strong after that cell, a little less than
// that of the best play.
//
// Placements have numbers, and random numbers of their own by these: so a candidate can
// meet later those that others have met before.
//
// It knows the view and nothing else. It is for one goroutine.
type Forecast struct {
	// Lead is how many placements the cells that were asked for meet before the others do.
	Lead int

	view  *minesweeper.View
	on    *strong.Plays // nil while it rests: playing takes memory
	seed  [2]uint64
	cells []Prospect
	plays int
}

// Prospect is what a forecast knows of a cell.
type Prospect struct {
	Cell    minesweeper.Cell
	Mine    float64
	Plays   int
	Dropped bool // it is surely not the best, and is simulated no more
	keep    bool
	values  []float64       // of its plays
	worth   interval.Values // of these
}

// Win returns the estimate and its 95% interval.
func (p *Prospect) Win() (win, low, high float64) {
	return p.worth.Share95()
}

// The candidates of a forecast: how much riskier than the least risk they may be, and from
// how many plays on hopeless ones are dropped.
const (
	extraRisk = 0.12
	dropFrom  = 24
)

// maxForecastNodes bounds the counting in a forecast, see [counting.Counter].
const maxForecastNodes = 100_000

// MaxPlays is how many placements a forecast plays at most: a share is then known within
// half a point.
const MaxPlays = 50_000

// wake makes the forecast ready to play.
func (f *Forecast) wake() (err error) {
	if f.on == nil {
		f.on, err = strong.NewPlays(f.view, maxForecastNodes)
	}
	return err
}

// rest gives up all memory that is needed for playing only.
func (f *Forecast) rest() { f.on = nil }

// Plays returns how many placements were played.
func (f *Forecast) Plays() int { return f.plays }

// All tells whether every candidate that was not dropped has met so many placements.
func (f *Forecast) All(plays int) bool {
	for i := range f.cells {
		if p := &f.cells[i]; !p.Dropped && p.Plays < min(plays, MaxPlays) {
			return false
		}
	}
	return true
}

// Cells returns the candidates, the most promising first. The slice is the caller's.
func (f *Forecast) Cells() []Prospect {
	cells := slices.Clone(f.cells)
	slices.SortStableFunc(cells, func(a, b Prospect) int {
		switch wa, wb := a.rate(), b.rate(); {
		case a.Dropped != b.Dropped && a.Dropped:
			return 1
		case a.Dropped != b.Dropped:
			return -1
		case wa > wb:
			return -1
		case wa < wb:
			return 1
		}
		return 0
	})
	return cells
}

func (p *Prospect) rate() float64 { return p.worth.Sum / float64(max(p.Plays, 1)) }

// Play draws one placement and plays candidates in it: those that were asked for as long
// as they lead, then those that have met fewer, then all. It takes a millisecond or two for
// each candidate on a board of 16x30/99, and nothing after [MaxPlays]. The error is that of the context, or
// [blindsight.ErrTooMany] where a position is met that is too wide to be counted.
func (f *Forecast) Play(ctx context.Context) error {
	if err := f.wake(); err != nil {
		return err
	}
	number := f.next()
	if number == MaxPlays {
		return nil
	}
	stream := rand.New(rand.NewPCG(f.seed[0], f.seed[1]+uint64(number)))
	f.on.Draw(stream)
	seed := [2]uint64{stream.Uint64(), stream.Uint64()}
	values := make([]float64, len(f.cells))
	for i := range f.cells {
		if p := &f.cells[i]; f.meets(p, number) {
			value, err := f.on.On(ctx, rand.New(rand.NewPCG(seed[0], seed[1])), p.Cell, p.Mine)
			if err != nil {
				return err
			}
			values[i] = value
		}
	}
	for i, value := range values {
		if p := &f.cells[i]; f.meets(p, number) {
			p.Plays++
			p.worth.Add(value)
			p.values = append(p.values, value)
		}
	}
	f.plays = max(f.plays, number+1)
	f.drop()
	return nil
}

// next returns the number of the placement that is played next.
func (f *Forecast) next() int {
	if f.plays < f.Lead {
		return f.plays
	}
	number := f.plays
	for i := range f.cells {
		if p := &f.cells[i]; !p.Dropped {
			number = min(number, p.Plays)
		}
	}
	return number
}

// meets tells whether a candidate plays in a placement now.
func (f *Forecast) meets(p *Prospect, number int) bool {
	return !p.Dropped && p.Plays == number && (p.keep || f.plays >= f.Lead)
}

// drop gives up candidates whose interval lies below that of the best.
func (f *Forecast) drop() {
	best := 0.0
	for i := range f.cells {
		if p := &f.cells[i]; p.Plays >= dropFrom {
			_, low, _ := p.Win()
			best = max(best, low)
		}
	}
	for i := range f.cells {
		if p := &f.cells[i]; p.Plays >= dropFrom && !p.keep {
			_, _, high := p.Win()
			p.Dropped = p.Dropped || high < best
		}
	}
}

// tellFrom is from how many plays on two candidates are told apart.
const tellFrom = 16

// Better returns how much more often one candidate wins than another, with the 95%
// interval of the difference, from the placements that both have met; that is all of
// [-1, 1] while these are only a few.
func (f *Forecast) Better(one, other minesweeper.Cell) (difference, low, high float64, err error) {
	a, b := f.find(one), f.find(other)
	if a == nil || b == nil {
		return 0, 0, 0, errors.New("minesweeper: not a candidate of the forecast")
	}
	n := min(len(a.values), len(b.values))
	var differences interval.Values
	for i := range n {
		differences.Add(a.values[i] - b.values[i])
	}
	difference, low, high = differences.Difference95(1)
	if n < tellFrom {
		low, high = -1, 1
	}
	return difference, low, high, nil
}

func (f *Forecast) find(c minesweeper.Cell) *Prospect {
	for i := range f.cells {
		if f.cells[i].Cell == c {
			return &f.cells[i]
		}
	}
	return nil
}
