// Package bounded decides online in POMDPs: it searches the graph of beliefs that may follow, between a lower and an upper
// bound of what each is worth.
//
// It stands in the family of trial-based searches (Keller, Helmert, Trial-based heuristic tree search for finite horizon MDPs,
// 2013), to which UCT belongs: a simulation goes down from the belief at hand, opens actions that were never looked at,
// and what it learns goes back up. Three things differ from UCT. Where UCT adds a bonus to what an action seems to bring, here it counts
// by its upper bound, so that the optimism of the bandit is exactly what can still be gained, and nothing has to be tuned. The
// observation is not drawn: the simulation goes where most is unknown, weighed by how likely that is (Smith, Simmons, Heuristic search value iteration
// for POMDPs, 2004). And there are no rollouts: a new belief has bounds of its own. A simulation ends where what is unknown is so little,
// as it counts at the root, that the root can wait for it (the excess uncertainty of Smith and Simmons; Somani, Ye, Hsu, Lee, DESPOT: Online POMDP planning with
// regularization, 2013, in their form).
//
// What is decided is the action of the greatest lower bound. So the play gains in the mean at least what the lower
// bounds say, whatever the budget: where no action is proved to be better, it follows the policy behind the bound of the belief itself.
//
// What a belief is, and how its bounds are found, is the business of a [Space]. No random numbers are drawn: with a budget in simulations the answer is the same always.
package bounded
