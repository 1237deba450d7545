package store

import (
	"encoding/json"
	"errors"
	"fmt"
)

// Work is a record of pieces of work: results by name, as JSON. Find and Keep are safe for
// concurrent use.
type Work struct {
	file
	about, version string
	pieces         map[string]json.RawMessage
	piece          *statement // nil for readers
}

const piecesSchema = `
CREATE TABLE pieces (name TEXT PRIMARY KEY, result TEXT NOT NULL) WITHOUT ROWID;
`

// OpenWork opens a record of pieces, or makes it, for the program of this version on this machine.
// About says what the pieces depend on beside their names. A record of other work or of another
// version is refused ([ErrOther]), as is one that another run is writing ([ErrLocked]) and one
// that is damaged ([ErrCorrupt]). It holds all results in memory.
func OpenWork(path, about, version string, m Machine) (*Work, error) {
	w := &Work{file: file{path: path}}
	err := w.openToWrite()
	if err == nil {
		err = w.prepare(about, version, m)
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

func (w *Work) prepare(about, version string, m Machine) error {
	empty, err := w.empty()
	if err == nil && empty {
		meta := [][2]string{{"format", format}, {"work", about}, {"version", version}, {"created", now()}}
		err = w.begin(piecesSchema, meta, func() error { return nil })
	}
	if err == nil {
		err = w.load()
	}
	switch {
	case err != nil:
		return err
	case w.about != about:
		return &Error{w.path, ErrOther, fmt.Sprintf("it holds other work: %s; this is %s", w.about, about)}
	case w.version != version:
		return &Error{w.path, ErrOther, fmt.Sprintf("it was begun by version %s of the program, this is %s: work of two versions is not mixed", w.version, version)}
	}
	if err := w.growing(); err != nil {
		return err
	}
	if err := w.sit(version, m); err != nil {
		return err
	}
	w.piece, err = w.statement("INSERT OR IGNORE INTO pieces VALUES (?,?)")
	return err
}

// ReadWork opens a record of pieces for reading, whoever wrote it or goes on to: what is read is
// the record as it was at this moment.
func ReadWork(path string) (*Work, error) {
	w := &Work{file: file{path: path}}
	err := w.openToRead()
	if err == nil {
		err = w.load()
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// load reads the whole record.
func (w *Work) load() error {
	meta, err := w.meta("work", "it holds the games of a plan, and no pieces of work")
	if err != nil {
		return err
	}
	w.about, w.version, w.pieces = meta["work"], meta["version"], make(map[string]json.RawMessage)
	return w.rows("SELECT name, result FROM pieces", nil, func(scan func(...any) error) error {
		var name, result string
		err := scan(&name, &result)
		w.pieces[name] = json.RawMessage(result)
		return err
	})
}

// About returns what the record says that its pieces depend on.
func (w *Work) About() string { return w.about }

// Len returns the number of pieces.
func (w *Work) Len() int {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return len(w.pieces)
}

// Find reads the result of a piece, and reports whether there is one.
func (w *Work) Find(name string, result any) (bool, error) {
	w.mutex.Lock()
	data, ok := w.pieces[name]
	w.mutex.Unlock()
	if !ok {
		return false, nil
	}
	if err := json.Unmarshal(data, result); err != nil {
		return false, &Error{w.path, ErrCorrupt, fmt.Sprintf("the result of %s cannot be read (%v): %s", name, err, mendCorrupt)}
	}
	return true, nil
}

// Keep records the result of a piece, in a record that was opened by [OpenWork]. A piece that is there already stays as it is. When it
// returns the piece is safe, whatever becomes of the process.
func (w *Work) Keep(name string, result any) error {
	data, err := json.Marshal(result)
	if err != nil {
		return err
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if _, there := w.pieces[name]; there {
		return nil
	}
	if _, err := w.piece.exec(name, string(data)); err != nil {
		return explain(w.path, err)
	}
	w.pieces[name] = data
	return nil
}

// Close closes the file and, after writing, leaves it as one plain file.
func (w *Work) Close() error { return errors.Join(w.piece.close(), w.close()) }
