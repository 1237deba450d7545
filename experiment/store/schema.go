package store

import (
	"crypto/rand"
	"fmt"

	"blindsight/experiment"
)

// format is the version of the tables, applicationID what marks a file as a record.
const (
	format        = "2"
	applicationID = 0x426c7369 // "Blsi"
)

// commonSchema is what all records have.
const commonSchema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sittings (started TEXT NOT NULL, version TEXT NOT NULL, host TEXT NOT NULL, system TEXT NOT NULL, cpus INTEGER NOT NULL);
`

// gamesSchema is the games of a plan.
const gamesSchema = `
CREATE TABLE cells (
	cell INTEGER PRIMARY KEY, game TEXT NOT NULL, setting TEXT NOT NULL, rules TEXT NOT NULL,
	player TEXT NOT NULL, budget TEXT NOT NULL, seed TEXT NOT NULL, games INTEGER NOT NULL, opponent TEXT NOT NULL DEFAULT '');
CREATE TABLE games (
	cell INTEGER NOT NULL, game INTEGER NOT NULL, outcome TEXT NOT NULL, score REAL NOT NULL, moves INTEGER NOT NULL,
	actions TEXT NOT NULL, simulations INTEGER NOT NULL, seconds REAL NOT NULL, asymptotic INTEGER NOT NULL DEFAULT 0,
	samples INTEGER NOT NULL DEFAULT 0, draws INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL DEFAULT 0,
	distinct_states INTEGER NOT NULL DEFAULT 0, failures INTEGER NOT NULL DEFAULT 0, fallbacks INTEGER NOT NULL DEFAULT 0,
	inconsistent INTEGER NOT NULL DEFAULT 0, full_searches INTEGER NOT NULL DEFAULT 0, scattered INTEGER NOT NULL DEFAULT 0,
	guessed INTEGER NOT NULL DEFAULT 0, effective REAL NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (cell, game)) WITHOUT ROWID;
CREATE TABLE jobs (
	cell INTEGER NOT NULL, first INTEGER NOT NULL, games INTEGER NOT NULL, worker TEXT NOT NULL, seconds REAL NOT NULL, cpu REAL NOT NULL,
	PRIMARY KEY (cell, first, games)) WITHOUT ROWID;
CREATE TABLE workers (name TEXT PRIMARY KEY, joined TEXT NOT NULL, host TEXT NOT NULL, system TEXT NOT NULL, cpus INTEGER NOT NULL) WITHOUT ROWID;
`

// opposedSchema is the health of opponents, where two sides play.
const opposedSchema = `
CREATE TABLE opposed (
	cell INTEGER NOT NULL, game INTEGER NOT NULL, asymptotic INTEGER NOT NULL, samples INTEGER NOT NULL, draws INTEGER NOT NULL,
	accepted INTEGER NOT NULL, distinct_states INTEGER NOT NULL, failures INTEGER NOT NULL, fallbacks INTEGER NOT NULL,
	inconsistent INTEGER NOT NULL, full_searches INTEGER NOT NULL, scattered INTEGER NOT NULL, guessed INTEGER NOT NULL, effective REAL NOT NULL,
	PRIMARY KEY (cell, game)) WITHOUT ROWID;
`

// measuresSchema is what games count beyond gains, where two sides play.
const measuresSchema = `
CREATE TABLE measures (cell INTEGER NOT NULL, game INTEGER NOT NULL, measures TEXT NOT NULL, PRIMARY KEY (cell, game)) WITHOUT ROWID;
`

const (
	insertMeasures = `INSERT OR IGNORE INTO measures VALUES (?,?,?)`
	insertGame     = `INSERT OR IGNORE INTO games (cell, game, outcome, score, moves, actions, simulations, seconds) VALUES (?,?,?,?,?,?,?,?)`
	insertHealth   = `INSERT OR IGNORE INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`
	insertOpposed  = `INSERT OR IGNORE INTO opposed VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)`
	insertJob      = `INSERT OR IGNORE INTO jobs VALUES (?,?,?,?,?,?)`
)

// healthColumns are those of a health, in the order in which scanHealth reads them.
var healthColumns = []string{
	"asymptotic", "samples", "draws", "accepted", "distinct_states", "failures", "fallbacks",
	"inconsistent", "full_searches", "scattered", "guessed", "effective",
}

// create makes the tables and writes down the plan.
func (s *Store) create(p *experiment.Plan, version string) error {
	tables := gamesSchema
	if p.Paired() {
		tables += opposedSchema + measuresSchema
	}
	meta := [][2]string{{"format", format}, {"run", rand.Text()}, {"plan", string(p.JSON())}, {"version", version}, {"created", now()}}
	return s.begin(tables, meta, func() error {
		for i := range p.Cells {
			if err := s.insertCell(p, i); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) insertCell(p *experiment.Plan, i int) error {
	c := &p.Cells[i]
	return s.exec("INSERT INTO cells VALUES (?,?,?,?,?,?,?,?,?)",
		c.Index, p.Game, c.Setting.Name, c.Setting.JSON, c.Player, c.Budget.String(), fmt.Sprint(c.Seed), c.Games, c.Opponent)
}
