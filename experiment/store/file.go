package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// file is an open record, whatever it holds: one connection to an SQLite file, and the lock of
// whoever writes.
type file struct {
	path  string
	mutex sync.Mutex // held while writing
	db    *sql.DB
	conn  *sql.Conn
	lock  *lock // nil for readers
}

// Path returns the file's name.
func (f *file) Path() string { return f.path }

// openToWrite opens a file for writing, or makes it, and keeps all other writers away.
func (f *file) openToWrite() error {
	if info, err := os.Stat(f.path); err == nil && !info.Mode().IsRegular() {
		return &Error{f.path, ErrPath, "this is not a file: name another with --record"}
	}
	lock, err := takeLock(f.path)
	if err != nil {
		return err
	}
	f.lock = lock
	return f.open("rwc")
}

// openToRead opens a file as it is at this moment, whoever goes on writing it.
func (f *file) openToRead() error {
	if _, err := os.Stat(f.path); err != nil {
		return err
	}
	if err := f.open("ro"); err != nil {
		return err
	}
	return f.exec("BEGIN")
}

// close closes the file and, after writing, leaves it as one plain file.
func (f *file) close() error {
	var errs []error
	if f.conn != nil {
		if f.lock != nil {
			// Not in WAL mode the file can be copied alone, and read where the folder
			// cannot be written. It is no loss if a reader prevents it.
			_, _ = f.conn.ExecContext(context.Background(), "PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE")
		}
		errs = append(errs, f.conn.Close())
	}
	if f.db != nil {
		errs = append(errs, f.db.Close())
	}
	if f.lock != nil {
		errs = append(errs, f.lock.Close())
	}
	return errors.Join(errs...)
}

// empty reports whether the file was made just now; another one is checked for damage.
func (f *file) empty() (bool, error) {
	var id int64
	var objects int
	if err := f.query(&objects, "SELECT count(*) FROM sqlite_schema"); err != nil {
		return false, err
	}
	if err := f.query(&id, "PRAGMA application_id"); err != nil {
		return false, err
	}
	if id == 0 && objects == 0 {
		return true, nil
	}
	return false, f.check()
}

// begin makes the tables of a record, all in one transaction: a file is either empty or a record.
func (f *file) begin(schema string, meta [][2]string, more func() error) error {
	if err := f.exec("PRAGMA journal_mode = WAL"); err != nil {
		return err
	}
	return f.transaction(func() error {
		if err := f.exec(fmt.Sprintf("PRAGMA application_id = %d", applicationID) + ";" + commonSchema + schema); err != nil {
			return err
		}
		for _, m := range meta {
			if err := f.exec("INSERT INTO meta VALUES (?,?)", m[0], m[1]); err != nil {
				return err
			}
		}
		return more()
	})
}

// growing puts the file into WAL mode: readers read it meanwhile, and a process that is killed
// loses only what it had not committed.
func (f *file) growing() error {
	return f.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
}

// Origin is who began a record: the version of the program, and when, as RFC 3339 has it.
type Origin struct{ Version, Created string }

// Origin returns who began the record.
func (f *file) Origin() (o Origin, err error) {
	if err = f.query(&o.Version, "SELECT value FROM meta WHERE key = 'version'"); err == nil {
		err = f.query(&o.Created, "SELECT value FROM meta WHERE key = 'created'")
	}
	return o, err
}

// sit notes that somebody began to write.
func (f *file) sit(version string, m Machine) error {
	return f.exec("INSERT INTO sittings VALUES (?,?,?,?,?)", now(), version, m.Host, m.System, m.CPUs)
}

// recordID fails unless the file is a record.
func (f *file) recordID() error {
	var id int64
	if err := f.query(&id, "PRAGMA application_id"); err != nil {
		return err
	}
	if id != applicationID {
		return &Error{f.path, ErrOther, "this is an SQLite file, but not the record of an experiment"}
	}
	return nil
}

// meta returns what a record says of itself. It fails with [ErrOther] unless the file is a record
// of this format that has the key what: another kind of record, says other, has it not.
func (f *file) meta(what, other string, keys ...string) (map[string]string, error) {
	if err := f.recordID(); err != nil {
		return nil, err
	}
	var there int
	if err := f.query(&there, "SELECT count(*) FROM meta WHERE key = ?", what); err != nil {
		return nil, err
	}
	if there == 0 {
		return nil, &Error{f.path, ErrOther, other}
	}
	meta := make(map[string]string)
	for _, key := range append([]string{"format", "version", what}, keys...) {
		var value string
		if err := f.query(&value, "SELECT value FROM meta WHERE key = ?", key); err != nil {
			return nil, err
		}
		meta[key] = value
	}
	if meta["format"] != format {
		return nil, &Error{f.path, ErrOther, fmt.Sprintf("its format is %s, this program reads %s: use the program that wrote it (version %s)", meta["format"], format, meta["version"])}
	}
	return meta, nil
}

// busyTimeout is how long to wait for another program's lock, in milliseconds.
const busyTimeout = 3000

func (f *file) open(mode string) error {
	db, err := sql.Open("sqlite", uri(f.path, fmt.Sprintf("mode=%s&_pragma=busy_timeout(%d)", mode, busyTimeout)))
	if err != nil {
		return explain(f.path, err)
	}
	f.db = db
	f.conn, err = db.Conn(context.Background())
	return explain(f.path, err)
}

// check looks for damage.
func (f *file) check() error {
	var answer string
	if err := f.query(&answer, "PRAGMA quick_check(1)"); err != nil {
		return err
	}
	if answer != "ok" {
		return &Error{f.path, ErrCorrupt, "the file is damaged (" + lastLine(answer) + "): " + mendCorrupt}
	}
	return nil
}

func (f *file) exec(text string, args ...any) error {
	_, err := f.conn.ExecContext(context.Background(), text, args...)
	return explain(f.path, err)
}

// query reads one value.
func (f *file) query(to any, text string, args ...any) error {
	err := f.conn.QueryRowContext(context.Background(), text, args...).Scan(to)
	if errors.Is(err, sql.ErrNoRows) {
		return &Error{f.path, ErrCorrupt, fmt.Sprintf("a row is missing (%s): %s", text, mendCorrupt)}
	}
	return explain(f.path, err)
}

// transaction does all of it or nothing.
func (f *file) transaction(do func() error) error {
	if err := f.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do()
	if err == nil {
		err = f.exec("COMMIT")
	}
	if err != nil {
		_ = f.exec("ROLLBACK") // it may be over already
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

// rows runs a query and calls each for every row.
func (f *file) rows(text string, args []any, each func(scan func(...any) error) error) error {
	rows, err := f.conn.QueryContext(context.Background(), text, args...)
	if err != nil {
		return explain(f.path, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return explain(f.path, err)
		}
	}
	return explain(f.path, rows.Err())
}

// statement is a prepared statement of the driver itself: package database/sql costs
// a quarter of the time of recording a game.
type statement struct {
	inner driver.StmtExecContext
	args  []driver.NamedValue
}

func (f *file) statement(text string) (*statement, error) {
	st := &statement{}
	err := f.conn.Raw(func(c any) error {
		inner, err := c.(driver.ConnPrepareContext).PrepareContext(context.Background(), text)
		if err == nil {
			st.inner = inner.(driver.StmtExecContext)
		}
		return err
	})
	return st, explain(f.path, err)
}

// exec returns the number of rows changed. Arguments are int64, float64 or string.
func (st *statement) exec(args ...driver.Value) (int, error) {
	st.args = st.args[:0]
	for i, a := range args {
		st.args = append(st.args, driver.NamedValue{Ordinal: i + 1, Value: a})
	}
	result, err := st.inner.ExecContext(context.Background(), st.args)
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

func (st *statement) close() error {
	if st == nil {
		return nil
	}
	return st.inner.(driver.Stmt).Close()
}
