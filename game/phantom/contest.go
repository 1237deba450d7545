package phantom

import (
	"math/bits"

	"blindsight"
)

// Goal is what a side wants to be sure of.
type Goal uint8

// The goals.
const (
	ToWin     Goal = iota // a draw is as bad as a loss
	NotToLose             // a draw is as good as a win
)

// Contest is a game as a search for guaranteed wins asks for it: from the side of one
// player, on boards alone. In the classical variant, where a refusal costs nothing and is
// not noticed, what a side knows does not change what it can do: there boards keep
// no knowledge, so that fewer of them differ. A Contest is safe for concurrent use.
type Contest struct {
	game *Game
	side blindsight.Side
	goal Goal
}

// Contest returns the game for a side with a goal.
func (g *Game) Contest(side blindsight.Side, goal Goal) Contest { return Contest{g, side, goal} }

// Opening returns the boards that the side of the contest may have before itself in its
// first turn, if first is the side that begins: the game's own rules say side 0.
func (c Contest) Opening(first blindsight.Side) []Board {
	empty := Board{Turn: first}
	if first == c.side {
		return []Board{empty}
	}
	var after []Board
	var to Board
	c.Replies(&empty, &to, func(Answer) bool {
		after = append(after, to)
		return true
	})
	return after
}

// Depth returns the most moves of both sides that a game can have.
func (c Contest) Depth() int {
	if c.game.rules.Variant == Abrupt {
		return 2 * c.game.cells
	}
	return c.game.cells
}

// Try plays an attempt of the side to act in b. An attempt that is refused moves in the
// abrupt variant, where it ends the turn, and does not in the classical one.
func (c Contest) Try(b *Board, cell Cell, to *Board) (heard Answer, moved bool) {
	if c.game.rules.Variant == Classical && b.Stones[b.Turn.Other()]>>cell&1 != 0 {
		return Refused, false
	}
	*to = *b
	a := c.game.try(to, cell)
	if c.goal == NotToLose && b.Turn == c.side && a == Placed && c.harmless(to) {
		return Drawn, true
	}
	return a, true
}

// harmless reports whether one empty cell is left, on which the opponent does not win: what
// comes then is no loss. The last stone of a game may be his, and a search for guaranteed
// wins knows no end of the game by the opponent that would be good.
func (c Contest) harmless(b *Board) bool {
	empty := c.game.full &^ (b.Stones[0] | b.Stones[1])
	if bits.OnesCount64(empty) != 1 {
		return false
	}
	opponent := c.side.Other()
	return !c.game.wins(opponent, b.Stones[opponent]|empty, Cell(bits.TrailingZeros64(empty)))
}

// Replies visits the boards after all moves of the side to act, with what the other side
// hears of them.
func (c Contest) Replies(b, to *Board, visit func(Answer) bool) bool {
	set := c.game.full &^ (b.Stones[0] | b.Stones[1])
	if c.game.rules.Variant == Abrupt {
		set = c.game.legal(b)
	}
	for ; set != 0; set &= set - 1 {
		a, _ := c.Try(b, Cell(bits.TrailingZeros64(set)), to)
		if a, _ = c.game.heard(a); !visit(a) {
			return false
		}
	}
	return true
}

// Attempts appends what the side to act may try, by what it knows.
func (c Contest) Attempts(b *Board, buf []Cell) []Cell {
	for set := c.game.legal(b); set != 0; set &= set - 1 {
		buf = append(buf, Cell(bits.TrailingZeros64(set)))
	}
	return buf
}

// Ended reports whether the game is over after an answer, and whether as who moved wants.
func (c Contest) Ended(a Answer) (over, won bool) {
	return a == Won || a == Drawn, a == Won || a == Drawn && c.goal == NotToLose
}

// Hash returns 64 bits that are equal for equal boards, the same in every run.
func (c Contest) Hash(b *Board) uint64 { return b.hash() }

var _ blindsight.Contest[Board, Cell, Answer] = Contest{}
