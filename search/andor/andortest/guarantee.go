package andortest

import (
	"fmt"
	"slices"

	"blindsight/search/andor"
)

// Opponent is what the other side knows when it replies.
type Opponent int

// The two ends of what an opponent may know.
const (
	Seeing Opponent = iota // the true state, and how the own side decides
	Blind                  // nothing: he has a list of replies, made before the play begins
)

// Guaranteed reports whether there is a strategy that wins from every state of a belief
// within a depth, against every opponent of a kind, by the definition: a strategy says
// what to try after each sequence of own attempts and percepts, and it is played out in
// single true states. There are no beliefs in it, and no code of the searches.
//
// A blind opponent's list holds numbers from 0 to replies-1, which must be no fewer than
// the replies that any state has; where a state has n, the number counts modulo n. The
// game must have no question. Strategies are changed where a play was lost, at the last
// decision that it depends on, so that the time is not that of all of them; it is
// exponential all the same.
func Guaranteed[S comparable, A comparable, O andor.Percept](game andor.Game[S, A, O], belief []S, depth int, kind Opponent, replies int) bool {
	g := &guarantee[S, A, O]{game: game, numbers: map[string]int{}}
	for {
		lost := g.lostPlay(belief, depth, kind, replies)
		if lost == nil {
			return true
		}
		if !g.change(lost[1:]) {
			return false
		}
	}
}

// guarantee is a strategy that is made as it is played: what to try at each point that
// was reached, in the order in which they were reached.
type guarantee[S comparable, A comparable, O andor.Percept] struct {
	game    andor.Game[S, A, O]
	numbers map[string]int // of points, by what the own side tried and heard
	points  []point
}

// point is a decision of the strategy.
type point struct {
	key     string
	choice  int
	choices int
	because []int // points on which the loss of its earlier choices depends
}

// change changes the strategy at the last point on which a loss depends. It reports
// whether there is one left.
func (g *guarantee[S, A, O]) change(lost []int) bool {
	for len(lost) > 0 {
		last := slices.Max(lost)
		for _, p := range g.points[last+1:] {
			delete(g.numbers, p.key)
		}
		g.points = g.points[:last+1]
		p := &g.points[last]
		for _, k := range lost {
			if k != last && !slices.Contains(p.because, k) {
				p.because = append(p.because, k)
			}
		}
		if p.choice++; p.choice < p.choices {
			return true
		}
		lost = p.because
	}
	return false
}

// lostPlay returns the points of a play that is lost, after a -1, or nil if there is none.
func (g *guarantee[S, A, O]) lostPlay(belief []S, depth int, kind Opponent, replies int) []int {
	if kind == Seeing {
		for _, s := range belief {
			if lost := g.own(s, depth, "", nil, []int{-1}, nil); lost != nil {
				return lost
			}
		}
		return nil
	}
	list := make([]int, depth/2)
	for {
		for _, s := range belief {
			if lost := g.own(s, depth, "", nil, []int{-1}, list); lost != nil {
				return lost
			}
		}
		k := 0
		for k < len(list) && list[k] == replies-1 {
			list[k] = 0
			k++
		}
		if k == len(list) {
			return nil
		}
		list[k]++
	}
}

// own plays on from a state with the own side to move.
func (g *guarantee[S, A, O]) own(s S, depth int, key string, refused []A, way, list []int) []int {
	var open []A
	for _, a := range g.game.Attempts(&s, nil) {
		if !slices.Contains(refused, a) {
			open = append(open, a)
		}
	}
	if depth < 1 || len(open) == 0 {
		return way
	}
	number, known := g.numbers[key]
	if !known {
		number = len(g.points)
		g.numbers[key] = number
		g.points = append(g.points, point{key: key, choices: len(open)})
	}
	way = append(slices.Clone(way), number)
	a := open[g.points[number].choice]
	var to S
	o, moved := g.game.Try(&s, a, &to)
	key += fmt.Sprintf("%v:%v,", a, o)
	if !moved {
		return g.own(s, depth, key, append(slices.Clone(refused), a), way, list)
	}
	switch over, won := g.game.Ended(o); {
	case won:
		return nil
	case over:
		return way
	}
	type reply struct {
		to S
		o  O
	}
	var replies []reply
	g.game.Replies(&to, &s, func(o O) bool {
		replies = append(replies, reply{s, o})
		return true
	})
	if len(list) > 0 && len(replies) > 0 {
		n := list[0] % len(replies)
		replies, list = replies[n:n+1], list[1:]
	}
	for _, r := range replies {
		lost := way
		if over, _ := g.game.Ended(r.o); !over {
			lost = g.own(r.to, depth-2, key+fmt.Sprintf("%v;", r.o), nil, way, list)
		}
		if lost != nil {
			return lost
		}
	}
	return nil
}
