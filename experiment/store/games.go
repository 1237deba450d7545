package store

import (
	"database/sql/driver"
	"strings"

	"blindsight"
	"blindsight/experiment"
	"blindsight/experiment/summary"
	"blindsight/internal/interval"
)

// Add records batches in one transaction, all or none, and returns how many of their
// games are new. A game that is there already stays as it is. It costs some
// microseconds a game.
func (s *Store) Add(batches []*experiment.Batch) (fresh int, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	err = s.transaction(func() error {
		for _, b := range batches {
			for i := range b.Results {
				n, err := s.addGame(s.cells[b.Cell], &b.Results[i])
				if err != nil {
					return explain(s.path, err)
				}
				fresh += n
			}
			if _, err := s.job.exec(int64(s.cells[b.Cell]), int64(b.First), int64(b.Games), b.Worker, b.Seconds, b.CPU); err != nil {
				return explain(s.path, err)
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return fresh, nil
}

func (s *Store) addGame(cell int, r *experiment.Result) (int, error) {
	if h := &r.Opposed; s.opposed != nil && *h != (blindsight.Health{}) {
		if _, err := s.opposed.exec(append([]driver.Value{int64(cell), int64(r.Game)}, healthValues(h)...)...); err != nil {
			return 0, err
		}
	}
	if s.measures != nil && r.Measures != "" {
		if _, err := s.measures.exec(int64(cell), int64(r.Game), r.Measures); err != nil {
			return 0, err
		}
	}
	values := []driver.Value{int64(cell), int64(r.Game), string(r.Outcome), r.Score, int64(r.Moves), r.Actions, r.Simulations, r.Seconds}
	if h := &r.Health; *h != (blindsight.Health{}) || r.Note != "" {
		return s.health.exec(append(append(values, healthValues(h)...), r.Note)...)
	}
	return s.game.exec(values...)
}

// healthValues returns what stands in healthColumns.
func healthValues(h *blindsight.Health) []driver.Value {
	asymptotic := int64(0)
	if h.Asymptotic {
		asymptotic = 1
	}
	return []driver.Value{
		asymptotic, h.Samples, h.Draws, h.Accepted, h.Distinct, h.Failures, h.Fallbacks,
		h.Inconsistent, h.Full, h.Scattered, h.Guessed, h.Effective,
	}
}

// healthPlaces returns where what stands in healthColumns is read to.
func healthPlaces(h *blindsight.Health) []any {
	return []any{
		&h.Asymptotic, &h.Samples, &h.Draws, &h.Accepted, &h.Distinct, &h.Failures, &h.Fallbacks,
		&h.Inconsistent, &h.Full, &h.Scattered, &h.Guessed, &h.Effective,
	}
}

// healthSums returns the columns of a health summed up over games; the first is a truth.
func healthSums(columns []string) string {
	sums := make([]string, len(healthColumns))
	for i := range sums {
		sums[i] = "sum(" + columns[i] + ")"
	}
	sums[0] = "max(" + columns[0] + ")"
	return strings.Join(sums, ", ")
}

// AddWorker notes the machine of a worker that joined.
func (s *Store) AddWorker(name string, m Machine) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.exec("INSERT OR IGNORE INTO workers VALUES (?,?,?,?,?)", name, now(), m.Host, m.System, m.CPUs)
}

// Workers returns how many workers ever joined from elsewhere.
func (s *Store) Workers() (n int, err error) {
	return n, s.query(&n, "SELECT count(*) FROM workers")
}

// Done calls yield for all ranges of games that are recorded, in increasing order.
func (s *Store) Done(yield func(experiment.Job)) error {
	for cell, place := range s.cells {
		err := s.rows("SELECT first, games FROM jobs WHERE cell = ? ORDER BY first, games", []any{place}, func(scan func(...any) error) error {
			j := experiment.Job{Cell: cell}
			if err := scan(&j.First, &j.Games); err != nil {
				return err
			}
			yield(j)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Games calls yield for all games of a cell that the plan asks for, in increasing order,
// without holding more than one in memory.
func (s *Store) Games(cell int, yield func(*experiment.Result)) error {
	var r experiment.Result
	places := append([]any{&r.Game, &r.Outcome, &r.Score, &r.Moves, &r.Actions, &r.Simulations, &r.Seconds, &r.Note}, healthPlaces(&r.Health)...)
	health, note := s.columns[:len(healthColumns)], s.columns[len(healthColumns)]
	text := "SELECT game, outcome, score, moves, actions, simulations, seconds, " + note + ", " + strings.Join(health, ", ")
	if s.info.Plan.Paired() {
		for _, name := range healthColumns {
			text += ", coalesce((SELECT " + name + " FROM opposed o WHERE o.cell = games.cell AND o.game = games.game), 0)"
		}
		places = append(places, healthPlaces(&r.Opposed)...)
	}
	if s.measured {
		text += ", coalesce((SELECT measures FROM measures m WHERE m.cell = games.cell AND m.game = games.game), '')"
		places = append(places, &r.Measures)
	}
	return s.rows(text+" FROM games WHERE cell = ? AND game < ? ORDER BY game", s.asked(cell), func(scan func(...any) error) error {
		err := scan(places...)
		if err == nil {
			yield(&r)
		}
		return err
	})
}

// Note is how games ended if not by their rules.
type Note struct {
	Text  string
	Games int
}

// Notes returns the notes of a cell's games that the plan asks for, the most frequent first.
func (s *Store) Notes(cell int) ([]Note, error) {
	note := s.columns[len(healthColumns)]
	text := "SELECT " + note + ", count(*) FROM games WHERE cell = ? AND game < ? AND " + note + " <> '' GROUP BY 1 ORDER BY 2 DESC, 1"
	var list []Note
	err := s.rows(text, s.asked(cell), func(scan func(...any) error) error {
		var n Note
		err := scan(&n.Text, &n.Games)
		list = append(list, n)
		return err
	})
	return list, err
}

// Tallies returns the sums over the games of each cell of the plan, as far as that asks for them. It reads each of these
// once. Processor time is that of the jobs, which a job played twice does not change; how many decisions were made, and
// how long they took, is not recorded.
func (s *Store) Tallies() ([]summary.Games, error) {
	tallies := make([]summary.Games, len(s.cells))
	for cell := range tallies {
		if err := s.tally(cell, &tallies[cell]); err != nil {
			return nil, err
		}
	}
	return tallies, nil
}

func (s *Store) tally(cell int, t *summary.Games) error {
	text := `SELECT count(*), sum(outcome = 'won'), sum(outcome = 'drawn'), sum(score), sum(score * score), sum(moves),
		sum(simulations), sum(seconds) / count(*), ` + healthSums(s.columns) + ` FROM games WHERE cell = ? AND game < ? GROUP BY cell`
	args := s.asked(cell)
	err := s.rows(text, args, func(scan func(...any) error) error {
		return scan(append([]any{&t.Brought.N, &t.Won, &t.Drawn, &t.Brought.Sum, &t.Brought.Squares, &t.Moves, &t.Simulations, &t.Seconds}, healthPlaces(&t.Health)...)...)
	})
	if err != nil {
		return err
	}
	const cpu = "SELECT sum(cpu) / sum(games) FROM jobs WHERE cell = ? AND first < ? AND games > 0 GROUP BY cell"
	return s.rows(cpu, args, func(scan func(...any) error) error { return scan(&t.CPU) })
}

// asked returns where a cell of the plan is in the record, and how many games of it the plan
// asks for.
func (s *Store) asked(cell int) []any { return []any{s.cells[cell], s.info.Plan.Cells[cell].Games} }

// PairTally is the sums over the games that two cells both have.
type PairTally struct {
	Wins  interval.Paired
	Score interval.Values // of the differences, A minus B
}

// Pair compares two cells game by game, as far as the plan asks for both. It reads both once.
func (s *Store) Pair(a, b int) (PairTally, error) {
	const text = `SELECT coalesce(sum(x.outcome = 'won' AND y.outcome = 'won'), 0), coalesce(sum(x.outcome = 'won' AND y.outcome <> 'won'), 0),
		coalesce(sum(x.outcome <> 'won' AND y.outcome = 'won'), 0), coalesce(sum(x.outcome <> 'won' AND y.outcome <> 'won'), 0),
		coalesce(sum(x.score - y.score), 0.0), coalesce(sum((x.score - y.score) * (x.score - y.score)), 0.0)
		FROM games x JOIN games y ON y.cell = ? AND y.game < ? AND y.game = x.game WHERE x.cell = ? AND x.game < ?`
	var t PairTally
	err := s.rows(text, append(s.asked(b), s.asked(a)...), func(scan func(...any) error) error {
		return scan(&t.Wins.Both, &t.Wins.First, &t.Wins.Second, &t.Wins.Neither, &t.Score.Sum, &t.Score.Squares)
	})
	t.Score.N = t.Wins.Games()
	return t, err
}
