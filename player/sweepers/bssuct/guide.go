package bssuct

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/player/sweepers/deduction"
	"blindsight/player/sweepers/optimum"
	"blindsight/search/reveal"
	"blindsight/search/uct"
)

// few tells whether a counted system has at most so many assignments.
func few(c *counting.Counter, limit int) bool { return c.Size() < float64(limit)+0.5 }

// guide steers BSSUCT's search.
type guide struct {
	options Options
	risks   deduction.Risks // at nodes
	counted blindsight.Key  // the view that it counted last
	risk    float64         // the least of that
	rolls   deduction.Risks // in rollouts, where one view follows from another
	solver  *reveal.Solver
	parts   optimum.Parts
	values  map[blindsight.Key]float64 // of positions solved
	odds    []float64                  // of each cell to be survived, as far as asked
	ones    []int32
	mined   []bool
}

func newGuide(o Options) *guide {
	u := &guide{options: o}
	if o.Exact > 0 {
		u.solver = reveal.New(reveal.Options{Workers: 1, Memory: Memory})
		u.values = make(map[blindsight.Key]float64)
	}
	return u
}

// Candidates leaves only certainly safe cells where there are any, and else drops
// those that are certainly mines, unless the options keep them.
func (u *guide) Candidates(v *minesweeper.View, legal []minesweeper.Cell) ([]minesweeper.Cell, bool) {
	u.forget(v)
	if !v.Started() {
		return legal, false
	}
	risk := u.leastRisk(v)
	for i, chance := range u.risks.Counter.Chances() {
		u.odds[u.risks.Sums.Names[i]] = 1 - chance
	}
	if risk == 0 {
		slices.Sort(u.risks.Cells)
		return append(legal[:0], u.risks.Cells...), true
	}
	certain := u.risks.Counter.Certain()
	if u.solver != nil {
		if c, ok := u.standing(v, certain); ok {
			return v.Alike(c, legal[:0]), true
		}
	}
	for i, name := range u.risks.Sums.Names {
		if certain[i] == 1 && !u.options.Mines {
			at := slices.Index(legal, minesweeper.Cell(name))
			legal = slices.Delete(legal, at, at+1)
		}
	}
	return legal, false
}

// standing returns the best cell of a part of the board that stands alone, if there is
// one and it can be solved.
func (u *guide) standing(v *minesweeper.View, certain []int8) (c minesweeper.Cell, ok bool) {
	if few(&u.risks.Counter, u.options.Exact) {
		return 0, false // the whole is solved
	}
	u.parts.Divide(v, u.risks.Sums.Names, certain)
	u.parts.Alone(v, u.options.Exact, func(cells []minesweeper.Cell, t *reveal.Answers) bool {
		c, ok = cells[u.solver.Best(context.Background(), t).Action], true
		return true
	})
	return c, ok
}

// forget sets the odds of all cells to those that need no counting.
func (u *guide) forget(v *minesweeper.View) {
	u.odds = u.odds[:0]
	odds := 1.0
	if !v.Started() {
		odds -= v.Game().FirstRisk()
	}
	for range v.Game().Cells() {
		u.odds = append(u.odds, odds)
	}
}

// Odds returns the chance that a cell is safe.
func (u *guide) Odds(_ *minesweeper.View, c minesweeper.Cell) float64 { return u.odds[c] }

// Lost tells a mine from the last safe cell, which pays.
func (u *guide) Lost(end blindsight.Step[minesweeper.Seen]) bool { return end.Reward <= 0 }

var _ uct.Forecaster[*minesweeper.View, minesweeper.Cell, minesweeper.Seen] = (*guide)(nil)

// Likelihood returns the number of placements of a view, which is in proportion.
func (u *guide) Likelihood(v *minesweeper.View) float64 {
	if !v.Started() {
		return 0
	}
	if size := u.risks.Counter.Size(); !math.IsInf(size, 1) {
		return size
	}
	return 0
}

// Twins returns how many mirror images of the view the last opening could have shown.
func (u *guide) Twins(v *minesweeper.View, cells int) int { return v.Twins(cells) }

// leastRisk counts and sets u.risks.Cells to the cells of least risk.
func (u *guide) leastRisk(v *minesweeper.View) float64 {
	risk, err := u.risks.Least(v)
	if err != nil {
		panic("bssuct: a view of a simulation has no placement: " + err.Error())
	}
	u.counted, u.risk = v.Key(), risk
	return risk
}

// Rollout follows paper B's Table 1: what the single point strategy finds safe, else
// what counting finds safe, else with probability Policy a cell of least risk, else a
// cell that is safe in a state drawn from the belief.
func (u *guide) Rollout(rng *rand.Rand, v *minesweeper.View) minesweeper.Cell {
	c, odds := u.roll(rng, v)
	u.odds[c] = odds
	return c
}

// roll returns the next cell of a rollout and the chance that it is safe.
func (u *guide) roll(rng *rand.Rand, v *minesweeper.View) (minesweeper.Cell, float64) {
	if c, forced := v.Forced(); forced {
		return c, 1
	}
	if !v.Started() {
		return v.Pick(rng), 1 - v.Game().FirstRisk()
	}
	if u.counted == v.Key() { // a rollout begins where a node was made
		return u.pick(rng, &u.risks, u.risk)
	}
	p := &u.rolls
	if p.HoldsFor(v) {
		if p.Cells = p.Safe(v, p.Cells[:0]); len(p.Cells) > 0 {
			return p.Cells[0], 1
		}
	}
	p.Cells = p.Points.Safe(v, p.Cells[:0])
	if len(p.Cells) > 0 {
		return p.Cells[0], 1
	}
	risk, err := p.LeastOnward(v)
	if err != nil {
		panic("bssuct: a view of a simulation has no placement: " + err.Error())
	}
	return u.pick(rng, p, risk)
}

// pick returns the cell to open of a position that was counted, by the policy, and the
// chance that it is safe.
func (u *guide) pick(rng *rand.Rand, p *deduction.Risks, risk float64) (minesweeper.Cell, float64) {
	if risk == 0 || rng.Float64() < u.options.Policy {
		return p.Cells[rng.IntN(len(p.Cells))], 1 - risk
	}
	u.ones = p.Counter.Sample(rng, u.ones[:0])
	unknowns := len(p.Sums.Names)
	if len(u.mined) < unknowns {
		u.mined = make([]bool, unknowns)
	}
	clear(u.mined)
	for _, i := range u.ones {
		u.mined[i] = true
	}
	// Without a safe cell all closed cells but known mines are unknowns.
	at := rng.IntN(unknowns - len(u.ones))
	for i, name := range p.Sums.Names {
		if !u.mined[i] {
			if at == 0 {
				return minesweeper.Cell(name), 1 - p.Counter.Chances()[i]
			}
			at--
		}
	}
	panic("bssuct: a state without a safe cell")
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
	if !few(&u.risks.Counter, u.options.Exact) {
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
