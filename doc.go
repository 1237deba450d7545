// Package blindsight is the vocabulary for deciding well when the board is
// hidden: what a world is, what a player knows of it, how a belief is drawn
// and how a decision is asked for.
//
// There is no algorithm in this package. It holds the few small interfaces
// through which games, estimators and searches meet, so that neither estimator nor search
// knows the game but by its rules, and what one of them can do for a game, it can do beside
// any other that serves the game:
//
//   - a [Game] is a world by its rules, for one side or two: draw a complete state, let the
//     side to act do something in it, say what each side observes of that and gains;
//   - a [View] is what one side knows: the legal actions live here, never on the hidden state;
//   - a [Sampler] is an estimator: it turns a view into a complete state that agrees with it,
//     and says of itself how far it can be trusted (its [Health]);
//   - a [Planner] turns a view and a [Budget] into a [Decision];
//   - a [Follower], a belief or a planner that keeps something between decisions, is told
//     what its side did, saw and heard.
//
// What a game can do beyond that is said by further interfaces of one to three
// methods: [Prior] and [Mutable] serve the estimators of belief/rejection and
// belief/metropolis, [Witness] all that simulates two sides, [Contest] and [Trail] proofs
// and exact beliefs, [Symmetric], [Picker], [Forcing] and [Ranged] make a search faster. An
// algorithm asks only for what it uses, and what serves one family of games alone stands
// beside the algorithm that asks for it.
//
// # Writing a game of your own
//
// Implement [Game]; use [History] as its view unless you have a smaller one;
// take rejection.Replay as the estimator and uct.New as the planner:
//
//	planner := uct.New(p, rejection.Replay(p, 0).Fresh, uct.Config{})
//
// Replays agree with a long past ever more rarely, by a factor with each noisy observation:
// for plays of more than a dozen or two of these take particle.New, which follows the play.
// For a side of a game of two, both have constructors that let the other side act by a policy.
//
// Observations should recur: where each is new, as a float is, a search sees one action
// ahead, and says so in its [Health]; make them coarse. The package example does all of
// that for the Tiger problem in about 25 lines. The packages gametest, belieftest and
// searchtest then tell whether the rules leak hidden information, whether an estimator
// is unbiased and whether a planner keeps its budget and its word.
//
// Plays need not end. The discount and the horizon of such a game are its [Terms]; a search
// may look less far (uct.Config), and gametest wants a Horizon.
//
// # Randomness
//
// Randomness is always an argument (*rand.Rand of math/rand/v2). With a budget
// in simulations, one seed gives one decision, whatever the number of workers.
package blindsight
