// Package plural writes numbers of things as people say them: 1 game, 2 games.
package plural

import (
	"fmt"
	"strings"
)

// Form returns one for 1, and many with the number in it for any other.
func Form(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf(many, n)
}

// Count returns a number of things that are named by one of them, as in "2 games" or "3 copies".
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if base, ok := strings.CutSuffix(thing, "y"); ok {
		return fmt.Sprintf("%d %sies", n, base)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
