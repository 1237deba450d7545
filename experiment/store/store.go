// Package store keeps the record of results, that there is one kind of: a file that only grows,
// that a process which is killed does not harm, and with which the next run goes on. What
// plays games by a plan writes a [Store]; what does other work in pieces, as studies that ask
// players for decisions and the collection of problems do, writes a [Work]. Both are SQLite
// files, with the version of the program and the machines. Texts of games that commands write
// or read for other programs are no records, but made of results, see package minesexchange.
//
// The file is in WAL mode while a run writes to it, so that a report can read it at
// the same time and a process that is killed loses only what it had not committed. A
// second run on the same file is refused. A record can be extended: with a plan that asks
// for more games, other players, budgets or settings, what is there stays and the rest is
// added. As text it is published, or goes on on another machine ([Export], [Import]). The tables are plain, for use with
// any SQLite tool:
//
//	meta      key, value: format, version, created; run and plan, or work
//	cells     one row a cell; their numbers never change, and further ones may follow
//	games     one row a finished game, unique by cell and number
//	opposed   where two sides play, the health of the opponent in a game, if it has one
//	measures  where two sides play, what the game counts of both beyond their gains
//	jobs      ranges of games that arrived together, who played them, and the time of it
//	sittings  one row each time the run was started, with the machine
//	workers   the machines of workers that joined
//	pieces    of work, by their names, with results in JSON; no cells, games and what belongs to these
package store

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"blindsight/experiment"
)

// Machine describes where a process runs.
type Machine = experiment.Machine

// Info is what a record says of itself.
type Info = experiment.Info

// Store is an open record. Add and AddWorker are safe for concurrent use; otherwise
// one goroutine may use it at a time.
type Store struct {
	file

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

var _ experiment.Record = (*Store)(nil)

// Open opens the record of a plan, or makes it, for the program of this version on
// this machine. A record of another plan is extended by what it lacks, all at once or not
// at all; what it holds beyond the plan is kept, and is not seen through this store, which
// knows cells by their numbers in the plan. A record of another game, of other seeds or of
// another version is refused ([ErrOther]), as is one that another run is writing
// ([ErrLocked]) and one that is damaged ([ErrCorrupt]). What is there is checked, which
// reads the whole file.
func Open(path string, p *experiment.Plan, version string, m Machine) (*Store, error) {
	s := &Store{file: file{path: path}}
	err := s.openToWrite()
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
	s := &Store{file: file{path: path}}
	err := s.openToRead()
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

// Close closes the file and, after writing, leaves it as one plain file.
func (s *Store) Close() error {
	var errs []error
	for _, st := range []*statement{s.game, s.health, s.opposed, s.measures, s.job} {
		errs = append(errs, st.close())
	}
	return errors.Join(append(errs, s.close())...)
}

// prepare readies the file for writing.
func (s *Store) prepare(p *experiment.Plan, version string, m Machine) error {
	empty, err := s.empty()
	if err == nil && empty {
		err = s.create(p, version)
	}
	if err != nil {
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
	if err := s.growing(); err != nil {
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
	if err := s.sit(version, m); err != nil {
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

func (s *Store) readInfo() error {
	meta, err := s.meta("plan", "it holds pieces of work, and no games of a plan", "run", "created")
	if err != nil {
		return err
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
