package console

import (
	"context"
	"errors"
	"syscall"

	"blindsight/internal/textinput"
)

// Failure is an error that is not the user's: the program exits with 1 rather than 2.
type Failure struct{ error }

// Unwrap returns the error itself.
func (f Failure) Unwrap() error { return f.error }

// Failed makes an error a failure: the answer is no, a check failed, a limit was hit, or the work was interrupted.
func Failed(err error) error { return Failure{err} }

// IsFailure reports whether an error is a failure, or that of a disk or a pipe.
func IsFailure(err error) bool {
	f := Failure{}
	return errors.As(err, &f) || OfSystem(err) || errors.Is(err, textinput.ErrInterrupted)
}

// ErrPartial is returned by work that Ctrl-C stopped, after it has printed
// what was finished.
var ErrPartial = Failed(errors.New("interrupted: the results above are those of the games finished"))

// ErrInterrupted is what a command says that waited for input when it was stopped.
var ErrInterrupted = Failed(textinput.ErrInterrupted)

// StoppedOr returns that the work was interrupted, if it was, else the error.
func StoppedOr(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return Failed(errors.New("interrupted: there is no value before the walk is finished"))
	}
	return err
}

// UsageError is a mistake on the command line: the usage of the command is shown with it.
type UsageError struct{ error }

// Unwrap returns the error itself.
func (u UsageError) Unwrap() error { return u.error }

// BadUsage makes an error a mistake on the command line. Errors that begin with a flag are such without it.
func BadUsage(err error) error { return UsageError{err} }

// InputError is a mistake in what was read, where no usage helps.
type InputError struct{ error }

// Unwrap returns the error itself.
func (i InputError) Unwrap() error { return i.error }

// BadInput makes an error a mistake in what was read, also where it begins with a flag.
func BadInput(err error) error { return InputError{err} }

// OfSystem reports whether an error is that of a disk or a pipe, not of what was asked.
func OfSystem(err error) bool {
	for _, number := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EIO, syscall.EPIPE} {
		if errors.Is(err, number) {
			return true
		}
	}
	return false
}
