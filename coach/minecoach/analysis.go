package minecoach

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"blindsight"
	"blindsight/belief/counting"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/player/sweepers/optimum"
	"blindsight/player/sweepers/strong"
	"blindsight/search/reveal"
)

// CellAnalysis is what is known of a closed cell.
type CellAnalysis struct {
	Cell minesweeper.Cell
	Mine float64  // probability of a mine
	Win  *big.Rat // probability to win if it is opened next and the best play follows; nil if not computed
}

// Analysis is what is known of a position.
type Analysis struct {
	Placements *big.Int // placements of the mines that agree with the position
	Cells      []CellAnalysis
	Best       []minesweeper.Cell // of greatest win probability; where that was not computed, of least risk
	Win        *big.Rat           // of the best play; nil if not computed
}

// Contradiction is the error of a position that no placement explains. It names
// numbers that cannot all be true, given the number of mines, while all of them but
// any one could. Of such sets it is a smallest, as far as the numbers in a set share
// closed neighbours.
type Contradiction struct {
	View  *minesweeper.View
	Cells []minesweeper.Cell
}

// Error names the cells.
func (c *Contradiction) Error() string {
	g := c.View.Game()
	if len(c.Cells) == 0 {
		return fmt.Sprintf("no placement of the %d mines agrees with this position: too few cells are left for them", g.Rules().Mines)
	}
	names := make([]string, len(c.Cells))
	for i, cell := range c.Cells {
		row, col := g.RowCol(cell)
		names[i] = fmt.Sprintf("%d,%d (%d)", row, col, c.View.At(cell))
	}
	return fmt.Sprintf("no placement of the %d mines agrees with this position: these numbers contradict each other: %s", g.Rules().Mines, strings.Join(names, ", "))
}

// Unwrap returns blindsight.ErrInconsistent.
func (c *Contradiction) Unwrap() error { return blindsight.ErrInconsistent }

// Analyst analyses positions. It remembers what it has counted and solved. It is
// for one goroutine.
type Analyst struct {
	Limit   int // placements up to which win probabilities are computed
	Nodes   int // of the counting, see [counting.Counter]; 0 for no limit
	counter counting.Counter
	solver  *reveal.Solver
	sums    counting.Sums

	reasoner reasoner

	atOnce      *strong.Player // decides without a budget; nil until it is asked
	atOnceNodes int            // its bound
}

// NewAnalyst returns an analyst that computes win probabilities of positions with
// at most limit placements left.
func NewAnalyst(limit int, s *reveal.Solver) *Analyst { return &Analyst{Limit: limit, solver: s} }

// strong returns the player for a decision. Without a budget it is the same one each time, which has its memory at hand: what it
// opens then does not depend on what it was asked before. A search with a budget begins with nothing, so that it finds
// the same again.
func (n *Analyst) strong(b blindsight.Budget) *strong.Player {
	o := strong.Default()
	o.Nodes = n.Nodes
	if b != (blindsight.Budget{}) {
		return strong.New(o)
	}
	if n.atOnce == nil || n.atOnceNodes != n.Nodes {
		n.atOnce, n.atOnceNodes = strong.New(o), n.Nodes
	}
	return n.atOnce
}

// Analyse counts the placements of a position and gives each closed cell its exact
// risk and, where few enough placements are left, its exact win probability. A
// position without placement gives a *Contradiction, one beyond the limit of nodes
// [blindsight.ErrTooMany]. When the context ends during the search, its error comes with
// the analysis as far as it went: the risks of all cells, and the win probabilities that
// were known by then.
func (n *Analyst) Analyse(ctx context.Context, v *minesweeper.View) (*Analysis, error) {
	g := v.Game()
	if !v.Started() {
		return n.untouched(ctx, g)
	}
	if !g.Constraints(v, &n.sums) {
		return nil, errors.New("no constraints")
	}
	a, err := n.count(ctx, v)
	if errors.Is(err, blindsight.ErrInconsistent) {
		err = n.contradiction(ctx, v)
	}
	if err != nil {
		return nil, err
	}
	if Affordable(v, a, n.Limit) {
		table, err := g.AnswersContext(ctx, v, n.Limit)
		if err != nil && pace.Err(ctx) == nil {
			return nil, err
		}
		if err == nil {
			for i, b := range n.solver.Actions(ctx, table) {
				if b.Exact() {
					a.Cells[i].Win = big.NewRat(b.Lower, int64(table.States))
				}
			}
		}
	}
	a.choose(func(minesweeper.Cell) bool { return v.Left() > 0 })
	return a, pace.Err(ctx)
}

// Risks is Analyse without win probabilities, whatever the limit is.
func (n *Analyst) Risks(ctx context.Context, v *minesweeper.View) (*Analysis, error) {
	limit := n.Limit
	n.Limit = 0
	defer func() { n.Limit = limit }()
	return n.Analyse(ctx, v)
}

// count counts what n.sums allows, and gives each closed cell of the view its risk. It returns
// [blindsight.ErrInconsistent] where nothing is allowed.
func (n *Analyst) count(ctx context.Context, v *minesweeper.View) (*Analysis, error) {
	n.counter.Limit = n.Nodes
	n.counter.Stop = func() bool { return pace.Err(ctx) != nil }
	err := n.counter.Count(&n.sums)
	n.counter.Stop = nil
	switch {
	case errors.Is(err, blindsight.ErrTooMany) && pace.Err(ctx) != nil:
		return nil, pace.Err(ctx)
	case errors.Is(err, blindsight.ErrInconsistent):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("the numbers hang together over too wide an area to count the placements of the mines: %w", err)
	}
	a := &Analysis{Placements: n.counter.Placements(), Cells: make([]CellAnalysis, 0, v.Game().Cells()-len(v.Opened()))}
	risk := make([]float64, v.Game().Cells())
	for i, chance := range n.counter.Chances() {
		risk[n.sums.Names[i]] = chance
	}
	for c := range minesweeper.Cell(len(risk)) {
		if v.At(c) == minesweeper.Covered {
			a.Cells = append(a.Cells, CellAnalysis{Cell: c, Mine: risk[c]})
		}
	}
	return a, nil
}

// best adds the exact chance to win to an analysis of a started view, and that of the
// best cells, if it is found before the context ends: a fraction of the work for all cells.
func (n *Analyst) best(ctx context.Context, v *minesweeper.View, a *Analysis) {
	table, err := v.Game().AnswersContext(ctx, v, TriedPlacements)
	if err != nil {
		return
	}
	choice := n.solver.Best(ctx, table)
	if !choice.Value.Exact() || choice.Action < 0 {
		return
	}
	a.Win = big.NewRat(choice.Value.Lower, int64(table.States))
	a.Best = a.Best[:0]
	for i := range a.Cells {
		// Opening what is certainly safe is never worse than anything else.
		if c := &a.Cells[i]; i == choice.Action || c.Mine == 0 {
			c.Win = a.Win
			a.Best = append(a.Best, c.Cell)
		}
	}
}

// Affordable tells whether win probabilities are computed for a view, of which an
// analysis has counted the placements: whether at most limit are left, on an untouched
// board after any first cell. On a won board there is nothing to compute.
func Affordable(v *minesweeper.View, a *Analysis, limit int) bool {
	few := func(n *big.Int) bool { return n.IsInt64() && n.Int64() <= int64(limit) }
	if v.Started() {
		return few(a.Placements) && v.Left() > 0
	}
	g := v.Game()
	for _, c := range optimum.FirstCells(g) {
		if !few(new(big.Int).Binomial(int64(g.Cells()-len(g.Zone(c))), int64(g.Rules().Mines))) {
			return false
		}
	}
	return true
}

// untouched analyses a board of which nothing is open: the rule protects any first
// cell that it can serve, or none.
func (n *Analyst) untouched(ctx context.Context, g *minesweeper.Game) (*Analysis, error) {
	rules := g.Rules()
	a := &Analysis{Placements: new(big.Int).Binomial(int64(g.Cells()), int64(rules.Mines))}
	wins := make(map[minesweeper.Cell]*big.Rat)
	first := optimum.FirstCells(g)
	if !Affordable(g.NewView(), a, n.Limit) {
		first = nil
	}
	for _, c := range first {
		f, err := optimum.SolveFirst(ctx, g.WithObjective(minesweeper.Win), n.solver, c)
		if err != nil {
			return nil, err
		}
		if f.Exact() {
			wins[c] = f.Lower
		}
	}
	for c := range minesweeper.Cell(g.Cells()) {
		cell := CellAnalysis{Cell: c}
		if g.Servable(c) {
			cell.Mine, cell.Win = g.FirstRisk(), wins[g.LeastImage(c)]
		} else {
			cell.Mine = float64(rules.Mines) / float64(g.Cells())
		}
		a.Cells = append(a.Cells, cell)
	}
	a.choose(g.Servable)
	return a, pace.Err(ctx)
}

// RiskOfAny returns the chance that a mine lies on any of some closed cells of a started
// view: the risk of opening them all at once. Errors are those of counting.
func (n *Analyst) RiskOfAny(v *minesweeper.View, cells []minesweeper.Cell) (float64, error) {
	if !v.Game().Constraints(v, &n.sums) {
		return 0, errors.New("no constraints")
	}
	n.counter.Limit = n.Nodes
	if err := n.counter.Count(&n.sums); err != nil {
		return 0, err
	}
	all := new(big.Rat).SetInt(n.counter.Placements())
	free := counting.Sum{} // all of them together hold no mine
	for i, name := range n.sums.Names {
		if slices.Contains(cells, minesweeper.Cell(name)) {
			free.Cells = append(free.Cells, int32(i))
		}
	}
	n.sums.Sums = append(n.sums.Sums, free)
	switch err := n.counter.Count(&n.sums); {
	case errors.Is(err, blindsight.ErrInconsistent):
		return 1, nil
	case err != nil:
		return 0, err
	}
	safe := new(big.Rat).SetInt(n.counter.Placements())
	risk, _ := safe.Sub(all, safe).Quo(safe, all).Float64()
	return risk, nil
}

// sameRisk is how close two risks must be, relatively, to count as equal: beyond the
// rounding of the counting, far below any real difference.
const sameRisk = 1e-11

// choose finds the best of the cells that may be opened: by win probability where
// all have one, else by risk.
func (a *Analysis) choose(legal func(minesweeper.Cell) bool) {
	known := true
	for _, c := range a.Cells {
		known = known && (c.Win != nil || !legal(c.Cell))
	}
	var best *CellAnalysis
	for i := range a.Cells {
		c := &a.Cells[i]
		if !legal(c.Cell) {
			continue
		}
		order := 1 // of c against the best so far
		switch {
		case best == nil:
		case known:
			order = c.Win.Cmp(best.Win)
		case math.Abs(c.Mine-best.Mine) <= sameRisk*best.Mine:
			order = 0
		case c.Mine > best.Mine:
			order = -1
		}
		if order > 0 {
			best, a.Best = c, a.Best[:0]
		}
		if order >= 0 {
			a.Best = append(a.Best, c.Cell)
		}
	}
	if known && best != nil {
		a.Win = best.Win
	}
}
