//go:build !unix && !windows

package cputime

import "time"

// processTime reports that this system does not tell.
func processTime() (time.Duration, bool) { return 0, false }
