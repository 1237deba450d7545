package bounded

import (
	"context"
	"math"
	"time"
	"unsafe"

	"blindsight"
	"blindsight/internal/pace"
)

// Space is the beliefs of a POMDP, numbered from 0 as they are come to. Equal ones have one number. Rewards are to be made as large as possible, and what
// comes later counts less.
type Space interface {
	// Actions returns how many actions there are, numbered from 0.
	Actions() int
	// Discount returns the factor by which each step makes what comes later count less, below 1.
	Discount() float64
	// Bounds returns what a belief is worth at least and at most, and what to do first to gain the least.
	Bounds(belief int32) (lower, upper float64, first int)
	// Promise sets upper, by action, to what the actions bring at most; minus infinity is for those not worth a look.
	Promise(belief int32, upper []float64)
	// Act returns what an action brings at once in the mean, and appends the beliefs to which it may lead. Where chances add up to
	// less than 1 the play ends with what is left.
	Act(belief int32, action int, buf []Outcome) (reward float64, outcomes []Outcome)
	// Held returns the bytes that the beliefs take.
	Held() int64
}

// Outcome is what may be observed of an action.
type Outcome struct {
	Chance float64
	Seen   int32 // the observation
	To     int32 // the belief that it leaves
}

// Search is a search in one space: an AND-OR graph of beliefs, the best of actions over the mean of
// observations, as in expectimax, with a lower and an upper bound at every node. It belongs to one goroutine. What it has found of a belief stays until Forget.
type Search struct {
	space  Space
	memory int64

	nodes    []node // by belief
	edges    []edge // a run for each belief that was opened, by action
	outcomes []Outcome

	path    []hop
	trial   int32
	promise []float64
	found   []Outcome
}

// node is what is known of a belief.
type node struct {
	lower, upper float64
	own          float64 // the lower bound of the space
	first        int32   // what to do for that
	edges        int32   // the first of them, or one of the two below
	pass         int32   // the last simulation that came here
	visits       int32
}

// Instead of edges a node may have
const (
	unknown = -2 // not even bounds
	closed  = -1 // bounds alone
)

// edge is what is known of an action at a belief.
type edge struct {
	lower, upper float64 // lower is minus infinity before it was tried
	reward       float64
	outcomes     int32
	count        int32
	visits       int32
}

// hop is one step of the simulation under way.
type hop struct{ node, edge int32 }

// DefaultMemory bounds a search, beliefs and all. Storage grows by doubling, so that up to twice as much may be taken for a while.
const DefaultMemory = 300 << 20

// New returns a search in a space that takes about so many bytes at most, beliefs and all; 0 is [DefaultMemory].
func New(s Space, memory int64) *Search {
	if memory == 0 {
		memory = DefaultMemory
	}
	return &Search{space: s, memory: memory, promise: make([]float64, s.Actions())}
}

// Forget takes away all that was found. It must be called when the space numbers its beliefs anew.
func (s *Search) Forget() {
	s.nodes, s.edges, s.outcomes, s.trial = s.nodes[:0], s.edges[:0], s.outcomes[:0], 0
}

// Held returns the bytes that the search takes, beliefs and all.
func (s *Search) Held() int64 {
	return s.space.Held() + int64(len(s.nodes))*int64(unsafe.Sizeof(node{})) +
		int64(len(s.edges))*int64(unsafe.Sizeof(edge{})) + int64(len(s.outcomes))*int64(unsafe.Sizeof(Outcome{}))
}

// Memory returns the bytes that it may take.
func (s *Search) Memory() int64 { return s.memory }

// settled is how near bounds are, in parts of their size, when there is nothing more to find out.
const settled = 1e-7

// Run searches from a belief until the budget is spent, the context ends, nothing is left to find out or the memory is used up, which it then tells.
// It returns how many simulations there were.
func (s *Search) Run(ctx context.Context, root int32, b blindsight.Budget) (simulations int, full bool) {
	limit := b.Simulations
	if limit == 0 && b.Time > 0 {
		limit = math.MaxInt
	}
	begin := time.Now()
	for simulations < limit && pace.Err(ctx) == nil && (b.Time == 0 || time.Since(begin) < b.Time) {
		n := s.at(root)
		if n.upper-n.lower <= settled*max(1, math.Abs(n.lower), math.Abs(n.upper)) {
			break
		}
		if s.Held() >= s.memory {
			return simulations, true
		}
		s.simulate(root)
		simulations++
	}
	return simulations, false
}

// at returns the node of a belief, with its bounds.
func (s *Search) at(belief int32) *node {
	for int(belief) >= len(s.nodes) {
		s.nodes = append(s.nodes, node{edges: unknown})
	}
	n := &s.nodes[belief]
	if n.edges == unknown {
		lower, upper, first := s.space.Bounds(belief)
		*n = node{lower: lower, upper: max(lower, upper), own: lower, first: int32(first), edges: closed}
	}
	return n
}

// share is which part of what is unknown at the root a simulation leaves unknown below it, as that counts there.
const share = 0.95

// simulate goes down from the root and takes back up what it found.
func (s *Search) simulate(root int32) {
	s.trial++
	s.path = s.path[:0]
	n := s.at(root)
	enough := share * (n.upper - n.lower)
	for at := root; ; {
		n = s.at(at)
		if n.pass == s.trial || len(s.path) > 0 && n.upper-n.lower <= enough {
			break // play came back, or what is left can wait
		}
		n.pass = s.trial
		n.visits++
		number := s.choose(at)
		e := &s.edges[number]
		e.visits++
		if math.IsInf(e.lower, -1) {
			s.try(at, number)
		}
		s.path = append(s.path, hop{at, number})
		enough /= s.space.Discount()
		if at = s.farther(number, enough); at < 0 {
			break
		}
	}
	for i := len(s.path) - 1; i >= 0; i-- {
		s.weigh(s.path[i].edge)
		s.backup(s.path[i].node)
	}
}

// choose returns the edge of the action with the greatest upper bound, of several the first.
func (s *Search) choose(at int32) int32 {
	n := &s.nodes[at]
	if n.edges == closed {
		n.edges = int32(len(s.edges))
		s.space.Promise(at, s.promise)
		for _, upper := range s.promise {
			s.edges = append(s.edges, edge{lower: math.Inf(-1), upper: min(upper, n.upper)})
		}
	}
	best := n.edges
	for i := n.edges; i < n.edges+int32(len(s.promise)); i++ {
		if s.edges[i].upper > s.edges[best].upper {
			best = i
		}
	}
	return best
}

// try does an action for the first time.
func (s *Search) try(at, number int32) {
	action := int(number - s.nodes[at].edges)
	var reward float64
	reward, s.found = s.space.Act(at, action, s.found[:0])
	e := &s.edges[number]
	e.reward, e.outcomes, e.count = reward, int32(len(s.outcomes)), int32(len(s.found))
	s.outcomes = append(s.outcomes, s.found...)
	for i := range s.found {
		s.at(s.found[i].To)
	}
	s.weigh(number)
}

// farther returns the belief in which most is unknown beyond what is enough, weighed by its chance, or -1.
func (s *Search) farther(number int32, enough float64) int32 {
	best, most := int32(-1), 0.0
	e := &s.edges[number]
	for _, o := range s.outcomes[e.outcomes : e.outcomes+e.count] {
		n := &s.nodes[o.To]
		if excess := o.Chance * (n.upper - n.lower - enough); excess > most {
			best, most = o.To, excess
		}
	}
	return best
}

// weigh computes the bounds of an action that was tried from those of the beliefs after it.
func (s *Search) weigh(number int32) {
	e := &s.edges[number]
	lower, upper, discount := 0.0, 0.0, s.space.Discount()
	for _, o := range s.outcomes[e.outcomes : e.outcomes+e.count] {
		n := &s.nodes[o.To]
		lower += float64(o.Chance * n.lower)
		upper += float64(o.Chance * n.upper)
	}
	e.lower = e.reward + float64(discount*lower)
	e.upper = min(e.upper, e.reward+float64(discount*upper))
}

// backup computes the bounds of a belief from those of its actions.
func (s *Search) backup(at int32) {
	n := &s.nodes[at]
	upper := math.Inf(-1)
	for i := n.edges; i < n.edges+int32(len(s.promise)); i++ {
		n.lower = max(n.lower, s.edges[i].lower)
		upper = max(upper, s.edges[i].upper)
	}
	n.upper = max(n.lower, min(n.upper, upper))
}

// Bounds returns what a belief is known to be worth, at least and at most.
func (s *Search) Bounds(belief int32) (lower, upper float64) {
	n := s.at(belief)
	return n.lower, n.upper
}

// Decide returns the action of the greatest lower bound, of several that of the greater upper bound. Where none is above the bound of the belief
// itself, it is the first one of the policy behind that.
func (s *Search) Decide(belief int32) (action int, lower float64) {
	n := s.at(belief)
	action, lower = int(n.first), n.own
	upper := math.Inf(-1)
	if n.edges == closed {
		return action, lower
	}
	for a := range s.promise {
		e := &s.edges[n.edges+int32(a)]
		if e.lower > lower || e.lower == lower && e.upper > upper {
			action, lower, upper = a, e.lower, e.upper
		}
	}
	return action, lower
}

// Stat is what is known of an action at a belief.
type Stat struct {
	Simulations  int
	Lower, Upper float64 // Lower is minus infinity where it was never tried
}

// Stats returns what is known of each action at a belief; nil where no simulation was there.
func (s *Search) Stats(belief int32) []Stat {
	n := s.at(belief)
	if n.edges == closed {
		return nil
	}
	stats := make([]Stat, len(s.promise))
	for a := range stats {
		e := &s.edges[n.edges+int32(a)]
		stats[a] = Stat{int(e.visits), e.lower, e.upper}
	}
	return stats
}
