// Package battleship is Battleship for one side: a fleet lies hidden on a board and does not
// move, each shot at a cell tells whether it hit, and the play ends when every cell of every
// ship is hit.
//
// # Rules
//
// A ship is a straight line of cells, horizontal or vertical. No two ships overlap. No cell
// is shot at twice. The settings that have a name:
//
//	usual          10x10/5,4,3,3,2           Hasbro's fleet; ships may touch; a ship that is sunk is announced
//	silver-veness  10x10/5,4,3,2 apart silent bonus=100
//
// The second is that of Silver and Veness, Monte-Carlo Planning in Large POMDPs (2010), section 5:
// no two ships touch, not even diagonally; a shot tells hit or miss and nothing more; each costs 1, and the
// last hit brings 100. As in their program the last shot costs 1 as well.
//
// In every setting a shot costs 1, so without a bonus the return of a play is minus its
// number of shots. There is no discount and no horizon: a play ends after as many shots as
// there are cells, at the latest.
//
// An announcement names the length of the ship that was sunk, not where it lies. Which ship
// that is may stay open for a while: of three hits in a row two may be the ship of length 2 that
// the last one sank, and one a part of another ship. When a cell was hit therefore matters, as far
// as it was before or after a ship was sunk, and a view keeps that.
//
// # How fleets are drawn
//
// [Game] draws uniformly over legal fleets: every ship uniformly over its placements, and all of
// them again where two clash. Ships of equal length are exchangeable: a fleet with k of them
// can be drawn in k! ways, whichever fleet it is, so fleets remain equally likely.
//
// [ShipByShip] is what many programs do: the longest ship first, each uniformly over the placements
// that those before leave. Its fleets are not equally likely, so it is a game of its own,
// without the abilities that presume it.
package battleship
