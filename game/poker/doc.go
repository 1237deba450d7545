// Package poker has the rules of two small pokers whose equilibria are known: Kuhn's (Kuhn, A
// simplified two-person poker, 1950) and Leduc hold'em (Southey and others, Bayes' bluff:
// opponent modelling in poker, 2005, section 2).
//
// # Rules
//
// Two sides pay an ante of one chip and get a card each, which the other does not see. Side 0
// acts first in every round. Who acts calls (checks, where there is nothing to call), raises
// (bets, where there is nothing to raise) or, facing a bet, folds. A round is over when a bet is
// called, or when both have checked. Who is left alone gets the pot; after the last
// round cards are shown, and the better one gets it. What a side gains is what it wins in chips:
// what the one gains the other loses.
//
//   - kuhn: one card of each rank, one round, one bet of 1. The higher card wins.
//   - leduc: two cards of each rank, two rounds, bets of 2 and then of 4, at most two
//     raises (the bet counts as one) a round. Between the rounds a card is laid open; who has its
//     rank wins, else the higher card, and equal cards share.
//
// Ranks are numbers from 1; the usual games have three of them.
//
// # How dealing fits
//
// Start deals the hidden cards. Side 0 then looks at its card, which the rules force ([Deal]); so
// each side observes its own. The open card is drawn by the call that ends the first round.
// Suits mean nothing, and are not dealt: ranks have the chances that the pack gives them. So Leduc
// has 288 information sets here; where suits are told apart it has 936.
package poker
