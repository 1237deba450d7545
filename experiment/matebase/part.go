package matebase

import (
	"context"
	"slices"

	"blindsight/game/chess"
	players "blindsight/player/kriegspielers"
	"blindsight/search/andor"
)

// A prover asks one solver again and again, within a number of positions to be
// constructed in all.
type prover struct {
	ctx    context.Context
	solver *players.Solver
	depth  int
	left   int64 // positions
}

// wins reports whether positions are proved to be won; what is not decided is not.
func (p *prover) wins(belief []chess.Position) bool {
	if p.left <= 0 {
		return false
	}
	r := p.solver.Solve(p.ctx, belief, p.depth)
	p.left -= r.States
	return r.Verdict == andor.Win
}

// provedPart returns the positions of a belief, by number, that have a common plan, if
// they are at least half, else nil. It begins with those known to be proved, and goes
// through the rest in order: what can be added is.
func (p *prover) provedPart(belief []chess.Position, known []int) []int {
	need := (len(belief) + 1) / 2
	part := slices.Clone(known)
	var rest []int // won alone
	lost := 0
	for i := range belief {
		if slices.Contains(known, i) {
			continue
		}
		if p.wins(belief[i : i+1]) {
			rest = append(rest, i)
		} else if lost++; lost > len(belief)-need {
			return nil
		}
	}
	part = p.grow(belief, part, rest, need)
	if len(part) < need {
		return nil
	}
	slices.Sort(part)
	return part
}

// grow adds to a part what can be added of a list, in order; it gives up when the part
// can no longer become as large as needed. By Theorem 2 of the paper a list that can be
// added as a whole can be added one by one: so it is tried as a whole, then in halves.
func (p *prover) grow(belief []chess.Position, part, list []int, need int) []int {
	if len(list) == 0 || len(part)+len(list) < need {
		return part
	}
	var together []chess.Position
	for _, i := range part {
		together = append(together, belief[i])
	}
	for _, i := range list {
		together = append(together, belief[i])
	}
	switch {
	case p.wins(together):
		return append(part, list...)
	case len(list) == 1:
		return part
	}
	half := len(list) / 2
	part = p.grow(belief, part, list[:half], need-(len(list)-half))
	return p.grow(belief, part, list[half:], need)
}
