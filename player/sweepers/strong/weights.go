package strong

import "blindsight/internal/purefloat"

// weights say what a guess is worth, as a share of the chance to win: how much better
// than another cell of the same position it is. They are fitted, but for Early, which is a little above its fit: in positions
// of games on 16x30/99 every candidate was played out several times, and the weights
// are the least squares of the differences between candidates of one position
// (studies/mines-strength/LOG.md has the numbers with their errors). Only differences
// between candidates matter.
type weights struct {
	// Safe is of the logarithm of the chance to survive. It is below 1: a risk taken now
	// may be one that had to be taken anyway.
	Safe float64
	// Progress is of the chance that a certainly safe cell follows, More of the chance that
	// two or more do.
	Progress, More float64
	// Next is of the chance of the safest cell that follows where none is certain; Reply of
	// what the best guess there promises, if that is looked at.
	Next, Reply float64
	// Clear is of the chance that no neighbour is a mine, late in the game, Early what is
	// added to that while all cells are closed.
	Clear, Early float64
	// Dead is for a cell that can show one number only.
	Dead float64
	// Closed is for each neighbour that may be a mine, Loose for each of these that lies
	// beside no number.
	Closed, Loose float64
	// Fifty is of what the fifties cost that a cell is in, Guard of those that it guards.
	Fifty, Guard float64
}

// weightsAhead are the weights by how many guesses are looked ahead: 2 or 3.
var weightsAhead = [...]weights{
	2: {Safe: 0.815, Progress: 0.778, More: 0.033, Next: 0.794, Clear: -0.014, Early: 0.034, Dead: -0.043, Closed: -0.0017, Loose: 0.0015, Fifty: 0.474, Guard: 0.744},
	3: {Safe: 0.834, Progress: 0.822, More: 0.034, Next: 0.249, Reply: 0.561, Clear: -0.011, Early: 0.034, Dead: -0.038, Closed: -0.0011, Loose: 0.0015, Fifty: 0.472, Guard: 0.781},
}

// most returns what one number shown can be worth at most, Clear and Early apart, and Closed and Loose. Dead only takes
// away.
func (w *weights) most() float64 {
	return max(w.Progress+max(w.More, 0), w.Next+w.Reply*(1+replyProgress))
}

// clear returns the weight of the chance that no neighbour is a mine, where a share of the
// cells is not known.
func (w *weights) clear(unknown float64) float64 { return w.Clear + w.Early*unknown }

// safe returns what surviving with a chance is worth.
func (w *weights) safe(chance float64) float64 { return w.Safe * purefloat.Log(chance) }
