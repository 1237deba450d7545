package store

import (
	"database/sql"
	"errors"
	"os"
)

// lock keeps a second run away from a file.
type lock struct {
	path string
	db   *sql.DB // holds the lock while it is open
}

// takeLock locks a file for this process, or fails with [ErrLocked] if another one holds
// the lock. The lock is that of an empty SQLite file beside it, since these are released
// by the system when a process dies, on every system. (The file itself stays open to
// readers.)
func takeLock(path string) (*lock, error) {
	l := &lock{path: path + ".lock"}
	db, err := sql.Open("sqlite", uri(l.path, "_pragma=busy_timeout(0)"))
	if err != nil {
		return nil, explain(path, err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("BEGIN EXCLUSIVE"); err != nil {
		db.Close()
		e := explain(path, err)
		if errors.Is(e, ErrLocked) {
			return nil, &Error{path, ErrLocked, "another run is writing to it: wait for its end, or name another place (--record, or --out of a study)"}
		}
		return nil, e
	}
	l.db = db
	return l, nil
}

// Close gives the lock back.
func (l *lock) Close() error {
	os.Remove(l.path) // first, so that nobody locks a file that is going
	return l.db.Close()
}
