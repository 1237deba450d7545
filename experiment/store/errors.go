package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// What can be wrong with a record; see [Error].
var (
	ErrLocked  = errors.New("locked")  // another program holds it
	ErrCorrupt = errors.New("damaged") // it is damaged, or no record at all
	ErrFull    = errors.New("full")    // no room is left on the disk, or a limit was hit
	ErrOther   = errors.New("other")   // it is a record of something else
	ErrPath    = errors.New("path")    // it cannot be opened where it is said to be
	ErrFailed  = errors.New("failed")  // the system refused to read or write
)

// Error is what went wrong with a record, and what to do.
type Error struct {
	Path string
	Kind error // one of the errors above
	Text string
}

// Error returns the message.
func (e *Error) Error() string { return fmt.Sprintf("record %s: %s", e.Path, e.Text) }

// Unwrap returns the kind, for [errors.Is].
func (e *Error) Unwrap() error { return e.Kind }

const mendCorrupt = "take a copy of it from before, or begin anew with another file"

// explain turns an error of SQLite into one that says what to do.
func explain(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*Error](err); ok {
		return err
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return &Error{path, ErrFailed, err.Error()}
	}
	said := " (SQLite: " + e.Error() + ")"
	switch e.Code() & 0xff {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return &Error{path, ErrLocked, "another program holds a lock on it: close that program, then give the same command again" + said}
	case lib.SQLITE_NOTADB:
		return &Error{path, ErrCorrupt, "this is not the record of an experiment, or its beginning is damaged" + said}
	case lib.SQLITE_CORRUPT:
		return &Error{path, ErrCorrupt, "the file is damaged: " + mendCorrupt + said}
	case lib.SQLITE_FULL:
		return &Error{path, ErrFull, "no room is left: what was recorded is safe; make room, then give the same command again" + said}
	case lib.SQLITE_IOERR:
		return &Error{path, ErrFailed, "the system refused to read or write, perhaps for want of room: what was recorded is safe; mend that, then give the same command again" + said}
	case lib.SQLITE_READONLY, lib.SQLITE_PERM, lib.SQLITE_CANTOPEN:
		return &Error{path, ErrPath, "it cannot be opened: does the folder exist, and may you write there?" + said}
	}
	return &Error{path, ErrFailed, e.Error()}
}
