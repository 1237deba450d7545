package guessfit

import (
	"math"
	"slices"

	"blindsight/player/sweepers/strong"
)

// set is the candidates of a position: features and what they won, less their means.
type set struct {
	x [][]float64
	y []float64
}

// center takes the means off, and makes what was won shares of its mean. It returns false where hardly anything is won.
func (s *set) center() bool {
	level, n := 0.0, float64(len(s.y))
	for _, y := range s.y {
		level += y / n
	}
	if level < leastLevel {
		return false
	}
	for i := range s.y {
		s.y[i] = s.y[i]/level - 1
	}
	for k := range s.x[0] {
		mean := 0.0
		for _, x := range s.x {
			mean += x[k] / n
		}
		for _, x := range s.x {
			x[k] -= mean
		}
	}
	return true
}

// unexplained returns the standard deviation of what weights do not explain.
func unexplained(sets []set, weights []float64) float64 {
	sum, n := 0.0, 0
	for _, s := range sets {
		for r, x := range s.x {
			e := s.residual(r, x, weights)
			sum += e * e
			n++
		}
	}
	return math.Sqrt(sum / float64(n))
}

func (s *set) residual(r int, x, weights []float64) float64 {
	e := s.y[r]
	for k := range x {
		e -= weights[k] * x[k]
	}
	return e
}

const (
	tiny = 1e-9 // added to the diagonal: a feature that never differs gets no weight
	huge = 1e12 // likewise, for those that are left out
)

// leastSquares returns the weights and their standard errors, positions being independent and the candidates of one not.
// The weights of the names in skip are 0.
func leastSquares(sets []set, skip []string) (weights, errs []float64) {
	n := len(sets[0].x[0])
	xx, xy := square(n), make([]float64, n)
	skipped := func(i int) bool { return slices.Contains(skip, strong.WeightNames()[i]) }
	for i := range xx {
		if xx[i][i] = tiny; skipped(i) {
			xx[i][i] = huge
		}
	}
	for _, s := range sets {
		for r, x := range s.x {
			for i := range x {
				xy[i] += x[i] * s.y[r]
				for j := range x {
					xx[i][j] += x[i] * x[j]
				}
			}
		}
	}
	inverse := invert(xx)
	weights, errs = make([]float64, n), make([]float64, n)
	for i := range weights {
		if !skipped(i) {
			weights[i] = dot(inverse[i], xy)
		}
	}
	for _, s := range sets {
		u := make([]float64, n)
		for r, x := range s.x {
			e := s.residual(r, x, weights)
			for i := range x {
				u[i] += x[i] * e
			}
		}
		for i := range errs {
			d := dot(inverse[i], u)
			errs[i] += d * d
		}
	}
	for i := range errs {
		errs[i] = math.Sqrt(errs[i])
	}
	return weights, errs
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// invert returns the inverse of a matrix, by elimination, and leaves the matrix a mess.
func invert(m [][]float64) [][]float64 {
	n := len(m)
	inverse := square(n)
	for i := range inverse {
		inverse[i][i] = 1
	}
	for i := range n {
		pivot := i
		for j := i + 1; j < n; j++ {
			if math.Abs(m[j][i]) > math.Abs(m[pivot][i]) {
				pivot = j
			}
		}
		m[i], m[pivot] = m[pivot], m[i]
		inverse[i], inverse[pivot] = inverse[pivot], inverse[i]
		d := m[i][i]
		for k := range n {
			m[i][k] /= d
			inverse[i][k] /= d
		}
		for j := range n {
			if f := m[j][i]; j != i && f != 0 {
				for k := range n {
					m[j][k] -= f * m[i][k]
					inverse[j][k] -= f * inverse[i][k]
				}
			}
		}
	}
	return inverse
}
