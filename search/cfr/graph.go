package cfr

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"blindsight"
	"blindsight/internal/pace"
)

// Compact is a game whose states hold only what matters for how a play goes on, and can be
// compared: plays that come to the same state are one from there on. What a side knows is made
// from the state, so it may have forgotten something.
type Compact[S comparable, V any, A, O comparable] interface {
	Game[S, A, O]
	blindsight.Witness[S, V]
}

// Graph is a game of two sides by its states, each once: far fewer than its plays. Its information
// sets are views, told apart by their keys, which may forget (an abstraction with imperfect
// recall). A plan over them can be played, and how much it can be exploited by who forgets nothing is
// computed exactly ([Graph.Respond]). A Graph never changes once made, and is safe for concurrent use.
type Graph[A comparable] struct {
	sides    [2]sights[A]
	starts   []outcome
	nodes    []node    // each after all from which it can be reached
	firsts   []int32   // by action of each node: where its outcomes begin, and, last, where they end
	outcomes []outcome // of actions
}

// sights are the views of a side in which it decides.
type sights[A comparable] struct {
	numbers map[blindsight.Key]int32
	spans   []span // by number: their actions in the slice below
	actions []A
}

// span is a range of numbers.
type span struct{ first, count int32 }

// node is a state in which a side decides.
type node struct {
	side   blindsight.Side
	set    int32 // number of what the side knows
	action int32 // its first one
}

// outcome is what an action, or the start, brings.
type outcome struct {
	to     int32 // node, or none when the play has ended
	seen   int16 // number of what the side that acted saw
	heard  int16 // number of what the other heard, or none
	chance float64
	gain   float64 // of side 0
}

// ErrCircle is returned for a game that can come back to a state.
var ErrCircle = errors.New("a play can come back to the same state")

// Unfold walks all states of a game. It returns [blindsight.ErrTooMany] where the graph would take more than so
// many bytes (0 means [DefaultMemory]).
func Unfold[S comparable, V View[A, O], A, O comparable](
	ctx context.Context, g Compact[S, V, A, O], newView func(blindsight.Side) V, memory int64,
) (*Graph[A], error) {
	if blindsight.TermsOf(g) != (blindsight.Terms{}) {
		return nil, ErrTerms
	}
	if memory <= 0 {
		memory = DefaultMemory
	}
	u := &unfolder[S, V, A, O]{ctx: ctx, game: g, memory: memory, graph: &Graph[A]{}, numbers: map[S]int32{}, observed: map[O]int16{}}
	for i := range u.views {
		u.views[i] = newView(blindsight.Side(i))
		u.graph.sides[i].numbers = map[blindsight.Key]int32{}
	}
	var s S
	g.AllStarts(&s, func(p float64, turn blindsight.Side) bool {
		u.graph.starts = append(u.graph.starts, outcome{to: u.visit(s, turn), heard: none, chance: p})
		return u.err == nil
	})
	if u.err != nil {
		return nil, u.err
	}
	u.turnAround()
	return u.graph, nil
}

// unfolder is a walk over all states.
type unfolder[S comparable, V View[A, O], A, O comparable] struct {
	ctx      context.Context
	game     Compact[S, V, A, O]
	views    [2]V
	memory   int64
	graph    *Graph[A]
	numbers  map[S]int32 // of states; open while what follows them is walked
	observed map[O]int16
	err      error
}

// open is the number of a state whose walk has not ended.
const open = -2

// visit returns the node of a state. Nodes are numbered when all that follow them are, so in the
// wrong order: turnAround mends that.
func (u *unfolder[S, V, A, O]) visit(s S, turn blindsight.Side) int32 {
	if turn == blindsight.Over || u.err != nil {
		return none
	}
	if n, known := u.numbers[s]; known {
		if n == open {
			u.err = ErrCircle
		}
		return n
	}
	if u.err = u.room(); u.err != nil {
		return none
	}
	u.numbers[s] = open
	set := u.sight(&s, turn)
	if u.err != nil {
		return none
	}
	at := u.graph.sides[turn].spans[set]
	lists := make([][]outcome, at.count)
	for i := range lists {
		lists[i] = u.follow(&s, turn, u.graph.sides[turn].actions[at.first+int32(i)])
	}
	n := int32(len(u.graph.nodes))
	u.graph.nodes = append(u.graph.nodes, node{turn, set, int32(len(u.graph.firsts))})
	for _, l := range lists {
		u.graph.firsts = append(u.graph.firsts, int32(len(u.graph.outcomes)))
		u.graph.outcomes = append(u.graph.outcomes, l...)
	}
	u.numbers[s] = n
	return n
}

// follow returns what an action can bring.
func (u *unfolder[S, V, A, O]) follow(s *S, turn blindsight.Side, a A) (list []outcome) {
	type end struct {
		state S
		next  blindsight.Side
	}
	var ends []end // the walk goes on when all are known: the game's scratch is then free
	to := new(S)
	u.game.AllSteps(s, a, to, func(p float64, step blindsight.Step[O]) bool {
		if step.Reward != -step.Other {
			u.err = ErrNotZeroSum
			return false
		}
		o := outcome{seen: u.number(step.Seen), heard: none, chance: p, gain: step.Reward}
		if turn == 1 {
			o.gain = step.Other
		}
		if !step.Silent {
			o.heard = u.number(step.Heard)
		}
		list = append(list, o)
		ends = append(ends, end{*to, step.Next})
		return true
	})
	for i, e := range ends {
		list[i].to = u.visit(e.state, e.next)
	}
	return list
}

// number returns the number of an observation.
func (u *unfolder[S, V, A, O]) number(o O) int16 {
	n, known := u.observed[o]
	if !known {
		n = int16(len(u.observed))
		u.observed[o] = n
	}
	return n
}

// sight returns the number of what the side to act knows.
func (u *unfolder[S, V, A, O]) sight(s *S, turn blindsight.Side) int32 {
	v, side := u.views[turn], &u.graph.sides[turn]
	u.game.ViewOf(s, turn, v)
	k := v.Key()
	n, known := side.numbers[k]
	if known {
		return n
	}
	n = int32(len(side.spans))
	side.numbers[k] = n
	first := int32(len(side.actions))
	if f, ok := any(v).(blindsight.Forcing[A]); ok {
		if a, forced := f.Forced(); forced {
			side.actions = append(side.actions, a)
		}
	}
	if int(first) == len(side.actions) {
		side.actions = v.Legal(side.actions)
	}
	if int(first) == len(side.actions) {
		u.err = errors.New("there is nothing to do, and the play is not over")
	}
	side.spans = append(side.spans, span{first, int32(len(side.actions)) - first})
	return n
}

// room tells whether there is some left, and whether it is time to stop.
func (u *unfolder[S, V, A, O]) room() error {
	const bytesOfNode, bytesOfOutcome = 160, 32 // with its place in the map, and scratch of solvers
	if len(u.numbers)%1024 == 0 {
		if bytesOfNode*int64(len(u.numbers))+bytesOfOutcome*int64(len(u.graph.outcomes)) > u.memory {
			return fmt.Errorf("%w: after %d states the memory of %d MiB is used up", blindsight.ErrTooMany, len(u.numbers), u.memory>>20)
		}
		return pace.Err(u.ctx)
	}
	return nil
}

// turnAround numbers the nodes anew, last first.
func (u *unfolder[S, V, A, O]) turnAround() {
	g := u.graph
	last := int32(len(g.nodes)) - 1
	for _, list := range [][]outcome{g.starts, g.outcomes} {
		for i := range list {
			if list[i].to != none {
				list[i].to = last - list[i].to
			}
		}
	}
	g.firsts = append(g.firsts, int32(len(g.outcomes)))
	slices.Reverse(g.nodes)
}

// States returns how many states there are in which a side decides.
func (g *Graph[A]) States() int { return len(g.nodes) }

// Sets returns how many views of a side there are in which it decides.
func (g *Graph[A]) Sets(side blindsight.Side) int { return len(g.sides[side].spans) }

// Actions returns what can be done in a view that has this key, and where the plan of its side says how often;
// nil if the side never decides there. The slice must not be changed.
func (g *Graph[A]) Actions(side blindsight.Side, k blindsight.Key) (actions []A, first int) {
	s := &g.sides[side]
	n, known := s.numbers[k]
	if !known {
		return nil, 0
	}
	at := s.spans[n]
	return s.actions[at.first : at.first+at.count], int(at.first)
}

// Uniform returns the plan that does anything with the same probability.
func (g *Graph[A]) Uniform(side blindsight.Side) Plan {
	s := &g.sides[side]
	p := make(Plan, len(s.actions))
	for _, at := range s.spans {
		match(nil, 0, p[at.first:at.first+at.count])
	}
	return p
}

// of returns the outcomes of action number i of a node.
func (g *Graph[A]) of(n *node, i int32) []outcome {
	return g.outcomes[g.firsts[n.action+i]:g.firsts[n.action+i+1]]
}

// span returns where the actions of a node are in the plan of its side.
func (g *Graph[A]) span(n *node) span { return g.sides[n.side].spans[n.set] }
