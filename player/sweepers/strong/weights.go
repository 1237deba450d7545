package strong

import "blindsight/internal/purefloat"

// Weights say what a guess is worth, as a share of the chance to win: how much better
// than another cell of the same position it is. Only differences between candidates matter. They are fitted (package
// guessfit): in positions of games every candidate is played out several times, and the weights are the least squares of
// the differences between candidates of one position. Where those in use come from is said in weights_fitted.go.
type Weights struct {
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

// Ahead is weights by how many guesses are looked ahead: 2 or 3.
type Ahead [4]Weights

// Fitted returns the weights in use.
func Fitted() Ahead { return weightsAhead }

// most returns what one number shown can be worth at most, Clear and Early apart, and Closed and Loose. Dead only takes
// away.
func (w *Weights) most() float64 {
	return max(w.Progress+max(w.More, 0), w.Next+w.Reply*(1+replyProgress))
}

// clear returns the weight of the chance that no neighbour is a mine, where a share of the
// cells is not known.
func (w *Weights) clear(unknown float64) float64 { return w.Clear + w.Early*unknown }

// safe returns what surviving with a chance is worth.
func (w *Weights) safe(chance float64) float64 { return w.Safe * purefloat.Log(chance) }
