package pace

import (
	"context"
	"runtime"
	"syscall/js"
	"time"
)

// slice is how long work goes on before the world is let in. Letting it in costs some tens
// of microseconds.
const slice = 12 * time.Millisecond

// last is when the world was in. There is one thread.
var last = time.Now()

// Err returns why work with a context must end, nil if it need not. It costs a look at the
// clock. Other goroutines may run meanwhile.
func Err(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if now := time.Now(); now.Sub(last) >= slice {
		last = now // others who ask meanwhile need not
		letIn()
		last = time.Now()
	}
	if end, ok := ctx.Deadline(); ok && !time.Now().Before(end) {
		return expire(ctx)
	}
	return ctx.Err()
}

// expire lets the timer of a context go off whose time is over, so that all who ask the
// context itself hear the same.
func expire(ctx context.Context) error {
	for range 100 { // the timer starts a goroutine: two turns, where nobody else is busy
		if ctx.Err() != nil {
			return ctx.Err()
		}
		runtime.Gosched()
	}
	return context.DeadlineExceeded
}

// letIn returns when what waited in the event loop has been done. A timer would do, but
// browsers make those who set one after the other wait for milliseconds.
func letIn() {
	done := make(chan struct{})
	resumes = append(resumes, done)
	turn.Invoke()
	<-done
}

// resumes are those who wait, the first first.
var resumes []chan struct{}

// turn puts resume at the end of the event loop's queue.
var turn = func() js.Value {
	resume := js.FuncOf(func(js.Value, []js.Value) any {
		close(resumes[0])
		resumes = resumes[1:]
		return nil
	})
	if later := js.Global().Get("setImmediate"); later.Type() == js.TypeFunction { // Node has it
		return later.Call("bind", js.Null(), resume)
	}
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", resume)
	return channel.Get("port2").Get("postMessage").Call("bind", channel.Get("port2"), js.Null())
}()
