// Package kriegspielcmd is the commands of Kriegspiel: they read flags, call the
// game, its players and its solvers, and print.
package kriegspielcmd
