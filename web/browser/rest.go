//go:build js

package main

import (
	"runtime"
	"time"

	"blindsight/web"
)

const (
	pause   = 25 * time.Millisecond // after the last answer: longer than between two questions of the page, shorter than between two clicks
	garbage = 16 << 20              // bytes from which on collecting is worth its 10 ms
)

// rest collects garbage when nobody waits. There is one thread: a collection that falls into an answer makes it late by 10 ms.
type rest struct {
	open  int // requests that are not answered yet
	timer *time.Timer
	heap  uint64 // bytes after the last collection
}

func newRest() *rest {
	r := &rest{}
	r.timer = time.AfterFunc(time.Hour, r.collect)
	r.timer.Stop()
	return r
}

// heard is told every message that comes in or goes out.
func (r *rest) heard(kind web.MessageKind) {
	switch kind {
	case web.Ask:
		r.open++
		r.timer.Stop()
	case web.End:
		if r.open--; r.open == 0 {
			r.timer.Reset(pause)
		}
	}
}

func (r *rest) collect() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); r.open > 0 || m.HeapAlloc < r.heap+garbage {
		return
	}
	runtime.GC()
	runtime.ReadMemStats(&m)
	r.heap = m.HeapAlloc
}
