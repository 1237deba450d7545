//go:build race

package queue

import (
	"sync"
	"testing"

	"blindsight/experiment"
	"blindsight/experiment/recordtest"
)

// files are in memory: SQLite would have to be compiled anew for the race detector, and its own locking is tested in
// package store.
var files sync.Map

func open(_ *testing.T, path string, p *experiment.Plan) *recordtest.Record {
	m, _ := files.LoadOrStore(path, &recordtest.Memory{})
	return m.(*recordtest.Memory).Open(p, "v1")
}

func openReader(t *testing.T, path string, p *experiment.Plan) *recordtest.Record {
	return open(t, path, p)
}
