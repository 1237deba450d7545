package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"golang.org/x/term"
)

// output is the standard output of a command. It keeps the first error and stops the work,
// so that a full disk is seen even where a command does not look at every line it prints.
// It is safe for concurrent use.
type output struct {
	to    io.Writer
	stop  context.CancelFunc
	mutex sync.Mutex
	err   error
}

func (o *output) Write(p []byte) (int, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.to.Write(p)
	if err != nil {
		var path *fs.PathError // it says "write /dev/stdout" in front of the reason
		if errors.As(err, &path) {
			err = path.Err
		}
		o.err = failure{fmt.Errorf("standard output: %w", err)}
		o.stop()
	}
	return n, o.err
}

// failed returns the first error.
func (o *output) failed() error {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.err
}

// terminalOf returns the terminal that w writes to, if it does.
func terminalOf(w io.Writer) (*os.File, bool) {
	if o, ok := w.(*output); ok {
		w = o.to
	}
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// ofSystem reports whether an error is that of a disk or a pipe, not of what was asked.
func ofSystem(err error) bool {
	for _, number := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EIO, syscall.EPIPE} {
		if errors.Is(err, number) {
			return true
		}
	}
	return false
}
