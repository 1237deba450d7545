package store

import (
	"fmt"

	"blindsight/experiment"
)

// Extension is how much more a plan asks for than a record was made for.
type Extension struct{ Cells, Games int }

// Select narrows what is seen of a record to a plan, whose numbers of cells are then used.
// It fails with [ErrOther] if the record was not made for all of it.
func (s *Store) Select(p *experiment.Plan) error {
	places := s.record.Places(p)
	for i, place := range places {
		if place < 0 || s.record.Cells[place].Games < p.Cells[i].Games {
			return &Error{s.path, ErrOther, fmt.Sprintf("it was not made for %d games of %s", p.Cells[i].Games, &p.Cells[i])}
		}
	}
	s.info.Plan, s.cells = p, places
	return nil
}

// Extended returns what the plan asked for beyond the record when it was opened; a new
// record is not extended.
func (s *Store) Extended() Extension { return s.added }

// extend makes the record one of a larger plan, whose first cells are those that are there.
// It is one transaction: a record is of the one plan or of the other.
func (s *Store) extend(union *experiment.Plan) error {
	before := s.record
	err := s.transaction(func() error {
		if err := s.exec("UPDATE meta SET value = ? WHERE key = 'plan'", string(union.JSON())); err != nil {
			return err
		}
		for i := range union.Cells {
			var err error
			if i >= len(before.Cells) {
				err = s.insertCell(union, i)
			} else if games := union.Cells[i].Games; games != before.Cells[i].Games {
				err = s.exec("UPDATE cells SET games = ? WHERE cell = ?", games, i)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.record = union
		s.added = Extension{len(union.Cells) - len(before.Cells), union.Games() - before.Games()}
	}
	return err
}

// Beyond returns how many games the record holds that the plan does not ask for. It looks at
// every game.
func (s *Store) Beyond() (int, error) {
	count := func(text string, args ...any) (n int, err error) {
		return n, s.query(&n, text, args...)
	}
	beyond, err := count("SELECT count(*) FROM games")
	for cell := range s.cells {
		if err != nil {
			break
		}
		var n int
		n, err = count("SELECT count(*) FROM games WHERE cell = ? AND game < ?", s.asked(cell)...)
		beyond -= n
	}
	return beyond, err
}
