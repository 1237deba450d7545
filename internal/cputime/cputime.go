// Package cputime reads how much processor time this process has used, so that a
// comparison of players can be stated in work done and not only in wall time, which
// a busy machine stretches.
package cputime

import "time"

// Seconds returns the processor time, user and system together, that all threads of
// this process have used since it began. Only differences of two calls are of
// interest; they never are negative. With several cores at work it runs faster than
// the clock on the wall.
//
// The clock may tick as slowly as every 16 milliseconds on some systems. A call
// costs one system call and is safe for concurrent use. Where the system does not
// tell (Plan 9, WebAssembly), it returns the wall time since the program started.
func Seconds() float64 {
	if used, ok := processTime(); ok {
		return used.Seconds()
	}
	return time.Since(start).Seconds()
}

// start is when the program began, as near as a package can tell.
var start = time.Now()
