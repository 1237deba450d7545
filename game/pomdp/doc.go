// Package pomdp has partially observable Markov decision processes that are written out: a
// [Model] is finitely many states, actions and observations with all chances and rewards. It is
// generated ([Tiger], [RockSample], [Tag], [Grid]), read from a file, or filled in by hand.
//
// A model is a game of one side that any belief and any search can play, and it gives its
// [blindsight.Tables] to solvers that need all of it at once.
//
// Where a state is absorbing and brings nothing more, whatever is done, the play ends. Numbers that
// decide are made by arithmetic that is the same on every processor.
package pomdp
