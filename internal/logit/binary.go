package logit

import "math"

// Outcome is something that is won with a chance p, where log2(p/(1-p)) is the sum of its features, each times a weight. Score is what
// came of it: 1, 0, or between where it was shared.
type Outcome struct {
	Features []float64
	Score    float64
}

// FitBinary finds the weights under which the scores are likeliest, less ridge times half the sum of their squares (logistic regression),
// by Newton's method. All outcomes have the same number of features, and there must be one outcome at least. Without a ridge
// the features must not depend on each other.
func FitBinary(list []Outcome, ridge float64) []float64 {
	n := len(list[0].Features)
	bits, step := make([]float64, n), make([]float64, n)
	last := math.Inf(1)
	for range 50 {
		loss, gradient, curvature := binarySlope(list, bits, ridge)
		if loss > last { // too far: half of the way back
			for i := range bits {
				step[i] /= 2
				bits[i] -= step[i]
			}
			continue
		}
		last = loss
		copy(step, solve(curvature, gradient))
		most := 0.0
		for i := range bits {
			bits[i] += step[i]
			most = max(most, math.Abs(step[i]))
		}
		if most < 1e-9 {
			break
		}
	}
	return bits
}

// BinaryLoss returns the mean of -log2 of the chance of what came, shares by their parts.
func BinaryLoss(list []Outcome, bits []float64) float64 {
	loss, _, _ := binarySlope(list, bits, 0)
	return loss / math.Ln2 / float64(len(list))
}

// binarySlope returns the negative log likelihood in nats, its negative gradient and its curvature.
func binarySlope(list []Outcome, bits []float64, ridge float64) (loss float64, gradient []float64, curvature [][]float64) {
	n := len(bits)
	gradient, curvature = make([]float64, n), make([][]float64, n)
	for i, b := range bits {
		curvature[i] = make([]float64, n)
		curvature[i][i] = ridge
		gradient[i] = -ridge * b
		loss += ridge * b * b / 2
	}
	for k := range list {
		o := &list[k]
		x := 0.0
		for i, f := range o.Features {
			x += bits[i] * f
		}
		x *= math.Ln2
		p := 1 / (1 + math.Exp(-x))
		loss += math.Log1p(math.Exp(-math.Abs(x))) + max(x, 0) - o.Score*x
		for i, f := range o.Features {
			gradient[i] += (o.Score - p) * f * math.Ln2
			for j := range i + 1 {
				curvature[i][j] += p * (1 - p) * f * o.Features[j] * math.Ln2 * math.Ln2
			}
		}
	}
	for i := range n {
		for j := range i {
			curvature[j][i] = curvature[i][j]
		}
	}
	return loss, gradient, curvature
}

// solve returns x with a·x = b, by elimination; a is positive definite, and is used up as b is.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for j := i + 1; j < n; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for k := i + 1; k < n; k++ {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b
}
