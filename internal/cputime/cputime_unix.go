//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// processTime returns the user and system time of this process and whether the
// system told it.
func processTime() (time.Duration, bool) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, false
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), true
}
