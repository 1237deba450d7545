// Package store keeps the record of an experiment: one SQLite file with the plan, the
// version of the program, the machines, and every finished game.
//
// The file is in WAL mode while a run writes to it, so that a report can read it at
// the same time and a process that is killed loses only what it had not committed. A
// second run on the same file is refused. A record can be extended: with a plan that asks
// for more games, other players, budgets or settings, what is there stays and the rest is
// added. The tables are plain, for use with any SQLite tool:
//
//	meta      key, value: format, run, plan, version, created
//	cells     one row a cell; their numbers never change, and further ones may follow
//	games     one row a finished game, unique by cell and number
//	opposed   where two sides play, the health of the opponent in a game, if it has one
//	measures  where two sides play, what the game counts of both beyond their gains
//	jobs      ranges of games that arrived together, who played them, and the time of it
//	sittings  one row each time the run was started, with the machine
//	workers   the machines of workers that joined
package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"blindsight/experiment"
)

// Machine describes where a process runs.
type Machine struct {
	Host   string `json:"host"`
	System string `json:"system"` // operating system, processor, Go version
	CPUs   int    `json:"cpus"`
}

// Store is an open record. Add and AddWorker are safe for concurrent use; otherwise
// one goroutine may use it at a time.
type Store struct {
	path  string
	mutex sync.Mutex // held while writing
	db    *sql.DB
	conn  *sql.Conn
	lock  *Lock // nil for readers

	game, health, opposed, measures, job *statement

	info   Info
	record *experiment.Plan // all that was ever asked of this record
	cells  []int            // where the cells of the plan are in the record
	// columns are those of a game's health and its note, or 0 and nothing in records from before
	// there was such a one.
	columns []string
	// measured says that there is a table of measures: records from before it have none.
	measured bool
	// added is what the plan asked for beyond the record, when it was opened.
	added Extension
}

// Info is what a record says of itself.
type Info struct {
	Run     string           // a random name, by which workers know it
	Plan    *experiment.Plan // that it was opened with, or all that was ever asked of it
	Version string           // of the program that plays
	Created time.Time
}

var _ experiment.Record = (*Store)(nil)

// Open opens the record of a plan, or makes it, for the program of this version on
// this machine. A record of another plan is extended by what it lacks, all at once or not
// at all; what it holds beyond the plan is kept, and is not seen through this store, which
// knows cells by their numbers in the plan. A record of another game, of other seeds or of
// another version is refused ([ErrOther]), as is one that another run is writing
// ([ErrLocked]) and one that is damaged ([ErrCorrupt]). What is there is checked, which
// reads the whole file.
func Open(path string, p *experiment.Plan, version string, m Machine) (*Store, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &Error{path, ErrPath, "this is not a file: name another with --record"}
	}
	lock, err := TakeLock(path)
	if err != nil {
		return nil, err
	}
	s := &Store{path: path, lock: lock}
	err = s.open("rwc")
	if err == nil {
		err = s.prepare(p, version, m)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// OpenReader opens a record for reading, which a run may go on writing: what is read
// is the record as it was at this moment, all of it; see [Store.Select].
func OpenReader(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	s := &Store{path: path}
	err := s.open("ro")
	if err == nil {
		err = s.exec("BEGIN")
	}
	if err == nil {
		err = s.readInfo()
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Info returns what the record says of itself.
func (s *Store) Info() Info { return s.info }

// Path returns the file's name.
func (s *Store) Path() string { return s.path }

// Close closes the file and, after writing, leaves it as one plain file.
func (s *Store) Close() error {
	var errs []error
	for _, st := range []*statement{s.game, s.health, s.opposed, s.measures, s.job} {
		errs = append(errs, st.close())
	}
	if s.conn != nil {
		if s.lock != nil {
			// Not in WAL mode the file can be copied alone, and read where the folder
			// cannot be written. It is no loss if a reader prevents it.
			_, _ = s.conn.ExecContext(context.Background(), "PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE")
		}
		errs = append(errs, s.conn.Close())
	}
	if s.db != nil {
		errs = append(errs, s.db.Close())
	}
	if s.lock != nil {
		errs = append(errs, s.lock.Close())
	}
	return errors.Join(errs...)
}

// busyTimeout is how long to wait for another program's lock, in milliseconds.
const busyTimeout = 3000

func (s *Store) open(mode string) error {
	db, err := sql.Open("sqlite", uri(s.path, fmt.Sprintf("mode=%s&_pragma=busy_timeout(%d)", mode, busyTimeout)))
	if err != nil {
		return explain(s.path, err)
	}
	s.db = db
	s.conn, err = db.Conn(context.Background())
	return explain(s.path, err)
}

// prepare readies the file for writing.
func (s *Store) prepare(p *experiment.Plan, version string, m Machine) error {
	var id int64
	var objects int
	if err := s.query(&objects, "SELECT count(*) FROM sqlite_schema"); err != nil {
		return err
	}
	if err := s.query(&id, "PRAGMA application_id"); err != nil {
		return err
	}
	if id == 0 && objects == 0 {
		if err := s.create(p, version); err != nil {
			return err
		}
	} else if err := s.check(); err != nil {
		return err
	}
	if err := s.readInfo(); err != nil {
		return err
	}
	if s.info.Version != version {
		return &Error{s.path, ErrOther, fmt.Sprintf("it was begun by version %s of the program, this is %s: games of two versions are not mixed; "+
			"go on with that version, or name another file with --record", s.info.Version, version)}
	}
	union, err := s.record.Union(p)
	if err != nil {
		return &Error{s.path, ErrOther, err.Error() + ", or name another file with --record"}
	}
	if err := s.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL"); err != nil {
		return err
	}
	if union != s.record {
		if err := s.extend(union); err != nil {
			return err
		}
	}
	if err := s.Select(p); err != nil {
		return err
	}
	if err := s.exec("INSERT INTO sittings VALUES (?,?,?,?,?)", now(), version, m.Host, m.System, m.CPUs); err != nil {
		return err
	}
	for _, st := range []struct {
		to   **statement
		text string
		use  bool
	}{{&s.game, insertGame, true}, {&s.health, insertHealth, true}, {&s.opposed, insertOpposed, p.Paired()}, {&s.measures, insertMeasures, p.Paired() && s.measured}, {&s.job, insertJob, true}} {
		if !st.use {
			continue
		}
		var err error
		if *st.to, err = s.statement(st.text); err != nil {
			return err
		}
	}
	return nil
}

// check looks for damage.
func (s *Store) check() error {
	var answer string
	if err := s.query(&answer, "PRAGMA quick_check(1)"); err != nil {
		return err
	}
	if answer != "ok" {
		return &Error{s.path, ErrCorrupt, "the file is damaged (" + lastLine(answer) + "): " + mendCorrupt}
	}
	return nil
}

func (s *Store) readInfo() error {
	var id int64
	if err := s.query(&id, "PRAGMA application_id"); err != nil {
		return err
	}
	if id != applicationID {
		return &Error{s.path, ErrOther, "this is an SQLite file, but not the record of an experiment"}
	}
	meta := make(map[string]string)
	for _, key := range []string{"format", "run", "plan", "version", "created"} {
		var value string
		if err := s.query(&value, "SELECT value FROM meta WHERE key = ?", key); err != nil {
			return err
		}
		meta[key] = value
	}
	if meta["format"] != format {
		return &Error{s.path, ErrOther, fmt.Sprintf("its format is %s, this program reads %s: use the program that wrote it (version %s)", meta["format"], format, meta["version"])}
	}
	p, err := experiment.Read(strings.NewReader(meta["plan"]), "the plan in "+s.path)
	if err != nil {
		return &Error{s.path, ErrOther, err.Error()}
	}
	created, err := time.Parse(time.RFC3339, meta["created"])
	if err != nil {
		return &Error{s.path, ErrCorrupt, err.Error()}
	}
	if err := s.readColumns(); err != nil {
		return err
	}
	s.info = Info{Run: meta["run"], Version: meta["version"], Created: created}
	s.record = p
	return s.Select(p)
}

// readColumns finds out which columns a record has, which came one after the other.
func (s *Store) readColumns() error {
	s.columns = nil
	for _, name := range append(healthColumns, "note") {
		var there int
		if err := s.query(&there, "SELECT count(*) FROM pragma_table_info('games') WHERE name = ?", name); err != nil {
			return err
		}
		switch {
		case there > 0:
		case name == "note":
			name = "''"
		default:
			name = "0"
		}
		s.columns = append(s.columns, name)
	}
	return s.query(&s.measured, "SELECT count(*) FROM sqlite_master WHERE name = 'measures'")
}

func (s *Store) exec(text string, args ...any) error {
	_, err := s.conn.ExecContext(context.Background(), text, args...)
	return explain(s.path, err)
}

// query reads one value.
func (s *Store) query(to any, text string, args ...any) error {
	err := s.conn.QueryRowContext(context.Background(), text, args...).Scan(to)
	if errors.Is(err, sql.ErrNoRows) {
		return &Error{s.path, ErrCorrupt, fmt.Sprintf("a row is missing (%s): %s", text, mendCorrupt)}
	}
	return explain(s.path, err)
}

// transaction does all of it or nothing.
func (s *Store) transaction(do func() error) error {
	if err := s.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do()
	if err == nil {
		err = s.exec("COMMIT")
	}
	if err != nil {
		_ = s.exec("ROLLBACK") // it may be over already
	}
	return err
}

// uri returns the name of a file for SQLite, with options.
func uri(path, options string) string {
	path = filepath.ToSlash(path)
	if filepath.VolumeName(path) != "" {
		path = "/" + path
	}
	return "file:" + strings.ReplaceAll(url.PathEscape(path), "%2F", "/") + "?" + options
}

func now() string { return time.Now().UTC().Format(time.RFC3339) }

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// Fresh returns a random name that no other process has.
func Fresh() string {
	var b [4]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
