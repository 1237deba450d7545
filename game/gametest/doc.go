// Package gametest tells whether a game keeps the promises that estimators and
// searches build on. Three lines in a test of yours will do:
//
//	func TestGame(t *testing.T) {
//		gametest.Run(t, gametest.Case[State, *View, Move, Seen]{Game: game, NewView: game.NewView, Sides: 2})
//	}
//
// Random plays under fixed seeds are then held against the comments in package
// blindsight: the same seed gives the same play, the views accept what the rules
// show and let them hear, nothing hidden leaks to either side into what is legal or into
// keys, copies are independent, what is refused leaves no trace, rewards are numbers. Of
// the abilities beyond that (blindsight.Picker, Prior, Lister, Witness and so on) those
// that the game and its views have are checked as well, and the others are passed over in
// silence. Where plays need not end, set [Case.Horizon], which cuts them.
//
// A leak is looked for by plays that one side cannot tell apart: it does, sees and hears the
// same, while the hidden start, or what the other side does, is another. Its views, which
// the kit tells of nothing but that, must then be equal, and what is legal in one
// of these plays must be playable in all of them. What the rules let a side hear they say
// by themselves: that it is not too much is for [RunContest] to hold against the second
// road to the same rules, where there is one.
//
// [Playthrough] prints one play with everything that can be asked on the way. Keep
// a few of these as golden files: a person reads them to review the rules, and the
// test compares them from then on.
//
// Statistical checks fail by chance once in 10⁹ (see [Fits]), and their seeds are
// fixed: a game that passes today passes tomorrow.
package gametest
