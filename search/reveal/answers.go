package reveal

// Loss stands in [Answers] for an action that loses the play.
const Loss uint8 = 255

// Answers tabulates a reveal game: one whose hidden state never changes, in which what an
// action shows is a function of that state, and which is won when all actions that do not
// lose have been taken, of which every state has the same number. Minesweeper is one once
// its first cell is open. Battleship and Mastermind are not: there what counts is how soon
// something is found. Every state is equally likely.
//
// Shown[action*States+state] is from 0 to 14, or [Loss].
//
// It is another name of a plain structure, so that a game can tabulate itself without
// importing this package.
type Answers = struct {
	States  int
	Actions int
	Shown   []uint8
}
