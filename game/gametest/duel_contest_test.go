package gametest_test

import (
	"math/bits"
	"math/rand/v2"
)

// Try and Replies are the contest of bare boards.
func (g *duel) Try(b *duelBoard, cell int, to *duelBoard) (duelSaid, bool) {
	if b.stones[b.turn.Other()]>>cell&1 != 0 {
		if g.fault == "Try writes what is refused" {
			*to = *b
		}
		return refused, false
	}
	if g.fault == "Try moves what it is given" {
		b.stones[0] |= 1
	}
	*to = *b
	said, _ := to.place(cell)
	switch {
	case g.fault == "Try answers otherwise" && cell == 2:
		said = ended
	case g.fault == "Try leads elsewhere" && cell == 2:
		to.stones[0] ^= 1
	}
	return said, true
}

func (g *duel) Replies(b, to *duelBoard, visit func(duelSaid) bool) bool {
	honest := &duel{}
	for cell := range duelCells {
		if (b.stones[0]|b.stones[1])>>cell&1 != 0 || g.fault == "Replies miss one" && cell == 4 {
			continue
		}
		said, _ := honest.Try(b, cell, to)
		if g.fault == "Replies sound otherwise" && cell == 4 {
			said = refused
		}
		if !visit(said) && g.fault != "Replies do not stop" {
			return false
		}
	}
	if g.fault == "Replies invent one" && bits.OnesCount8(b.stones[0]) == 1 {
		*to = duelBoard{turn: b.turn}
		return visit(placed)
	}
	return true
}

// duelTrail is a view as a trail: each of its events is a turn.
type duelTrail struct{ *duelView }

func (t duelTrail) Starts(visit func(*duelBoard) bool) {
	switch t.g.fault {
	case "Starts are elsewhere":
		visit(&duelBoard{turn: 1})
	case "Starts do not stop":
		visit(&duelBoard{})
		visit(&duelBoard{stones: [2]uint8{1}})
	default:
		visit(&duelBoard{})
	}
}

func (t duelTrail) Turns() int { return len(t.past) }

func (t duelTrail) Hash(b *duelBoard) uint64 {
	if t.g.fault == "Hash of the moment" {
		return rand.Uint64()
	}
	return uint64(b.stones[0])<<16 | uint64(b.stones[1])<<8 | uint64(b.turn&1)
}

func (t duelTrail) Successors(turn int, b, to *duelBoard, visit func() bool) bool {
	honest := &duel{}
	e := t.past[turn]
	if e.Heard {
		return honest.Replies(b, to, func(said duelSaid) bool {
			switch {
			case t.g.fault == "Successors are deaf":
			case said != e.Seen, t.g.fault == "Successors miss some" && to.stones[0]&1 != 0:
				return true
			}
			return visit() || t.g.fault == "Successors do not stop"
		})
	}
	said, moved := honest.Try(b, e.Action, to)
	if !moved {
		*to = *b
	}
	if said != e.Seen && t.g.fault != "Successors do not mind refusals" {
		return true
	}
	return visit()
}
