package enumerate

import (
	"context"
	"math/rand/v2"

	"blindsight"
)

// Random returns states that agree with a trail in random order, depth-first: each
// time from the start, by a random successor at every turn, back where nothing is left.
// What leads to nothing new is remembered as far as memory allows. The sample is
// without repetition and not uniform: states to which many ways lead come sooner. In
// the limit it is all of them.
func Random[S comparable](t blindsight.Trail[S], rng *rand.Rand, o Options) *Stream[S] {
	s := newStream(t, o)
	s.walk = func(ctx context.Context, yield func(*S) bool) error { return s.random(ctx, rng, yield) }
	return s
}

func (s *Stream[S]) random(ctx context.Context, rng *rand.Rand, yield func(*S) bool) error {
	r := &descent[S]{Stream: s, ctx: ctx, rng: rng, room: true}
	r.visit = func() bool {
		if !s.sets[r.level].has(&s.to, s.trail.Hash(&s.to)) {
			s.lists[r.level] = append(s.lists[r.level], s.to)
		}
		return true
	}
	var starts []S // from which something new may follow
	s.trail.Starts(func(x *S) bool {
		starts = append(starts, *x)
		return true
	})
	for dead := 0; ; {
		if dead < s.sets[0].n {
			dead = s.sets[0].n
			n := 0
			for i := range starts {
				if !s.sets[0].has(&starts[i], s.trail.Hash(&starts[i])) {
					starts[n] = starts[i]
					n++
				}
			}
			starts = starts[:n]
		}
		s.lists[0] = append(s.lists[0][:0], starts...)
		found, err := r.pick(0)
		if err != nil {
			return err
		}
		if found == nil {
			s.complete = true
			return nil
		}
		if more, err := s.hand(found, yield); !more {
			return err
		}
	}
}

// A descent looks for one more state.
type descent[S comparable] struct {
	*Stream[S]
	ctx   context.Context
	rng   *rand.Rand
	visit func() bool
	level int
	room  bool
}

// pick takes states from the list of a level at random until one leads to something
// new, which it returns; nil if none does.
func (r *descent[S]) pick(level int) (*S, error) {
	list := r.lists[level]
	for n := len(list); n > 0; n-- {
		i := r.rng.IntN(n)
		list[i], list[n-1] = list[n-1], list[i]
		if found, err := r.follow(level, &list[n-1]); found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// follow returns something new to which a state leads, nil if there is nothing.
func (r *descent[S]) follow(level int, x *S) (*S, error) {
	h := r.trail.Hash(x)
	last := len(r.sets) - 1
	if level == last {
		if !r.sets[level].add(x, h) {
			return nil, nil // it is twice on the list
		}
		return x, nil
	}
	r.deepest = max(r.deepest, level)
	if err := r.check(r.ctx); err != nil {
		return nil, err
	}
	if r.expanded&63 == 0 {
		r.room = r.Stream.room()
	}
	if r.sets[level].has(x, h) {
		return nil, nil
	}
	r.level = level + 1
	r.lists[level+1] = r.lists[level+1][:0]
	r.trail.Successors(level, x, &r.to, r.visit)
	found, err := r.pick(level + 1)
	if found == nil && err == nil && r.room {
		r.sets[level].add(x, h)
	}
	return found, err
}
