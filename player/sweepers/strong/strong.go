// Package strong is the player that is meant to win most games of Minesweeper, on boards of any size.
//
// It is an ordered list of stages, each of which decides positions of its kind or passes them on (see stage):
// what is known by heart, what is certain, the exact optimum, that of a part that stands alone, of several parts
// together, searches of small boards, and at last a guess. All look at one position, which is counted once.
package strong

import (
	"context"
	"errors"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/search/reveal"
)

// Options are the parameters of the player. constants_fitted.go and studies/mines-strength/LOG.md say what each was measured to be
// worth.
type Options struct {
	Constants
	// Depth is how many guesses are looked ahead, 2 or 3; 0 means 2 without a budget and 3
	// with one.
	Depth int
	// Exact is the number of placements from which down the exact optimum is sought
	// without a budget.
	Exact int
	// First is the first cell to open; nil means the best that is known, or with a budget is
	// found by playouts.
	First *minesweeper.Cell
	// Nodes bounds every count, see [counting.Counter]; 0 is no bound. Where it is reached there is no decision but
	// blindsight.ErrTooMany.
	Nodes int
	// Weights are what guesses are weighed by; nil means those in use, [Fitted].
	Weights *Ahead
	// Without leaves parts out, to see what they are worth.
	Without Part
}

// Part is one or more parts of the player.
type Part uint

// The parts that can be left out. What is certain is always opened.
const (
	Opening  Part = 1 << iota // first cells known by heart, or found: else the usual one
	Book                      // moves known by heart
	Exact                     // the exact optimum of the whole, near the end
	Alone                     // that of a part that stands alone
	Together                  // that of parts together
	Small                     // searches of small boards
	Weighing                  // guesses by weights: else the safest cell
	Fifties                   // forced guesses seen from afar
	Playouts                  // guesses compared by playing on
)

// Default returns the parameters that are meant to be used.
func Default() Options {
	return Options{Constants: constants, Exact: 400}
}

// Check tells what is wrong with the options.
func (o *Options) Check() error {
	if o.Depth != 0 && o.Depth != 2 && o.Depth != 3 {
		return errors.New("depth: must be 0, 2 or 3")
	}
	return o.Constants.Check()
}

// solverMemory is for the beliefs that one player's exact searches remember, in bytes.
const solverMemory = 64 << 20

// Player is the list of all stages. It holds scratch memory and is for one goroutine.
type Player struct{ list }

var _ minesweeper.Planner = (*Player)(nil)

// New returns the player. It panics if the options do not pass their Check.
//
// It opens what is certainly safe; where nothing is, and few placements are left, it plays
// the exact optimum: of the whole board, of parts that have only the number of mines left in
// common, or of one part that stands alone; else it guesses: by the
// chance to survive a cell, by what each number that it can show would leave, by its
// surroundings, by the forced guesses that it would spare, with weights that were fitted.
//
// Without a budget a decision takes a millisecond or two at most on a board of
// 16x30/99. With one the exact search takes on up to 20,000 placements and visits 50,000
// beliefs, or one for each simulation if these are more, or takes half of the time. Then, on
// boards of up to 36 cells and up to four million placements, another search follows: UCT,
// one simulation for each granted, or on dense boards and further down a narrower exact one
// ([reveal.Solver.Estimate]), eight beliefs for each. On other boards a guess is looked at
// one guess further, and the best candidates are compared by playing on after them: no more
// playouts than simulations, an eighth of that while many cells are unknown, or the other half of the time; none at the
// very beginning, where they say no more than the weights. First
// cells of boards for which none is known are compared by playing whole games, as many as there are
// simulations or as the time allows: once for each board.
//
// A decision's value is the exact chance to win where the exact search decided, or the book of moves that it has filled; it is
// what some play wins where another search did; else it is the chance to survive, which is no return (its Measure says which).
func New(o Options) *Player {
	if err := o.Check(); err != nil {
		panic("strong: " + err.Error())
	}
	solver := newSolver()
	var guess stage = newCompared(o)
	switch {
	case o.Without&Weighing != 0:
		guess = safest{}
	case o.Without&Playouts != 0:
		guess = newWeighed(o)
	}
	stages := append([]stage{firstCell(o)}, known(o, solver)...)
	if o.Without&Small == 0 {
		stages = append(stages, &sampled{caution: o.Caution}, &narrow{solver: solver, close: o.Close})
	}
	return &Player{newList(o, append(stages, guess)...)}
}

// firstCell returns the stage of the first cell.
func firstCell(o Options) stage {
	switch {
	case o.First != nil:
		return fixed{*o.First}
	case o.Without&Opening != 0:
		return usual{}
	}
	return &opening{options: o}
}

// known returns the stages that need no guess, once a cell is open: what is known by heart, what is certain, and exact
// searches.
func known(o Options, solver *reveal.Solver) (list []stage) {
	add := func(part Part, s stage) {
		if o.Without&part == 0 {
			list = append(list, s)
		}
	}
	add(Book, book{})
	add(0, deduced{})
	add(Exact, &exact{solver: solver, within: reach(o.Exact)})
	add(Alone, &alone{solver: solver, within: reach(o.Exact)})
	add(Together, &together{solver: solver, within: reach(o.Exact)})
	return list
}

func newSolver() *reveal.Solver {
	return reveal.New(reveal.Options{Memory: solverMemory, Workers: 1})
}

// Choose implements [blindsight.Planner].
func (p *Player) Choose(ctx context.Context, rng *rand.Rand, v *minesweeper.View, b blindsight.Budget) (minesweeper.Decision, error) {
	c := p.decide(ctx, rng, v, b)
	return c.Decision, c.err
}
