// Package discrete has the exact belief of a POMDP that is written out ([blindsight.Tables]): the Bayes filter,
// by which b'(s') is in proportion to O(o|a,s') Σ T(s'|s,a) b(s).
//
// [Belief] is the distribution, dense or sparse; both hold the same numbers, to the last bit. A dense one takes time and
// memory in proportion to all states, a sparse one to those that are possible. [Filter] follows a play with
// one and is a [blindsight.Sampler] for searches.
//
// Where a state ends the play ([blindsight.Tables.Ends]) whoever is still asked knows that it is in none of them: the
// belief is that given this, too.
//
// # What it cannot do
//
// Chances are floating-point numbers, so what is exact here is the rule and not the last bit: a state less likely
// than about 1e-308 is lost.
package discrete
