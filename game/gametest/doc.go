// Package gametest tells whether a game keeps the promises that estimators and
// searches build on. Three lines in a test of yours will do:
//
//	func TestGame(t *testing.T) {
//		gametest.Run(t, gametest.Game[State, *View, Move, Seen]{Problem: game, NewView: game.NewView})
//	}
//
// Random plays under fixed seeds are then held against the comments in package
// blindsight: the same seed gives the same play, the view accepts what the rules
// show, nothing hidden leaks into what is legal or into keys, copies are
// independent, what is refused leaves no trace. Of the abilities beyond that
// (blindsight.Picker, Prior, Lister and so on) those that the problem and its view
// have are checked as well, and the others are passed over in silence. Where plays need
// not end, set [Game.Horizon], which cuts them.
//
// [Playthrough] prints one play with everything that can be asked on the way. Keep
// a few of these as golden files: a person reads them to review the rules, and the
// test compares them from then on.
//
// Statistical checks fail by chance once in 10⁹ (see [Fits]), and their seeds are
// fixed: a game that passes today passes tomorrow.
package gametest
