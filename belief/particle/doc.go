// Package particle follows a play with weighted particles: a particle filter (sequential
// importance resampling; Gordon, Salmond, Smith 1993; Doucet, Johansen, A tutorial on
// particle filtering and smoothing, 2009).
//
// A [Filter] is told what its side did, saw and heard ([blindsight.Follower]), and hands out
// states ([blindsight.Sampler]). Its cost a step is about that of one Step of the game for
// each particle, however long the play: where rejection from the start has died, it goes on.
//
// How a particle is led on depends on what the game can do, the best way first:
//
//   - a game that lists what can follow from a state ([Branching]) has an exact belief, a
//     Bayes filter, as long as that is small. Beyond it the filter keeps a sample of all that
//     can follow (a fully adapted filter): no particle is lost to chance;
//   - a game that knows how likely an observation is ([ObservationModel]) has particles
//     weighted by it;
//   - any other game is simulated, and what did not see the same is dropped (an alive particle
//     filter: as many are drawn as are needed, within a limit).
//
// In the last two ways, where the weights have become uneven, heavy particles are led on several
// times and light ones dropped at random, such that no weight changes on average (Fearnhead,
// Clifford 2003). Equal states are one particle.
//
// Where another side acts, a policy acts for it, on its own view: the belief is that against
// an opponent of this policy. Who would assume nothing of him takes [NewSet]: the belief is then the
// set of all that is possible, listed or sampled, without weights.
//
// What only a game knows of its beliefs it says by [Hooks]: when to look for the exact belief again,
// what holds it, and how to guess.
//
// # What it cannot do
//
// A sampled belief is exact only in the limit of many particles, and says so
// ([blindsight.Health].Asymptotic). Where nothing about the hidden state changes and there are more
// states than particles, states are only ever lost: what was dropped as unlikely does not come
// back, however much speaks for it later. A filter whose particles have all died looks for others: by more draws
// from the same particles, by running again from earlier ones, and from the start. If none is
// found it returns [ErrDeprived]; it never falls back on the initial belief.
package particle
