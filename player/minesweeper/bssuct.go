package minesweeper

import (
	"context"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/search/expectimax"
	"blindsight/search/uct"
)

// BSSUCT are the parameters of the player of that name beyond those of its search.
type BSSUCT struct {
	Search uct.Config
	// Policy is the chance that a rollout without a safe cell opens one of least risk;
	// else it opens a cell that is safe in a hidden state drawn from the belief.
	// Paper B has 0.7.
	Policy float64
	// Exact is the number of placements from which down positions are solved exactly,
	// at the root and inside simulations. 0 is never: that is paper B's player.
	Exact int
}

// NewBSSUCT returns BSSUCT: UCT with a constraint solver inside (Sebag, Teytaud 2012,
// section 3.4 and Table 1). States are drawn exactly, by counting. Where a cell is
// certainly safe only such cells are tried, of which one will do, since opening it
// never lowers the win probability; cells that are certainly mines are never tried.
// Rollouts follow the paper's policy. The objective is to win.
func NewBSSUCT(g *minesweeper.Game, o BSSUCT) Player {
	g = g.WithObjective(minesweeper.Win)
	search := uct.New(g, func() sampler { return counting.New[minesweeper.State, *minesweeper.View](g) }, o.Search)
	search.Guided(func() uct.Guide[*minesweeper.View, minesweeper.Cell] { return newGuide(o) })
	p := &bssuct{g: g, exact: o.Exact, search: search, view: g.NewView()}
	if o.Exact > 0 {
		p.solved = NewOptimal(g, expectimax.New(expectimax.Options{Workers: 1, Memory: guideMemory}))
	}
	return p
}

// guideMemory is for the beliefs that one player's exact searches remember.
const guideMemory = 64 << 20

type bssuct struct {
	g       *minesweeper.Game
	exact   int
	search  Player
	solved  Player
	view    *minesweeper.View
	counter counting.Counter
	sums    blindsight.Sums
}

func (p *bssuct) Choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (blindsight.Decision[minesweeper.Cell], error) {
	p.view.CopyFrom(v)
	if p.exact > 0 && v.Started() {
		p.g.Constraints(v, &p.sums)
		if err := p.counter.Count(&p.sums); err != nil {
			return blindsight.Decision[minesweeper.Cell]{}, err
		}
		if few(&p.counter, p.exact) {
			return p.solved.Choose(ctx, rng, p.view, b)
		}
	}
	return p.search.Choose(ctx, rng, p.view, b)
}

// few tells whether a counted system has at most so many assignments.
func few(c *counting.Counter, limit int) bool {
	n := c.Placements()
	return n.IsInt64() && n.Int64() <= int64(limit)
}

// guide steers BSSUCT's search.
type guide struct {
	options BSSUCT
	risks   csp
	solver  *expectimax.Solver
	values  map[blindsight.Key]float64 // of positions solved
	ones    []int32
	mined   []bool
}

func newGuide(o BSSUCT) *guide {
	u := &guide{options: o}
	if o.Exact > 0 {
		u.solver = expectimax.New(expectimax.Options{Workers: 1, Memory: guideMemory})
		u.values = make(map[blindsight.Key]float64)
	}
	return u
}

// Candidates leaves only certainly safe cells where there are any, and else drops
// those that are certainly mines.
func (u *guide) Candidates(v *minesweeper.View, legal []minesweeper.Cell) ([]minesweeper.Cell, bool) {
	if !v.Started() {
		return legal, false
	}
	if risk := u.leastRisk(v); risk == 0 {
		slices.Sort(u.risks.cells)
		return append(legal[:0], u.risks.cells...), true
	}
	certain := u.risks.counter.Certain()
	for i, name := range u.risks.sums.Names {
		if certain[i] == 1 {
			at := slices.Index(legal, minesweeper.Cell(name))
			legal = slices.Delete(legal, at, at+1)
		}
	}
	return legal, false
}

// leastRisk counts and sets u.risks.cells to the cells of least risk.
func (u *guide) leastRisk(v *minesweeper.View) float64 {
	risk, err := u.risks.leastRisk(v)
	if err != nil {
		panic("bssuct: a view of a simulation has no placement: " + err.Error())
	}
	return risk
}

// Rollout follows paper B's Table 1: what the single point strategy finds safe, else
// what counting finds safe, else with probability Policy a cell of least risk, else a
// cell that is safe in a state drawn from the belief.
func (u *guide) Rollout(rng *rand.Rand, v *minesweeper.View) minesweeper.Cell {
	if c, forced := v.Forced(); forced {
		return c
	}
	if !v.Started() {
		return v.Pick(rng)
	}
	u.risks.cells = u.risks.points.safe(v, u.risks.cells[:0])
	if len(u.risks.cells) > 0 {
		return u.risks.cells[0]
	}
	if risk := u.leastRisk(v); risk == 0 || rng.Float64() < u.options.Policy {
		return u.risks.cells[rng.IntN(len(u.risks.cells))]
	}
	cells := v.Game().Cells()
	if len(u.mined) != cells {
		u.mined = make([]bool, cells)
	}
	clear(u.mined)
	u.ones = u.risks.counter.Sample(rng, u.ones[:0])
	for _, i := range u.ones {
		u.mined[u.risks.sums.Names[i]] = true
	}
	u.risks.cells = u.risks.cells[:0]
	for c := range minesweeper.Cell(cells) {
		if v.At(c) == minesweeper.Covered && !u.mined[c] {
			u.risks.cells = append(u.risks.cells, c)
		}
	}
	return u.risks.cells[rng.IntN(len(u.risks.cells))]
}

// Value solves a position exactly where few enough placements are left.
func (u *guide) Value(v *minesweeper.View) (float64, bool) {
	if u.solver == nil || !v.Started() {
		return 0, false
	}
	key, _ := v.Canonical()
	if value, ok := u.values[key]; ok {
		return value, true
	}
	u.leastRisk(v)
	if !few(&u.risks.counter, u.options.Exact) {
		return 0, false
	}
	a, err := v.Game().Answers(v, u.options.Exact)
	if err != nil {
		panic("bssuct: " + err.Error())
	}
	value := float64(u.solver.Win(context.Background(), a)[0].Lower) / float64(a.States)
	if len(u.values) > 1<<20 {
		clear(u.values)
	}
	u.values[key] = value
	return value, true
}
