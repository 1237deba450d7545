package phantom

import (
	"math/bits"
	"math/rand/v2"

	"blindsight"
)

// Boards is the game with nothing but the board as its state: in which order cells were tried
// is not kept, so that plays which come to the same board are one. The views that it makes have no
// past, and their keys are those of views that forget the order.
type Boards struct{ game *Game }

// Boards returns the game by its boards. Rules that ask for recall make no difference to it.
func (g *Game) Boards() Boards {
	if g.rules.Recall {
		forgetful := *g
		forgetful.rules.Recall = false
		g = &forgetful
	}
	return Boards{g}
}

// Start makes b an empty board. Nothing is drawn; side 0 begins.
func (Boards) Start(_ *rand.Rand, b *Board) blindsight.Side {
	*b = Board{}
	return b.Turn
}

// Step is [Game.Step].
func (g Boards) Step(_ *rand.Rand, b *Board, c Cell) blindsight.Step[Answer] {
	s := State{Board: *b}
	step := g.game.Step(nil, &s, c)
	*b = s.Board
	return step
}

// AllStarts visits the empty board.
func (g Boards) AllStarts(b *Board, visit func(p float64, turn blindsight.Side) bool) bool {
	return visit(1, g.Start(nil, b))
}

// AllSteps visits what the rules make of an attempt.
func (g Boards) AllSteps(b *Board, c Cell, to *Board, visit func(p float64, step blindsight.Step[Answer]) bool) bool {
	*to = *b
	return visit(1, g.Step(nil, to, c))
}

// ViewOf makes v what a side knows of a board: its stones, and those that it came upon. Turns need not be kept:
// in the classical variant each of the opponent's has placed a stone, in the abrupt one each
// has tried a cell.
func (g Boards) ViewOf(b *Board, side blindsight.Side, v *View) {
	other := side.Other()
	turns := bits.OnesCount64(b.Stones[other])
	if g.game.rules.Variant == Abrupt {
		turns += bits.OnesCount64(b.Known[other])
	}
	*v = View{
		game: g.game, side: side, own: b.Stones[side], known: b.Known[side], turns: uint8(turns),
		mine: b.Turn == side, over: b.Turn == blindsight.Over, past: v.past[:0],
	}
}

var (
	_ blindsight.Game[Board, Cell, Answer]     = Boards{}
	_ blindsight.Outcomes[Board, Cell, Answer] = Boards{}
	_ blindsight.Witness[Board, *View]         = Boards{}
)
