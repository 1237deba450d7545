// Package survival plays games of Minesweeper that never end with a mine: where a guess fails, the hidden board is drawn
// anew among those on which it is safe, and the game counts by the product of the chances to survive (importance
// weighting). That is as true on average as games that end, and varies much less: every game tells of every phase.
//
// The players are any that open a certainly safe cell wherever there is one, as all of package sweepers do but the
// papers' own: they are asked only where nothing is certain.
package survival

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/player/sweepers/deduction"
)

// Guess is a decision where no cell is certainly safe.
type Guess struct {
	View *minesweeper.View // not to be kept, nor changed
	// Position is the counted view. Before the first cell there is none.
	Position *deduction.Position
	Decision minesweeper.Decision
	// Safe is the chance to survive it, Weight that to have come so far.
	Safe, Weight float64
}

// Exact tells whether the decision's value is the exact chance to win, of a player that goes on as well as can be.
func (g *Guess) Exact() bool { return g.Decision.Measure == blindsight.ExactReturn }

// Plays lets one player play. It holds scratch memory and is for one goroutine.
type Plays struct {
	player   minesweeper.Planner
	budget   blindsight.Budget
	position deduction.Position
	view     *minesweeper.View
	state    minesweeper.State
	safe     []minesweeper.Cell
	known    map[blindsight.Key]step // decisions that are not made again, see Forget
}

// step is what the player does in a position: it guesses one cell, or some are certainly safe.
type step struct {
	decision minesweeper.Decision
	safe     float64 // the chance to survive
	certain  []minesweeper.Cell
}

// New returns plays of a player, which decides each guess within the budget.
func New(player minesweeper.Planner, b blindsight.Budget) *Plays {
	return &Plays{player: player, budget: b}
}

// Counted returns the counted position of a view in which a cell is open. The error is blindsight.ErrTooMany where it
// cannot be counted.
func Counted(v *minesweeper.View) (*deduction.Position, error) {
	var p deduction.Position
	return &p, p.Count(v)
}

// Forget drops the decisions of earlier plays, which [Plays.After] would take as they are.
func (p *Plays) Forget() { p.known = make(map[blindsight.Key]step) }

// Game plays one game and calls at for each guess, until at returns false or the game is won. It returns what the
// game counts: the chance to survive all guesses, times the exact chance to win of the last, if that was exact. An
// error is that of the player, of at, or blindsight.ErrTooMany where a view cannot be counted.
func (p *Plays) Game(ctx context.Context, rng *rand.Rand, g *minesweeper.Game, at func(*Guess) (bool, error)) (float64, error) {
	p.begin(g)
	p.known = nil
	d, err := p.player.Choose(ctx, rng, p.view, p.budget)
	if err != nil {
		return 0, err
	}
	first := Guess{View: p.view, Decision: d, Safe: 1 - g.FirstRisk(), Weight: 1}
	if more, err := at(&first); err != nil || !more {
		return 0, err
	}
	p.openFirst(rng, d.Action)
	return p.on(ctx, rng, first.Safe, at)
}

// Begin returns what a game is worth that begins with a cell, the player going on: one play.
func (p *Plays) Begin(ctx context.Context, rng *rand.Rand, g *minesweeper.Game, first minesweeper.Cell) (float64, error) {
	p.begin(g)
	p.openFirst(rng, first)
	return p.on(ctx, rng, 1-g.FirstRisk(), nil)
}

// After returns what opening a cell of a counted view is worth, the player going on: one play, on a board of the
// view, or where the cell is a mine there on others drawn with rng. Decisions are remembered until [Plays.Forget].
func (p *Plays) After(ctx context.Context, rng *rand.Rand, v *minesweeper.View, root *deduction.Position, board *minesweeper.State, cell minesweeper.Cell) (float64, error) {
	g := v.Game()
	if p.view == nil || p.view.Game() != g {
		p.view = g.NewView()
	}
	p.view.CopyFrom(v)
	p.position.CopyFrom(&root.Frontier)
	g.Copy(&p.state, board)
	for p.state.Mine(cell) {
		root.Draw(rng, &p.state)
	}
	p.open(rng, cell)
	return p.on(ctx, rng, 1-root.Risk(cell), nil)
}

func (p *Plays) begin(g *minesweeper.Game) {
	p.view = g.NewView()
	p.position.Forget()
}

// on plays from the view at hand to the end.
func (p *Plays) on(ctx context.Context, rng *rand.Rand, weight float64, at func(*Guess) (bool, error)) (float64, error) {
	v := p.view
	for v.Left() > 0 {
		if c, forced := v.Forced(); forced {
			p.open(rng, c)
			continue
		}
		if p.safe = p.position.Deduce(v, p.safe[:0]); len(p.safe) > 0 {
			p.openAll(rng, p.safe)
			continue
		}
		s, err := p.step(ctx, rng)
		if err != nil {
			return 0, err
		}
		if s.certain != nil {
			p.openAll(rng, s.certain)
			continue
		}
		guess := Guess{View: v, Position: &p.position, Decision: s.decision, Safe: s.safe, Weight: weight}
		if at != nil {
			if more, err := at(&guess); err != nil || !more {
				return weight * s.decision.Value, err
			}
		}
		if guess.Exact() {
			return weight * s.decision.Value, nil
		}
		weight *= s.safe
		if err := p.survive(rng, s.decision.Action); err != nil {
			return 0, err
		}
		p.open(rng, s.decision.Action)
	}
	return weight, nil
}

// step returns what is done in the view at hand. Where it is not remembered, the position is counted.
func (p *Plays) step(ctx context.Context, rng *rand.Rand) (step, error) {
	key := p.view.Key()
	if s, ok := p.known[key]; ok {
		return s, nil
	}
	if err := p.position.Count(p.view); err != nil {
		return step{}, err
	}
	s := step{certain: p.position.Safe(p.view, nil)}
	if s.certain == nil {
		var err error
		if s.decision, err = p.player.Choose(ctx, rng, p.view, p.budget); err != nil {
			return s, err
		}
		if err := pace.Err(ctx); err != nil {
			return s, err
		}
		s.safe = 1 - p.position.Risk(s.decision.Action)
	}
	if p.known != nil {
		p.known[key] = s
	}
	return s, nil
}

// survive draws the hidden board anew until a cell is safe.
func (p *Plays) survive(rng *rand.Rand, c minesweeper.Cell) error {
	if !p.state.Mine(c) {
		return nil
	}
	if err := p.position.Count(p.view); err != nil { // it may have been remembered
		return err
	}
	for p.state.Mine(c) {
		p.position.Draw(rng, &p.state)
	}
	return nil
}

// openAll opens those of some cells that are still closed: one may have opened another.
func (p *Plays) openAll(rng *rand.Rand, cells []minesweeper.Cell) {
	for _, c := range cells {
		if p.view.At(c) == minesweeper.Covered {
			p.open(rng, c)
		}
	}
}

func (p *Plays) open(rng *rand.Rand, c minesweeper.Cell) {
	if err := p.view.Did(c, p.view.Game().Step(rng, &p.state, c).Seen); err != nil {
		panic("survival: " + err.Error())
	}
}

// openFirst begins a board with a cell, and with another board until that is safe, where the rules do not protect it.
func (p *Plays) openFirst(rng *rand.Rand, c minesweeper.Cell) {
	g := p.view.Game()
	for {
		g.Start(rng, &p.state)
		if seen := g.Step(rng, &p.state, c).Seen; seen != minesweeper.Mine {
			if err := p.view.Did(c, seen); err != nil {
				panic("survival: " + err.Error())
			}
			return
		}
	}
}
