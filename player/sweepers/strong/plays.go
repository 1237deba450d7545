package strong

import (
	"context"
	"math/rand/v2"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
)

// Plays lets strong, without a budget, play on after cells of a view, on hidden boards that are drawn from the exact
// belief: [Plays.Draw] draws one, [Plays.On] plays on it. Plays do not end with a mine: they go on with a board
// drawn anew, given survival, and count by the chance of that, times the exact chance once that is known (importance
// weighting). They know the view and nothing else, and are for one goroutine.
type Plays struct {
	root  position // the view, counted if it is started
	on    playouts
	board minesweeper.State
}

// NewPlays returns plays of a view. Nodes bounds every count, see [Options]. The error is that of counting the view.
func NewPlays(v *minesweeper.View, nodes int) (*Plays, error) {
	o := Default()
	o.Nodes = nodes
	p := &Plays{on: playouts{roller: newWhole(o), view: v.Game().NewView(), known: make(map[blindsight.Key]step)}}
	p.root.limit(nodes)
	p.root.look(v)
	if v.Started() {
		if err := p.root.Count(v); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Draw draws the board of the next plays. Before the first cell there is none yet.
func (p *Plays) Draw(rng *rand.Rand) {
	clear(p.on.known)
	if p.root.view.Started() {
		p.root.Draw(rng, &p.board)
	}
}

// hopeless is how many placements in a row may have a mine on a cell before it
// counts as lost: its chance to survive is then far below what an estimate can tell.
const hopeless = 2000

// On opens a cell on the board drawn, or on another on which it is safe, and
// plays on; it returns how likely that is to be won. Mine is the chance that the cell is a mine. The error is that of the
// context, or blindsight.ErrTooMany where a position is met that is too wide to be counted.
func (p *Plays) On(ctx context.Context, rng *rand.Rand, cell minesweeper.Cell, mine float64) (float64, error) {
	o, root := &p.on, &p.root
	o.err = nil
	o.view.CopyFrom(root.view)
	if root.view.Started() {
		root.game().Copy(&o.state, &p.board)
		for tries := 0; o.state.Mine(cell); tries++ {
			if mine == 1 || tries == hopeless {
				return 0, nil
			}
			root.Draw(rng, &o.state)
		}
		o.roller.position.CopyFrom(&root.Frontier)
		o.open(rng, o.view, cell)
	} else {
		o.roller.position.Forget()
		o.openFirst(rng, o.view, cell)
	}
	value := o.playOn(ctx, rng, 1-mine)
	if o.err != nil {
		return 0, o.err
	}
	return value, pace.Err(ctx)
}
