package joint

import (
	"cmp"
	"context"
	"math"
	"slices"

	"blindsight"
	"blindsight/internal/pace"
	"blindsight/search/reveal"
)

// search is one question.
type search struct {
	ctx     context.Context
	single  *reveal.Solver
	known   map[blindsight.Key]entry
	frames  []*frame
	nodes   int64 // beliefs met here, of the whole and of single parts
	before  int64 // beliefs that the single solver had searched before
	limit   int64
	stopped bool // what is returned from then on means nothing
}

// entry is what is known of a belief of the whole: its value, or an upper bound of it.
type entry struct {
	value int64
	exact bool
}

// move is a live action and what it can win at most.
type move struct {
	part        int
	column      int32
	safe, upper int64
	from, to    int // what follows it, in frame.children
}

// child is what a part becomes, and what the whole is worth at most then.
type child struct {
	*belief
	upper int64
}

// frame is the memory of one depth.
type frame struct {
	fitting  []*belief // of each part, the states that fit those of the others
	rest     []*belief // those of them that hold different things
	next     []*belief
	sizes    ways
	wins     ways
	moves    []move
	children []child
	buckets  [15][]int32
	states   []int32
}

func (w *search) frame(depth int) *frame {
	for len(w.frames) <= depth {
		w.frames = append(w.frames, &frame{})
	}
	return w.frames[depth]
}

// value returns how many states the best play wins if that is more than alpha, else an upper bound
// that is not.
func (w *search) value(beliefs []*belief, total int, alpha int64, depth int) int64 {
	f := w.frame(depth)
	f.reduce(beliefs, total)
	f.rest = f.rest[:0]
	factor := int64(1)
	key := blindsight.Key{}
	for _, b := range f.fitting {
		if len(b.levels) == 1 {
			factor *= w.won(b, &b.levels[0])
			total -= b.levels[0].holds
			continue
		}
		f.rest = append(f.rest, b)
		key.Hi += mix(b.key.Hi ^ b.key.Lo>>1)
		key.Lo += mix(b.key.Lo ^ b.key.Hi>>1)
	}
	if w.stopped || len(f.rest) == 0 {
		return factor
	}
	key.Hi += mix(uint64(total))
	alpha /= factor
	if e, ok := w.known[key]; ok && (e.exact || e.value <= alpha) {
		return factor * e.value
	}
	value := w.search(f, total, alpha, depth)
	if !w.stopped {
		w.known[key] = entry{value, value > alpha}
	}
	return factor * value
}

// search tries the actions of f.rest.
func (w *search) search(f *frame, total int, alpha int64, depth int) int64 {
	w.nodes++
	if w.stopped = w.stopped || w.nodes > w.limit || pace.Err(w.ctx) != nil; w.stopped {
		return math.MaxInt64
	}
	best, found := max(alpha, 1), false
	upper := w.list(f, f.rest, total, best)
	for _, m := range f.moves {
		if m.upper <= best {
			upper = max(upper, m.upper)
			break // the others are no better
		}
		v := w.sum(f, f.rest, m, total, best, depth)
		if w.stopped {
			return upper
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

// list leaves in f.moves the live actions that may win more than best, the most promising first, and
// returns the greatest bound of the others. Where one loses nothing it is the only one.
func (w *search) list(f *frame, beliefs []*belief, total int, best int64) int64 {
	f.moves, f.children = f.moves[:0], f.children[:0]
	f.sizes.set(beliefs, total, size)
	f.wins.set(beliefs, total, w.won)
	upper := int64(1)
	for i, b := range beliefs {
		if b.look(); b.sure >= 0 { // there is nothing to lose by it
			m := w.weigh(f, b, i, &b.live[b.sure], total, best)
			f.moves = append(f.moves, m)
			return upper
		}
	}
	for i, b := range beliefs {
		for k := range b.live {
			m := w.weigh(f, b, i, &b.live[k], total, best)
			if w.stopped {
				return math.MaxInt64
			}
			if m.upper > best {
				f.moves = append(f.moves, m)
			} else {
				upper = max(upper, m.upper)
				f.children = f.children[:m.from]
			}
		}
	}
	slices.SortStableFunc(f.moves, func(x, y move) int {
		return cmp.Or(cmp.Compare(y.upper, x.upper), cmp.Compare(y.safe, x.safe))
	})
	return upper
}

// weigh returns a live action of part i as a move, with what follows it if it may win more than best.
func (w *search) weigh(f *frame, b *belief, i int, a *action, total int, best int64) move {
	m := move{part: i, column: a.column, from: len(f.children)}
	follow := b.after(a, &f.buckets)
	sizes := f.sizes.others(i, total)
	for _, c := range follow {
		m.safe += c.ways(sizes, total, size)
	}
	if m.upper = m.safe; m.upper > best {
		m.upper = 0
		wins := f.wins.others(i, total)
		for _, c := range follow {
			u := c.ways(wins, total, w.won)
			m.upper += u
			f.children = append(f.children, child{c, u})
		}
		slices.SortStableFunc(f.children[m.from:], func(x, y child) int { return cmp.Compare(y.upper, x.upper) })
	}
	m.to = len(f.children)
	w.stopped = w.stopped || w.nodes > w.limit
	return m
}

// sum returns what an action wins if that is more than alpha, else an upper bound that is not.
func (w *search) sum(f *frame, beliefs []*belief, m move, total int, alpha int64, depth int) int64 {
	won, rest := int64(0), int64(0)
	children := f.children[m.from:m.to]
	for _, c := range children {
		rest += c.upper
	}
	for _, c := range children {
		if won+rest <= alpha || w.stopped {
			break
		}
		rest -= c.upper
		f.next = append(f.next[:0], beliefs...)
		f.next[m.part] = c.belief
		won += w.value(f.next, total, max(alpha-won-rest, 0), depth+1)
	}
	return won + rest
}

// won returns how many states of a level are won by a play that knows what they hold.
func (w *search) won(b *belief, l *level) int64 {
	if w.stopped {
		return 1
	}
	if l.won > 0 {
		return l.won
	}
	left := w.limit - w.nodes - (w.single.Nodes() - w.before)
	w.single.Limit(max(left, 1))
	v, ok := b.won(w.ctx, l, w.single)
	if !ok || left <= 0 {
		w.stopped = true
		return 1
	}
	return v
}

// size returns how many states a level has.
func size(_ *belief, l *level) int64 { return int64(l.to - l.from) }

// reduce leaves in f.fitting those states of each part that fit some of the others.
func (f *frame) reduce(beliefs []*belief, total int) {
	f.sizes.set(beliefs, total, size)
	f.fitting = f.fitting[:0]
	for i, b := range beliefs {
		others := f.sizes.others(i, total)
		b, f.states = b.only(func(holds int) bool { return holds <= total && others[total-holds] > 0 }, f.states)
		f.fitting = append(f.fitting, b)
	}
}

// ways counts in how many ways parts hold a number together, or win it.
type ways struct {
	before, after [][]int64 // by the parts before one, and from one on
	without       [][]int64 // by all but one; empty until it is asked for
}

func (w *ways) set(beliefs []*belief, total int, of func(*belief, *level) int64) {
	n := len(beliefs)
	for len(w.before) <= n {
		w.before, w.after, w.without = append(w.before, nil), append(w.after, nil), append(w.without, nil)
	}
	for i := range w.without {
		w.without[i] = w.without[i][:0]
	}
	one := func(s []int64) []int64 {
		s = append(s[:0], 1)
		for range total {
			s = append(s, 0)
		}
		return s
	}
	w.before[0], w.after[n] = one(w.before[0]), one(w.after[n])
	for i, b := range beliefs {
		w.before[i+1] = b.times(w.before[i], w.before[i+1], of)
	}
	for i := n - 1; i >= 0; i-- {
		w.after[i] = beliefs[i].times(w.after[i+1], w.after[i], of)
	}
}

// others returns the ways of all parts but one. Numbers that no state of that one adds up with to the total
// mean nothing: they may be too large for their type. All others are at most those of the whole.
func (w *ways) others(i, total int) []int64 {
	if len(w.without[i]) == 0 {
		for n := range total + 1 {
			sum := int64(0)
			for k := range n + 1 {
				sum += w.before[i][k] * w.after[i+1][n-k]
			}
			w.without[i] = append(w.without[i], sum)
		}
	}
	return w.without[i]
}

// times returns the ways of some parts and of this one, in the memory of out.
func (b *belief) times(parts, out []int64, of func(*belief, *level) int64) []int64 {
	out = append(out[:0], parts...)
	clear(out)
	for i := range b.levels {
		l := &b.levels[i]
		x := of(b, l)
		for n := l.holds; n < len(out); n++ {
			out[n] += parts[n-l.holds] * x
		}
	}
	return out
}

// ways returns in how many ways this part and others come to the total.
func (b *belief) ways(others []int64, total int, of func(*belief, *level) int64) int64 {
	sum := int64(0)
	for i := range b.levels {
		if l := &b.levels[i]; l.holds <= total && others[total-l.holds] > 0 {
			sum += others[total-l.holds] * of(b, l)
		}
	}
	return sum
}
