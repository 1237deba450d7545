package cputime

import "time"

// Thread returns the processor time, in seconds, that the calling thread has used. A
// goroutine that takes differences must be locked to its thread (runtime.LockOSThread).
// What the garbage collector does for it on other threads is not in it. Where the system
// does not tell, it returns the wall time since the program started.
func Thread() float64 {
	if used, ok := threadTime(); ok {
		return used.Seconds()
	}
	return time.Since(start).Seconds()
}
