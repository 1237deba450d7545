package kriegspielers

import (
	"math/bits"
	"slices"

	"blindsight/game/chess"
)

// rowSet is a set of rows, a bit each.
type rowSet [mostRows / 64]uint64

// meets reports whether two sets have a row in common.
func (s *rowSet) meets(other *rowSet) bool {
	for word := range s {
		if s[word]&other[word] != 0 {
			return true
		}
	}
	return false
}

// sum adds up what is given for each row of the set.
func (s *rowSet) sum(of []float64) float64 {
	x := 0.0
	for word, in := range s {
		for ; in != 0; in &= in - 1 {
			x += of[word*64+bits.TrailingZeros64(in)]
		}
	}
	return x
}

// weighted are the rows of a turn multiplied by their weights and laid side by side, so that sums over sets of them run through memory in its order:
// planning a turn is nothing but such sums, by the million.
type weighted struct {
	tries   int
	rows    int
	weights []float64
	means   []float64 // by weight
	values  []float64 // by weight, the rows of a try together
	gains   []float64 // of trying, over the mean, by weight, the tries of a row together: where it is refused, what that costs
	legal   []rowSet  // of each try
	tedium  []float64 // of each try
}

// take takes the rows of a turn. A refusal has a cost, and so has a move that captures nothing while we are ahead, by try.
func (w *weighted) take(o *outlook, cost float64, tedium func(try int) float64) {
	w.tries, w.rows = len(o.tries), len(o.rows)
	w.weights, w.means = sized(w.weights, w.rows), sized(w.means, w.rows)
	w.values, w.gains = sized(w.values, w.rows*w.tries), sized(w.gains, w.rows*w.tries)
	w.legal = sized(w.legal, w.tries)
	clear(w.legal)
	w.tedium = sized(w.tedium, w.tries)
	for i := range w.tedium {
		w.tedium[i] = tedium(i)
	}
	for k := range o.rows {
		r := &o.rows[k]
		w.weights[k], w.means[k] = r.weight, r.weight*r.mean
		gains := w.gain(k)
		for i, x := range r.values {
			if x != x { // refused
				gains[i] = -(r.weight * cost)
				continue
			}
			if r.ahead && r.heard[i].Captured() == chess.NoSquare {
				x -= w.tedium[i]
			}
			w.legal[i][k/64] |= 1 << (k % 64)
			w.values[i*w.rows+k] = r.weight * x
			gains[i] = r.weight * (x - r.mean)
		}
	}
}

// column returns the values of a try, by row, where it is legal.
func (w *weighted) column(try int) []float64 { return w.values[try*w.rows:][:w.rows] }

// gain returns what trying gains in a row, by try.
func (w *weighted) gain(row int) []float64 { return w.gains[row*w.tries:][:w.tries] }

// sized returns a slice of a length, in the memory of another where that is enough; what it holds is any.
func sized[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }
