// Package kriegspielcmd is the commands of Kriegspiel, and of chess, the open game under it: they read flags, call the
// game, its players and its solvers, and print.
package kriegspielcmd
