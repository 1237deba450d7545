// Package minescmd is the commands of Minesweeper: they read flags and positions, call the game, its players, the
// coach and the exact solver, and print.
package minescmd
