package enumerate

import (
	"context"
	"iter"

	"blindsight"
)

// Stream hands out states one by one. It belongs to one goroutine.
type Stream[S comparable] struct {
	trail    blindsight.Trail[S]
	options  Options
	walk     func(ctx context.Context, yield func(*S) bool) error
	sets     []set[S] // by turns taken in: states known, or known to lead to nothing new
	lists    [][]S    // by turns taken in: states to be looked at
	to       S
	deepest  int
	expanded int
	handed   int
	complete bool
	err      error
	started  bool
}

func newStream[S comparable](t blindsight.Trail[S], o Options) *Stream[S] {
	o.must()
	return &Stream[S]{trail: t, options: o, sets: make([]set[S], t.Turns()+1), lists: make([][]S, t.Turns()+1)}
}

// All returns the states, each once. A state is valid until the next one is asked for.
// The stream ends after the last one, when it is no longer listened to, or with an
// error; it can be asked for once.
func (s *Stream[S]) All(ctx context.Context) iter.Seq[*S] {
	return func(yield func(*S) bool) {
		if s.started {
			panic("enumerate: a stream can be asked for once")
		}
		s.started = true
		ctx, cancel := s.options.begin(ctx)
		defer cancel()
		s.err = s.walk(ctx, yield)
		if s.err == nil && s.complete && s.Count() == 0 {
			s.err = &EmptyError{s.deepest}
		}
	}
}

// Err returns why the stream ended early: a [LimitError], an [EmptyError] if no state
// agrees with the trail, the context's error; nil if it came to its end or was left.
func (s *Stream[S]) Err() error { return s.err }

// Complete reports whether all states were handed out.
func (s *Stream[S]) Complete() bool { return s.complete }

// Count returns how many states were handed out.
func (s *Stream[S]) Count() int { return s.handed }

// Bytes returns about how much memory the stream takes.
func (s *Stream[S]) Bytes() int64 {
	n := int64(0)
	for i := range s.sets {
		n += s.sets[i].bytes()
	}
	return n
}

// room reports whether there is memory for more states. It is asked now and then.
func (s *Stream[S]) room() bool { return s.options.Memory <= 0 || s.Bytes() < s.options.Memory }

// check returns an error when a bound is hit. Looking at the clock and at memory for
// every state would cost more than the state.
func (s *Stream[S]) check(ctx context.Context) error {
	if s.expanded++; s.expanded&63 != 0 {
		return nil
	}
	return stopped(ctx, s.deepest, s.Count())
}

// hand hands out a state, and reports whether to go on, unless a bound is hit.
func (s *Stream[S]) hand(x *S, yield func(*S) bool) (more bool, err error) {
	last := len(s.sets) - 1
	if s.handed == s.options.States && s.handed > 0 {
		return false, &LimitError{"states", last - 1, s.handed}
	}
	if s.options.Memory > 0 && s.sets[last].bytes() > s.options.Memory {
		return false, &LimitError{"memory", last - 1, s.handed}
	}
	s.handed++
	return yield(x), nil
}

// Depth returns the states that agree with a trail, depth-first. The first comes after
// as many steps as there are turns, if nothing leads astray. What was seen at inner
// turns is remembered as far as memory allows, so that no state is expanded twice.
func Depth[S comparable](t blindsight.Trail[S], o Options) *Stream[S] {
	s := newStream(t, o)
	s.walk = s.depth
	return s
}

func (s *Stream[S]) depth(ctx context.Context, yield func(*S) bool) error {
	last := len(s.lists) - 1
	room := true
	level := 0
	// keep puts a state on the list of its level, unless it was seen there.
	keep := func(x *S) bool {
		h := s.trail.Hash(x)
		set := &s.sets[level]
		if level < last && !room {
			if set.has(x, h) {
				return true
			}
		} else if !set.add(x, h) {
			return true
		}
		s.lists[level] = append(s.lists[level], *x)
		return true
	}
	s.trail.Starts(keep)
	visit := func() bool { return keep(&s.to) }
	for level >= 0 {
		list := s.lists[level]
		if len(list) == 0 {
			level--
			continue
		}
		if level == last {
			for i := range list {
				if more, err := s.hand(&list[i], yield); !more {
					return err
				}
			}
			s.lists[level] = list[:0]
			level--
			continue
		}
		x := &list[len(list)-1] // its place is free once the deeper lists are done
		s.lists[level] = list[:len(list)-1]
		s.deepest = max(s.deepest, level)
		if err := s.check(ctx); err != nil {
			return err
		}
		if s.expanded&63 == 0 {
			room = s.room()
		}
		level++
		s.trail.Successors(level-1, x, &s.to, visit)
	}
	s.complete = true
	return nil
}
