package joint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"blindsight"
	"blindsight/search/reveal"
)

// Part is one of the problems: its table of answers, and how much each of its states holds of what
// is shared. A state that holds one more must have one action less that does not lose, as a board with one mine more has: all
// states of the whole must be won by the same number of actions.
type Part struct {
	*reveal.Answers
	Holds []int
}

// Choice is the best that can be done.
type Choice struct {
	Part, Action int     // a best action; of several that tell something one that loses in the fewest states
	Won          int64   // states of the whole that are won by it
	States       float64 // of the whole
}

// ErrLimit is returned where the search was given up: at the limit, or because the context ended.
var ErrLimit = errors.New("joint: the search was given up")

// Solver finds the optimum of parts with the help of a solver of single ones.
type Solver struct {
	single *reveal.Solver
	limit  int64
}

// New returns a solver that asks another one, which remembers what it was asked, what single
// parts are worth. It gives up after so many beliefs, of the whole and of single parts, as far as both have met them.
func New(single *reveal.Solver, limit int64) *Solver { return &Solver{single, limit} }

// Best finds a best action. Every part must have states, and there must be a way to add up to the
// total; what is shown where nothing is lost must be below 15. Where every action loses, part and action are -1, and the
// one state that there can be is won.
func (s *Solver) Best(ctx context.Context, parts []Part, total int) (Choice, error) {
	w := search{ctx: ctx, single: s.single, before: s.single.Nodes(), limit: s.limit, known: make(map[blindsight.Key]entry)}
	beliefs := make([]*belief, len(parts))
	for i, p := range parts {
		if len(p.Holds) != p.States || p.States == 0 {
			return Choice{}, fmt.Errorf("joint: part %d has %d states, and what they hold is given of %d", i, p.States, len(p.Holds))
		}
		var least int
		beliefs[i], least = newPart(p, i, &w.nodes)
		total -= least
	}
	if total < 0 {
		return Choice{}, blindsight.ErrInconsistent
	}
	states := count(beliefs, total)
	switch {
	case states == 0:
		return Choice{}, blindsight.ErrInconsistent
	case states > 1<<53:
		return Choice{}, blindsight.ErrTooMany
	}
	c := w.root(beliefs, total)
	c.States = states
	if w.stopped {
		return c, ErrLimit
	}
	return c, nil
}

// newPart returns the belief of all states of a part. What they hold is counted from the least on,
// which is returned too.
func newPart(p Part, salt int, met *int64) (all *belief, least int) {
	q := &part{Answers: p.Answers, holds: slices.Clone(p.Holds), known: make(map[blindsight.Key]*belief), met: met}
	least = slices.Min(p.Holds)
	states := make([]int32, p.States)
	for i := range states {
		states[i] = int32(i)
		q.holds[i] -= least
		n := uint64(salt)<<40 | uint64(i)<<1
		q.marks = append(q.marks, blindsight.Key{Hi: mix(n), Lo: mix(n + 1)})
	}
	slices.SortStableFunc(states, func(x, y int32) int { return cmp.Compare(p.Holds[x], p.Holds[y]) })
	return q.belief(states), least
}

// mix is the finaliser of splitmix64.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// count returns how many states the whole has.
func count(beliefs []*belief, total int) float64 {
	ways := make([]float64, total+1)
	ways[0] = 1
	for _, b := range beliefs {
		next := make([]float64, total+1)
		for _, l := range b.levels {
			for n := l.holds; n <= total; n++ {
				next[n] += ways[n-l.holds] * float64(l.to-l.from)
			}
		}
		ways = next
	}
	return ways[total]
}

// root tries every live action of every part, the most promising first.
func (w *search) root(beliefs []*belief, total int) (c Choice) {
	f := w.frame(0)
	f.reduce(beliefs, total)
	list := f.fitting
	w.list(f, list, total, 0)
	c = Choice{Part: -1, Action: -1}
	safest := int64(0)
	for _, m := range f.moves {
		alpha := c.Won // what it must win more than
		if m.safe > safest {
			alpha--
		}
		if m.upper <= alpha || w.stopped {
			continue
		}
		if won := w.sum(f, list, m, total, alpha, 0); won > alpha && !w.stopped {
			c.Part, c.Action, c.Won, safest = m.part, int(m.column), won, m.safe
		}
	}
	if len(f.moves) > 0 || w.stopped {
		return c
	}
	c.Won = 1 // nothing tells anything: one state is played for
	for i, b := range list {
		others := f.sizes.others(i, total)
		for column := range int32(b.part.Actions) {
			for _, s := range b.split(column, &f.buckets) { // it can show one thing only
				if safe := s.ways(others, total, size); safe > safest {
					c.Part, c.Action, safest = i, int(column), safe
				}
			}
		}
	}
	return c
}
