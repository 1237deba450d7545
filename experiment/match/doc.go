// Package match plays games of any game that the catalogue describes, and sums them up: what the first side gains
// ([Games]), or which of two players is better, in pairs of games with the sides swapped ([Pairs]): score, Elo and gain
// with their intervals, a sequential test, and the games that were forfeited; or what changes of a
// player are worth, many in the same games ([Screen]). Games of Minesweeper by its own rules have a
// report of their own ([MinesSum]).
package match
