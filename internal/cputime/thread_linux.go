package cputime

import (
	"syscall"
	"time"
	"unsafe"
)

// clockThread is the clock of the calling thread, see clock_gettime(2). Getrusage would
// tell as well, but on some machines only in ticks of milliseconds.
const clockThread = 3

// threadTime returns the processor time of the calling thread and whether the system
// told it.
func threadTime() (time.Duration, bool) { return read(clockThread) }

// threadClock returns the clock of the processor time that the calling thread uses, which may be read
// from any thread, and whether the system has one.
func threadClock() (clock func() time.Duration, ok bool) {
	// The kernel's number of a thread's clock: its id inverted, and the marks "of a thread" and "as the scheduler counts".
	number := uintptr(^syscall.Gettid()<<3 | 4 | 2)
	return func() time.Duration {
		used, ok := read(number)
		if !ok {
			return 1 << 62 // the thread is gone: nothing is left of its time
		}
		return used
	}, true
}

// read reads a clock by its number.
func read(clock uintptr) (time.Duration, bool) {
	var t syscall.Timespec
	_, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clock, uintptr(unsafe.Pointer(&t)), 0)
	return time.Duration(t.Nano()), failed == 0
}
