package reveal

import (
	"cmp"
	"context"
	"slices"

	"blindsight"
	"blindsight/internal/purefloat"
)

// Narrow limits a search to the actions that divide a belief best, where beliefs are
// large.
type Narrow struct {
	States  int // up to so many a belief is solved exactly, and up to 64 in any case
	Breadth int // how many actions are searched of a larger one; 0 means all
}

// divisionPower is the exponent of the measure by which an action is said to divide
// well: the sum, over what it shows without losing, of the number of states to this
// power. The value of a belief grows more slowly than its states, so an action is the
// better the more states survive it and the more evenly it divides them. On 5x5/15 the
// play that always takes the best by this measure wins half as much again as the one
// that takes the safest action (power 1); powers from 0.5 to 0.85 differ by 1%.
const divisionPower = 0.75

// nodeStates is how many states of a large belief count as one belief searched.
const nodeStates = 64

// narrowing is a Narrow at work.
type narrowing struct {
	Narrow
	counts [][16]int32
	scores []float64
}

// applies tells whether beliefs of so many states are searched narrowly.
func (n *narrowing) applies(states int) bool { return n.Breadth > 0 && states > n.States }

// key returns the key under which a belief is remembered: the value of a large one
// depends on how many actions were tried.
func (n *narrowing) key(k blindsight.Key, states int) blindsight.Key {
	if n.applies(states) {
		k.Hi ^= mix(uint64(n.Breadth))
		k.Lo ^= mix(uint64(n.Breadth) << 32)
	}
	return k
}

// Division returns the actions of a table, those that divide its states best first.
// It takes one look at the table.
func Division(a *Answers) []int {
	var n narrowing
	n.measure(newBelief(a, 0, nil))
	order := make([]int, a.Actions)
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(n.scores[y], n.scores[x]) })
	return order
}

// Estimate returns how many states are won if an action is taken first and then the
// best play of those that o leaves: no more than Actions would say, and as much where o
// leaves all. The values are of the first actions of the list: of fewer than all when
// the context ended or the limit of nodes was reached, a large belief counting as one
// node for each 64 of its states. Calls with another breadth share what they find out
// about beliefs that are solved exactly. It uses one worker.
func (s *Solver) Estimate(ctx context.Context, a *Answers, o Narrow, actions []int) []int64 {
	w := s.alone(ctx)
	w.narrow.Narrow = o
	defer func() { w.narrow.Narrow = Narrow{} }()
	b := newBelief(a, s.tables, &w.watch)
	s.tables++
	if w.ended {
		return nil
	}
	f := w.frame(0)
	var values []int64
	for _, j := range actions {
		w.count(int64(b.states / nodeStates))
		total := int64(0)
		for _, c := range f.split(b, j, &w.watch) {
			total += int64(w.solve(&c, 0, 1))
		}
		if w.stopped {
			break
		}
		values = append(values, total)
	}
	return values
}

// measure sets n.counts to how often each action shows what, and n.scores to how well
// it divides the belief.
func (n *narrowing) measure(b *belief) {
	n.counts, n.scores = grow(n.counts, b.columns), grow(n.scores, b.columns)
	clear(n.counts)
	for i := 0; i < len(b.rows); i += b.width {
		for q, word := range b.rows[i : i+b.width] {
			counts := n.counts[q*perWord : min((q+1)*perWord, b.columns)]
			for j := range counts {
				counts[j][word&15]++
				word >>= 4
			}
		}
	}
	for j := range n.scores {
		n.scores[j] = 0
		for _, c := range n.counts[j][:loss] {
			if c > 0 {
				n.scores[j] += purefloat.Pow(float64(c), divisionPower)
			}
		}
	}
}

// list lists the actions of a large belief that divide it best. Their bounds are the
// numbers of states: better ones cost more than they spare here.
func (n *narrowing) list(b *belief, f *frame) {
	n.measure(b)
	f.moves, f.bounds = f.moves[:0], f.bounds[:0]
	for j := range n.scores {
		m := move{column: int32(j), bounds: int32(len(f.bounds))}
		for _, c := range n.counts[j][:loss] {
			if c > 0 {
				f.bounds = append(f.bounds, c)
				m.upper += c
			}
		}
		f.moves = append(f.moves, m)
	}
	slices.SortStableFunc(f.moves, func(x, y move) int { return cmp.Compare(n.scores[y.column], n.scores[x.column]) })
	f.moves = f.moves[:min(len(f.moves), n.Breadth)]
}

// searchNarrow tries the actions of a large belief that divide it best.
func (w *worker) searchNarrow(b *belief, alpha int32, depth int) int32 {
	w.count(int64(b.states / nodeStates))
	f := w.frame(depth)
	w.narrow.list(b, f)
	best, found, upper := max(alpha, 1), false, int32(1)
	for _, m := range f.moves {
		v := w.sum(b, m, best, f, depth)
		if w.stopped {
			return b.upper
		}
		if v > best {
			best, found = v, true
		} else {
			upper = max(upper, v)
		}
	}
	if !found {
		return upper
	}
	return best
}
