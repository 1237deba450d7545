// Package andortest holds a solver to compare the algorithms of package andor with: it
// follows the definition of a guaranteed win word by word, prunes nothing, shares no code
// with them, and is good for tiny problems only. [Check] compares them all with it.
package andortest

import (
	"context"
	"fmt"
	"slices"

	"blindsight/search/andor"
)

// turn is what was refused and asked in a turn.
type turn[A comparable] struct {
	refused    []A
	asked, due bool
}

// naive is a game with its question, if it has one.
type naive[S comparable, A comparable, O andor.Percept] struct {
	game  andor.Game[S, A, O]
	asker andor.Asker[S, A, O]
}

// Wins reports whether a belief has a guaranteed win within a depth. Its time is
// exponential in everything.
func Wins[S comparable, A comparable, O andor.Percept](game andor.Game[S, A, O], belief []S, depth int) bool {
	n := &naive[S, A, O]{game: game}
	n.asker, _ = game.(andor.Asker[S, A, O])
	return n.or(belief, depth, turn[A]{})
}

// First returns the winning first attempts, in the order of the game, the question last.
func First[S comparable, A comparable, O andor.Percept](game andor.Game[S, A, O], belief []S, depth int) []A {
	n := &naive[S, A, O]{game: game}
	n.asker, _ = game.(andor.Asker[S, A, O])
	if !n.or(belief, depth, turn[A]{}) {
		return nil
	}
	var first []A
	for _, a := range n.attempts(belief, turn[A]{}) {
		legal, wins := n.and(belief, depth, turn[A]{}, a)
		question := n.asker != nil && a == n.asker.Question()
		if wins && (legal || question) {
			first = append(first, a)
		}
	}
	return first
}

// attempts lists what may be tried.
func (n *naive[S, A, O]) attempts(belief []S, t turn[A]) []A {
	var list []A
	for _, a := range n.game.Attempts(&belief[0], nil) {
		if !slices.Contains(t.refused, a) && (!t.due || n.asker.Pays(&belief[0], a)) {
			list = append(list, a)
		}
	}
	if n.asker != nil && !t.asked {
		list = append(list, n.asker.Question())
	}
	return list
}

// or reports whether an attempt wins.
func (n *naive[S, A, O]) or(belief []S, depth int, t turn[A]) bool {
	if depth < 1 {
		return false
	}
	for _, a := range n.attempts(belief, t) {
		question := n.asker != nil && a == n.asker.Question()
		if !question && !t.due && n.legalNowhere(belief, a) {
			continue // it would leave everything as it is
		}
		if _, wins := n.and(belief, depth, t, a); wins {
			return true
		}
	}
	return false
}

func (n *naive[S, A, O]) legalNowhere(belief []S, a A) bool {
	for i := range belief {
		var to S
		if _, moved := n.game.Try(&belief[i], a, &to); moved {
			return false
		}
	}
	return true
}

// and reports whether an attempt is legal anywhere, and whether all that can be heard of
// it is won.
func (n *naive[S, A, O]) and(belief []S, depth int, t turn[A], a A) (legal, wins bool) {
	stay, moved := map[O][]S{}, map[O][]S{}
	for i := range belief {
		var to S
		o, ok := n.game.Try(&belief[i], a, &to)
		if !ok {
			stay[o] = append(stay[o], belief[i])
			continue
		}
		legal = true
		moved[o] = append(moved[o], to)
	}
	for o, states := range moved {
		over, won := n.game.Ended(o)
		if over && !won || !over && !n.expand(states, depth-2) {
			return legal, false
		}
	}
	for o, states := range stay {
		next := turn[A]{refused: t.refused, asked: t.asked}
		if n.asker != nil && a == n.asker.Question() {
			next.asked, next.due = true, n.asker.Obliges(o)
		} else {
			next.refused = append(slices.Clone(t.refused), a)
		}
		if !n.or(states, depth, next) {
			return legal, false
		}
	}
	return legal, true
}

// expand reports whether all that can be heard of the replies is won.
func (n *naive[S, A, O]) expand(belief []S, depth int) bool {
	heard := map[O][]S{}
	lost := false
	for i := range belief {
		var to S
		n.game.Replies(&belief[i], &to, func(o O) bool {
			over, _ := n.game.Ended(o)
			lost = lost || over
			if !slices.Contains(heard[o], to) {
				heard[o] = append(heard[o], to)
			}
			return true
		})
	}
	if lost {
		return false
	}
	for _, states := range heard {
		if !n.or(states, depth, turn[A]{}) {
			return false
		}
	}
	return true
}

// Check compares every algorithm with the naive solver on a belief, and best with each
// of its parts switched off: verdicts, and every winning first attempt. It returns what
// the naive solver says, and an error that names the first difference.
func Check[S comparable, A comparable, O andor.Percept](ctx context.Context, game andor.Game[S, A, O], belief []S, depth int) (bool, error) {
	want, verdict := First(game, belief, depth), andor.None
	if Wins(game, belief, depth) {
		verdict = andor.Win
	}
	for _, o := range Variants() {
		s := andor.New(game, o)
		if r := s.Solve(ctx, belief, depth); r.Verdict != verdict {
			return false, fmt.Errorf("%+v: %s (%v), the naive solver says %s", o, r.Verdict, r.Err, verdict)
		}
		if one, _ := s.First(ctx, belief, depth, 1); verdict == andor.Win && (len(one) != 1 || !slices.Contains(want, one[0])) {
			return false, fmt.Errorf("%+v: a first attempt is %v, the naive solver says %v", o, one, want)
		}
		if first, _ := s.First(ctx, belief, depth, 0); !slices.Equal(first, want) {
			return false, fmt.Errorf("%+v: first attempts %v, the naive solver says %v", o, first, want)
		}
	}
	return verdict == andor.Win, nil
}

// Variants returns options for every algorithm with all prefixes that go with it, and for
// best with each of its parts switched off.
func Variants() []andor.Options {
	var list []andor.Options
	for _, a := range andor.Combinations() {
		list = append(list, andor.Options{Algorithm: a.Name})
	}
	for _, p := range []andor.Parts{
		{NoTable: true},
		{NoSubsume: true},
		{NoOpen: true},
		{NoOrder: true},
		{NoDeepening: true},
		{NoPrefix: true},
		{NoTable: true, NoSubsume: true, NoOpen: true, NoOrder: true, NoDeepening: true, NoPrefix: true},
	} {
		list = append(list, andor.Options{Best: p})
	}
	return list
}
