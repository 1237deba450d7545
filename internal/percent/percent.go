// Package percent writes probabilities for people, so that what is certain stands out.
package percent

import (
	"fmt"
	"strings"
)

// Of writes a probability in per cent. What is certain stands out: only 0 and 1 are
// written without a point.
func Of(p float64) string {
	switch {
	case p == 0:
		return "0%"
	case p == 1:
		return "100%"
	case p < 0.001:
		return "<0.1%"
	case p > 0.999:
		return ">99.9%"
	default:
		return fmt.Sprintf("%.1f%%", 100*p)
	}
}

// Bare writes a probability as [Of] does, without the sign.
func Bare(p float64) string { return strings.TrimSuffix(Of(p), "%") }

// Column writes a probability as [Bare] does, in five characters.
func Column(p float64) string { return fmt.Sprintf("%5s", Bare(p)) }
