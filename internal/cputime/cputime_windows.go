package cputime

import (
	"syscall"
	"time"
)

// processTime returns the user and kernel time of this process and whether the
// system told it.
func processTime() (time.Duration, bool) {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		return 0, false
	}
	var creation, exit, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &creation, &exit, &kernel, &user); err != nil {
		return 0, false
	}
	return span(kernel) + span(user), true
}

// span reads a Filetime that holds an amount of time, in units of 100 nanoseconds.
// Filetime.Nanoseconds does not serve: it takes the value for a date.
func span(t syscall.Filetime) time.Duration {
	return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100
}
