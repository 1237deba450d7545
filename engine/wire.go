package engine

import (
	"context"
	"errors"
	"io"
	"time"
)

// errLate says that no line came in time, errGone that none will.
var (
	errLate = errors.New("late")
	errGone = errors.New("gone")
)

// ending is how a program ended.
type ending struct {
	how   string // "it ended with exit status 1"
	words string // the last line that it printed to its standard error
}

// wire is the line to a program: questions go out, one line comes back for each.
type wire struct {
	in      io.WriteCloser
	answers chan answer // one at a time: a program that chatters has to wait
	done    chan struct{}
	read    chan struct{} // closed when nothing more will come
	end     func() ending
}

// answer is a line, or why there is none.
type answer struct {
	line []byte
	err  error
}

// newWire reads from out and writes to in; end ends whoever is at the other end, for good.
func newWire(out io.Reader, in io.WriteCloser, end func() ending) *wire {
	w := &wire{in: in, answers: make(chan answer), done: make(chan struct{}), read: make(chan struct{}), end: end}
	go w.listen(newLines(out))
	return w
}

// listen hands lines over until the first error or the end of the wire.
func (w *wire) listen(l *lines) {
	defer close(w.read)
	for {
		line, err := l.next()
		a := answer{append([]byte(nil), line...), err}
		if errors.Is(err, io.EOF) {
			a.err = errGone
		}
		select {
		case w.answers <- a:
		case <-w.done:
			return
		}
		if err != nil {
			return
		}
	}
}

// spoke tells whether a line is there that nobody asked for.
func (w *wire) spoke() bool {
	select {
	case a := <-w.answers:
		return a.err == nil
	default:
		return false
	}
}

// ask writes a packet and waits for a line.
func (w *wire) ask(ctx context.Context, packet []byte, limit time.Duration) ([]byte, error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	written := make(chan struct{})
	go func() { // who does not read is late
		w.in.Write(packet) // who is gone will be heard of by silence
		close(written)
	}()
	select {
	case <-written:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, errLate
	}
	select {
	case a := <-w.answers:
		return a.line, a.err
	case <-w.read: // the end was heard before
		return nil, errGone
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		select { // who is only just in time is not late because we were
		case a := <-w.answers:
			return a.line, a.err
		default:
			return nil, errLate
		}
	}
}

// leave writes a last packet, closes the input, and waits for the end as long as patience
// lasts.
func (w *wire) leave(packet []byte, patience time.Duration) {
	go func() {
		w.in.Write(packet)
		w.in.Close()
	}()
	w.close(patience)
}

// close ends whoever is at the other end, at once or when patience is over.
func (w *wire) close(patience time.Duration) ending {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	for waiting := patience > 0; waiting; {
		select {
		case <-w.answers: // nobody asked
		case <-w.read:
			waiting = false
		case <-timer.C:
			waiting = false
		}
	}
	close(w.done)
	e := w.end()
	w.in.Close()
	return e
}
