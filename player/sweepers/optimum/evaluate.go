package optimum

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"blindsight"
	"blindsight/game/minesweeper"
	"blindsight/internal/pace"
	"blindsight/internal/randstream"
	"blindsight/search/reveal"
)

// Mixed is a player that chooses uniformly at random from a list which is a
// function of the view. Evaluate then needs no luck to know what it does.
type Mixed interface {
	// Choices returns the cells that the player chooses from, each equally likely.
	Choices(v *minesweeper.View) ([]minesweeper.Cell, error)
}

// Evaluation is what a player is worth on a board.
type Evaluation struct {
	Value     *big.Rat // probability to win
	Decisions int      // different positions in which the player was asked
}

// EvaluateOptions are the settings of [Evaluate]. The zero value is for boards of any size that ends.
type EvaluateOptions struct {
	Memory   int64               // for positions whose worth is known, in bytes, about; 0 for no limit
	Progress func(share float64) // told now and then which share of all that may happen is walked through; may be nil
}

// ErrMemory is wrapped by the error of a walk that would take more memory than it may.
var ErrMemory = errors.New("too many positions for the memory allowed")

// Evaluate returns the exact probability that a player wins, by walking through all
// that it can come to see. The player's choice must be a function of the view: a
// Mixed player says what it chooses from; any other is asked once for each view, with
// a random stream of that view's own, named by the seed. It is for small boards: the
// walk takes time in proportion to the positions times the placements in them, and memory in proportion to the positions.
func Evaluate(ctx context.Context, g *minesweeper.Game, p minesweeper.Planner, b blindsight.Budget, seed uint64, o EvaluateOptions) (Evaluation, error) {
	w := &walker{ctx: ctx, g: g, player: p, budget: b, seed: seed, options: o, known: make(map[blindsight.Key]*big.Rat)}
	w.mixed, _ = p.(Mixed)
	first, err := w.choices(g.NewView())
	if err != nil {
		return Evaluation{}, err
	}
	value := new(big.Rat)
	for _, c := range first {
		won, err := w.afterFirst(c, 1/float64(len(first)))
		if err != nil {
			return Evaluation{}, err
		}
		value.Add(value, won)
	}
	value.Quo(value, big.NewRat(int64(len(first)), 1))
	return Evaluation{Value: value, Decisions: w.decisions}, nil
}

type walker struct {
	ctx       context.Context
	g         *minesweeper.Game
	player    minesweeper.Planner
	mixed     Mixed
	budget    blindsight.Budget
	seed      uint64
	options   EvaluateOptions
	decisions int
	known     map[blindsight.Key]*big.Rat
	memory    int64 // of what is known
	table     *reveal.Answers
	walked    float64 // share of all that may happen
	told      float64 // of it by Progress
}

// past notes that so large a share of what may happen is walked through.
func (w *walker) past(share float64) {
	w.walked += share
	if w.options.Progress != nil && w.walked-w.told >= 0.001 {
		w.told = w.walked
		w.options.Progress(min(1, w.walked))
	}
}

// knownBytes is what a known position takes beside the digits of its worth: a place in the map, a fraction and what it points to.
const knownBytes = 200

// keep remembers what a position is worth.
func (w *walker) keep(key blindsight.Key, worth *big.Rat) error {
	w.memory += knownBytes + 8*int64(len(worth.Num().Bits())+len(worth.Denom().Bits()))
	if limit := w.options.Memory; limit > 0 && w.memory > limit {
		return fmt.Errorf("board %s: %w: %d positions are known, %.2g%% of what may happen is walked through", w.g.Rules().Board(), ErrMemory, len(w.known), 100*w.walked)
	}
	w.known[key] = worth
	return nil
}

// choices returns what the player may open at a view, each equally likely.
func (w *walker) choices(v *minesweeper.View) ([]minesweeper.Cell, error) {
	if c, forced := v.Forced(); forced {
		return []minesweeper.Cell{c}, nil
	}
	if pace.Err(w.ctx) != nil {
		return nil, pace.Err(w.ctx)
	}
	w.decisions++
	if w.mixed != nil {
		return w.mixed.Choices(v)
	}
	k := v.Key()
	d, err := w.player.Choose(w.ctx, randstream.New(w.seed, "mines evaluate", k.Hi, k.Lo), v, w.budget)
	if err == nil {
		err = pace.Err(w.ctx)
	}
	return []minesweeper.Cell{d.Action}, err
}

// afterFirst returns the probability to win once c is opened first, which happens in a share of cases.
func (w *walker) afterFirst(c minesweeper.Cell, share float64) (*big.Rat, error) {
	rules := w.g.Rules()
	safe, all := SafeAfter(w.g, c)
	survival := new(big.Rat).SetFrac(safe, all)
	survive, _ := survival.Float64()
	w.past(share * (1 - survive))
	share *= survive
	if rules.Safe() == 1 {
		w.past(share)
		return survival, nil
	}
	left, _ := new(big.Float).SetInt(safe).Float64()
	won, placements := new(big.Rat), int64(0)
	for number := range minesweeper.Seen(len(w.g.Neighbours(c)) + 1) {
		v := w.g.NewView()
		if v.Did(c, number) != nil {
			continue
		}
		a, err := w.g.AllAnswers(w.ctx, v, MaxPlacements)
		if err == blindsight.ErrInconsistent {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("board %s: %w", rules.Board(), err)
		}
		w.table = a
		states := make([]int32, a.States)
		for i := range states {
			states[i] = int32(i)
		}
		x, err := w.walk(v, states, share*float64(a.States)/left)
		if err != nil {
			return nil, err
		}
		won.Add(won, x)
		placements += int64(a.States)
	}
	won.Quo(won, big.NewRat(placements, 1))
	return won.Mul(won, survival), nil
}

// walk returns how many of the states the player wins from the view on, on average
// over its choices. It comes there in a share of cases.
func (w *walker) walk(v *minesweeper.View, states []int32, share float64) (*big.Rat, error) {
	if v.Left() == 0 {
		w.past(share)
		return big.NewRat(int64(len(states)), 1), nil
	}
	key := v.Key()
	if x, ok := w.known[key]; ok {
		w.past(share)
		return x, nil
	}
	cells, err := w.choices(v)
	if err != nil {
		return nil, err
	}
	total := new(big.Rat)
	for _, c := range cells {
		shown := w.table.Shown[int(c)*w.table.States:]
		each := share / float64(len(cells)) / float64(len(states))
		lost := len(states)
		var by [minesweeper.Mine][]int32
		for _, s := range states {
			if x := shown[s]; x != reveal.Loss {
				by[x] = append(by[x], s)
				lost--
			}
		}
		w.past(each * float64(lost))
		for number, part := range by {
			if len(part) == 0 {
				continue
			}
			child := v.Clone()
			if err := child.Did(c, minesweeper.Seen(number)); err != nil {
				return nil, err
			}
			x, err := w.walk(child, part, each*float64(len(part)))
			if err != nil {
				return nil, err
			}
			total.Add(total, x)
		}
	}
	total.Quo(total, big.NewRat(int64(len(cells)), 1))
	return total, w.keep(key, total)
}
