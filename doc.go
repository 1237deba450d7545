// Package blindsight is the vocabulary for deciding well when the board is
// hidden: what a world is, what a player knows of it, how a belief is drawn
// and how a decision is asked for.
//
// There is no algorithm in this package. It holds the few small interfaces
// through which games, estimators and searches meet, so that any estimator
// works with any search and neither knows the game but by its rules:
//
//   - a [Problem] is a world by its rules: draw a complete state, play an action in it;
//   - a [View] is what the player knows: the legal actions live here, never on the hidden state;
//   - a [Sampler] is an estimator: it turns a view into a complete state that agrees with it,
//     and says of itself how far it can be trusted (its [Health]);
//   - a [Planner] turns a view and a [Budget] into a [Decision].
//
// What a game can do beyond that is said by further interfaces of one to three
// methods: [Prior] and [Mutable] serve the estimators of belief/rejection and
// belief/metropolis, [SumConstrained] those that solve constraints, [Symmetric],
// [Picker], [Forcing] and [Ranged] make a search faster. An algorithm asks only
// for what it uses.
//
// # Writing a problem of your own
//
// Implement [Problem]; use [History] as its view unless you have a smaller one;
// take rejection.Replay as the estimator and uct.New as the planner:
//
//	planner := uct.New(p, rejection.Replay(p, 0).Fresh, uct.Config{})
//
// Observations should recur: where each is new, as a float is, a search sees one action
// ahead, and says so in its [Health]; make them coarse. The package example does all of
// that for the Tiger problem in about 25 lines. The packages gametest, belieftest and
// searchtest then tell whether the rules leak hidden information, whether an estimator
// is unbiased and whether a planner keeps its budget and its word.
//
// Plays need not end. Give such a problem's search a Discount or a Horizon
// (uct.Config), its plays both (episode.Terms), and gametest a Horizon.
//
// # Randomness
//
// Randomness is always an argument (*rand.Rand of math/rand/v2). With a budget
// in simulations, one seed gives one decision, whatever the number of workers.
package blindsight
