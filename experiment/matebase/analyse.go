package matebase

import (
	"context"
	"fmt"

	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// analyst decides beliefs. What it finds depends on the belief alone, never on what it
// decided before: each belief has solvers of its own.
type analyst struct {
	levels []Level
	wanted func(level int) bool // whether instances of this level, or of a deeper one, are still wanted
	prefix string               // of IDs
}

// analyse returns what a belief is at each depth, the shallowest first, until it is a
// mate, no near miss, not decided, or not wanted. Whoever finds a mate sooner than at the
// first depth asked for has no use for it. Near misses are looked for only if they are
// wanted.
func (a *analyst) analyse(ctx context.Context, from *Instance, near bool) ([]*Instance, error) {
	var list []*Instance
	var part []int
	for level, l := range a.levels {
		if !a.wanted(level) {
			break
		}
		i := *from
		i.Depth = l.Depth
		i.ID = fmt.Sprintf("%sg%d-p%d-d%d", a.prefix, i.Game, i.Ply, i.Depth)
		var err error
		if part, err = i.decide(ctx, l.States, part, near); err != nil {
			return nil, err
		}
		if i.Plan == nil || i.Answer == Mate && i.Least < i.Depth {
			break
		}
		if err := i.Check(); err != nil {
			return nil, fmt.Errorf("%s: %w, which must not happen", i.ID, err)
		}
		list = append(list, &i)
		if i.Answer != None {
			break
		}
	}
	return list, nil
}

// solverMemory is what a solver may hold: far more than the limits of states let it.
const solverMemory = 1 << 30

// decide fills in answer, least depth, plan and part, by searches of at most so many
// positions. A part that is known to be proved is extended, and returned. Without a plan
// the instance is neither a mate nor near one, as far as the limit lets see.
func (i *Instance) decide(ctx context.Context, states int64, known []int, near bool) (part []int, err error) {
	solver := players.NewSolver(i.Rules, andor.Options{States: states, Memory: solverMemory})
	r := solver.Solve(ctx, i.Belief, i.Depth)
	switch r.Verdict {
	case andor.Win:
		i.Answer = Mate
	case andor.None:
		i.Answer = None
	default:
		i.Answer = Unknown
	}
	if i.Answer != Mate && !near {
		return nil, ctx.Err()
	}
	if i.Answer != Mate {
		p := &prover{ctx, solver, i.Depth, states}
		if i.Part = p.provedPart(i.Belief, known); i.Part == nil {
			return nil, ctx.Err()
		}
		if len(i.Part) == len(i.Belief) { // decided bit by bit
			i.Answer, i.Part = Mate, nil
		}
	}
	if ctx.Err() == nil {
		i.Plan, r = players.MatePlan(ctx, solver, i.Proved())
		if i.Answer == Mate {
			i.Least = r.Depth
		}
	}
	return i.Part, ctx.Err()
}
