package andor

import (
	"context"
	"iter"
	"slices"
)

// engine is an algorithm at work: prove reports whether a belief is won within a depth,
// in a turn as it stands. Once the work has stopped, the answer means nothing.
type engine[S comparable, A comparable, O Percept] interface {
	prove(belief []S, depth int, t turn[A]) bool
}

// Solver decides whether a belief has a guaranteed win. It keeps memory, and best its
// table, from one call to the next; it belongs to one goroutine.
type Solver[S comparable, A comparable, O Percept] struct {
	rules[S, A, O]
	options   Options
	algorithm Algorithm
	work      work
	engine    engine[S, A, O]
	best      *best[S, A, O] // the engine if it is best, else made when a plan is asked for
}

// New returns a solver for a game. It panics if the options do not pass their Check.
func New[S comparable, A comparable, O Percept](game Game[S, A, O], o Options) *Solver[S, A, O] {
	if err := o.Check(); err != nil {
		panic("andor: " + err.Error())
	}
	a, _ := ParseAlgorithm(o.Algorithm) // as Check has found
	s := &Solver[S, A, O]{rules: rules[S, A, O]{game: game}, options: o, algorithm: a}
	s.asker, _ = game.(Asker[S, A, O])
	s.finisher, _ = game.(Finisher[S, A])
	switch a.base {
	case "dfs":
		s.engine = &dfs[S, A, O]{newBuilder(s.rules, &s.work), a.prefixes}
	case "pns":
		s.engine = newPNS(s.rules, &s.work, a.prefixes)
	case "dbu", "dub":
		s.engine = newIncremental(s.rules, &s.work, a.prefixes, a.base == "dub")
	case "ipns", "d-ipns", "df-ipns":
		s.engine = newIPNS(s.rules, &s.work, a.prefixes, a.base != "ipns", a.base == "df-ipns")
	default:
		s.best = newBest(s.rules, &s.work, o.Best)
		s.best.workers = o.Workers
		s.engine = s.best
	}
	return s
}

// Algorithm returns the algorithm of the solver.
func (s *Solver[S, A, O]) Algorithm() Algorithm { return s.algorithm }

// Solve decides whether there is a guaranteed win from a belief within a depth, counted
// in moves of both sides: an own move that wins at once has depth 1. The belief must not
// be empty and hold no state twice; an even depth is as good as the odd one before it.
func (s *Solver[S, A, O]) Solve(ctx context.Context, belief []S, depth int) Result {
	depth = s.start(ctx, depth)
	t := s.newTurn(&belief[0], nil)
	verdict, least := s.decide(belief, depth, t)
	return s.result(verdict, least)
}

// SolveStream is Solve for a belief whose states come one by one, as an estimator finds
// them (the paper's section on interleaved state estimation and search): DBU looks at each
// as it comes, and asks for no more once those that came have no guaranteed win. Other
// algorithms wait for all of them. No state may come twice; without any there is no win.
func (s *Solver[S, A, O]) SolveStream(ctx context.Context, states iter.Seq[S], depth int) Result {
	_, r := s.FirstStream(ctx, states, depth)
	return r
}

// FirstStream is SolveStream with a winning first attempt, if there is a win.
func (s *Solver[S, A, O]) FirstStream(ctx context.Context, states iter.Seq[S], depth int) ([]A, Result) {
	d, ok := s.engine.(*incremental[S, A, O])
	if !ok || d.firstOnly {
		belief := slices.Collect(states)
		if len(belief) == 0 {
			s.start(ctx, depth)
			return nil, s.result(None, 0)
		}
		return s.First(ctx, belief, depth, 1)
	}
	if depth = s.start(ctx, depth); depth < 1 {
		return nil, s.result(None, 0)
	}
	n := d.newOR(depth)
	defer d.dropOR(n)
	verdict := None
	for state := range states {
		verdict = Win
		if !d.feedOR(n, &state) {
			verdict = None
			break
		}
	}
	s.work.look() // the states may have been long in coming
	switch {
	case s.work.stopped():
		return nil, s.result(Unknown, 0)
	case verdict == None:
		return nil, s.result(None, 0)
	}
	return []A{n.turn.list[n.now]}, s.result(Win, 0)
}

// First returns the winning first attempts, all of them or, if limit is not 0, at most so
// many: those that are legal in at least one state,
// win where they are legal, and leave a won turn where they are not; last the question,
// if asking it first keeps the win. The verdict is that of the belief; where it is
// Unknown the list holds what was found by then.
func (s *Solver[S, A, O]) First(ctx context.Context, belief []S, depth, limit int) ([]A, Result) {
	depth = s.start(ctx, depth)
	t := s.newTurn(&belief[0], nil)
	verdict, least := s.decide(belief, depth, t)
	var first []A
	if limit == 1 && least > 0 {
		depth = least // what wins sooner wins
	}
	if a, ok := s.known(belief, depth, &t); ok && limit == 1 && verdict == Win {
		return []A{a}, s.result(verdict, least)
	}
	if verdict == Win {
		for i := range t.list {
			if limit > 0 && len(first) == limit {
				break
			}
			if i != t.question && !s.legalSomewhere(belief, t.list[i]) {
				continue
			}
			only := t
			only.only = i + 1
			won := s.engine.prove(belief, depth, only)
			if s.work.stopped() {
				return first, s.result(Unknown, least)
			}
			if won {
				first = append(first, t.list[i])
			}
		}
	}
	return first, s.result(verdict, least)
}

// known returns the first attempt of the plan that best remembers for a won belief.
func (s *Solver[S, A, O]) known(belief []S, depth int, t *turn[A]) (a A, ok bool) {
	if s.best == nil || s.best.parts.NoTable || depth < 3 {
		return a, false
	}
	f := s.best.table.find(belief, depth, s.best.modeOf(t))
	if f == nil || !f.won {
		return a, false
	}
	for _, a := range f.plan {
		if s.asker != nil && a == s.asker.Question() || s.legalSomewhere(belief, a) {
			return a, true
		}
	}
	return a, false
}

// Wins decides whether a first attempt wins: see [Solver.First]. One that is not in the
// game's list, or legal in no state, does not.
func (s *Solver[S, A, O]) Wins(ctx context.Context, belief []S, depth int, a A) Result {
	depth = s.start(ctx, depth)
	t := s.newTurn(&belief[0], nil)
	for i := range t.list {
		if t.list[i] != a || i != t.question && !s.legalSomewhere(belief, a) {
			continue
		}
		t.only = i + 1
		won := s.engine.prove(belief, depth, t)
		switch {
		case s.work.stopped():
			return s.result(Unknown, 0)
		case won:
			return s.result(Win, 0)
		}
	}
	return s.result(None, 0)
}

// start begins a call, and returns the odd depth that it is about.
func (s *Solver[S, A, O]) start(ctx context.Context, depth int) int {
	s.work.start(ctx, &s.options)
	return depth - 1 + depth&1
}

// decide decides a belief: by best with growing depth, so that the least one is known.
func (s *Solver[S, A, O]) decide(belief []S, depth int, t turn[A]) (v Verdict, least int) {
	if depth < 1 {
		return None, 0
	}
	first := depth
	if s.best != nil && s.engine == engine[S, A, O](s.best) && !s.options.Best.NoDeepening {
		first = 1
	}
	for d := first; d <= depth; d += 2 {
		won := s.engine.prove(belief, d, t)
		switch {
		case s.work.stopped():
			return Unknown, 0
		case won && (first == 1 || depth <= 2):
			return Win, d
		case won:
			return Win, 0
		}
	}
	return None, 0
}

func (s *Solver[S, A, O]) result(v Verdict, least int) Result {
	r := Result{Verdict: v, Depth: least, Stats: s.work.Stats}
	if v == Unknown {
		r.Err = s.work.err
	}
	return r
}

// legalSomewhere reports whether an attempt moves in at least one state.
func (s *Solver[S, A, O]) legalSomewhere(belief []S, a A) bool {
	var to S
	for i := range belief {
		if _, moved := s.game.Try(&belief[i], a, &to); moved {
			return true
		}
	}
	return false
}
