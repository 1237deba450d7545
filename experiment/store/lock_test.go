package store

import (
	"database/sql/driver"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"modernc.org/sqlite"

	"blindsight/experiment"
)

// guarded is the store that the function lock_held of SQLite looks at.
var guarded atomic.Pointer[Store]

func init() {
	sqlite.MustRegisterScalarFunction("lock_held", 0, func(*sqlite.FunctionContext, []driver.Value) (driver.Value, error) {
		if s := guarded.Load(); s.mutex.TryLock() {
			s.mutex.Unlock()
			return nil, errors.New("the lock is not held")
		}
		return int64(1), nil
	})
}

// Whatever writes to a record that is open holds its lock meanwhile: SQLite itself looks, at each row. That is why Add and
// AddWorker are safe for concurrent use.
func TestWritersHoldTheLock(t *testing.T) {
	p, err := experiment.Read(strings.NewReader(`{"name": "test", "game": "minesweeper", "seed": 5, "games": 3, "groups": [
		{"settings": [{"board": "4x4/4"}], "players": ["sps"], "budgets": [{"sims": 1}]}]}`), "plan")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(filepath.Join(t.TempDir(), "record"), p, "v1", Machine{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	guarded.Store(s)
	for _, table := range []string{"games", "jobs", "workers"} {
		if err := s.exec("CREATE TEMP TRIGGER look_at_" + table + " BEFORE INSERT ON main." + table + " BEGIN SELECT lock_held(); END"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.exec("INSERT INTO workers VALUES ('x', '', '', '', 1)"); err == nil || !strings.Contains(err.Error(), "the lock is not held") {
		t.Fatalf("a row without the lock: %v: this test shows nothing", err)
	}
	if n, err := s.Add([]*experiment.Batch{{Job: experiment.Job{Games: 1}, Results: []experiment.Result{{Outcome: experiment.Won}}}}); err != nil || n != 1 {
		t.Errorf("Add: %d, %v", n, err)
	}
	if err := s.AddWorker("w", Machine{}); err != nil {
		t.Errorf("AddWorker: %v", err)
	}
}
