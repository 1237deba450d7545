// Package tiger has the rules of the Tiger problem (Kaelbling, Littman, Cassandra, Planning and
// acting in partially observable stochastic domains, 1998, section 5.2), in its form without an
// end, that of the usual benchmark file.
//
// A tiger is behind one of two doors and gold behind the other. To listen costs 1 and lets one
// hear from where it growls, right with a probability of 0.85. To open the door with the gold
// brings 10, that with the tiger costs 100; either way the tiger is then put behind one of the
// doors anew, both equally likely.
//
// What is gained is discounted, by 0.95 a step. There the best is to listen until two growls more came
// from one side than from the other, and is worth 19.3714.
//
// Deviations: the file lets one hear a meaningless growl after a door was opened; here one sees
// that it was opened. Plays are cut after a horizon, which the file does not have.
package tiger
