// Package kriegcoach is what a person is told of Kriegspiel: whether there is a guaranteed mate, with a plan that was checked
// ([Decider]), why a first attempt does not win ([WhyReport]), and what a player advises, with the board that it believes in
// ([WriteAdvice]).
package kriegcoach
