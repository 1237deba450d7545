package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"golang.org/x/term"
)

// Output is the standard output of a command. It keeps the first error and stops the work,
// so that a full disk is seen even where a command does not look at every line it prints.
// It is safe for concurrent use.
type Output struct {
	to    io.Writer
	stop  context.CancelFunc
	mutex sync.Mutex
	err   error
}

// NewOutput returns the standard output of a command that writes to a file, a pipe or a buffer. Stop is called at the first error.
func NewOutput(to io.Writer, stop context.CancelFunc) *Output { return &Output{to: to, stop: stop} }

// Write hands the text on, unless there was an error before.
func (o *Output) Write(p []byte) (int, error) {
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
		o.err = Failed(fmt.Errorf("standard output: %w", err))
		o.stop()
	}
	return n, o.err
}

// Failed returns the first error, nil if there is none.
func (o *Output) Failed() error {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	return o.err
}

// TerminalOf returns the terminal that w writes to, if it does.
func TerminalOf(w io.Writer) (*os.File, bool) {
	if o, ok := w.(*Output); ok {
		w = o.to
	}
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// Terminal returns the input and the output as files if both are a terminal.
func Terminal(in io.Reader, out io.Writer) (inFile, outFile *os.File, ok bool) {
	inFile, isIn := in.(*os.File)
	outFile, isOut := TerminalOf(out)
	return inFile, outFile, isIn && isOut && term.IsTerminal(int(inFile.Fd()))
}
