// Package loneking plays Kriegspiel against a lone king.
//
// What is hidden then is one of at most 64 squares, so that the belief is exact and small: a POMDP that can be
// planned over. A [Hunt] keeps the belief, by what is tried and heard. A [Planner] decides: by the tables of
// guaranteed mates (package endings) where they promise one, else by looking ahead over beliefs, towards what the tables
// promise, past stalemates and men that may be lost. [Game.Play] lets it play against kings that run.
package loneking
