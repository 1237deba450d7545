// Package minesweeper is the game of Minesweeper by its rules: the board, what
// the player sees of it, its text formats, and the abilities that estimators and
// searches ask for.
//
// # Rules
//
// M mines lie on a board of H rows and W columns. The player opens one cell after
// another. A cell with a mine ends the game; any other shows how many of its
// neighbours hold a mine. He wins when every cell without a mine is open.
//
// The mines are laid after the first cell is chosen, uniformly at random among the
// cells that the first-move rule leaves: under [Windows] the first cell is free,
// under [Gnomine] the first cell and all its neighbours are, so that it shows 0, under
// [None] nothing is. Boards that are given rather than drawn are played by [None].
// Where the board has too few cells left for the mines, that first cell is not legal.
//
// What a neighbour is belongs to the rules: see [Neighbours]. Everything else, the
// estimators and the searches included, works on any neighbourhood unchanged.
//
// With AutoOpen, opening a 0 opens its neighbours, as on the screens people play
// on. It is modelled as moves the rules force ([View.Forced]), one cell each, so
// that an observation is always one number.
//
// # Results
//
// A game is won or lost; its score is the number of safely opened cells, the first
// one included, divided by the number of cells without a mine (Couëtoux, Milone,
// Teytaud 2011, section I-A), so that 1 means a finished game. [Rules.Objective]
// says which of the two a [Game] pays as reward.
//
// # Parameters
//
//	Height, Width   1 to 100
//	Mines           0 to Height*Width-1, fewer where Gnomine needs room
//	First           Windows, Gnomine, None
//	Neighbours      Eight, Four, Hex, Torus, Knight
//	AutoOpen        true, false
//	Objective       Score, Win
package minesweeper
