// Package nearest finds the name that somebody meant who wrote another.
package nearest

import (
	"fmt"
	"strings"
)

// Name returns the name that is written most like the given one, "" if none is near: at
// most a third of the letters may differ, at least one. Case does not count. If there is
// none, it is a name that begins with what was written, or begins it. Of equally near names
// it is the first. The cost is the product of the lengths for each name.
func Name(written string, names []string) string {
	written = strings.ToLower(written)
	best, least := "", max(1, len(written)/3)+1
	for _, name := range names {
		// A name of which nothing is left is not near.
		if d := distance(written, strings.ToLower(name)); d < least && d < len(written) {
			best, least = name, d
		}
	}
	if best != "" {
		return best
	}
	const few = 3 // letters that say nothing
	for _, name := range names {
		lower := strings.ToLower(name)
		if min(len(written), len(lower)) >= few && (strings.HasPrefix(lower, written) || strings.HasPrefix(written, lower)) {
			return name
		}
	}
	return ""
}

// Hint returns ` (did you mean "x"?)` with the nearest name, "" if none is near.
func Hint(written string, names []string) string {
	if name := Name(written, names); name != "" {
		return fmt.Sprintf(" (did you mean %q?)", name)
	}
	return ""
}

// distance counts the letters to insert, drop or change, and the neighbours to swap, that
// make b of a (optimal string alignment).
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := last[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
