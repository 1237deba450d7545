package minesweeper

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/internal/interval"
)

// Forecast estimates how often cells win, where the exact value is out of reach: it
// draws placements of the mines from the exact belief, opens the cell in each, and lets
// the player csp play on. All cells meet the same placements, so that their differences
// are surer than their values. The estimates converge to the win chance of csp after
// that cell, a little less than that of the best play.
//
// It knows the view and nothing else. It is for one goroutine.
type Forecast struct {
	view    *minesweeper.View
	sampler sampler
	player  csp
	rng     *rand.Rand
	cells   []Prospect
	plays   int
	hidden  minesweeper.State
	state   minesweeper.State
	work    *minesweeper.View
}

// Prospect is what a forecast knows of a cell.
type Prospect struct {
	Cell    minesweeper.Cell
	Mine    float64
	Wins    int
	Plays   int
	Dropped bool // it is surely not the best, and is simulated no more
	keep    bool
	won     []bool // by play
}

// Win returns the estimate and its 95% interval.
func (p *Prospect) Win() (win, low, high float64) {
	if p.Plays == 0 {
		return 0, 0, 1
	}
	low, high = interval.Wilson95(p.Wins, p.Plays)
	return float64(p.Wins) / float64(p.Plays), low, high
}

// The candidates of a forecast: how many, how much riskier than the least risk they may
// be, and from how many plays on hopeless ones are dropped.
const (
	maxCandidates = 10
	extraRisk     = 0.12
	dropFrom      = 24
)

// maxForecastNodes bounds the counting in a forecast, see [counting.Counter].
const maxForecastNodes = 100_000

// NewForecast returns a forecast for the promising cells of a position that was
// analysed: those of little risk, of equals those with most open neighbours, of these
// those with fewest neighbours, which show a 0 most often; of cells
// that are certainly safe a single one, since opening them all costs nothing. Cells
// beyond these are added by keep, and not dropped. The random numbers belong to the
// forecast from then on: equal ones give equal results.
func NewForecast(v *minesweeper.View, a *Analysis, rng *rand.Rand, keep ...minesweeper.Cell) *Forecast {
	v = autoOpened(v)
	g := v.Game()
	f := &Forecast{view: v, rng: rng, player: csp{counter: counting.Counter{Limit: maxForecastNodes}}, sampler: counting.New[minesweeper.State, *minesweeper.View](g), work: g.NewView()}
	order := slices.Clone(a.Cells)
	if !v.Started() {
		order = slices.DeleteFunc(order, func(c CellAnalysis) bool {
			return !slices.Contains(keep, c.Cell) && (!g.Servable(c.Cell) || g.LeastImage(c.Cell) != c.Cell)
		})
	}
	beside := func(c minesweeper.Cell) int {
		n := 0
		for _, b := range g.Neighbours(c) {
			if v.At(b) != minesweeper.Covered {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(order, func(a, b CellAnalysis) int {
		switch {
		case a.Mine < b.Mine*(1-sameRisk):
			return -1
		case b.Mine < a.Mine*(1-sameRisk):
			return 1
		}
		if n := beside(b.Cell) - beside(a.Cell); n != 0 {
			return n
		}
		return len(g.Neighbours(a.Cell)) - len(g.Neighbours(b.Cell))
	})
	safe := v.Started() && order[0].Mine == 0
	if safe && slices.ContainsFunc(order, func(c CellAnalysis) bool { return c.Mine == 0 && slices.Contains(keep, c.Cell) }) {
		order = slices.DeleteFunc(order, func(c CellAnalysis) bool { return !slices.Contains(keep, c.Cell) })
	}
	for i, c := range order {
		kept := slices.Contains(keep, c.Cell)
		likely := len(f.cells) < maxCandidates && c.Mine <= order[0].Mine+extraRisk
		if safe {
			likely = i == 0 // one safe cell will do
		}
		if kept || likely {
			f.cells = append(f.cells, Prospect{Cell: c.Cell, Mine: c.Mine, keep: kept})
		}
	}
	return f
}

// autoOpened returns the view in a game that opens the neighbours of zeros by itself:
// nothing is won or lost by it, and fewer decisions are to be made.
func autoOpened(v *minesweeper.View) *minesweeper.View {
	rules := v.Game().Rules()
	if rules.AutoOpen {
		return v
	}
	rules.AutoOpen = true
	g, err := minesweeper.New(rules)
	if err != nil {
		panic(err) // the rules were good before
	}
	w := g.NewView()
	for _, c := range v.Opened() {
		if err := w.Observe(c, v.At(c)); err != nil {
			panic(err) // it was observed before
		}
	}
	return w
}

// Plays returns how many placements were played.
func (f *Forecast) Plays() int { return f.plays }

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

func (p *Prospect) rate() float64 {
	if p.Plays == 0 {
		return 0
	}
	return float64(p.Wins) / float64(p.Plays)
}

// Play draws one placement and plays every candidate in it. It takes about as long as
// csp needs for a game, times the candidates left. The error is that of the context, or
// [blindsight.ErrTooMany] where a position is met that is too wide to be counted.
func (f *Forecast) Play(ctx context.Context) error {
	if err := f.sampler.Sample(ctx, f.rng, f.view, 1, &f.hidden); err != nil {
		return err
	}
	seed := [2]uint64{f.rng.Uint64(), f.rng.Uint64()}
	results := make([]bool, len(f.cells))
	for i := range f.cells {
		if f.cells[i].Dropped {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		won, err := f.playOut(f.cells[i].Cell, rand.New(rand.NewPCG(seed[0], seed[1])))
		if err != nil {
			return err
		}
		results[i] = won
	}
	f.plays++
	for i := range f.cells {
		if p := &f.cells[i]; !p.Dropped {
			p.Plays++
			if results[i] {
				p.Wins++
			}
			p.won = append(p.won, results[i])
		}
	}
	f.drop()
	return nil
}

// playOut opens a cell in the placement drawn and plays on, and tells whether the game
// was won.
func (f *Forecast) playOut(c minesweeper.Cell, rng *rand.Rand) (bool, error) {
	g := f.view.Game()
	f.work.CopyFrom(f.view)
	g.Copy(&f.state, &f.hidden)
	for {
		step := g.Step(rng, &f.state, c)
		if step.Done {
			return step.Seen != minesweeper.Mine, nil
		}
		if err := f.work.Observe(c, step.Seen); err != nil {
			return false, err
		}
		d, err := f.player.Choose(context.Background(), rng, f.work, blindsight.Budget{})
		if err != nil {
			return false, err
		}
		c = d.Action
	}
}

// drop gives up candidates whose interval lies below that of the best.
func (f *Forecast) drop() {
	if f.plays < dropFrom {
		return
	}
	best := 0.0
	for i := range f.cells {
		_, low, _ := f.cells[i].Win()
		best = max(best, low)
	}
	for i := range f.cells {
		if _, _, high := f.cells[i].Win(); high < best && !f.cells[i].keep {
			f.cells[i].Dropped = true
		}
	}
}

// Better returns how much more often one candidate wins than another, with the 95%
// interval of the difference, from the placements that both have met.
func (f *Forecast) Better(one, other minesweeper.Cell) (difference, low, high float64, err error) {
	a, b := f.find(one), f.find(other)
	if a == nil || b == nil {
		return 0, 0, 0, errors.New("minesweeper: not a candidate of the forecast")
	}
	n := min(len(a.won), len(b.won))
	var pairs interval.Paired
	for i := range n {
		switch {
		case a.won[i] && b.won[i]:
			pairs.Both++
		case a.won[i]:
			pairs.First++
		case b.won[i]:
			pairs.Second++
		default:
			pairs.Neither++
		}
	}
	difference, low, high = pairs.Difference95()
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
