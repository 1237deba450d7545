package interval

import "math"

// NormalTail returns what a standard normal number exceeds with a chance, which is below a half. It is found by bisection.
func NormalTail(chance float64) float64 {
	low, high := 0.0, 40.0
	for range 60 {
		if middle := (low + high) / 2; math.Erfc(middle/math.Sqrt2)/2 > chance {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
