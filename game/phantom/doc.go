// Package phantom is tic-tac-toe and Hex in which a side sees its own stones only: phantom
// tic-tac-toe and dark hex.
//
// # Rules
//
// Two sides place stones on empty cells in turn; side 0 begins. Three own stones in a row,
// a column or a diagonal win tic-tac-toe, and a full board without them is a draw. In Hex
// of R rows and C columns side 0 joins top and bottom, side 1 left and right, and one of
// them always does; the neighbours of a cell are those to its left and right, the one above
// it and the next to the right of that, the one below it and the next to the left of that.
//
// Who tries a cell on which the opponent stands is refused, and so knows that cell from
// then on. The variants differ in what follows:
//
//   - classical: the same side tries again. The opponent notices nothing of a refusal; he
//     hears that a stone was placed, and so knows how many there are;
//   - abrupt: the turn is over. The opponent hears that it is, and not whether a stone was
//     placed.
//
// How a game ended is told to both. A win is worth 1, a loss -1, a draw 0.
//
// Who tries a cell that he has, or knows to be the opponent's, would learn nothing: that is
// not legal.
//
// # Who asks what
//
//   - A program that holds plays asks a [Game] with a [State], which also remembers in
//     which order everything was tried; a player asks his [View].
//   - A search for guaranteed wins asks a [Contest] about single boards ([Board]).
//   - An estimator that enumerates boards asks a [Trail]. A [Posterior] is the exact belief
//     against an opponent who plays uniformly at random.
package phantom
