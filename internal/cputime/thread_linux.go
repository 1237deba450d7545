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
func threadTime() (time.Duration, bool) {
	var t syscall.Timespec
	_, _, failed := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clockThread, uintptr(unsafe.Pointer(&t)), 0)
	return time.Duration(t.Nano()), failed == 0
}
