//go:build !linux

package cputime

import "time"

// threadTime reports that this system does not tell.
func threadTime() (time.Duration, bool) { return 0, false }

// threadClock reports that this system has none.
func threadClock() (clock func() time.Duration, ok bool) { return nil, false }
