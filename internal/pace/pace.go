// Package pace tells work whether it must end. Long work asks often, and ends soon after
// its context has.
//
// In a browser there is one thread, and while it computes neither timers nor messages reach
// it: a context would not end before the work is done. So there Err compares the clock
// itself, and now and then lets the world in, which may cancel. Elsewhere it is the
// context's own Err, and costs as much.
package pace
