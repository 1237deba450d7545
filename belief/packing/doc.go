// Package packing is the exact belief over packings: pieces of which each takes one of a list of
// places, no two of which clash, such that certain cells are covered; all packings are equally
// likely. The hidden fleet of Battleship is one: what was missed rules places out, what was
// hit must be covered.
//
// A packing splits in two. Its core are the pieces that cover required cells; the rest lie
// anywhere beside. Cores are few, since a required cell must be covered by one of the few places
// that reach it, so they are listed. The rest are many and nearly independent: they are counted
// where few pieces are left, and else drawn, each from the places that the core
// leaves to it, and all again where two clash. The core is drawn by the product of these numbers
// of places, so what is accepted is uniform over packings: rejection, with a chance of acceptance that depends
// only on how much room there is.
//
// So samples are independent and from the exact belief, and chances are either exact or means
// of such samples; [Belief.Chances] says which. There is no Markov chain and nothing asymptotic.
package packing
