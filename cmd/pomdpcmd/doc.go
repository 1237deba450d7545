// Package pomdpcmd is the commands about POMDPs that are written out as files: they read flags and files, call the
// solver, the checker and the players, and print.
package pomdpcmd
