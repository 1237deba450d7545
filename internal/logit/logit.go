// Package logit fits a conditional logit model (McFadden 1974): how choices among options depend on
// features of these. An option is chosen with a probability proportional to 2 to the power of the sum of its features, each
// times a weight; weights are therefore in bits. [FitBinary] is the plain logistic model, of things that are won or not.
//
// It is for constants that are made once and kept in a file: it uses the exponential function of the platform, whose last bits
// differ between processors.
package logit

import "math"

// Feature is one of the features of an option and how much of it there is.
type Feature struct {
	Index int32
	Value float32
}

// Choice is a set of options, of which one was chosen.
type Choice struct {
	Options [][]Feature
	Chosen  int
}

// Result is a fitted model.
type Result struct {
	Bits []float64 // the weights
	// Loss is the mean of -log2 of the probability of what was chosen, Uniform that if all options are equally likely.
	Loss, Uniform float64
}

// Fit finds the weights of so many features under which what was chosen is most likely, less ridge times half the sum of their squares,
// by so many passes over the data. The likelihood has one summit; each pass makes for it, a step in each coordinate as its
// curvature says, damped where that would not help.
func Fit(choices []Choice, features int, ridge float64, passes int) Result {
	r := Result{Bits: make([]float64, features)}
	gradient, curvature := make([]float64, features), make([]float64, features)
	best := make([]float64, features)
	bestLoss, damping := math.Inf(1), 0.5
	for range passes {
		loss := slope(choices, r.Bits, gradient, curvature)
		for i, w := range r.Bits {
			loss += ridge * w * w / 2
			gradient[i] -= ridge * w
			curvature[i] += ridge
		}
		if loss > bestLoss { // too far: half of the way back
			damping /= 2
			for i := range r.Bits {
				r.Bits[i] = (r.Bits[i] + best[i]) / 2
			}
			continue
		}
		bestLoss = loss
		copy(best, r.Bits)
		damping = min(1, damping*1.1)
		for i := range r.Bits {
			if curvature[i] > 0 {
				r.Bits[i] += damping * gradient[i] / curvature[i]
			}
		}
	}
	copy(r.Bits, best)
	r.Loss = Loss(choices, r.Bits)
	for _, c := range choices {
		r.Uniform += math.Log2(float64(len(c.Options))) / float64(len(choices))
	}
	return r
}

// Loss returns the mean of -log2 of the probability of what was chosen.
func Loss(choices []Choice, bits []float64) float64 {
	if len(choices) == 0 {
		return 0
	}
	return slope(choices, bits, nil, nil) / math.Ln2 / float64(len(choices))
}

// slope returns the negative log likelihood in nats, its negative gradient, and the diagonal of its curvature, by bits.
func slope(choices []Choice, bits, gradient, curvature []float64) float64 {
	clear(gradient)
	clear(curvature)
	loss := 0.0
	var p []float64
	mean := make([]float64, len(bits)) // of the features of a choice, 0 for those that it has not
	var seen []int32
	for i := range choices {
		c := &choices[i]
		p = Chances(c, bits, p)
		loss -= math.Log(max(p[c.Chosen], 1e-300))
		if gradient == nil {
			continue
		}
		for k, option := range c.Options {
			for _, f := range option {
				x := float64(f.Value)
				if mean[f.Index] == 0 {
					seen = append(seen, f.Index)
				}
				mean[f.Index] += p[k] * x
				curvature[f.Index] += p[k] * x * x * math.Ln2 * math.Ln2
			}
		}
		for _, f := range c.Options[c.Chosen] {
			gradient[f.Index] += float64(f.Value) * math.Ln2
		}
		for _, index := range seen { // one twice, where a sum was 0 again: then it is 0 now
			m := mean[index]
			mean[index] = 0
			gradient[index] -= m * math.Ln2
			curvature[index] -= m * m * math.Ln2 * math.Ln2
		}
		seen = seen[:0]
	}
	return loss
}

// Chances returns how likely each option of a choice is, in the memory of p if that is large enough.
func Chances(c *Choice, bits, p []float64) []float64 {
	p = p[:0]
	top := math.Inf(-1)
	for _, option := range c.Options {
		x := 0.0
		for _, f := range option {
			x += bits[f.Index] * float64(f.Value)
		}
		p = append(p, x)
		top = max(top, x)
	}
	sum := 0.0
	for k, x := range p {
		p[k] = math.Exp2(x - top)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// Rank returns how many options of a choice are likelier than the chosen one, equal ones by half.
func Rank(c *Choice, bits []float64) float64 {
	p := Chances(c, bits, nil)
	rank := 0.0
	for k, x := range p {
		switch {
		case k == c.Chosen:
		case x > p[c.Chosen]:
			rank++
		case x == p[c.Chosen]:
			rank += 0.5
		}
	}
	return rank
}
